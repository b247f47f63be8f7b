"""A benchmark folder read back, from its files alone, with the file and line of whatever is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import jsonlines

from company.benchmark.files import RESOURCE, VERDICTS
from company.errors import ArchiveError
from company.family.family import Family
from company.family.registry import DEFAULT, family_of_benchmark
from company.family.registry import family as family_named

UNNAMED = "benchmark"
"""The folder, in that of a run, which `company export` writes without `--out`."""


@dataclass(frozen=True)
class Benchmark:
    """The content of a benchmark folder."""

    folder: Path
    cases: Mapping[str, tuple[dict[str, Any], ...]]
    """The lines of each file that is there, by category."""
    beside: Mapping[str, Any] = field(default_factory=dict)
    """What the folder tells beside its cases, by the names that its family has for it."""
    has_gold: bool = True
    """Whether references and checks are there, and not held back."""
    family: Family = field(default_factory=lambda: family_named(DEFAULT), compare=False)
    places: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Where in the folder each case stands, as `file:line`, by data_id."""

    @property
    def name(self) -> str:
        """How pages and figures call it: as its folder, and one that is just called a benchmark by the run's, too."""
        *_, run, own = ("", *self.folder.resolve().parts)
        return f"{run}/{own}" if own == UNNAMED else own

    @property
    def entries(self) -> tuple[dict[str, Any], ...]:
        """All cases in the order of the files."""
        return tuple(entry for entries in self.cases.values() for entry in entries)

    @cached_property
    def bodies(self) -> Mapping[str, Any]:
        """Each case as its family works with it, by data_id; parsed when they are first asked for."""
        return {entry["data_id"]: self.family.release.body(entry) for entry in self.entries}

    @property
    def resource(self) -> Path:
        """The folder of the files that cases were made of, and that answers need."""
        return self.folder / RESOURCE


def is_benchmark(folder: Path) -> bool:
    """Return whether a folder looks like an exported benchmark."""
    return _family_of(folder) is not None


def _family_of(folder: Path) -> Family | None:
    found = family_of_benchmark(folder)
    whole = found is not None and (found.release.elsewhere(folder) is not None or _has_folders(found, folder))
    return found if whole else None


def _has_folders(of: Family, folder: Path) -> bool:
    return all((folder / each).is_dir() for each in of.release.folders)


def family_of(folder: Path) -> Family:
    """Return the family of a benchmark folder. Raises ArchiveError for a folder that is none."""
    found = _family_of(folder)
    if found is None:
        raise ArchiveError(f"{folder} is not a benchmark: {_rather(folder)}")
    return found


def _rather(folder: Path) -> str:
    """Return what a folder is that is no benchmark, and what to do."""
    from company.archive import is_there
    from company.config import FILE_NAME

    if not folder.exists():
        return "there is nothing; check the path"
    if is_there(folder):
        return f"it is a run; `company export {folder}` makes one of it"
    if (folder / FILE_NAME).is_file():
        return f"it is a scenario; `company simulate {folder}` and `company export` make one of it"
    begun = family_of_benchmark(folder)
    lacking = _folders(begun) if begun else "cases of any family in data"
    return f"it has no {lacking}; `company export` makes one"


def need_benchmark(folder: Path) -> None:
    """Raise ArchiveError for a folder that is no benchmark."""
    family_of(folder)


def _folders(of: Family) -> str:
    return " and ".join(map(str, (of.lines, *of.release.folders)))


def read_benchmark(folder: Path) -> Benchmark:
    """Read a benchmark folder, with its gold.

    Raises ArchiveError when it is none, when its gold is held back, when a line is no JSON object or lacks a field,
    when a field has another type, or when two cases share a data_id.
    """
    content = read_cases(folder)
    if not content.has_gold:
        raise ArchiveError(
            f"{folder} has no gold: its references, checks and right letters are held back. Responses to it are "
            "scored with the folder that was written by `company export --held-back`"
        )
    return content


def read_cases(folder: Path) -> Benchmark:
    """Read a benchmark folder, whether its gold is there or held back. Raises ArchiveError as `read_benchmark` does."""
    of = family_of(folder)
    release = of.release
    if (elsewhere := release.elsewhere(folder)) is not None:
        return Benchmark(folder, elsewhere, family=of)
    files = {name: folder / of.lines / category.file for name, category in of.categories.items()}
    lines = {category: list(read_lines(file)) for category, file in files.items() if file.is_file()}
    every = [line for each in lines.values() for _, line in each]
    has_gold = any(name in line for line in every for name in release.gold) or not any(
        "data_id" in line for line in every
    )
    reading = _Reading(of, tuple(name for name in release.fields if has_gold or name not in release.gold))
    cases = {category: tuple(reading.cases(each, category)) for category, each in lines.items()}
    if not any(cases.values()):
        raise ArchiveError(f"{folder / of.lines} has no case in any file; export a run that has accepted cases")
    places = {data_id: where.removeprefix(f"{folder}/") for data_id, where in reading.seen.items()}
    return Benchmark(folder, cases, release.beside(folder), has_gold, of, places)


def read_verdicts(folder: Path) -> list[dict[str, Any]]:
    """Return people's verdicts on the records of a benchmark, as far as the folder has them. Raises ArchiveError."""
    file = folder / VERDICTS
    return [line for _, line in read_lines(file)] if file.is_file() else []


@dataclass(frozen=True)
class _Reading:
    """One reading of a folder's cases."""

    family: Family
    fields: tuple[str, ...]
    """The fields that its lines have to have."""
    seen: dict[str, str] = field(default_factory=dict)
    """Where each data_id was met first."""

    def cases(self, lines: Iterable[tuple[str, dict[str, Any]]], category: str) -> Iterator[dict[str, Any]]:
        """Yield the cases of a file, checked."""
        release = self.family.release
        empty = [name for name in release.may_lack(category) if name in self.fields]
        for where, line in lines:
            if not release.is_case(line):
                continue
            entry = {**dict.fromkeys(empty, ""), **line}
            if "data_id" in entry:
                entry["data_id"] = data_id_of(entry["data_id"])
            self._check(entry, where, empty)
            first = self.seen.setdefault(entry["data_id"], where)
            if first != where:
                raise ArchiveError(f"{where}: data_id {entry['data_id']} is already at {first}; export the run again")
            yield entry

    def _check(self, entry: Mapping[str, Any], where: str, empty: list[str]) -> None:
        if missing := [name for name in self.fields if name not in entry]:
            raise ArchiveError(f"{where}: field {', '.join(missing)} is missing; export the run again")
        unnamed = [] if is_text(entry["data_id"]) else ["data_id"]
        wrong = list(dict.fromkeys([*unnamed, *self.family.release.wrong_fields(entry, self.fields, empty)]))
        if wrong:
            shown = json.dumps(entry.get(wrong[0]))[:60]
            raise ArchiveError(f"{where}: {', '.join(wrong)} is not as the format says ({shown}); export the run again")


def is_text(value: object, *, empty: bool = False) -> bool:
    """Return whether a value is a text that says something, or with `empty` any text."""
    return isinstance(value, str) and (empty or bool(value.strip()))


def data_id_of(value: object) -> object:
    """Return a data_id as text: other benchmarks number their cases. What is neither stays as it is."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def fault_of(error: jsonlines.InvalidLineError | UnicodeDecodeError) -> str:
    """Return what is wrong with a line that is no JSON object, with its column where that is known."""
    cause = error.__cause__
    if isinstance(cause, json.JSONDecodeError):
        return f"column {min(cause.pos, len(cause.doc.rstrip())) + 1}: {cause.msg}"
    return str(error).split(" (line ")[0]


def read_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each line of a file that is not blank, with where it is, as `file:line`."""
    if not path.is_file():
        raise ArchiveError(f"{path} is missing; export the run again")
    with path.open(encoding="utf-8", newline="\n") as file:
        number = 0
        try:
            for number, text in enumerate(file, start=1):
                if text.strip():
                    yield f"{path}:{number}", jsonlines.Reader([text]).read(type=dict)
        except (jsonlines.InvalidLineError, UnicodeDecodeError) as error:
            raise ArchiveError(
                f"{path}:{number}: not a JSON object ({fault_of(error)}); export the run again"
            ) from error
