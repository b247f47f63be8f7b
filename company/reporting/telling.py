"""How a family's runs and benchmarks are shown to people. All of it has a plain default: fields, and counts."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TextIO

from company.archive import Archive
from company.benchmark.canary import FIELD as CANARY
from company.benchmark.reading import Benchmark
from company.errors import ArchiveError, ConfigError
from company.evaluation.page import Page
from company.family.category import Category
from company.family.family import Family
from company.records import USABLE, Case, Record
from company.reporting.pictures import Picture
from company.reporting.printing import Place, heading, indented, printed, show, text_of
from company.reporting.views import CaseView, titled
from company.showing import Shown, shown

EXAMPLES = 3
"""That a page shows where nobody names others."""
NEAR = 3
"""Ids that are proposed for one that there is not."""
LONGEST = 4_000
"""Characters of a field that are shown."""


@dataclass(frozen=True)
class Fields:
    """A record or a case, field by field."""

    id: str
    rows: tuple[tuple[str, Shown], ...]


def fields_of(name: str, line: Mapping[str, Any]) -> Fields:
    """Return the fields of a line that say something, as text."""
    return Fields(name, tuple((str(shown(key, 200)), shown(_text(line[key]), LONGEST)) for key in line if line[key]))


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class Telling:
    """What is said of a family's runs and cases, and how they look."""

    family: Family

    page: ClassVar[Page] = Page("company.reporting", "run")
    """On a run. A family's own may extend this one; it gets `report`, `examples` and `held`, the ids of those whose
    pictures the page has room for."""
    kinds: ClassVar[Mapping[str, str]] = {}
    """Kinds of record that cases are made of, in the order of their lives, each with its plural; where there is none,
    all kinds of the family but cases."""
    made_by: ClassVar[Mapping[str, str]] = {}
    """Stage → the kind of record, or the category of cases, that comes of it; others are called as what they make."""
    ids: ClassVar[re.Pattern[str] | None] = None
    """Ids of records in the words of a reason, which are left out where reasons are counted."""
    noun: ClassVar[str] = "examples"
    """What `--json` calls what the page shows of a run."""
    exhausted: ClassVar[str] = "no candidate was lost, and no more may be tried"
    """Why cases are missing of a run that has lost none and has come to its end."""

    def answered_by(self, category: Category) -> str:
        """Return how cases of a category are answered, in a word."""
        return "choosing" if category.chosen else "writing"

    @property
    def lives(self) -> Mapping[str, str]:
        """The kinds of record that cases are made of, each with its plural."""
        return self.kinds or {kind: f"{kind}s" for kind in self.family.records if kind != "case"}

    # a run

    def figures(self, archive: Archive, cases: Sequence[Case]) -> dict[str, Any]:
        """Return a report's figures of a run beside those of all families, as JSON values."""
        return {}

    def remarks(self, status: Mapping[str, Any]) -> list[str]:
        """Return lines for `company status`, beside what all families tell."""
        return []

    def examples(self, archive: Archive, ids: Sequence[str], most: int = EXAMPLES) -> Sequence[Any]:
        """Return the examples of a run for a page: those of these ids, else some that are worth it.

        Raises ConfigError for an id that the run does not have.
        """
        if not ids:
            accepted = [case for case in archive.records("case") if case.status in USABLE]
            return [fields_of(case.id, case.entry) for case in accepted[:most]]
        return [self._record(archive, each) for each in ids]

    def contents(self, example: Any) -> dict[str, Any]:
        """Return an example as `--json` prints it."""
        return {"id": example.id}

    def pictures(self, example: Any) -> Iterable[tuple[str, Picture]]:
        """Return the pictures of an example, each by the id of what drew it."""
        return ()

    def example(self, archive: Archive, record: str | None) -> Any:
        """Return the example of `company show RUN`: this record, or a default.

        Raises ArchiveError where there is nothing yet, and ConfigError for an id that the run does not have.
        """
        if record is not None:
            return self._record(archive, record)
        if found := self.examples(archive, (), 1):
            return found[0]
        raise ArchiveError(f"{archive.run} has no case yet; `company status {archive.run}` tells how far it is")

    def print_example(self, example: Any, place: Place, stream: TextIO) -> None:
        """Print an example; `place` returns where a picture can be found."""
        show(stream, *_printed(example))

    def print_preview(self, archive: Archive, place: Place, stream: TextIO) -> None:
        """Print all that a preview has made, in the order of a record's life; `place` as `print_example` has it."""
        for kind in self.lives:
            for record in archive.records(kind, USABLE):
                fields = record.model_dump(mode="json", exclude={"kind", "conversation", *Record.model_fields})
                show(stream, *_printed(fields_of(record.id, fields), f"{kind} {shown(record.id, 300)}"))

    def _record(self, archive: Archive, record: str) -> Fields:
        try:
            found = archive.get(record)
        except ArchiveError:
            known = [case.id for case in archive.records("case")]
            near = ", ".join(difflib.get_close_matches(record, known, NEAR, 0))
            cases = f"the nearest cases are {near}" if near else "it has no case yet"
            raise ConfigError(f"{archive.run} has no record {record!r}; {cases}") from None
        line = found.entry if isinstance(found, Case) else found.model_dump(mode="json", exclude={"conversation"})
        return fields_of(found.id, line)

    # a benchmark

    def view(self, content: Benchmark, category: str, line: Mapping[str, Any]) -> CaseView:
        """Return one case of a benchmark, whose gold is there or held back, as it is shown."""
        given = content.family.release.public_fields
        kept = {name: _text(value) for name, value in line.items() if value and name not in ("data_id", CANARY)}
        named = {str(shown(name, 200)): words for name, words in kept.items()}
        return CaseView(
            id=str(shown(str(line["data_id"]), 300)),
            title=category.replace("_", " "),
            about=(),
            asked=titled({name: words for name, words in named.items() if name in given}),
            key=titled({name: words for name, words in named.items() if name not in given}),
            judged="",
        )

    def asked(self, line: Mapping[str, Any]) -> str:
        """Return what a case asks, in a line: its longest text, where the family does not know better."""
        given = set(self.family.release.public_fields) - {CANARY}
        texts = (value for name, value in line.items() if isinstance(value, str) and name in given)
        return max(texts, key=len, default="")

    def print_sample(self, content: Benchmark, stream: TextIO) -> None:
        """Print the case of a benchmark that is shown where nobody names one: the first."""
        category, lines = next((name, lines) for name, lines in content.cases.items() if lines)
        show(stream, *printed(self.view(content, str(category), lines[0]), content.folder))

    def stats(self, content: Benchmark) -> dict[str, Any]:
        """Return a benchmark in figures, as JSON values."""
        counts = Counter({category: len(lines) for category, lines in content.cases.items() if lines})
        return {"benchmark": content.name, "cases": len(content.entries), "categories": dict(counts)}

    def stats_text(self, stats: Mapping[str, Any]) -> str:
        """Return these figures as text."""
        wide = max((len(name) for name in stats["categories"]), default=0)
        rows = [f"  {name:<{wide}}  {count:>6,}" for name, count in stats["categories"].items()]
        return "\n".join([f"{stats['benchmark']}: cases {stats['cases']:,}", *rows])


def _printed(found: Fields, title: str = "") -> Iterator[Any]:
    yield heading(title or str(shown(found.id, 300)))
    for name, words in found.rows:
        yield text_of(f"\n{name}", "bold")
        yield indented(text_of(str(words)))


def telling_of(family: Family) -> Telling:
    """Return how a family's runs and benchmarks are shown."""
    return family.telling or Telling(family)
