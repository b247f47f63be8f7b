"""The handbook of a run in words: the rules that stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from company.families.dialogues.handbook.reading import handbook_text
from company.families.dialogues.handbook.records import Rule
from company.records import USABLE

if TYPE_CHECKING:
    from company.archive import Archive


def every_rule(archive: Archive) -> list[Rule]:
    """Return the rules that stand in the handbook, in order; of the user's file all, whether they are used or not."""
    rules: list[Rule] = archive.records("rule", (*USABLE, "proposed", "rejected"))
    return [each for each in rules if each.is_given or each.status in USABLE]


def handbook_of(archive: Archive) -> str:
    """Return the handbook in words, whole; empty where there is none."""
    return handbook_text([each.words for each in every_rule(archive)])
