"""What of a caption set is shown to those who rank or rate it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Line = Mapping[str, Any]


def place_of_id(caption: Line) -> int:
    """Return the place of a caption, or of a twin, among all that are shown of a figure."""
    return int(str(caption["id"]).removeprefix("c"))


def shown_of(line: Line) -> Sequence[Line]:
    """Return the captions of a set with the twins among them, in the order of their ids, which tell nothing."""
    return sorted((*line["captions"], *line.get("twins", ())), key=place_of_id)
