"""Which names a turn must leave behind, because later turns use them."""

from __future__ import annotations

from collections.abc import Iterable

from company.families.dialogues.programs import bound_names, free_names
from company.families.dialogues.records import Turn


def needed_names(turn: Turn, later: Iterable[Turn]) -> tuple[str, ...]:
    """Return the results asked for, and all else that the turn's code makes and a later turn reads, sorted."""
    made = bound_names(turn.code or "")
    used = {name for each in later for name in free_names(each.code or "")}
    asked = {intent.name for intent in turn.intents if intent.type != "plot"}
    return tuple(sorted(asked | (made & used)))
