"""What runs of dialogues come to as one benchmark: cases, whole dialogues, the private library, figures, registers."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast

from company.benchmark.canary import stamped
from company.benchmark.files import RESOURCE
from company.benchmark.loading import Part
from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.draft import Cases, Draft, Line, only
from company.benchmark.publishing.giving import Giving
from company.errors import ArchiveError
from company.families.dialogues.body.private_library import JSON_FILE, SOURCE_FILE, library_json, library_source
from company.families.dialogues.body.recomposing import HistoryStyle, rehistoried
from company.families.dialogues.body.rewording import reworded
from company.families.dialogues.body.second_answers import NONE_WAITS, Waiting, waits
from company.families.dialogues.body.tellings import told
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.files import DIALOGUES, FIGURES, HEADER, REGISTERS
from company.families.dialogues.handbook.book import handbook_of
from company.families.dialogues.handbook.reading import FILE
from company.families.dialogues.ids import turn_of
from company.families.dialogues.publishing.columns import parts
from company.families.dialogues.records import Case, LibraryFunction, Register, Rewording
from company.families.shared.choices.lettered import balanced
from company.family.family import Family
from company.records import USABLE
from company.tables.dictionary import dictionary, dictionary_file
from company.tables.record import Table

if TYPE_CHECKING:
    from company.archive import Archive

EMPTY_LIBRARY = '"""The private library of this benchmark: it has none."""\n'
_AS_ASKED = ("normal", "private")
"""Categories whose cases ask with their turn's query."""


@dataclass(frozen=True)
class DialoguesDraft(Draft):
    """The cases of dialogues, and what goes with them."""

    tables: Sequence[tuple[Table, Origin]] = ()
    """Each table, and where its run comes from."""
    dialogues: Sequence[Line] = ()
    library: Sequence[LibraryFunction] = ()
    figures: Mapping[str, bytes] = field(default_factory=dict)
    """PNG by data_id."""
    waiting: Waiting = NONE_WAITS
    """Cases of which people have yet to decide on what a second answer came to."""
    handbook: str = ""
    """The rules of all runs in words; empty where there are none."""
    registers: Mapping[str, Cases] = field(default_factory=dict)
    """The cases with every query in one register."""

    def only(self, data_ids: Collection[str]) -> Self:
        """Return the same with these cases alone."""
        return replace(
            super().only(data_ids),
            registers={name: only(cases, data_ids) for name, cases in self.registers.items()},
            figures={data_id: png for data_id, png in self.figures.items() if data_id in data_ids},
            dialogues=[
                line
                for line in self.dialogues
                if any(data_id in data_ids for turn in line["turns"] for data_id in turn["cases"])
            ],
        )

    def settled(self) -> Self:
        """Return the same with the right letters of choices spread evenly."""
        return replace(
            self,
            cases=_lettered(self.cases),
            registers={name: _lettered(cases) for name, cases in self.registers.items()},
        )

    def stamped(self, guid: str) -> Self:
        """Return the same with the canary in every line."""
        registers = {
            name: {category: stamped(entries, guid) for category, entries in cases.items()}
            for name, cases in self.registers.items()
        }
        return replace(super().stamped(guid), registers=registers, dialogues=stamped(self.dialogues, guid))

    def public(self) -> Self:
        """Return the same without its gold, and without the dialogues, which hold it."""
        registers = {name: self.without_gold(cases) for name, cases in self.registers.items()}
        return replace(super().public(), registers=registers, dialogues=())

    def lines(self) -> Mapping[Path, Sequence[Line]]:
        """Return the lines of the cases, of the cases in each register, and of the dialogues."""
        lines = dict(super().lines())
        for register, cases in self.registers.items():
            lines |= self.lines_at(REGISTERS / register, cases)
        return lines | ({DIALOGUES: self.dialogues} if self.dialogues else {})

    def lines_at(self, folder: Path, cases: Cases) -> dict[Path, Sequence[Line]]:
        """Return the files of categories in a folder; that of the private ones opens with the library."""
        files = super().lines_at(folder, cases)
        name = folder / CATEGORIES["private"].file
        if name in files:
            files[name] = [dict(zip(HEADER, self._library, strict=True)), *files[name]]
        return files

    def files(self) -> Mapping[Path, bytes]:
        """Return the private library, the tables' dictionaries, the handbook and the figures.

        The official evaluator links both of the library's files into every folder it runs code in, whether they are
        used or not.
        """
        module, texts = self._library
        books = {RESOURCE / FILE: f"{self.handbook}\n".encode()} if self.handbook else {}
        library = {RESOURCE / SOURCE_FILE: module.encode(), RESOURCE / JSON_FILE: f"{texts}\n".encode()}
        words = {RESOURCE / dictionary_file(table.file): dictionary(table) for table, _ in self.tables}
        return library | words | books | {FIGURES / f"{data_id}.png": png for data_id, png in self.figures.items()}

    def parts(self) -> Sequence[Part]:
        """Return the parts for loaders."""
        return parts(self.cases, self.registers, self.dialogues, self.figures)

    @property
    def _library(self) -> tuple[str, str]:
        """The library as a module, and as JSON."""
        module = library_source(self.library) if self.library else EMPTY_LIBRARY
        return module, json.dumps(library_json(self.library), ensure_ascii=False, indent=1)


def draft_of(family: Family, runs: Sequence[Giving], style: HistoryStyle | None) -> DialoguesDraft:
    """Return the draft of runs. Raises ArchiveError for two private functions of one name that differ."""
    cases = _lines(runs, style)
    return DialoguesDraft(
        family,
        cases,
        [source for run in runs for source in run.sources],
        tables=[(table, run.origin) for run in runs for each in _tables(run.archive, run) for table in each.every],
        dialogues=[line for run in runs for line in told(run.archive, _made_of(run))],
        library=_library(runs),
        figures=dict(pair for run in runs for pair in _figures(run)),
        registers=_registers(runs, cases),
        waiting=_waiting(runs),
        handbook="\n\n".join(filter(None, (handbook_of(run.archive) for run in runs))),
    )


def _waiting(runs: Sequence[Giving]) -> Waiting:
    """Return how many cases of runs wait for people for the sake of a second answer."""
    waiting = [(run, case) for run in runs for case in run.archive.records("case", ("proposed",)) if waits(case.gate)]
    published = {(id(run), case.id) for run in runs for case in run.cases}
    in_here = sum((id(run), case.id) in published for run, case in waiting)
    return Waiting(len(waiting) - in_here, in_here)


def _tables(archive: Archive, run: Giving) -> list[Table]:
    domains = {case.entry["domain_name"] for case in run.cases}
    return [table for table in archive.records("table", USABLE) if table.name in domains]


def _lettered(cases: Cases) -> dict[str, Sequence[Line]]:
    """Return the cases with the right letters of choices spread evenly."""
    return {category: balanced(entries) for category, entries in cases.items()}


def _made_of(run: Giving) -> list[tuple[str, str]]:
    """Return the id of a turn with each data_id made of it."""
    return [(turn_of(case.entry["data_id"]), case.entry["data_id"]) for case in run.cases]


def _figures(run: Giving) -> Iterator[tuple[str, bytes]]:
    """Yield the figure of each case that asks about one."""
    for case in run.cases:
        if case.entry.get("figure"):
            pngs = run.archive.figures(turn_of(case.entry["data_id"]))
            if pngs:
                yield case.entry["data_id"], pngs[-1]


def _library(runs: Sequence[Giving]) -> list[LibraryFunction]:
    """Return the private functions of all runs, each once. Raises ArchiveError for two of one name that differ."""
    functions: dict[str, tuple[LibraryFunction, Path]] = {}
    for run in runs:
        for library in run.archive.records("library", USABLE):
            for function in library.functions:
                same, first = functions.setdefault(function.name, (function, run.folder))
                if same.code != function.code:
                    raise ArchiveError(
                        f"{first} and {run.folder} each have a private function {function.name}, and they are not the "
                        "same: export them apart"
                    )
    return [function for function, _ in functions.values()]


def _registers(runs: Sequence[Giving], cases: Cases) -> dict[str, dict[str, list[Line]]]:
    """Return the cases that ask with their turn's query, in either register, as far as both were found words for."""
    registers: dict[str, dict[str, list[Line]]] = {}
    for run in runs:
        rewordings: dict[str, Rewording] = {
            each.parent or "": each for each in run.archive.records("rewording", USABLE)
        }
        if not rewordings:
            continue
        own = {case.entry["data_id"] for case in run.cases}
        for category in _AS_ASKED:
            for entry in cases.get(category, ()):
                other = rewordings.get(turn_of(entry["data_id"]))
                if other is not None and entry["data_id"] in own:
                    spoken: Register = "statement" if other.speech == "colloquial" else "colloquial"
                    for speech, line in ((spoken, entry), (other.speech, reworded(entry, other.query))):
                        registers.setdefault(speech, {}).setdefault(category, []).append(line)
    return registers


def _lines(runs: Sequence[Giving], style: HistoryStyle | None) -> dict[str, list[Line]]:
    lines: dict[str, list[Line]] = {}
    for run in runs:
        for case in run.cases:
            entry = case.entry
            if style is not None:
                entry = rehistoried(run.archive, cast(Case, case), turn_of(entry["data_id"]), style)
            lines.setdefault(case.category, []).append(entry)
    return {category: lines[category] for category in CATEGORIES if category in lines}
