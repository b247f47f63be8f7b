"""A benchmark as strangers see it, whatever its family: read (`reading`), judged (`verify`), loaded, shown as frames.

`release` is what it asks of a family. `publishing` writes the folder: lines, card, metadata for loaders, and what it
was made of. `withholding` parts the gold from the cases, and searches for what gives it away.
"""
