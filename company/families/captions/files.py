"""Where things stand in a benchmark folder of captions, and among a run's resources."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

LINES = Path("data/caption_data")
FIGURES = Path("data/figures")
"""The pictures, as <id of the figure>.png."""
SCICAP = Path("data/scicap/annotations.json")
"""The captions of all writers in the form of the SciCap Challenge."""
ANNOTATIONS = "annotations.json"
"""What a folder of figures in that form holds beside its pictures."""
VOCABULARY = "figure_claims.py"
"""The functions that claims are written with; a module beside the tables."""


def vocabulary() -> bytes:
    """Return the content of that module."""
    return files("company.families.captions.gate").joinpath(VOCABULARY).read_bytes()
