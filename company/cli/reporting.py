"""`company report` and `company show`: parse, call, print. The folder tells whether a run or a benchmark is meant."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import company.console.writing as writing
from company.archive.naming import run_folder
from company.cli.calibrating import add_difficulty
from company.cli.models import add_running
from company.console.commands import DONE, add_json, as_json, command_line, say
from company.errors import ConfigError

_CHOICE = ("list", "category", "grep")
"""Options that choose cases of a benchmark."""


def add(commands: Any) -> None:
    """Add both to the command line's commands."""
    _add_report(commands)
    _add_show(commands)


def _add_report(commands: Any) -> None:
    report = commands.add_parser("report", help="one page on a run, a benchmark, or models that were asked one")
    report.add_argument(
        "path", type=run_folder, metavar="PATH", help="a run (as for `company status`), or an exported benchmark"
    )
    report.add_argument(
        "logs",
        type=Path,
        nargs="*",
        default=[],  # else a missing PATH is complained of as if LOG were missing, too
        metavar="LOG",
        help="of a benchmark: logs of `company evaluate`, or responses in JSON lines as `company score` takes them, or "
        "folders of either; without, the page shows its cases",
    )
    report.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the page (default: RUN/report.html; on a benchmark: benchmark.html; on models: report.html)",
    )
    _add_choice(report)
    report.add_argument("--markdown", type=Path, metavar="FILE", help="write the figures as Markdown, too")
    report.add_argument(
        "--dialogue", action="append", default=[], metavar="ID", help="of a run: show this one; can be given again"
    )
    report.add_argument("--database", metavar="URL", help="where a run's review queue is, if not in its folder")
    add_difficulty(report, "of a benchmark: ")
    add_running(report, "of responses: ")
    report.add_argument(
        "--ratings", type=Path, metavar="RUN", help="of figures: where people rated what models drew, or a file of it"
    )
    report.add_argument(
        "--networks", type=Path, metavar="DIR", help="of vector graphics: networks that score how drawings look"
    )
    add_json(report)
    report.set_defaults(call=_report)


def _add_show(commands: Any) -> None:
    show = commands.add_parser("show", help="print what a run made, or a case of a benchmark")
    show.add_argument(
        "path", type=run_folder, metavar="PATH", help="a run (as for `company status`), or an exported benchmark"
    )
    show.add_argument(
        "id",
        nargs="?",
        metavar="ID",
        help="a dialogue, turn or case (default: a dialogue with much to see; a question answered in a few turns)",
    )
    show.add_argument("--figures", type=Path, metavar="DIR", help="of a run: write the pictures to this folder")
    show.add_argument("--list", action="store_true", help="of a benchmark: its cases, a line each")
    _add_choice(show)
    add_json(show)
    show.set_defaults(call=_show)


def _add_choice(command: argparse.ArgumentParser) -> None:
    """Add what chooses cases of a benchmark."""
    command.add_argument(
        "--category",
        action="append",
        default=[],
        metavar="NAME",
        help="of a benchmark: these cases; can be given again",
    )
    command.add_argument(
        "--grep",
        default="",
        metavar="PATTERN",
        help="of a benchmark: cases with a text that this regular expression matches, in upper or lower case",
    )


def _report(chosen: argparse.Namespace) -> int:
    from company.api.reports import Asked, report_on
    from company.config import layers_named

    asked = Asked(
        chosen.logs,
        chosen.category,
        chosen.grep,
        chosen.dialogue,
        chosen.database,
        chosen.difficulty,
        chosen.ratings,
        chosen.networks,
        chosen.markdown is not None,
        layers_named(chosen.require),
        chosen.seconds,
    )
    told = report_on(chosen.path, asked, quiet=chosen.json)
    pages = [writing.page("--out", chosen.out or told.usual, told.page)]
    if chosen.markdown is not None:
        pages.append(writing.markdown("--markdown", chosen.markdown, told.markdown))
    writing.write(pages)
    for each in pages:
        say(f"report: {each.file}", sys.stderr if chosen.json else None)
    if chosen.json:
        say(as_json(told.figures))
    return DONE


def _show(chosen: argparse.Namespace) -> int:
    from company.api.looking import refuse_figures
    from company.reporting.places import is_run, refuse_of_run

    if is_run(chosen.path):
        refuse_of_run(chosen.path, {option: vars(chosen)[option] for option in _CHOICE})
        if chosen.json:
            raise ConfigError(
                f"--json is for a benchmark; `{command_line('report', chosen.path, '--json')}` tells of a run"
            )
        return _show_record(chosen)
    refuse_figures(chosen.path, chosen.figures)
    if any(vars(chosen)[option] for option in _CHOICE) or (chosen.json and chosen.id is None):
        return _show_list(chosen)
    from company.benchmark.reading import read_cases
    from company.reporting.cases import named, print_case

    if chosen.json and chosen.id is not None:
        say(as_json(named(read_cases(chosen.path), chosen.id)[1]))
    else:
        print_case(chosen.path, chosen.id, sys.stdout)
    return DONE


def _show_list(chosen: argparse.Namespace) -> int:
    if chosen.id is not None:
        raise ConfigError(f"{chosen.id} names one case, and --list, --category and --grep many: leave one of both out")
    from company.benchmark.reading import read_cases
    from company.reporting.cases import chosen as cases_of
    from company.reporting.cases import list_json, listed, print_list

    content = read_cases(chosen.path)
    found = listed(content, cases_of(content, chosen.category, chosen.grep))
    if chosen.json:
        say(as_json(list_json(content, found)))
    else:
        print_list(content, found, sys.stdout)
    return DONE


def _show_record(chosen: argparse.Namespace) -> int:
    from company import api

    told = api.show(chosen.path, chosen.id, figures=chosen.figures)
    say(str(told).removesuffix("\n"))
    return DONE
