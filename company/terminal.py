"""What commands print: outcomes, counts and cases as text for a person."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from company.benchmark.layers import in_a_line
from company.errors import ConfigError
from company.progress import dollars

if TYPE_CHECKING:
    from company.simulation import Outcome

MOST_REASONS = 12
MOST_FAILED = 20


def command(name: str, *arguments: object) -> str:
    """A command line to copy."""
    return " ".join(["company", name, *(shlex.quote(str(argument)) for argument in arguments)])


def outcome_text(outcome: Outcome) -> str:
    """The end of a run: where, how many, what is missing and why, cost, and the next command."""
    lines = [f"run: {outcome.run}", f"accepted: {outcome.accepted:,} of {outcome.wanted:,} cases"]
    if outcome.accepted < outcome.wanted:
        lines.append(f"missing: {outcome.wanted - outcome.accepted:,}; what candidates were lost for:")
        lines += _reasons(outcome.missing)
    if outcome.spare:
        lines.append(f"kept: {outcome.spare:,} more passed the gate; a higher --limit takes them first")
    stored = f", {outcome.replayed:,} more answered from the archive" if outcome.replayed else ""
    lines.append(f"cost: {dollars(outcome.cost)} in all ({outcome.calls:,} model calls now{stored})")
    if outcome.stopped:
        lines.append(f"stopped: {outcome.stopped}; the same command goes on from here")
    lines.append(f"next: {command('export' if outcome.accepted else 'status', outcome.run)}")
    return "\n".join(lines)


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """An outcome as plain JSON values."""
    return {**asdict(outcome), "run": str(outcome.run)}


def status_text(status: Mapping[str, Any]) -> str:
    """What `run_status` found, for a reader."""
    lines = [f"run: {status['run']}"]
    if status.get("backend"):
        lines.append(f"backend: {status['backend']['name']} ({status['backend']['model']})")
    if status.get("sandbox"):
        lines.append(f"sandbox: {in_a_line(status['sandbox']['layers'])}")
    for kind, counts in status["records"].items():
        shown = ", ".join(f"{count:,} {word}" for word, count in counts.items())
        lines.append(f"  {kind + 's:':<11} {shown}")
    if status["rejected"]:
        lines.append("lost:")
        lines += _reasons(status["rejected"])
    lines.append(f"model calls: {status['calls']:,}, cost: {dollars(status['usd'])}")
    return "\n".join(lines)


def verification_text(benchmark: Path, found: Mapping[str, Any]) -> str:
    """What verifying found: failed cases with their reasons, the controls, and the verdict last."""
    lines = list(found["problems"])
    failed = [case for case in found["cases"] if not case["passed"]]
    for case in failed[:MOST_FAILED]:
        lines += [f"{case['data_id']}: {reason}" for reason in case["reasons"]]
    if len(failed) > MOST_FAILED:
        lines.append(f"… and {len(failed) - MOST_FAILED:,} more failed cases (--json has all)")
    controls = dict(found["controls"])
    slipped = controls.pop("slipped through", 0)
    shown = ", ".join(f"{count:,} {kind}" for kind, count in controls.items())
    lines.append(f"wrong answers shown to the checks: {shown}; {slipped:,} slipped through")
    if found["layers"]:
        lines.append(f"sandbox: {in_a_line(found['layers'])}")
    lines.append(f"cases that pass: {found['passed']:,} of {len(found['cases']):,}")
    lines.append(f"{benchmark} {'passes' if found['ok'] else 'fails: it is not to be released'}")
    return "\n".join(lines)


def show_case(benchmark: Path, data_id: str | None, stream: TextIO) -> None:
    """Print one case readably: query, reference code, and the results where the folder tells of them.

    Raises ConfigError for an unknown data_id, ArchiveError for a bad folder.
    """
    from rich.console import Console
    from rich.syntax import Syntax
    from rich.text import Text

    from company.benchmark.reading import read_benchmark
    from company.benchmark.reference import solution

    content = read_benchmark(benchmark)
    entry = _chosen(content.entries, data_id, benchmark)
    types = entry["result_type"] if isinstance(entry["result_type"], list) else [entry["result_type"]]
    console = Console(file=stream, highlight=False, soft_wrap=not stream.isatty())
    console.print(Text(f"case {entry['data_id']} of {benchmark}: {', '.join(types)}", style="bold"))
    console.print(Text(f"\n{entry['current_query']}\n"))
    code = Syntax("", "python", background_color="default").highlight(solution(entry["reference_answer"]))
    console.print(code, soft_wrap=True)
    for result in _results(content.dialogues, entry["data_id"]):
        console.print(Text(f"\n{result['name']} ({result['type']}):", style="bold"))
        console.print(Text(result["shown"]))


def _chosen(entries: tuple[dict[str, Any], ...], data_id: str | None, benchmark: Path) -> dict[str, Any]:
    if data_id is None:
        return entries[0]
    known = {entry["data_id"]: entry for entry in entries}
    if data_id in known:
        return known[data_id]
    close = difflib.get_close_matches(data_id, list(known), n=1, cutoff=0) or [entries[0]["data_id"]]
    raise ConfigError(f"{benchmark} has no case {data_id!r}; one of its {len(known):,} cases is {close[0]}")


def _results(dialogues: tuple[dict[str, Any], ...], data_id: str) -> list[dict[str, str]]:
    for dialogue in dialogues:
        for turn in dialogue["turns"]:
            if turn["data_id"] == data_id:
                return list(turn["results"])
    return []


def _reasons(counts: Mapping[str, int]) -> list[str]:
    lines = [f"  {count:,} × {reason}" for reason, count in counts.items()]
    if len(lines) > MOST_REASONS:
        return [*lines[:MOST_REASONS], f"  … and {len(lines) - MOST_REASONS:,} more reasons (--json has all)"]
    return lines or ["  no candidate was lost; the run may try no more turns ([dialogues] candidates allows more)"]
