"""The table as the people of the company talk about it: its theme, what a row is called, and its columns in words."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from company.records import Column
from company.results.numbers import words_of
from grammar.scene import Var, scene_of
from grammar.steps.base import plain
from grammar.themes import GENERIC, THEMES, Theme
from grammar.voices import plural, singular

_SHORT = {
    "pts": "points", "carb": "carbohydrates", "carbs": "carbohydrates", "sat": "saturated", "vit": "vitamin",
    "num": "number of", "avg": "average", "qty": "quantity", "amt": "amount", "temp": "temperature",
    "dept": "department", "hrs": "hours", "mins": "minutes", "pct": "percentage of", "yr": "year", "lat": "latitude",
    "lng": "longitude", "lon": "longitude", "mfr": "manufacturer", "desc": "description", "freq": "frequency",
    "dist": "distance", "mgr": "manager", "acct": "account", "bal": "balance", "cust": "customer", "prod": "product",
    "rev": "revenue", "exp": "experience", "edu": "education", "pop": "population", "elev": "elevation",
}  # fmt: skip
"""What abbreviations in column names stand for nearly everywhere."""
_SURE = 3
_NUMBERING = {"id", "ids", "uuid", "guid", "key", "no", "nr", "num", "number", "index", "code", "unique"}
_NOISE = {
    "row",
    "record",
    "object",
    "unnamed",
    "data",
    "dataset",
    "table",
    "train",
    "test",
    "sales",
    "stats",
    "results",
    "details",
    "values",
    "prices",
}
_DULL = {
    "none",
    "other",
    "others",
    "unknown",
    "yes",
    "no",
    "true",
    "false",
    "nan",
    "null",
    "n/a",
    "na",
    "missing",
    "all",
}


@dataclass(frozen=True)
class Subject:
    """What everybody in the company knows of the table."""

    var: Var
    theme: Theme
    row: str
    """What one row stands for, singular."""

    @property
    def rows(self) -> str:
        """What the rows are called."""
        return plural(self.row)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Each sayable column in plain words, in lower case but for abbreviations; no two columns share words."""
        long = {name: spelled_out(name) for name in self.var.named}
        counts = Counter([*long.values(), *map(plain, long)])
        found: dict[str, str] = {}
        known: set[str] = set()
        for name, words in long.items():
            short = plain(name)
            chosen = words if words == short or counts[words] == 1 else short
            if chosen not in known and re.search(r"[a-z]", chosen) and len(chosen) <= 40:
                known.add(chosen)
                found[name] = _with_capitals(chosen, name)
        return found

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

    def any_columns(self) -> list[str]:
        """Names of columns to speak of, the most telling first; never empty for a table with a column."""
        columns = [*self.measures, *self.groups, *self.dates, *self.rest] or list(self.var.columns)
        return [column.name for column in columns]

    def said(self, name: str) -> str:
        """A column in words; its plain name where it has no words of its own."""
        return self.words.get(name) or plain(name) or "value"


def subject_of(table: Mapping[str, Any]) -> Subject:
    """The subject that a brief's table describes."""
    var = scene_of(table, (), None).table
    theme = theme_of(table["name"], [column.name for column in var.columns])
    given = table.get("row_meaning") or ""
    row = given if given not in ("", "record") else guess_row(table["name"], var.columns, var.rows, theme)
    return Subject(var, theme, row)


def spelled_out(name: str) -> str:
    """A column's name in words, common abbreviations spelled out."""
    return " ".join(_SHORT.get(word, word) for word in plain(name).split())


def _with_capitals(words: str, name: str) -> str:
    """The words with what the name writes in capitals inside mixed words, or by itself, in capitals: "GPU"."""
    short = {word.lower(): word for word in re.findall(r"(?<![A-Za-z])[A-Z]{2,4}(?![A-Za-z])", name)}
    return " ".join(short.get(word, word) for word in words.split(" "))


def telling(value: str) -> bool:
    """Whether a value says something by itself: a word, and not one like "other"."""
    return len(re.findall(r"[^\W\d_]", value)) >= 3 and value.lower() not in _DULL and len(value) <= 40


def theme_of(name: str, columns: Iterable[str]) -> Theme:
    """The theme whose words stand in the table's and the columns' names, where it is sure; else GENERIC.

    Sure is one with several words, and more than any other: a table of a ship's passengers that has a fare is not about
    transport.
    """
    title = plain(name).split()
    words = {word for column in columns for word in plain(column).split()}
    first, second = sorted(THEMES, key=lambda theme: _score(theme, title, words), reverse=True)[:2]
    best = _score(first, title, words)
    return first if best >= _SURE and best > _score(second, title, words) else GENERIC


def _score(theme: Theme, title: list[str], words: set[str]) -> int:
    def named(key: str, word: str) -> bool:
        return word in (key, key + "s") or (len(key) > 4 and word.startswith(key))

    in_title = sum(any(named(key, word) or (len(key) > 3 and key in word) for word in title) for key in theme.keys)
    return 2 * in_title + sum(any(named(key, word) for word in words) for key in theme.keys)


def guess_row(name: str, columns: Iterable[Column], rows: int, theme: Theme) -> str:
    """What a row stands for, as far as the names say it; else "record".

    A plural in the table's name says it, a column that numbers every row ("PassengerId"), or a word of a sure theme.
    """
    columns, title = list(columns), plain(name).split()
    for position, word in enumerate(title):
        one = singular(word)
        if one and word not in _NOISE and one.isalpha():
            before = [other for other in title[:position] if other.isalpha() and other not in _NOISE]
            return " ".join([*before[-1:], one])
    for column in columns:
        if column.meant == "id" and column.distinct == rows and (noun := _numbered(column.name)):
            return noun
    words = {*title, *(word for column in columns for word in plain(column.name).split())}
    for triggers, noun in theme.rows:
        if words & set(triggers) or any(trigger in word for trigger in triggers for word in title):
            return noun
    return "record"


def _numbered(name: str) -> str | None:
    """What a column of identifiers numbers, by its name: "PassengerId" numbers passengers."""
    known = words_of(name)
    words = [word for word in known if word not in _NUMBERING]
    return words[0] if len(words) == 1 < len(known) and len(words[0]) > 2 and words[0] not in _NOISE else None


def interests(persona: Mapping[str, Any], table: Mapping[str, Any]) -> tuple[list[str], list[tuple[str, str]]]:
    """Columns and values of the table that a client's background names, in the order in which it names them.

    Columns are found by their words or plain name, longest first; a value counts where its column is named too, or
    where only one column has it.
    """
    subject = subject_of(table)
    text = str(persona.get("background", "")).lower()
    job = str(persona.get("job_title", "")).lower()
    text = text.replace(job, "_" * len(job)) if job else text
    places: dict[str, int] = {}
    taken: list[tuple[int, int]] = []
    spellings = [(words, name) for name, own in subject.words.items() for words in {own.lower(), plain(name)}]
    for words, name in sorted(spellings, key=lambda pair: (-len(pair[0]), pair[1])):
        for start, end in _free(words, text, taken):
            taken.append((start, end))
            places[name] = min(start, places.get(name, start))
    values: dict[tuple[str, str], int] = {}
    offers = [(value, column.name) for column in subject.groups for value, _ in column.values if telling(value)]
    held = Counter(value.lower() for value, _ in offers)
    for value, name in sorted(offers, key=lambda pair: (-len(pair[0]), pair[1] not in places, pair[1])):
        for start, end in _free(value.lower(), text, taken):
            if name in places or held[value.lower()] == 1:
                taken.append((start, end))
                values[(name, value)] = start
    found = sorted(values, key=lambda pair: values[pair])
    for name, value in found:
        places.setdefault(name, values[(name, value)])
    return sorted(places, key=lambda name: places[name]), found


def _free(words: str, text: str, taken: list[tuple[int, int]]) -> list[tuple[int, int]]:
    if words not in text:
        return []
    spans = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text)]
    return [(start, end) for start, end in spans if all(end <= left or start >= right for left, right in taken)]


def shuffled(items: Iterable[Any], chance: random.Random) -> list[Any]:
    """The items in an order by chance."""
    mixed = list(items)
    chance.shuffle(mixed)
    return mixed
