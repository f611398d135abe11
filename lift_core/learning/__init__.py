"""What is trained (docs/theory.md §5, §6); everything here needs torch."""
