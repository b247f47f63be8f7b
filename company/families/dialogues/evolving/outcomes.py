"""What a turn comes to, and how far that is from what somebody else comes to. Runs inside the sandbox."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from company.families.dialogues.evolving.telling import untelling
from company.families.dialogues.gate.controls import alike, leaves
from company.results.digests import digest
from company.results.kinds import result_type
from company.results.substance import hollow, is_empty

CLEAR = 0.01
"""Results that are no further apart than this are not told apart for certain."""
SAME, NEAR, DIFFERS, RAISES = "same", "near", "differs", "raises"
Names = dict[str, Any]


def told(value: Any) -> Names:
    """Return the type of a result, its columns and its digest; why there is none where it cannot be kept."""
    columns = [str(each) for each in value.columns] if result_type(value) == "dataframe" else []
    try:
        return {"type": result_type(value), "columns": columns, "digest": digest(value)}
    except ValueError as error:
        return {"type": None, "columns": columns, "digest": "", "why": str(error)}


def problem_of(value: Any, kind: str) -> str | None:
    """Return why a result will not do; None where it will."""
    if result_type(value) != kind:
        return f"its result is of type {result_type(value)}, not {kind}"
    if is_empty(value):
        return "its result is empty"
    if why := hollow(value):
        return f"its result {why}"
    numbers, _ = leaves(value)
    if any(math.isnan(each) or math.isinf(each) for each in numbers):
        return "its result holds missing values"
    if result_type(value) in ("series", "dataframe") and len(value) == 1:
        return "its result has one row alone: ask for a number, or leave several"
    why = untelling(value)
    return f"its result {why}" if why else None


def compared(ours: Any, theirs: Any) -> Names:
    """Return how one result stands to the true one, and its digest."""
    if result_type(ours) != result_type(theirs):
        return {"how": RAISES, "digest": ""}
    try:
        told = digest(theirs)
    except ValueError:
        return {"how": RAISES, "digest": ""}
    if told == digest(ours):
        return {"how": SAME, "digest": told}
    return {"how": DIFFERS if differs(ours, theirs) else SAME if alike_exactly(ours, theirs) else NEAR, "digest": told}


def differs(ours: Any, theirs: Any) -> bool:
    """Return whether two results are told apart by any check: other labels or rows, or numbers 1 % off."""
    first, words = leaves(ours)
    second, their_words = leaves(theirs)
    if words != their_words or len(first) != len(second):
        return True
    one, other = np.array(first), np.array(second)
    # Where labels stand in one order, so do the numbers beside them; else nobody knows which belongs to which.
    if not words or list(words) != list(their_words):
        one, other = np.sort(one), np.sort(other)
    return _apart(one, other)


def alike_exactly(ours: Any, theirs: Any) -> bool:
    """Return whether two results are the same but for the order of rows and what no check looks at."""
    return alike(ours, theirs) and not differs(ours, theirs)


def _apart(one: Any, other: Any) -> bool:
    with np.errstate(all="ignore"):
        off = np.abs(one - other) > CLEAR * np.maximum(np.abs(one), np.abs(other))
    return bool(np.any(off | (np.isnan(one) != np.isnan(other))))
