"""A figure that a run has drawn, as the code that draws it again: what a run of another family may begin from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class FigureCode:
    """Code that draws one figure by itself."""

    id: str
    """Of the record that it was drawn for."""
    code: str
    files: tuple[tuple[str, Path], ...]
    """What it reads: each file by the name under which the code reads it."""
    shared: bool = True
    """Whether what stands in these files may be passed on."""
