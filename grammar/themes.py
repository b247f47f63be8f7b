"""Themes that the company's people know their way around in: words, and what people of the field do, fear and ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grammar.words import words


@dataclass(frozen=True)
class Theme:
    """General knowledge of a field, not of any data set."""

    name: str
    keys: tuple[str, ...]
    """Words in names of tables and columns that point to it."""
    rows: tuple[tuple[tuple[str, ...], str], ...]
    """What a row stands for, by words in the names; the last without words holds otherwise."""
    subject: str
    """What such tables are about, in the plural."""
    purposes: tuple[str, ...]
    """What they may be used for, as infinitives without "to"."""
    jobs: tuple[str, ...]
    stakes: tuple[str, ...]
    """Why a client cares; `{She}`, `{she}` and `{her}` stand for the client."""
    beyond: tuple[str, ...]
    """What clients would like to bring in and such tables do not hold."""


def _theme(told: Mapping[str, Any]) -> Theme:
    return Theme(**{**told, "rows": tuple((each["words"], each["row"]) for each in told["rows"])})


*_KNOWN, GENERIC = map(_theme, words("fields")["field"])
"""The last is for a table that says nothing of its theme."""
THEMES: tuple[Theme, ...] = tuple(_KNOWN)
"""In no order of preference; the one whose words occur most is taken."""
