"""What a new scenario says of figures, below its table."""

from __future__ import annotations

OWN = """\
[originals]
from = "tables"          # figures are drawn over [table]

[figures]
hard = 0.5               # share with several panels, or more than 50 values
# types = []             # types of plot that take turns; all that the table can carry; docs/figures.md lists them
# blind = "auto"         # whether the simple query alone has to lead to the figure; docs/figures.md
corrections = 3          # times that code which draws no figure, or another one, goes back to its writer

[targets]
figure = 100             # words and data, one figure

"""
