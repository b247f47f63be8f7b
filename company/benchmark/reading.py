"""A benchmark folder read back, from its files alone, with the file and line of whatever is wrong."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import jsonlines

from company.benchmark.entries import FIELDS
from company.benchmark.files import DIALOGUES, FILES, HEADER, LINES, RESOURCE
from company.benchmark.private_library import JSON_FILE
from company.errors import ArchiveError
from company.records import CHOSEN, Category

_MAY_LACK = ("current_query", "ref_code_hist", "ref_code_all", "eval_metrics")
"""What lines of other benchmarks may be without: code the first two, choices all."""
_TEXTS = tuple(name for name in FIELDS if name not in ("result_type", "prompt_with_hist_json"))


@dataclass(frozen=True)
class Benchmark:
    """The content of a benchmark folder."""

    folder: Path
    cases: Mapping[Category, tuple[dict[str, Any], ...]]
    """The lines of each file that is there."""
    dialogues: tuple[dict[str, Any], ...] = ()
    """The dialogues they were taken from; empty where the folder does not tell."""

    @property
    def entries(self) -> tuple[dict[str, Any], ...]:
        """All cases in the order of the files."""
        return tuple(entry for entries in self.cases.values() for entry in entries)

    @cached_property
    def library(self) -> Mapping[str, str]:
        """The private library's functions, each with its text; raises ArchiveError where the file is damaged."""
        file = self.resource / JSON_FILE
        try:
            found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        except ValueError as error:
            raise ArchiveError(f"{file} is not JSON ({error}); export the run again") from None
        return dict(found)

    @property
    def resource(self) -> Path:
        """Where the tables are."""
        return self.folder / RESOURCE


def is_benchmark(folder: Path) -> bool:
    """Whether a folder looks like an exported benchmark."""
    return (folder / LINES).is_dir() and (folder / RESOURCE).is_dir()


def read_benchmark(folder: Path) -> Benchmark:
    """Read a benchmark folder.

    Raises ArchiveError when it is none, when a line is no JSON object or lacks a field, when a field has another
    type, or when two cases share a data_id.
    """
    if not is_benchmark(folder):
        raise ArchiveError(f"{folder} is not a benchmark: it has no {LINES} and {RESOURCE}; `company export` makes one")
    cases: dict[Category, tuple[dict[str, Any], ...]] = {}
    seen: dict[str, str] = {}
    for category, name in FILES.items():
        file = folder / LINES / name
        if file.is_file():
            cases[category] = tuple(_cases(file, category, seen))
    if not any(cases.values()):
        raise ArchiveError(f"{folder / LINES} has no case in any file; export a run that has accepted cases")
    extra = folder / DIALOGUES
    return Benchmark(folder, cases, tuple(line for _, line in _lines(extra)) if extra.is_file() else ())


def _cases(file: Path, category: Category, seen: dict[str, str]) -> Iterator[dict[str, Any]]:
    """The cases of a file, checked; `seen` tells where each data_id was met first."""
    for where, entry in _lines(file):
        if set(HEADER) <= entry.keys() and "data_id" not in entry:
            continue
        lacking = _MAY_LACK if category in CHOSEN else _MAY_LACK[:2]
        entry = {**dict.fromkeys(lacking, ""), **entry}
        if "data_id" in entry:
            entry["data_id"] = data_id_of(entry["data_id"])
        _check_fields(entry, where, lacking)
        first = seen.setdefault(entry["data_id"], where)
        if first != where:
            raise ArchiveError(f"{where}: data_id {entry['data_id']} is already at {first}; export the run again")
        yield entry


def data_id_of(value: object) -> object:
    """A data_id as text: other benchmarks number their cases. What is neither text nor a number stays as it is."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each line of a file that is not blank, with where it is, as `file:line`."""
    if not path.is_file():
        raise ArchiveError(f"{path} is missing; export the run again")
    with path.open(encoding="utf-8", newline="\n") as file:
        number = 0
        try:
            for number, text in enumerate(file, start=1):
                if text.strip():
                    yield f"{path}:{number}", jsonlines.Reader([text]).read(type=dict)
        except (jsonlines.InvalidLineError, UnicodeDecodeError) as error:
            raise ArchiveError(f"{path}:{number}: not a JSON object ({error}); export the run again") from error


def _check_fields(entry: Mapping[str, Any], where: str, lacking: Collection[str]) -> None:
    missing = [name for name in FIELDS if name not in entry]
    if missing:
        raise ArchiveError(f"{where}: field {', '.join(missing)} is missing; export the run again")
    wrong = [name for name in _TEXTS if not _is_text(entry[name], empty=name in lacking)]
    if not _is_result_type(entry["result_type"]):
        wrong.append("result_type")
    if not _is_chat(entry["prompt_with_hist_json"]):
        wrong.append("prompt_with_hist_json")
    if "choice" in entry and not _is_choice(entry["choice"]):
        wrong.append("choice")
    if wrong:
        shown = json.dumps(entry[wrong[0]])[:60]
        raise ArchiveError(f"{where}: {', '.join(wrong)} is not as the format says ({shown}); export the run again")


def _is_text(value: object, *, empty: bool) -> bool:
    return isinstance(value, str) and (empty or bool(value.strip()))


def _is_choice(value: object) -> bool:
    """Whether the code of all options is there."""
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(key), str) for key in ("question", "setup", "answer"))
        and isinstance(value.get("options"), list)
        and all(
            isinstance(each, dict)
            and all(isinstance(each.get(key), str) for key in ("letter", "text", "code", "template", "slip"))
            for each in value["options"]
        )
    )


def _is_result_type(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(kind, str) and kind for kind in value)
    return isinstance(value, str) and bool(value)


def _is_chat(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(line, dict)
            and line.get("role") in ("system", "user", "assistant")
            and isinstance(line.get("content"), str)
            for line in value
        )
    )
