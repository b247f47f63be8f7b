"""What of a case is shown to those who rank, rate or choose captions, and what it asks about."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

Line = Mapping[str, Any]


def place_of_id(caption: Line) -> int:
    """Return the place of a caption, or of a twin, among all that are shown of a figure."""
    return int(str(caption["id"]).removeprefix("c"))


def shown_of(line: Line) -> Sequence[Line]:
    """Return the captions of a set with the twins among them, in the order of their ids, which tell nothing."""
    return sorted((*line["captions"], *line.get("twins", ())), key=place_of_id)


def identity(line: Line) -> Hashable:
    """Return the code of a case's figure with the texts that are asked about."""
    asked = line["choice"]["options"] if "choice" in line else line["captions"]
    return line["figure_code"], tuple(sorted(each["text"] for each in asked))
