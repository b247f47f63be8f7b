"""What the commands about a benchmark print: a verification, and one case as a person reads it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.syntax import Syntax
from rich.text import Text

from company.benchmark.choice_gate import gold_letter
from company.benchmark.layers import in_a_line
from company.benchmark.reading import read_benchmark
from company.benchmark.reference import result_types, solution
from company.commands import command_line
from company.errors import ConfigError

MOST_FAILED = 20


def verification_text(benchmark: Path, found: Mapping[str, Any]) -> str:
    """What verifying found: failed cases with their reasons, the controls, and the verdict last."""
    lines = list(found["problems"])
    if not found["has_gold"]:
        state = "has the problems above" if lines else "is as it should be, as far as its files show"
        lines.append(
            f"{benchmark} has no gold: its references, checks and right letters are held back, so no case was run. It "
            f"{state}. Verify the folder with the gold: {command_line('verify', 'HELD_BACK', '--public', benchmark)}"
        )
        return "\n".join(lines)
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


def exported_text(benchmark: Path, held_back: Path | None = None) -> str:
    """Where a benchmark was written, and what to do next."""
    if held_back is None:
        return f"benchmark: {benchmark}\nnext: {command_line('verify', benchmark)}"
    return (
        f"public, without gold: {benchmark}\nheld back: {held_back}\n"
        f"next: {command_line('verify', held_back, '--public', benchmark)}"
    )


def show_case(benchmark: Path, data_id: str | None, stream: TextIO) -> None:
    """Print one case readably: query, reference code, and the results where the folder tells of them.

    Raises ConfigError for an unknown data_id, ArchiveError for a bad folder.
    """
    content = read_benchmark(benchmark)
    entry = _chosen(content.entries, data_id, benchmark)
    console = Console(file=stream, highlight=False, soft_wrap=not stream.isatty())
    console.print(Text(f"case {entry['data_id']} of {benchmark}: {', '.join(result_types(entry))}", style="bold"))
    console.print(Text(f"\n{entry['current_query']}\n"))
    if "choice" in entry:
        console.print(Text(f"right: {gold_letter(entry)}"))
        return
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
            if data_id in turn["cases"]:
                return list(turn["results"])
    return []
