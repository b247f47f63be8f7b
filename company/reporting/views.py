"""A case of a benchmark as it is shown: blocks that a terminal and a page both know how to draw.

Values are bounded, with everything visible that could hide; nothing is escaped yet.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from company.showing import Grid, Shown, shown
from company.showing.grids import counted, grid

WORDS, CODE = 4_000, 6_000
"""Characters that are shown of what somebody says, and of code."""
ROWS, COLUMNS = 8, 12
"""Of a table that cases are about."""
_FENCED = re.compile(r"```(?:python)?[ \t]*\n(.*?)\n?```", re.DOTALL)


@dataclass(frozen=True)
class Part:
    """A piece of what somebody says: words, or code."""

    text: Shown
    code: bool = False


@dataclass(frozen=True)
class Said:
    """What somebody says."""

    speaker: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Note:
    """A remark of ours between other blocks."""

    text: str


@dataclass(frozen=True)
class Words:
    """A text under a title."""

    title: str
    text: Shown
    in_columns: bool = False
    """Its lines are those of a table, which are not to be broken."""


@dataclass(frozen=True)
class Program:
    """Code under a title."""

    title: str
    code: Shown


@dataclass(frozen=True)
class Figure:
    """A picture that lies in the benchmark."""

    title: str
    file: Path
    """In the benchmark's folder."""


@dataclass(frozen=True)
class Rows:
    """The first rows of a table under its name."""

    title: str
    grid: Grid


@dataclass(frozen=True)
class Option:
    """An option of a case that is answered by choosing."""

    letter: str
    text: Shown
    right: bool | None
    """None where the gold is held back."""
    slip: Shown
    """What is wrong with it, in a few words."""


@dataclass(frozen=True)
class Options:
    """The options of a case, in the order of their letters."""

    given: tuple[Option, ...]


Block = Said | Note | Words | Program | Figure | Rows | Options


@dataclass(frozen=True)
class CaseView:
    """A case of a benchmark as a person reads it."""

    id: str
    title: str
    """What is wanted, in a few words."""
    about: tuple[str, ...]
    """What is known of it, a line each."""
    asked: tuple[Block, ...]
    """What whoever answers is given."""
    key: tuple[Block, ...]
    """What is right; empty where the gold is held back."""
    judged: str
    """How an answer is judged."""


HELD_BACK = "its gold is held back: the folder of `company export --held-back` has it"


def said(speaker: str, text: str) -> Said:
    """Return words with the code in them set apart."""
    parts = [
        Part(shown(each.strip("\n") if place % 2 else each.strip(), CODE if place % 2 else WORDS), bool(place % 2))
        for place, each in enumerate(_FENCED.split(text))
    ]
    return Said(speaker.replace("_", " "), tuple(part for part in parts if part.text.text))


def titled(texts: Mapping[str, object]) -> tuple[Words, ...]:
    """Return texts under their titles, without those that say nothing."""
    return tuple(Words(title, shown(str(text), WORDS)) for title, text in texts.items() if text)


def first_rows(file: Path, title: str = "") -> Rows | None:
    """Return the first rows of a CSV file as they are written there; None where it cannot be read as one."""
    try:
        with file.open(encoding="utf-8", newline="") as lines:
            reader = csv.reader(lines)
            header = next(reader, None)
            first = list(islice(reader, ROWS))
            more = sum(1 for _ in reader)
    except (OSError, UnicodeDecodeError, csv.Error):
        return None
    if not header or any(len(row) != len(header) for row in first):
        return None
    note = f"{counted(len(first) + more, 'row')} × {counted(len(header), 'column')}"
    note += f"; the first {len(first)} rows are shown" if more else ""
    note += f"; the first {COLUMNS} columns are shown" if len(header) > COLUMNS else ""
    cells = grid(header[:COLUMNS], range(1, len(first) + 1), [row[:COLUMNS] for row in first], note)
    return Rows(title or file.name, cells)
