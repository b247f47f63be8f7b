"""Where things stand in a benchmark folder of any family; where its cases stand, the family says."""

from __future__ import annotations

from pathlib import Path

CARD = Path("README.md")
RESOURCE = Path("data/resource")
"""What cases were made of, and what their answers need."""
VERDICTS = Path("data/verdicts.jsonl")
"""What people said of the records that it was made of, one verdict a line, where they were asked."""
LOADED = Path("data/parquet")
"""The cases once more, for loaders: <part>.parquet."""
CROISSANT = Path("croissant.json")
PROVENANCE = Path("provenance.json")
RECORDINGS = Path("recordings")
"""The model calls of each run, where they are published, as <name of the run>.recording."""
