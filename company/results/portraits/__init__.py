"""Portraits: what a figure of matplotlib draws, whole and as JSON, read at the moment in which its picture is saved.

`reading` reads a figure, by `marks`, `fields` and `solids` (what stands on its axes) and `wording` (texts, ticks,
legends); `taking` hooks `Figure.savefig`, and is all that runs beside untrusted code; `trusting` is the other side,
which believes no file. `exporting` makes one file of the readers, `portrait.py`, that needs numpy and matplotlib alone.
"""
