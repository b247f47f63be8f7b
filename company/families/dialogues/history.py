"""The history of a dialogue, composed by one query (paper, appendix B)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from company.archive import Topic
from company.families.dialogues.records import Turn
from company.records import USABLE, Status

if TYPE_CHECKING:
    from company.archive import Archive

EXECUTED = Topic("executed", ("dialogue",))
"""Of a dialogue in which people changed turns: on which code it was last executed since (`mark`), and which turns that
set aside (`aside`: id → the status that they had)."""


def history(
    archive: Archive, dialogue: str, before: int, turns: int = 5, statuses: Sequence[Status] = USABLE
) -> list[Turn]:
    """Return the last `turns` turns of a dialogue before a position, the oldest first."""
    return archive.siblings("turn", dialogue, before, turns, statuses)
