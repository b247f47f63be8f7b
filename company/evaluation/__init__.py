"""Models on a benchmark: what they answered is run, compared with the reference, and counted.

Read in this order: `responses` (what came in), `histories` (what is run once for many cases), `answering` (references
and answers in forks of it), `comparing` and `comparison` (the two sides of a comparison), `scoring`, `figures`.
"""
