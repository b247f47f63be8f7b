"""The conditions that are named in a question of a plan: how they are put into its words and taken out of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

_LIMIT = re.compile(r"(?:, (?:looking only at|counting only|restricted to|among) [^?]*? where [^?]*)?(?=\?$)")
_CLAUSE = re.compile(r"(?:, separately for each [^?,]*)?" + _LIMIT.pattern)
_CLAUSES = ("looking only at", "counting only", "restricted to", "among")


def bare(text: str) -> str:
    """A question without the conditions that were added to it."""
    return _CLAUSE.sub("", text)


def unlimited(text: str) -> str:
    """A question without its conditions, yet with the column that it is split by."""
    return _LIMIT.sub("", text)


def is_split(text: str) -> bool:
    """Whether a question is to be answered separately for each value of a column."""
    return ", separately for each " in text


def narrowed(text: str, conditions: Iterable[str], rows: str, chance: random.Random, why: str = "") -> str:
    """The question with its conditions, and what they are for, named before the question mark."""
    said = list(conditions)
    if not said:
        return bare(text)
    core = bare(text).rstrip("?").rstrip()
    return f"{core}, {chance.choice(_CLAUSES)} {rows} where {' and '.join(said)}{why and f', {why}'}?"
