"""Drawings: what SVG, TikZ and Graphviz code shows, read from the code and again from its pixels.

`scenes` says what is read, `margins` what counts, `drawing` draws and `facts` reads: SVG by `svg`, Graphviz by `graphs`.
`cleaning` takes out what tells without being drawn. It runs beside untrusted code, and knows nothing of the company.
"""
