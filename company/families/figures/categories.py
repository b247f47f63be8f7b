"""The categories of figures: a query and data, one picture; statistical plots are two halves of one."""

from __future__ import annotations

from collections.abc import Mapping

from company.family.category import Category

PLOT, PLOT_REFERENCE = "statistical_plot", "statistical_plot_reference"
"""The test half, as which a run counts all; and the half that may be looked at."""
CATEGORIES: Mapping[str, Category] = {
    "figure": Category("figure", "figure.jsonl", 1.0, "figure"),
    PLOT: Category(PLOT, f"{PLOT}.jsonl", 1.0, PLOT),
    PLOT_REFERENCE: Category(PLOT_REFERENCE, f"{PLOT_REFERENCE}.jsonl", 1.0, PLOT, shown=True),
}
"""In the order in which files, tables and reports name them."""
OF_HALF: Mapping[str, str] = {"test": PLOT, "reference": PLOT_REFERENCE}
"""Which half of statistical plots is in which category of a folder."""
