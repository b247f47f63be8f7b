"""The order of records by their ids."""

from __future__ import annotations

import re


def natural(record_id: str) -> list[tuple[int, str]]:
    """Return a sorting key under which p2 comes before p10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", record_id)]
