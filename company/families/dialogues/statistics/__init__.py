"""Benchmarks of dialogues in figures, beside published ones."""
