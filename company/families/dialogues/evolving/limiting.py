"""An ask that looks only at the rows that standing rules let count, as code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from company.families.dialogues.prelude import VARIABLE

WHOLE: Final = "_every_row"
"""What the table is called while an ask looks only at some of its rows."""


def limited(ask: str, rules: Sequence[str]) -> list[str]:
    """Return the code of an ask on the rows that rules, by their names, let count; then the table is whole again."""
    if not rules:
        return [ask]
    counting = VARIABLE
    for rule in rules:
        counting = f"{rule}({counting})"
    return [f"{WHOLE} = {VARIABLE}", f"{VARIABLE} = {counting}", ask, f"{VARIABLE} = {WHOLE}"]
