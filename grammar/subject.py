"""The table as the people of the company talk about it: its theme, what a row is called, and its columns in words."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from company.records import Column
from company.results.numbers import words_of
from grammar.linked import Linked
from grammar.nouns import WORDS, in_words, noun_in, quoted_name
from grammar.scene import FEW, Var, scene_of
from grammar.steps.base import plain
from grammar.themes import Theme, theme_of
from grammar.voices import plural, singular
from grammar.words import words

UNKNOWN = "record"
"""What a row is called where nothing says what it stands for."""
_MAIN = words("columns")["main"]
_STRONG, _WEAK, _COSTS, _TRAITS = (frozenset(_MAIN[key].split()) for key in ("strong", "weak", "costs", "traits"))
_SURE = 3
"""Points from which on a column is the one to ask about first."""
_LONGEST = 40
_PERIODS, _MANY = 5, 12
"""Different values from which on a date has a course, and a measure is one to fit, to cluster or to correlate."""
_ONE_SIDED = 0.7
"""Part of the rows with one value that is most of them."""
_COMPARED, _OUTCOMES = 20, 8
"""Groups that are compared at most, and values of what one may try to foresee."""
_SHORT = 2
"""Letters of a header that may stand in other words, or as a word, by accident."""
_FORETOLD = re.compile(r"(?i)\b(?:predict|forecast|foresee|target|outcome|label|depend|explain|response)")


@dataclass(frozen=True)
class Subject:
    """What everybody in the company knows of the table."""

    table: Mapping[str, Any]
    """As a brief has it."""
    var: Var
    row: str
    """What one row stands for, singular."""
    told: Mapping[str, str] = field(default_factory=dict)
    """Columns in the words of the table's user."""
    fetched: Mapping[str, Linked] = field(default_factory=dict)
    """Columns that are looked up in another table, where any are, with the link to it."""

    @cached_property
    def theme(self) -> Theme:
        """The field that the table is from, if that is sure."""
        return theme_of(self.table, self.var.columns)

    @property
    def rows(self) -> str:
        """What the rows are called."""
        return plural(self.row)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Each sayable column as it stands in a sentence: as its user calls it, as a noun, or quoted; all different."""
        sayable = [name for name in self.var.named if re.search(r"[A-Za-z]", name) and len(name) <= _LONGEST]
        said = {name: self.told.get(name) or in_words(name) for name in sayable}
        shared = {text for text, count in Counter(said.values()).items() if count > 1}
        return {name: quoted_name(name) if text in shared else text for name, text in said.items()}

    @cached_property
    def ways(self) -> list[tuple[str, str]]:
        """Return, in lower case, what columns are known by in a text, with their names."""
        return [
            (way, name)
            for name, text in self.words.items()
            for way in {text.lower(), plain(name)}
            if way == text.lower() or len(way) > _SHORT or re.search(r"\d", way)
        ]

    def places(self, text: str, taken: list[tuple[int, int]]) -> dict[str, int]:
        """Where a text in lower case first names each column, the longest ways first; their places are `taken` then."""
        places: dict[str, int] = {}
        for way, name in sorted(self.ways, key=lambda pair: (-len(pair[0]), pair[1])):
            for start, end in free_places(way, text, taken):
                taken.append((start, end))
                places[name] = min(start, places.get(name, start))
        return places

    def speakable(self, columns: Iterable[Column]) -> list[Column]:
        """Those columns that people would talk about."""
        return [column for column in columns if column.name in self.words and column.distinct > 1]

    @cached_property
    def measures(self) -> list[Column]:
        """Numbers worth an average."""
        return self.speakable(self.var.measures())

    @cached_property
    def groups(self) -> list[Column]:
        """Columns worth grouping by."""
        return self.speakable(self.var.groups())

    @cached_property
    def dates(self) -> list[Column]:
        """Columns of dates."""
        return self.speakable(self.var.of_role("date"))

    @cached_property
    def rest(self) -> list[Column]:
        """Other columns that can be named: texts, identifiers, written numbers, what is left."""
        known = {column.name for column in (*self.measures, *self.groups, *self.dates)}
        return [column for column in self.var.named.values() if column.name in self.words and column.name not in known]

    @cached_property
    def changing(self) -> list[str]:
        """Measures that may change over time: not what seems to belong to a value of another column, as a place's size.

        Those have about as many different values as that column, and far fewer than there are rows.
        """
        counts = [
            column.distinct
            for column in self.var.columns
            if column.role != "measure" and FEW < column.distinct < self.var.rows / 4
        ]
        return [
            column.name
            for column in self.measures
            if not any(0.9 * count <= column.distinct <= 1.02 * count for count in counts)
        ]

    @cached_property
    def main(self) -> str | None:
        """The column that everybody would ask about first, if there is one: an outcome, a price, a score."""
        points = {column.name: self._points(column) for column in (*self.measures, *self.groups)}
        best = max(points, key=lambda name: points[name], default=None)
        return best if best is not None and points[best] >= _SURE else None

    def _points(self, column: Column) -> int:
        """How much speaks for a column to be the one to ask about first."""
        parts = plain(column.name).split()
        if not parts or column.meant == "id" or _TRAITS & set(parts):
            return 0
        named = 3 if parts[-1] in _STRONG else 2 if _STRONG & set(parts) else len(_WEAK & set(parts))
        last = column.position == self.var.columns[-1].position
        alone = bool(self.groups) and [each.name for each in self.measures] == [column.name]
        beside = last + (column.distinct == 2) + alone if named or alone else 0
        return named + 3 * (column.name in self._foretold) + beside

    @cached_property
    def _foretold(self) -> set[str]:
        """Columns of which the description says that they are what matters: in a sentence about what is predicted."""
        text = str(self.table.get("description") or "").lower()
        said = [part for part in re.split(r"(?<=[.;!?])\s", text) if _FORETOLD.search(part)]
        return {name for part in said for way, name in self.ways if free_places(way, part, [])}

    def of_kind(self, kind: str) -> list[str]:
        """Names of the columns of a kind, as `analyses.forms` and the scenarios name them."""
        if kind == "any":
            return [column.name for column in (*self.measures, *self.groups)] or self.any_columns()
        if kind == "linked":
            return [*self.linked_words]
        rows, measures = self.var.rows, self.measures
        numbers = [column for column in measures if column.distinct >= _MANY and column.missing * 5 < rows]
        groups = [column for column in self.groups if column.distinct <= _COMPARED]
        costs = [column for column in numbers if _COSTS.intersection(plain(column.name).split())]
        columns = {
            "measure": self.measures,
            "number": numbers,
            "cost": costs,
            "gain": [column for column in numbers if column not in costs],
            "changing": [column for column in numbers if column.name in self.changing],
            "group": groups,
            "outcome": [column for column in groups if column.name == self.main and column.distinct <= _OUTCOMES],
            "date": [column for column in self.dates if column.distinct >= _PERIODS],
            "written": self.speakable(self.var.written_numbers()),
            "gappy": self.speakable(self.var.with_gaps()),
        }
        return [column.name for column in columns[kind]]

    @cached_property
    def linked_words(self) -> Mapping[str, str]:
        """Groups of the tables that rows name rows of, by their columns, in words: "district of the station"."""
        found = [(linked, column.name) for linked in self.var.links for column in linked.groups if linked.lost]
        return {name: f"{in_words(name)} of the {linked.row}" for linked, name in found if re.search(r"[A-Za-z]", name)}

    def is_tied(self, name: str, others: Iterable[str]) -> bool:
        """Whether a column says the same as another in other figures, or one is the sum of which the other is part."""
        known = self.var.named
        bound = set(known[name].tied_to) if name in known else set()
        return any(other in bound or (other in known and name in known[other].tied_to) for other in others)

    def any_columns(self) -> list[str]:
        """Names of columns to speak of, the most telling first; never empty for a table with a column."""
        columns = [*self.measures, *self.groups, *self.dates, *self.rest] or list(self.var.columns)
        names = [column.name for column in columns]
        return sorted(names, key=lambda name: name != self.main)

    def said(self, name: str) -> str:
        """A column in words; its quoted name where it has no words of its own."""
        return self.words.get(name) or self.linked_words.get(name) or (in_words(name) if name.strip() else "value")


def subject_of(table: Mapping[str, Any]) -> Subject:
    """The subject that a brief's table describes: what its user says of it goes before every guess."""
    var = scene_of(table, (), None).table
    given = table.get("row_meaning") or ""
    description = str(table.get("description") or "")
    row = given if given not in ("", UNKNOWN) else _row_in(description)
    row = row or guess_row(table["name"], var.columns, var.rows, theme_of(table, var.columns))
    return Subject(table, var, row, told_nouns(table))


def told_nouns(table: Mapping[str, Any]) -> dict[str, str]:
    """Return what the table's user calls its columns, where that is a noun, by their names."""
    meanings = {name: noun_in(table["meanings"].get(name, "")) for name in table.get("said_meanings", ())}
    return {name: noun for name, noun in meanings.items() if noun}


def names_beside(table: Mapping[str, Any]) -> set[str]:
    """Return the names that the tables beside a brief's table take: their variables and columns."""
    return {name for each in table.get("tables_beside", ()) for name in (each["variable"], *each["columns"])}


def is_flat(column: Column) -> bool:
    """Whether most rows share one value, so that some of them may have no other."""
    if column.quartiles:
        return column.quartiles[0] == column.quartiles[2]
    total = sum(count for _, count in column.values)
    return total > 0 and column.values[0][1] > _ONE_SIDED * total


def telling(value: str) -> bool:
    """Whether a value says something by itself: a word, and not one like "other"."""
    return len(re.findall(r"[^\W\d_]", value)) >= 3 and value.lower() not in WORDS["dull"] and len(value) <= 40


_ROW_IS = re.compile(
    r"\b(?:each|every|one|a) (?:row|record|line|entry|observation) (?:is|describes|stands for|represents|shows) "
    r"(?:an?|one|the)(?: single)? ([a-z]+)(?: ([a-z]+))?"
)


def _row_in(description: str) -> str:
    """What a description says that a row is; empty where it does not say it."""
    said = _ROW_IS.search(description.lower())
    first, second = said.groups() if said else ("", None)
    if second and second in WORDS["nouns"]:
        return f"{first} {second}"
    return first if first in WORDS["nouns"] and first not in WORDS["noise"] else ""


def guess_row(name: str, columns: Iterable[Column], rows: int, theme: Theme) -> str:
    """What a row stands for, as far as the names say it; else "record".

    A plural in the table's name says it, a column that numbers every row ("PassengerId"), or a word of a sure theme.
    """
    columns, title = list(columns), plain(name).split()
    for position, word in enumerate(title):
        one = singular(word)
        if one and one in WORDS["nouns"] and word not in WORDS["noise"]:
            before = [other for other in title[:position] if other.isalpha() and other not in WORDS["noise"]]
            return " ".join([*before[-1:], one])
    for column in columns:
        if column.meant == "id" and column.distinct == rows and (noun := _numbered(column.name)):
            return noun
    words = {*title, *(word for column in columns for word in plain(column.name).split())}
    for kind in theme.rows:
        if words & set(kind["words"]) or any(trigger in word for trigger in kind["words"] for word in title):
            return str(kind["row"])
    return UNKNOWN


def _numbered(name: str) -> str | None:
    """What a column of identifiers numbers, by its name: "PassengerId" numbers passengers."""
    known = words_of(name)
    words = [word for word in known if word not in WORDS["numbering"]]
    return words[0] if len(words) == 1 < len(known) and len(words[0]) > 2 and words[0] not in WORDS["noise"] else None


def interests(persona: Mapping[str, Any], table: Mapping[str, Any]) -> tuple[list[str], list[tuple[str, str]]]:
    """Columns and values of the table that a client's background names, in the order in which it names them.

    Columns are found by their words or plain name, longest first; a value counts where its column is named too, or
    where only one column has it.
    """
    subject = subject_of(table)
    text = str(persona.get("background", "")).lower()
    job = str(persona.get("job_title", "")).lower()
    text = text.replace(job, "_" * len(job)) if job else text
    taken: list[tuple[int, int]] = []
    places = subject.places(text, taken)
    values: dict[tuple[str, str], int] = {}
    offers = [(value, column.name) for column in subject.groups for value, _ in column.values if telling(value)]
    held = Counter(value.lower() for value, _ in offers)
    for value, name in sorted(offers, key=lambda pair: (-len(pair[0]), pair[1] not in places, pair[1])):
        for start, end in free_places(value.lower(), text, taken):
            if name in places or held[value.lower()] == 1:
                taken.append((start, end))
                values[(name, value)] = start
    found = sorted(values, key=lambda pair: values[pair])
    for name, value in found:
        places.setdefault(name, values[(name, value)])
    return sorted(places, key=lambda name: places[name]), found


def free_places(words: str, text: str, taken: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where some words stand by themselves in a text, but for places that are taken."""
    if words not in text:
        return []
    spans = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text)]
    return [(start, end) for start, end in spans if all(end <= left or start >= right for left, right in taken)]


def shuffled(items: Iterable[Any], chance: random.Random) -> list[Any]:
    """The items in an order by chance."""
    mixed = list(items)
    chance.shuffle(mixed)
    return mixed
