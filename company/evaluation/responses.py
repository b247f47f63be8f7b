"""Responses made elsewhere, read from JSON lines: one file, or a folder of them as the official evaluator has it.

A JSON array of the same objects is read, too, and so is a log of `company evaluate`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import jsonlines

from company.benchmark.reading import data_id_of, fault_of
from company.errors import ConfigError
from company.evaluation.extras import need_inspect

LOGS = (".eval", ".json")
"""How the names of Inspect's logs end."""
LINE = '{"data_id": "…", "response": "…"}'
"""What a line of a file of responses looks like."""


def responses_to(given: Path | Mapping[str, str], known: Collection[str]) -> dict[str, str]:
    """Return responses at hand, or in files; raises ConfigError as `read_responses` does."""
    return responses_in(given, known) if isinstance(given, Mapping) else read_responses(given, known)


def responses_in(given: Mapping[str, str], known: Collection[str]) -> dict[str, str]:
    """Return responses at hand, checked as those in files are. Raises ConfigError for an unknown case."""
    for data_id in given:
        if data_id not in known:
            raise ConfigError(f"the benchmark has no case {data_id!r}; give responses to its own cases")
    return dict(given)


def read_responses(path: Path, known: Collection[str]) -> dict[str, str]:
    """Return the response to each case, by its data_id; `known` are the benchmark's own.

    Every line has `data_id` and `response`, whatever else it has; lines without either (such as the header of a
    library's file) are passed over in a folder. A data_id that is a number is its digits. Raises ConfigError, with file
    and line, for what cannot be read, for a case that the benchmark has not, and for two responses to one case.
    """
    found: dict[str, str] = {}
    first: dict[str, str] = {}
    for where, data_id, response in _lines(path):
        if data_id not in known:
            raise ConfigError(
                f"{where}: the benchmark has no case {data_id!r}; give responses to its own cases, or another benchmark"
            )
        if first.setdefault(data_id, where) != where:
            raise ConfigError(
                f"{where}: {data_id} is answered already at {first[data_id]}; leave one of the two responses out"
            )
        found[data_id] = response
    if not found:
        raise ConfigError(f"{path} has no response; a line is {LINE}")
    return found


def is_log(path: Path) -> bool:
    """Return whether responses are a log of `company evaluate`. Raises ConfigError without Inspect, which reads it."""
    if path.suffix not in LOGS or is_array(path):
        return False
    need_inspect()
    return True


def is_array(path: Path) -> bool:
    """Return whether a file holds one JSON array, as no log of `company evaluate` does."""
    if path.suffix != ".json":
        return False
    with path.open("rb") as opened:
        return opened.read(64).lstrip().startswith(b"[")


def _lines(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the position of each response as `file:line`, its case and its text."""
    if path.is_dir():
        files = sorted(path.rglob("*.jsonl"))
        if not files:
            raise ConfigError(f"{path} has no .jsonl file; give a file of responses, or a folder of such files")
        for file in files:
            yield from _of_file(file, strict=False)
    elif path.is_file() and is_log(path):
        from company.evaluation.logs import sittings

        sitting = sittings([path])[0]
        if sitting.lines:
            raise ConfigError(
                f"{path} is a log of whole conversations, whose answers go on from the model's own results and were "
                f"judged there, turn by turn; see what they came to with company report BENCHMARK {path}"
            )
        for number, each in enumerate(sitting.answers, start=1):
            yield f"{path}, answer {number}", each.scored.data_id, each.response
    elif path.is_file() and is_array(path):
        yield from _of_array(path)
    elif path.is_file():
        yield from _of_file(path, strict=True)
    else:
        raise ConfigError(f"{path} is not there; give a file of responses, or a folder of such files")


def _of_file(file: Path, *, strict: bool) -> Iterator[tuple[str, str, str]]:
    with file.open(encoding="utf-8", newline="\n") as opened, jsonlines.Reader(opened) as reader:
        number = 0
        while True:
            number += 1
            where = f"{file}:{number}"
            try:
                line = reader.read(type=dict, skip_empty=True)
            except EOFError:
                return
            except (jsonlines.InvalidLineError, UnicodeDecodeError) as error:
                raise ConfigError(
                    f"{where}: not a JSON object ({fault_of(error)}); mend the line, or leave it out. A line is {LINE}"
                ) from None
            if strict or {"data_id", "response"} <= line.keys():
                yield _response(where, line)


def _of_array(file: Path) -> Iterator[tuple[str, str, str]]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file} is not JSON ({error}); mend it, or write a JSON object a line") from None
    for number, each in enumerate(found, start=1):
        where = f"{file}, item {number}"
        if not isinstance(each, dict):
            raise ConfigError(f"{where}: not a JSON object; mend it, or leave it out")
        yield _response(where, each)


def _response(where: str, line: Mapping[str, object]) -> tuple[str, str, str]:
    data_id, response = data_id_of(line.get("data_id")), line.get("response")
    if not isinstance(data_id, str) or not isinstance(response, str | None):
        raise ConfigError(f"{where}: a response has a data_id and a response, both texts; mend it there")
    return where, data_id, response or ""
