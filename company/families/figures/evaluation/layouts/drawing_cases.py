"""A case as other layouts have it: words, files with data, and the picture that is the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class DrawingCase:
    """What every layout tells of a case."""

    data_id: str
    query: str
    truth: Path
    """The reference's picture."""
    expert_query: str = ""
    data_files: tuple[Path, ...] = ()
    code: str = ""
    """The reference's, where it is told."""
    table: str = ""
    """The data as text, where they are in the case itself."""
    category: str = ""
    difficulty: str = ""
    aspect: float = 1.0
    """Width by height."""
    more: Mapping[str, Any] = field(default_factory=dict)
