"""Records as plain values for a page: bounded, and with everything visible that could hide; no HTML.

What untrusted code wrote is read with suspicion: facts of a result that are not what they should be are shown as text.
"""

from human_review.showing.differences import Difference, Side, differences
from human_review.showing.grids import Cell, Grid, Row
from human_review.showing.results import ResultView, result_view
from human_review.showing.texts import Shown, hidden_in, shown
from human_review.showing.turns import AttemptView, ColumnView, EarlierTurn, TurnView, turn_view

__all__ = [
    "AttemptView",
    "Cell",
    "ColumnView",
    "Difference",
    "EarlierTurn",
    "Grid",
    "ResultView",
    "Row",
    "Shown",
    "Side",
    "TurnView",
    "differences",
    "hidden_in",
    "result_view",
    "shown",
    "turn_view",
]
