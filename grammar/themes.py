"""Themes that the company's people know their way around in: words, and what people of the field do, fear and ask."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.records import Column
from grammar.nouns import WORDS
from grammar.steps.base import plain
from grammar.words import words


@dataclass(frozen=True)
class Theme:
    """General knowledge of a field, not of any data set."""

    name: str
    keys: tuple[str, ...]
    """Words in names of tables and columns that point to it."""
    rows: tuple[Mapping[str, Any], ...]
    """What a `row` stands for, by `words` in the names; the last without words holds otherwise."""
    subject: str
    """What such tables are about, in the plural."""
    purposes: tuple[str, ...]
    """What they may be used for, as infinitives without "to"."""
    jobs: tuple[str, ...]
    stakes: tuple[str, ...]
    """Why a client cares; `{She}`, `{she}` and `{her}` stand for the client."""
    beyond: tuple[str, ...]
    """What clients would like to bring in and such tables do not hold."""


_FIELDS = words("fields")
*_KNOWN, GENERIC = (Theme(**told) for told in _FIELDS["field"])
"""The last is for a table that says nothing of its theme."""
THEMES: tuple[Theme, ...] = tuple(_KNOWN)
"""In no order of preference; the one for which most speaks is taken."""
CHOSEN = frozenset(_FIELDS["chosen"])
"""Fields in which one chooses among what the rows stand for."""
_AMBIGUOUS = frozenset(_FIELDS["ambiguous"].split())
_SURE, _AHEAD = 4, 2
"""Points that a theme needs, and how many more than any other."""
_START, _LONG = 2, 4
_ALL = frozenset(key for theme in THEMES for key in theme.keys)
_KEYS = {start: {key for key in _ALL if key[:_START] == start} for start in {key[:_START] for key in _ALL}}
_FROM_VALUES = 1
"""Points for any number of values: those of a text may name anything."""
_ENOUGH = 3
"""Words of one sort that are enough without any others, but for values."""


def theme_of(table: Mapping[str, Any], columns: Iterable[Column]) -> Theme:
    """The theme for which several things speak that do not depend on each other, and far more than for any other.

    These are the table's name, the headers, what its people say of it, and its values; else it is GENERIC. A table of a
    ship's passengers that has a fare is not about transport.
    """
    evidence = [_keys_in(words_there) for words_there in _evidence(table, list(columns))]
    points = sorted(((_points(theme, evidence), theme.name, theme) for theme in THEMES), reverse=True)
    (best, _, first), (second, _, _) = points[:2]
    return first if best >= _SURE and best >= second + _AHEAD else GENERIC


def _evidence(table: Mapping[str, Any], columns: Sequence[Column]) -> list[set[str]]:
    """Words of the name, the headers, the description and the values; each word counts where it stands first."""
    values = [value for column in columns if not column.numeric for value, _ in column.values]
    said = f"{table.get('row_meaning') or ''} {table.get('description') or ''}"
    texts = (
        set(plain(table["name"]).split()) - WORDS["noise"],
        {word for column in columns for word in _words_of(column.name)},
        _words_of(said),
        {word for value in values for word in _words_of(value)},
    )
    return [words - set().union(*texts[:place]) for place, words in enumerate(texts)]


def _words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+\d*", plain(text)))


def _points(theme: Theme, evidence: Sequence[set[str]]) -> int:
    """How much speaks for a theme: words of its own twice what others use too; nothing where all is of one sort."""
    hits: list[set[str]] = []
    for keys in evidence:
        hits.append(keys.intersection(theme.keys).difference(*hits))
    worth = [sum(1 if key in _AMBIGUOUS else 2 for key in keys) for keys in hits]
    worth[-1] = min(worth[-1], _FROM_VALUES)
    is_sure = sum(map(bool, hits)) > 1 or any(len(keys) >= _ENOUGH for keys in hits[:-1])
    return sum(worth) if is_sure else 0


def _keys_in(words_there: Iterable[str]) -> set[str]:
    """The keys of any theme that some words are, in the plural too, or begin with."""
    near = ((key, word) for word in words_there for key in _KEYS.get(word[:_START], ()))
    return {key for key, word in near if word in (key, key + "s") or (len(key) > _LONG and word.startswith(key))}
