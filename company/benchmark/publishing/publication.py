"""What a benchmark says of itself to those who find it: title, licence, citation, what it is made of, its parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from company.benchmark.canary import canary
from company.benchmark.loading import DIALOGUES_CONFIG, config_name
from company.benchmark.publishing.authorship import NOT_GIVEN, PROCEDURAL, Origin
from company.families.dialogues.records import Category, Register
from company.tables.record import Table

Line = Mapping[str, Any]
_LICENCES: Final = (
    (r"\bcc0\b|public\s*domain", "cc0-1.0"),
    (r"\bpddl\b", "pddl"),
    (r"\bodbl\b|open\s*database", "odbl"),
    (r"\bcc[ -]by[ -]nc[ -]sa[ -]4", "cc-by-nc-sa-4.0"),
    (r"\bcc[ -]by[ -]nc[ -]4", "cc-by-nc-4.0"),
    (r"\bcc[ -]by[ -]sa[ -]4", "cc-by-sa-4.0"),
    (r"\bcc[ -]by[ -]sa[ -]3", "cc-by-sa-3.0"),
    (r"\bcc[ -]by[ -]4|attribution 4\.0 international", "cc-by-4.0"),
    (r"\bcc[ -]by[ -]3", "cc-by-3.0"),
    (r"\bapache[ -](license[ -,]*)?(version[ -])?2", "apache-2.0"),
    (r"^\s*(the )?mit( license)?\s*$", "mit"),
)
"""How licences are written, and the identifiers that hubs have for them."""


@dataclass(frozen=True)
class Publication:
    """What the card's metadata and Croissant say of a benchmark; every count is of the files beside them."""

    tables: Sequence[tuple[Table, Origin]]
    cases: Mapping[Category, int]
    """How many cases each category has."""
    guid: str
    """Of the canary."""
    registers: Mapping[Register, Sequence[Category]] = field(default_factory=dict)
    """In which categories cases are there in one register, too."""
    dialogues: int = 0
    gold: bool = True
    """Whether references and checks are in the folder."""
    left_out: int = 0
    """Cases that would give away the gold of others, and are in neither of two folders."""
    judged: bool = False
    """Whether people judged what is in it."""

    @classmethod
    def of(
        cls,
        tables: Sequence[tuple[Table, Origin]],
        cases: Mapping[Category, Sequence[Line]],
        guid: str,
        **more: Any,
    ) -> Self:
        """With the cases counted."""
        return cls(tables, {category: len(entries) for category, entries in cases.items()}, guid, **more)

    @property
    def title(self) -> str:
        """What it is called."""
        return f"Interactive data analysis: {', '.join(table.name for table, _ in self.tables)}"

    @property
    def description(self) -> str:
        """What it is, in a few sentences."""
        kinds = ", ".join(f"{count:,} {category}" for category, count in self.cases.items())
        gold = "with reference answers and checks" if self.gold else "without reference answers, which are held back"
        return (
            f"{sum(self.cases.values()):,} cases of multi-turn data analysis over {len(self.tables)} "
            f"table{'s' if len(self.tables) > 1 else ''} ({kinds}), {gold}, written by a simulated company. "
            f"{canary(self.guid)}"
        )

    @property
    def citation(self) -> str:
        """How it is cited, as BibTeX; the canary's GUID tells which one it is."""
        return (
            f"@misc{{decision-company-{self.guid[:8]},\n"
            f"  title = {{{self.title}}},\n"
            f"  howpublished = {{Benchmark written by Decision Company}},\n"
            f"  note = {{canary GUID {self.guid}}}\n}}"
        )

    @property
    def licences(self) -> dict[str, str]:
        """Each table with the licence that it is under, as far as it is told."""
        return {table.name: table.licence or origin.licence for table, origin in self.tables}

    @property
    def licence(self) -> str:
        """The hub's identifier of the licence that all tables are under; "other" or "unknown" where there is none."""
        found = {_identifier(text) for text in self.licences.values()}
        if found == {NOT_GIVEN}:
            return "unknown"
        return found.pop() if len(found) == 1 else "other"

    @property
    def configs(self) -> Iterator[str]:
        """The parts that loaders know, in order."""
        for category in self.cases:
            yield config_name(category)
        for register, categories in self.registers.items():
            for category in categories:
                yield config_name(category, register)
        if self.dialogues:
            yield DIALOGUES_CONFIG

    @property
    def machine(self) -> str:
        """Who wrote the words and the code, in a line."""
        made = dict.fromkeys(_writer(origin) for _, origin in self.tables)
        return "; ".join(made)


def _identifier(licence: str) -> str:
    if licence == NOT_GIVEN:
        return NOT_GIVEN
    return next((name for form, name in _LICENCES if re.search(form, licence, re.IGNORECASE)), "other")


def _writer(origin: Origin) -> str:
    if origin.backend == PROCEDURAL:
        return "the built-in procedural backend, which is not a language model"
    named = dict.fromkeys(model or backend for backend, model in origin.roles.values())
    return ", ".join(named) or origin.model or f"the backend {origin.backend}"


def encoding_of(file: Path) -> str:
    """The media type of a file by its ending."""
    known = {
        ".csv": "text/csv",
        ".json": "application/json",
        ".jsonl": "application/jsonlines",
        ".md": "text/markdown",
        ".parquet": "application/x-parquet",
        ".png": "image/png",
        ".py": "text/x-python",
        ".recording": "application/octet-stream",
    }
    return known.get(file.suffix, "application/octet-stream")
