"""Benchmarks: this library beside the peers and beside hand-written kernels, in one run (`python3 tasks.py bench`)."""
