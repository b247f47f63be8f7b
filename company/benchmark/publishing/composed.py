"""All that runs give to a benchmark, written as one folder, or as two: cases in public, and their gold held back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from company.benchmark.canary import guid_of, stamped
from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.card import card_text
from company.benchmark.publishing.folder import Contents, write_benchmark
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.reviewed import Reviewed, Verdicts
from company.benchmark.withholding.heldback import public_line, publishable
from company.benchmark.withholding.leaks import refuse_leaks
from company.errors import ArchiveError
from company.families.dialogues.body.choices import balanced
from company.families.dialogues.records import Category, LibraryFunction, Register
from company.tables.record import Table

Line = Mapping[str, Any]
_TOLD = ("name", "made_with", "sandbox", "tables")
"""What is told of a run in public where its gold is held back: nothing from which it could be made again."""
_UNTOLD: Mapping[str, Any] = {
    "seed": None,
    "settings": {},
    "rounds": {"commissions": [], "shares": []},
    "prompts": None,
    "roles": {},
    "cases": {},
    "decisions": [],
    "finished": None,
    "recording": None,
}


@dataclass(frozen=True)
class Composed:
    """What a benchmark is made of, before its card and its metadata."""

    tables: Sequence[tuple[Table, Path, Origin]]
    """Each table with its CSV, and where its run comes from."""
    cases: Mapping[Category, Sequence[Line]]
    dialogues: Sequence[Line]
    library: Sequence[LibraryFunction]
    figures: Mapping[str, bytes]
    """PNG by data_id."""
    registers: Mapping[Register, Mapping[Category, Sequence[Line]]]
    reviewed: Reviewed | None
    verdicts: Sequence[Line]
    """What people said of its records, one verdict each."""
    judged: Collection[str]
    """The data_ids of cases that people's verdicts stand on."""
    waiting: Collection[str]
    """The data_ids of those that wait for one."""
    unjudged: int
    """Cases that were not taken, since they wait for a verdict."""
    withheld: Collection[str]
    """Files of tables that may not be passed on."""
    provenance: Callable[[Verdicts], Line]
    """What provenance.json says, by what people's verdicts stand on."""
    recordings: Mapping[str, Path]

    def write(self, out: Path) -> Path:
        """Write it whole, and say where. Raises ArchiveError as `write_benchmark` does."""
        return write_benchmark(out, self._contents())

    def write_pair(self, public: Path, held_back: Path) -> Path:
        """Write the cases that can be asked in public, without their gold; and with it, at `held_back`.

        The first folder is said. It is looked through for gold before it is there. Raises ArchiveError where some
        would be given away, where no case can be asked, and as `write_benchmark` does.
        """
        total = sum(map(len, self.cases.values()))
        chosen = publishable(self.cases)
        if not chosen:
            raise ArchiveError(
                "no case can be asked in public without giving its gold away; export without --held-back"
            )
        pair = self._only({entry["data_id"] for entries in chosen.values() for entry in entries})
        left_out = total - sum(map(len, pair.cases.values()))
        full = pair._contents(left_out=left_out, held_back=True)
        write_benchmark(held_back, full)
        return write_benchmark(public, pair._public(full, left_out), lambda fresh: refuse_leaks(fresh, held_back))

    def _only(self, data_ids: Collection[str]) -> Composed:
        """The same with these cases alone."""
        return replace(
            self,
            cases=_those(self.cases, data_ids),
            registers={name: _those(cases, data_ids) for name, cases in self.registers.items()},
            figures={data_id: png for data_id, png in self.figures.items() if data_id in data_ids},
            judged={data_id for data_id in self.judged if data_id in data_ids},
            waiting={data_id for data_id in self.waiting if data_id in data_ids},
            dialogues=[
                line
                for line in self.dialogues
                if any(data_id in data_ids for turn in line["turns"] for data_id in turn["cases"])
            ],
        )

    def _contents(self, *, left_out: int = 0, held_back: bool = False) -> Contents:
        lettered = _lettered(self.cases)
        guid = guid_of(lettered)
        cases = _stamped(lettered, guid)
        registers = {name: _stamped(_lettered(part), guid) for name, part in self.registers.items()}
        tables = [(table, origin) for table, _, origin in self.tables]
        verdicts = Verdicts(len(self.judged), len(self.waiting), self.unjudged)
        publication = Publication.of(
            tables,
            cases,
            guid,
            registers={name: tuple(part) for name, part in registers.items()},
            dialogues=len(self.dialogues),
            left_out=left_out,
            judged=bool(self.judged),
        )
        told = dict(self.provenance(verdicts))
        if held_back:
            told["export"] = {**told["export"], "held_back": True}
        return Contents(
            tables=[(table, source) for table, source, _ in self.tables],
            cases=cases,
            card=card_text(tables, cases, reviewed=self.reviewed, verdicts=verdicts, publication=publication),
            dialogues=stamped(self.dialogues, guid),
            verdicts=self.verdicts,
            library=self.library,
            figures=self.figures,
            registers=registers,
            withheld=self.withheld,
            provenance=told,
            recordings=self.recordings,
            publication=publication,
        )

    def _public(self, full: Contents, left_out: int) -> Contents:
        """The same contents without their gold, and without what would write it again."""
        assert full.publication is not None and full.provenance is not None, "they were composed with both"
        publication = replace(full.publication, gold=False, dialogues=0)
        cases = {category: [public_line(entry) for entry in entries] for category, entries in full.cases.items()}
        tables = [(table, origin) for table, _, origin in self.tables]
        verdicts = Verdicts(len(self.judged), len(self.waiting), self.unjudged)
        told = full.provenance
        return replace(
            full,
            cases=cases,
            registers={
                name: {category: [public_line(entry) for entry in entries] for category, entries in part.items()}
                for name, part in full.registers.items()
            },
            card=card_text(tables, cases, reviewed=self.reviewed, verdicts=verdicts, publication=publication),
            dialogues=(),
            verdicts=(),
            provenance={
                **{key: told[key] for key in ("provenance", "exported_with", "review") if key in told},
                "export": {"public": True},
                "runs": [
                    {**_UNTOLD, "scenario": run["name"], **{key: run[key] for key in _TOLD}} for run in told["runs"]
                ],
            },
            recordings={},
            publication=publication,
        )


def _lettered(cases: Mapping[Category, Sequence[Line]]) -> dict[Category, Sequence[Line]]:
    """The cases with the right letters of choices spread evenly."""
    return {category: balanced(entries) for category, entries in cases.items()}


def _stamped(cases: Mapping[Category, Sequence[Line]], guid: str) -> dict[Category, Sequence[Line]]:
    return {category: stamped(entries, guid) for category, entries in cases.items()}


def _those(cases: Mapping[Category, Sequence[Line]], data_ids: Collection[str]) -> dict[Category, list[Line]]:
    """The cases of these ids, and the categories that still have one."""
    found = {category: [each for each in entries if each["data_id"] in data_ids] for category, entries in cases.items()}
    return {category: entries for category, entries in found.items() if entries}
