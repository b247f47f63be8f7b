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


def differs_by_number(right: str | None, wrong: Sequence[str]) -> bool:
    """Return whether at least half of the other options read as the right one does, but for numbers.

    Where none of the options is right (None), the first wrong one stands for it.
    """
    told = [_without_numbers(each) for each in (wrong if right is None else (right, *wrong))]
    return len(told) > 1 and 2 * sum(each == told[0] for each in told[1:]) >= len(told) - 1


def by_number(line: Mapping[str, Any]) -> bool:
    """Return whether the options of a choice case's line differ in a number alone; "none of the others" aside."""
    options = [each for each in line["choice"]["options"] if each["code"]]
    right = next((each["text"] for each in options if not each["slip"]), None)
    return differs_by_number(right, [each["text"] for each in options if each["slip"]])


def _without_numbers(text: str) -> tuple[str, ...]:
    words = re.findall(r"[^\W\d_]+", _NUMBER.sub(" ", text.casefold()))
    return tuple(word for word in words if word not in _AROUND)
