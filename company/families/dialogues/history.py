"""The history of a dialogue, composed by one query (paper, appendix B)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from company.families.dialogues.records import Turn
from company.records import USABLE, Status

if TYPE_CHECKING:
    from company.archive import Archive


def history(
    archive: Archive, dialogue: str, before: int, turns: int = 5, statuses: Sequence[Status] = USABLE
) -> list[Turn]:
    """Return the last `turns` turns of a dialogue before a position, the oldest first."""
    return archive.siblings("turn", dialogue, before, turns, statuses)
