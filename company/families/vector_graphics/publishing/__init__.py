"""Benchmarks of vector graphics as folders: what runs give to one, its card, VGBench's own layout."""
