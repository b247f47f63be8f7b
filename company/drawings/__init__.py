"""Drawings: what SVG, TikZ and Graphviz code shows, read from the code and again from its pixels.

`scenes` says what is read and `margins` what counts. `painting` makes pixels of an SVG, `trees` reads one safely and
unfolds it, `shapes` tells its facts; `layout` and `graphs` do so for Graphviz, `compiled` for the PDF of a drawing in
TikZ. `reading` is the door to the first two, `comparing` tells two scenes apart. `cleaning` takes out what tells and is
not drawn, `changing` changes one fact, or none. `exporting` makes one file of all, and `jailed` runs it in a jail.
"""
