"""Records as plain values for a page: bounded, and with everything visible that could hide; no HTML.

What untrusted code wrote is read with suspicion: facts of a result that are not what they should be are shown as text.
"""

from company.showing.differences import Difference, Side, differences
from company.showing.grids import Cell, Grid, Row
from company.showing.results import ResultView, result_view
from company.showing.texts import Shown, hidden_in, shown

__all__ = [
    "Cell",
    "Difference",
    "Grid",
    "ResultView",
    "Row",
    "Shown",
    "Side",
    "differences",
    "hidden_in",
    "result_view",
    "shown",
]
