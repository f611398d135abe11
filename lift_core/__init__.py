"""Liftings: how a simple law on latent strings explains a complicated law on observed ones (docs/theory.md)."""
