"""Where things stand in a benchmark folder of figures, and among a run's resources."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from company.results.likeness import MODULE

LINES = Path("data/figure_data")
FIGURES = Path("data/figures")
"""The pictures and their portraits, as <data_id>.png and <data_id>.json."""
CURATION = Path("data/curation.json")
"""What each step of the curation of plots did, a list with an object for each run."""
FOLDER, FORMER = "data_folder", "original"
"""Fields of some lines. FOLDER: the place of a case's own data, relative to the benchmark; others share one place.
FORMER: the portrait of the figure whose values were replaced."""
READER = "portrait.py"
"""What takes portraits; a module beside the tables."""
COMPARER = f"{MODULE}.py"
"""What compares them; checks import it."""


@cache
def tools() -> Mapping[str, bytes]:
    """Return the content of both modules by their names."""
    # Their sources are in modules that import Matplotlib, which whoever shows or verifies tables has no need of.
    from company.results.likeness.exporting import likeness_code
    from company.results.portraits.exporting import portrait_code

    return {READER: portrait_code().encode(), COMPARER: likeness_code().encode()}


def folder_of(candidate: str) -> str:
    """Return the folder, among resources, that holds the data of a case by itself: it is called as the case is."""
    return f"{candidate}.figure"


def candidate_of(record_id: str) -> str:
    """Return the candidate that a record was made for."""
    return record_id.rpartition(".")[0]
