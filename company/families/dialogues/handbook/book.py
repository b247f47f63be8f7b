"""The handbook of a run in words: the rules that stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from company.families.dialogues.handbook.reading import handbook_text
from company.families.dialogues.handbook.records import Rule
from company.prompts import prompt
from company.records import USABLE

if TYPE_CHECKING:
    from company.archive import Archive


def every_rule(archive: Archive) -> list[Rule]:
    """Return the rules in the handbook, in order; of the user's file those as well that have to be named and are not
    used.
    """
    rules: list[Rule] = archive.records("rule", (*USABLE, "proposed", "rejected"))
    return [each for each in rules if each.status in USABLE or (each.is_given and each.scope is None)]


def handbook_of(archive: Archive) -> str:
    """Return the handbook in words, whole; empty where there is none."""
    rules = every_rule(archive)
    text = handbook_text([each.words for each in rules])
    is_standing = any(each.scope is not None for each in rules)
    return f"{prompt('handbook_standing').strip()}\n\n{text}" if is_standing else text
