"""Benchmarks of dialogues as folders: what runs give to one, its card, its columns for loaders, what is held back."""
