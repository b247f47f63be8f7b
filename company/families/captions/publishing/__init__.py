"""Benchmarks of captions as folders: what runs give to one, its card, what is held back."""
