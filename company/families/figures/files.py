"""Where things stand in a benchmark folder of figures, and among a run's resources."""

from __future__ import annotations

from pathlib import Path

from company.results.portraits.exporting import portrait_code

LINES = Path("data/figure_data")
FIGURES = Path("data/figures")
"""The pictures and their portraits, as <data_id>.png and <data_id>.json."""
READER = "portrait.py"
"""What takes portraits; a module beside the tables."""


def reader() -> bytes:
    """Return the content of that module."""
    return portrait_code().encode()
