"""A run's accepted cases as a benchmark folder in the public format, written whole or not at all."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import jsonlines

from company.archive import Archive
from company.benchmark.card import Origin, card_text
from company.benchmark.reading import DIALOGUES, LINES, RESOURCE, is_benchmark
from company.errors import ArchiveError
from company.records import USABLE, Attempt, Case, Dialogue, Persona, Scenario, Status, Table, Turn

LIBRARY = '"""The private library of this benchmark: it has none."""\n'
_OUTPUT_KEPT = 2_000


def export(run: Path, out: Path | None, include_unreviewed: bool) -> Path:
    """Write the accepted cases of a run as a benchmark, at `out` or in the run's folder, and say where.

    With `include_unreviewed`, cases that still wait for a verdict are taken too. Raises ArchiveError when there is
    no run, no case to export, or something else at `out`.
    """
    statuses: tuple[Status, ...] = (*USABLE, "proposed") if include_unreviewed else USABLE
    with Archive.open(run) as archive:
        cases: list[Case] = archive.records("case", statuses)
        if not cases:
            raise ArchiveError(
                f"{run} has no accepted case to export; `company status {run}` says why, and simulating again goes on"
            )
        entries = [case.entry for case in cases]
        domains = {entry["domain_name"] for entry in entries}
        tables = [table for table in archive.records("table", USABLE) if table.name in domains]
        dialogues = _dialogues(archive, cases)
        origin = Origin.of(*(archive.note(name) or {} for name in ("settings", "sandbox", "backends")))
    card = card_text(tables, entries, origin, unreviewed=sum(case.status == "proposed" for case in cases))
    sources = [(table, run / "resource" / table.file) for table in tables]
    return write_benchmark(out or run / "benchmark", sources, entries, card, dialogues)


def _dialogues(archive: Archive, cases: Sequence[Case]) -> list[dict[str, Any]]:
    """The dialogues that the cases were taken from, each whole."""
    made_of = {case.parent or case.entry["data_id"]: case.entry["data_id"] for case in cases}
    wanted = {turn.rpartition(".")[0] for turn in made_of}
    turns: dict[str, list[Turn]] = {}
    for turn in archive.records("turn", USABLE):
        turns.setdefault(turn.id.rpartition(".")[0], []).append(turn)
    people = {persona.id: persona for persona in archive.records("persona")}
    scenarios = {scenario.id: scenario for scenario in archive.records("scenario")}
    lines = []
    for dialogue in archive.records("dialogue", USABLE):
        parts = dialogue.id.split(".")
        if dialogue.id in wanted:
            persona, scenario = people[".".join(parts[:2])], scenarios[".".join(parts[:3])]
            lines.append(dialogue_line(dialogue, turns.get(dialogue.id, []), persona, scenario, made_of))
    return lines


def write_benchmark(
    out: Path,
    tables: Sequence[tuple[Table, Path]],
    entries: Sequence[Mapping[str, Any]],
    card: str,
    dialogues: Sequence[Mapping[str, Any]] = (),
) -> Path:
    """Write a benchmark folder: the card, the lines, the tables, an empty private library, the dialogues.

    Everything is written beside `out` and moved there at the end, so that no reader meets half a benchmark. An older
    benchmark at `out` is replaced; raises ArchiveError when something else is there.
    """
    if out.exists() and not is_benchmark(out) and not _is_empty(out):
        raise ArchiveError(f"{out} holds something that is not a benchmark; choose another folder with --out")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as temporary:
        fresh, former = Path(temporary) / "new", Path(temporary) / "old"
        _fill(fresh, tables, entries, dialogues)
        (fresh / "README.md").write_text(card, encoding="utf-8")
        if out.exists():
            out.rename(former)
        fresh.rename(out)
    return out


def _fill(
    folder: Path,
    tables: Sequence[tuple[Table, Path]],
    entries: Sequence[Mapping[str, Any]],
    dialogues: Sequence[Mapping[str, Any]],
) -> None:
    for part in (LINES, RESOURCE):
        (folder / part).mkdir(parents=True)
    _write_lines(folder / LINES / "normal.jsonl", entries)
    if dialogues:
        _write_lines(folder / DIALOGUES, dialogues)
    for table, source in tables:
        if not source.is_file():
            raise ArchiveError(f"{source}, the table {table.name}, is missing; simulate the scenario again")
        shutil.copyfile(source, folder / RESOURCE / table.file)
    # The official evaluator links both files into every folder it runs code in, whether they are used or not.
    (folder / RESOURCE / "decision_company.py").write_text(LIBRARY, encoding="utf-8")
    (folder / RESOURCE / "decision_company.json").write_text("{}\n", encoding="utf-8")


def _write_lines(path: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    with jsonlines.open(path, mode="w", dumps=_dumps) as writer:
        writer.write_all(lines)


def _dumps(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and next(folder.iterdir(), None) is None


def dialogue_line(
    dialogue: Dialogue, turns: Sequence[Turn], persona: Persona, scenario: Scenario, cases: Mapping[str, str]
) -> dict[str, Any]:
    """A whole dialogue as one line for readers: who asked, what was said, what was tried, what came out.

    `turns` in order, answers in words alone included; `cases` maps a turn's id to the data_id made of it.
    """
    return {
        "dialogue": dialogue.id,
        "register": dialogue.speech,
        "ended": dialogue.ended,
        "persona": persona.model_dump(include={"name", "location", "job_title", "background"}),
        "scenario": scenario.model_dump(include={"name", "description", "goal"}),
        "prelude": dialogue.prelude,
        "turns": [_turn_line(turn, cases.get(turn.id)) for turn in turns],
    }


def _turn_line(turn: Turn, data_id: str | None) -> dict[str, Any]:
    return {
        "turn": turn.position,
        "question": turn.question,
        "query": turn.query,
        "answer": turn.answer,
        "code": turn.code,
        "intents": [intent.model_dump() for intent in turn.intents],
        "operations": list(turn.operations),
        "results": [{"name": each.name, "type": each.type, "shown": each.shown} for each in turn.results],
        "failed_attempts": [_attempt_line(each) for each in turn.attempts if not each.execution.ok],
        "data_id": data_id,
    }


def _attempt_line(attempt: Attempt) -> dict[str, Any]:
    error = attempt.execution.error
    return {
        "code": attempt.code,
        "error": None if error is None else error.model_dump(),
        "output": attempt.execution.output[:_OUTPUT_KEPT],
    }
