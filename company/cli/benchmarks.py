"""`company verify` and `company stats`: parse, call, print."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from company.cli.calibrating import add_difficulty, difficulty_of
from company.console.commands import DONE, FAILED, add_json, add_on, as_json, say


def add(commands: Any) -> None:
    """Add both to the command line's commands."""
    verify = commands.add_parser("verify", help="check every case: right answers pass, wrong ones do not")
    stats = commands.add_parser("stats", help="a benchmark in figures, beside the published ones")
    for command, call in ((verify, _verify), (stats, _stats)):
        command.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="an exported folder")
        command.set_defaults(call=call)
    wanted = "layers of the sandbox that must be on, with commas between (default: all; see docs/safety.md)"
    verify.add_argument("--require", metavar="LAYERS", help=wanted)
    told = "the folder whose gold is held back in this one: look through it for gold"
    verify.add_argument("--public", type=Path, metavar="DIR", help=told)
    add_difficulty(stats)
    add_on(verify)
    add_json(verify)
    add_json(stats)


def _verify(chosen: argparse.Namespace) -> int:
    from company import api
    from company.benchmark.printing import verification_text
    from company.config import layers_named

    found = api.verify(chosen.benchmark, public=chosen.public, require=layers_named(chosen.require), on=chosen.on)
    say(as_json(found.as_json()) if chosen.json else verification_text(chosen.benchmark, found.as_json()))
    return DONE if found.ok else FAILED


def _stats(chosen: argparse.Namespace) -> int:
    from company.benchmark.reading import read_benchmark
    from company.evaluation.by_line import levels_of
    from company.evaluation.traits import LEVELS
    from company.reporting.telling import telling_of

    content = read_benchmark(chosen.benchmark)
    telling = telling_of(content.family)
    stats = telling.stats(content)
    levels, by = levels_of(content, difficulty_of(chosen, content))
    counts = {level: sum(each == level for each in levels.values()) for level in LEVELS if levels}
    if chosen.json:
        say(as_json({**stats, **({"difficulty": {"by": by, "cases": counts}} if counts else {})}))
        return DONE
    lines = [f"  {level:<7} {count:>7,}  {count / len(levels):.0%}" for level, count in counts.items()]
    say("\n".join([telling.stats_text(stats), *(["", "difficulty", *lines, f"  {by}"] if counts else [])]))
    return DONE
