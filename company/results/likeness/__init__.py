"""Likeness: how far two portraits show the same, by six aspects, and when the second one is right.

`content` says what a portrait's axes hold (names at ticks, stacked bars, boxes, slices), `values` compares two series,
`matching` pairs axes and series, `aspects` adds up, `elements` names what a query can require, `wording` and `colours`
compare texts and colours, `controls` and `wrong_data` make the wrong portraits that have to be refused. Nothing but
numpy is needed.
"""

MODULE = "likeness"
"""What checks import: the comparison as one file, which each line would carry else."""
