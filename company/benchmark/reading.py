"""A benchmark folder read back, from its files alone, with the file and line of whatever is wrong."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import jsonlines

from company.benchmark.files import DIALOGUES, FILES, HEADER, LINES, RESOURCE, VERDICTS
from company.errors import ArchiveError
from company.families.dialogues.body.entries import FIELDS
from company.families.dialogues.body.private_library import JSON_FILE
from company.families.dialogues.records import CHOSEN, Category

GOLD = ("reference_answer", "ref_code_all", "eval_metrics")
"""The fields that a public folder, whose gold is held back, does without."""
_MAY_LACK = ("current_query", "ref_code_hist", "ref_code_all", "eval_metrics")
"""What lines of other benchmarks may be without: code the first two, choices all."""


@dataclass(frozen=True)
class Benchmark:
    """The content of a benchmark folder."""

    folder: Path
    cases: Mapping[Category, tuple[dict[str, Any], ...]]
    """The lines of each file that is there."""
    dialogues: tuple[dict[str, Any], ...] = ()
    """The dialogues they were taken from; empty where the folder does not tell."""
    has_gold: bool = True
    """Whether references and checks are there, and not held back."""

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


def need_benchmark(folder: Path) -> None:
    """Raises ArchiveError for a folder that is no benchmark."""
    if not is_benchmark(folder):
        raise ArchiveError(f"{folder} is not a benchmark: it has no {LINES} and {RESOURCE}; `company export` makes one")


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
    need_benchmark(folder)
    files = {category: folder / LINES / name for category, name in FILES.items()}
    lines = {category: list(_lines(file)) for category, file in files.items() if file.is_file()}
    has_gold = any(name in line for each in lines.values() for _, line in each for name in GOLD) or not any(
        "data_id" in line for each in lines.values() for _, line in each
    )
    seen: dict[str, str] = {}
    fields = tuple(name for name in FIELDS if has_gold or name not in GOLD)
    cases = {category: tuple(_cases(each, category, seen, fields)) for category, each in lines.items()}
    if not any(cases.values()):
        raise ArchiveError(f"{folder / LINES} has no case in any file; export a run that has accepted cases")
    extra = folder / DIALOGUES
    return Benchmark(folder, cases, tuple(line for _, line in _lines(extra)) if extra.is_file() else (), has_gold)


def read_verdicts(folder: Path) -> list[dict[str, Any]]:
    """What people said of the records of a benchmark; nothing where the folder does not tell. Raises ArchiveError."""
    file = folder / VERDICTS
    return [line for _, line in _lines(file)] if file.is_file() else []


def _cases(
    lines: Iterable[tuple[str, dict[str, Any]]], category: Category, seen: dict[str, str], fields: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """The cases of a file, checked; `seen` tells where each data_id was met first."""
    may_lack = _MAY_LACK if category in CHOSEN else _MAY_LACK[:2]
    lacking = [name for name in may_lack if name in fields]
    for where, line in lines:
        if set(HEADER) <= line.keys() and "data_id" not in line:
            continue
        entry = {**dict.fromkeys(lacking, ""), **line}
        if "data_id" in entry:
            entry["data_id"] = data_id_of(entry["data_id"])
        _check_fields(entry, where, fields, lacking)
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


def _check_fields(entry: Mapping[str, Any], where: str, fields: Sequence[str], lacking: Collection[str]) -> None:
    missing = [name for name in fields if name not in entry]
    if missing:
        raise ArchiveError(f"{where}: field {', '.join(missing)} is missing; export the run again")
    texts = [name for name in fields if name not in ("result_type", "prompt_with_hist_json")]
    wrong = [name for name in texts if not _is_text(entry[name], empty=name in lacking)]
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
