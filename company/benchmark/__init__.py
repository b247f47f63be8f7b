"""A benchmark as strangers see it: its lines (`entries`, `reading`), its release gate (`gate`, `verify`), its figures.

`publishing` writes the folder: cases, card, metadata for loaders, and what it was made of. `withholding` parts the gold
from the cases, and searches for what gives it away.
"""
