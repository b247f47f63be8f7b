"""What of a turn and of its table a brief for an action tells: the parts that the reply is about."""

from __future__ import annotations

from typing import Any

from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.programs import free_names, program

_OF_COLUMNS = ("columns", "meanings", "more_columns", "more_names")
"""What is not told of a table that the code does not work on."""


def worked_on(told: dict[str, Any], code: str) -> dict[str, Any]:
    """Return the table and variables of a brief without what code makes itself before it reads it, and without the
    table's columns where it reads others.
    """
    read = free_names(code) if program(code) else None
    if read is None:
        return told
    bases = {each["as"] for each in told["variables"] if each["name"] in read and "as" in each}
    kept = [each for each in told["variables"] if each["name"] in {VARIABLE, *read, *bases}]
    others = [each for each in kept if each["name"] != VARIABLE]
    if not others or VARIABLE in read or any("as" in each for each in others):
        return {**told, "variables": kept}
    table = {key: value for key, value in told["table"].items() if key not in _OF_COLUMNS}
    return {**told, "table": {**table, "columns": []}, "variables": kept}
