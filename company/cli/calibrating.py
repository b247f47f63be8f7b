"""`company calibrate`: parse, call, print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import company.console.writing as writing
from company.console.commands import DONE, add_json, as_json, command_line, say

if TYPE_CHECKING:
    from company.benchmark.reading import Benchmark
    from company.evaluation.calibration.calibration import Known


def add(commands: Any) -> None:
    """Add it to the command line's commands."""
    calibrate = commands.add_parser("calibrate", help="how hard each case is, by what models made of it")
    calibrate.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="an exported folder")
    told = "logs of `company evaluate`, folders of them, or what --json printed of scores"
    calibrate.add_argument("logs", type=Path, nargs="+", metavar="LOG", help=told)
    calibrate.add_argument("--out", type=Path, metavar="FILE", help="write it for `company report` and `company stats`")
    add_json(calibrate)
    calibrate.set_defaults(call=_calibrate)


def add_difficulty(command: argparse.ArgumentParser, of: str = "") -> None:
    """Add the option of a command that shows how hard cases are."""
    told = f"{of}how hard cases are: what `company calibrate … --out` wrote"
    command.add_argument("--difficulty", type=Path, metavar="FILE", help=told)


def difficulty_of(chosen: argparse.Namespace, content: Benchmark) -> Known | None:
    """Return what the file of that option tells of a benchmark's cases. Raises ConfigError where it tells nothing."""
    from company.evaluation.calibration.calibration import known

    if chosen.difficulty is None:
        return None
    return known(chosen.difficulty, [line["data_id"] for line in content.entries])


def _calibrate(chosen: argparse.Namespace) -> int:
    from company import api
    from company.evaluation.calibration.calibration import text_of
    from company.evaluation.calibration.printing import calibration_text

    found = api.calibrate(chosen.benchmark, *chosen.logs)
    if chosen.out is not None:
        writing.write([writing.difficulty("--out", chosen.out, text_of(found))])
        say(f"difficulty: {chosen.out}", sys.stderr if chosen.json else None)
    say(as_json(found.as_json()) if chosen.json else calibration_text(found))
    if found.contrary and not chosen.json:
        say(f"next: {command_line('review', 'RUN', 'recheck', chosen.benchmark, *chosen.logs)}")
    return DONE
