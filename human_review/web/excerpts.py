"""A line by which an item is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from company.reviewing.kinds import Kinds, first_text

LONGEST = 160
"""Characters of the line."""


def excerpt(kinds: Kinds, kind: str, body: Mapping[str, Any]) -> str:
    """Return a line by which an item differs from others of its kind."""
    words = (kinds[kind].page.excerpt if kind in kinds else first_text)(body)
    line = " ".join(words.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
