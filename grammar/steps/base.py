"""A concrete step, and names for what it makes."""

from __future__ import annotations

import itertools
import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from company.records import ResultType

Slots = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """One concrete step: its kind, its slots (always with "source") and the type of its result."""

    kind: str
    slots: Mapping[str, Any] = field(default_factory=dict)
    result: ResultType = "dataframe"

    @property
    def source(self) -> str:
        """The source as said: a variable's name, LAST or TABLE."""
        return str(self.slots["source"])


def identifier(*words: str, longest: int = 32) -> str:
    """A snake_case Python name from words, e.g. ("mean", "Sat Fat") → mean_sat_fat.

    What is too long is cut between words, in the middle: the last of several words always shows.
    """
    *leading, ending = words
    end = _cut(_parts(ending), longest // 2 if leading else longest)
    while len(end) > 1 and end[-1] in _CONNECTING:
        end.pop()
    start = _cut(_parts("_".join(leading)), longest - len("_".join(end)) - 1) if leading else []
    text = "_".join([*start, *end])[:longest] or "result"
    return f"n_{text}" if text[0].isdigit() or keyword.iskeyword(text) else text


def _parts(words: str) -> list[str]:
    return [part for part in re.split(r"\W+|_", words.lower()) if part]


def _cut(parts: list[str], longest: int) -> list[str]:
    ends = itertools.accumulate(len(part) + 1 for part in parts)
    return [part for part, end in zip(parts, ends, strict=True) if end - 1 <= longest] or parts[:1]


_CONNECTING = frozenset({"with", "by", "and", "of", "to", "per", "in", "for", "from", "the", "minus", "over"})


def plain(name: str) -> str:
    """A column's name in a person's words: "total_fat" → "total fat", "DistanceKm" → "distance km"."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.sub(r"[\s_]+", " ", text).strip().lower()
