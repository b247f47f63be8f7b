"""Models on a benchmark: what they answered is judged by the benchmark's family, and counted.

Read in this order: `contract` (what is asked of a family), `responses` (what came in), `scored` (what it is worth),
`scoring` (the loop), `accuracies`; then `task` and `logs` (models asked through Inspect) and `reporting` (compared).
"""
