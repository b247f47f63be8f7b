"""Drawings that the built-in company composes by seed, in SVG, TikZ and Graphviz's language, and knows the facts of.

`canvas` holds shapes, `pictograms`, `vehicles` and `tokens` draw one thing each, `arrangements`, `diagrams` and
`charts` whole pages, `networks` graphs. `writing` and `dots` put them into code, and `commissioning` chooses by length.
"""
