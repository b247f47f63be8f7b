"""Whether the options of a choice differ in what they mean, or in a number alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

MOST_BY_NUMBER = 0.25
"""The share of a benchmark's insights whose options may differ in a number alone."""
_NUMBER = re.compile(r"[-+]?\d[\d.,]*(?:e[-+]?\d+)?\s*%?", re.IGNORECASE)
_AROUND = frozenset(
    str.split("""
    a about above an and at below between by exactly from is it least less more most of only or over than the to under
    up
    """)
)
"""Words that say on which side of a number something lies, and those that any statement has."""


def differs_by_number(right: str, wrong: Sequence[str]) -> bool:
    """Return whether at least half of the wrong options read as the right one does, but for numbers."""
    meant = _without_numbers(right)
    same = sum(_without_numbers(each) == meant for each in wrong)
    return bool(wrong) and 2 * same >= len(wrong)


def by_number(line: Mapping[str, Any]) -> bool:
    """Return whether the options of a choice case's line differ in a number alone."""
    options = line["choice"]["options"]
    right = next((each["text"] for each in options if not each["slip"]), "")
    return differs_by_number(right, [each["text"] for each in options if each["slip"] and each["code"]])


def _without_numbers(text: str) -> tuple[str, ...]:
    words = re.findall(r"[^\W\d_]+", _NUMBER.sub(" ", text.casefold()))
    return tuple(word for word in words if word not in _AROUND)
