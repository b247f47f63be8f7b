"""`company calibrate`: parse, call, print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import company.cli.writing as writing
from company.console.commands import DONE, add_json, as_json, command_line, say


def add(commands: Any) -> None:
    """Add it to the command line's commands."""
    calibrate = commands.add_parser("calibrate", help="how hard each case is, by what models made of it")
    calibrate.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="an exported folder")
    told = "logs of `company evaluate`, folders of them, or what --json printed of scores"
    calibrate.add_argument("logs", type=Path, nargs="+", metavar="LOG", help=told)
    calibrate.add_argument("--out", type=Path, metavar="FILE", help="write it for `company report` and `company stats`")
    add_json(calibrate)
    calibrate.set_defaults(call=_calibrate)


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
