"""`company rebuild` and `company fetch`: parse, call, print."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from company.console.commands import DONE, FAILED, add_database, add_json, add_on, as_json, command_line, say


def add(commands: Any) -> None:
    """Add the two to the command line's commands."""
    rebuild = commands.add_parser("rebuild", help="make a published benchmark again, and compare every byte")
    rebuild.add_argument("folder", type=Path, metavar="BENCHMARK", help="an exported folder")
    rebuild.add_argument("--out", type=Path, metavar="DIR", help="where to work (default: output/<its name>-rebuilt)")
    wanted = "layers of the sandbox that must be on, with commas between (default: all; see docs/safety.md)"
    rebuild.add_argument("--require", metavar="LAYERS", help=wanted)
    add_database(rebuild, "keep its runs")
    add_on(rebuild)
    add_json(rebuild)
    rebuild.set_defaults(call=_rebuild)
    fetch = commands.add_parser("fetch", help="put a table where it belongs that a benchmark could not bring along")
    fetch.add_argument("folder", type=Path, metavar="BENCHMARK", help="an exported folder")
    files = "the table's file, as its publisher gives it (default: from Kaggle, where it is there)"
    fetch.add_argument("--table", type=Path, action="append", default=[], metavar="FILE", help=files)
    add_json(fetch)
    fetch.set_defaults(call=_fetch)


def _rebuild(chosen: argparse.Namespace) -> int:
    from company import api
    from company.config import layers_named
    from company.rebuilding.comparing import text_of

    rebuilt = api.rebuild(
        chosen.folder, out=chosen.out, require=layers_named(chosen.require), database=chosen.database, on=chosen.on
    )
    say(as_json(rebuilt.as_json()) if chosen.json else text_of(rebuilt))
    return DONE if rebuilt.equal else FAILED


def _fetch(chosen: argparse.Namespace) -> int:
    from company import api

    placed = api.fetch(chosen.folder, *chosen.table)
    if chosen.json:
        say(as_json([{"file": str(each.file), "from": each.came_from} for each in placed]))
        return DONE
    lines = [f"table: {each.file}, from {each.came_from}" for each in placed]
    lines = lines or ["every table is where it belongs"]
    say("\n".join([*lines, f"next: {command_line('verify', chosen.folder)}"]))
    return DONE
