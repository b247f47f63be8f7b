"""Drawings: what SVG, TikZ and Graphviz code shows, read from the code and again from its pixels.

`scenes` says what is read and `margins` what counts. `painting` makes pixels of an SVG, `trees` reads one safely and
unfolds it, `shapes` reads it; `graphs` lays out and reads Graphviz's. `reading` is the door to all, `cleaning` takes
out what tells without being drawn, and `exporting` makes one file of the readers. It runs beside untrusted code.
"""
