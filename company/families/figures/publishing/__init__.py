"""Benchmarks of figures as folders: what runs give to one, its card, its pictures."""
