"""A simulated company whose staff write benchmarks for interactive data analysis over a user's own table.

Read in this order: `records` (what is written down), `simulation` (how it comes about), `interactive` (the stages).
"""
