"""The command line: parses, calls, prints. What a command needs is imported when it runs, so that --help is quick.

Exit codes: 0 done, 1 failed, 2 wrong use, 3 stopped or waiting (running again goes on), 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.benchmark import commands as benchmark
from company.commands import (
    DONE,
    FAILED,
    INTERRUPTED,
    STOPPED,
    WRONG_USE,
    add_json,
    as_json,
    command_line,
    say,
    say_aside,
)
from company.errors import CompanyError, ConfigError
from company.evaluation import commands as evaluation
from company.rebuilding import commands as rebuilding
from company.reporting import commands as reporting

if TYPE_CHECKING:
    from company.config import Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; a user never meets a traceback unless COMPANY_DEBUG=1 asks for it."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = _parser(given)
    chosen = parser.parse_args(given)
    if chosen.call is None:
        parser.print_help(sys.stderr)
        return WRONG_USE
    try:
        code: int = chosen.call(chosen)
        sys.stdout.flush()
    except CompanyError as error:
        _complain(str(error), error)
        return WRONG_USE if isinstance(error, ConfigError) else FAILED
    except KeyboardInterrupt:
        say("company: interrupted; what is done is kept, and running the same command again goes on", sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has enough; the devnull keeps Python quiet at its exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        where = f" {error.filename}" if error.filename else ""
        _complain(
            f"the system refused to read or write{where}: {error.strerror or error}; see to that, and run again", error
        )
        return FAILED
    except Exception as error:  # noqa: BLE001 - the last border before the user
        kind = type(error).__name__
        _complain(f"unexpected {kind}: {error}; run again with COMPANY_DEBUG=1 to see where, and report it", error)
        return FAILED
    return code


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="company",
        description="A simulated company whose staff write benchmarks for interactive data analysis over your table.",
        epilog="Exit codes: 0 done, 1 failed, 2 wrong use, 3 stopped or waiting (run again to go on).",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    parser.set_defaults(call=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_simulate(commands)
    _add_check(commands)
    _add_run_commands(commands)
    _add_review(commands, whole=arguments[:1] == ["review"])
    benchmark.add(commands)
    evaluation.add(commands)
    rebuilding.add(commands)
    reporting.add(commands)
    _add_new(commands)
    return parser


def _add_new(commands: Any) -> None:
    new = commands.add_parser("new", help="start a scenario for your own table, or one from Kaggle")
    new.add_argument("folder", type=Path, metavar="DIR", help="folder to write the scenario to")
    table = new.add_mutually_exclusive_group(required=True)
    table.add_argument("--table", type=Path, metavar="CSV", help="the table to copy into it")
    table.add_argument("--kaggle", metavar="OWNER/DATASET", help="a data set on Kaggle to take the table from")
    new.add_argument("--kaggle-file", metavar="NAME", help="which file of the data set (default: its only CSV)")
    new.set_defaults(call=_new)


def _add_simulate(commands: Any) -> None:
    simulate = commands.add_parser("simulate", help="do a scenario's work, or what is missing of it")
    simulate.add_argument(
        "scenario", metavar="SCENARIO", help="a folder, a simulation.toml, a bundled name (wine) or a recording"
    )
    simulate.add_argument("--out", type=Path, metavar="DIR", help="the run's folder (default: output/<scenario>)")
    simulate.add_argument("--backend", metavar="NAME", help="who answers the prompts (default: procedural)")
    simulate.add_argument("--model", metavar="M", help="the backend's model")
    simulate.add_argument("--budget", type=float, metavar="USD", help="stop before this much is spent")
    simulate.add_argument("--seed", type=int, metavar="N", help="another seed gives another benchmark")
    simulate.add_argument("--limit", type=int, metavar="N", help="accepted cases wanted in all")
    simulate.add_argument("--record", type=Path, metavar="FILE", help="write all model calls of the run to this file")
    simulate.add_argument("--estimate", action="store_true", help="only reckon what the run would cost")
    add_json(simulate)
    simulate.set_defaults(call=_simulate)


def _add_check(commands: Any) -> None:
    check = commands.add_parser("check", help="make one small call to each model of a scenario")
    check.add_argument("scenario", metavar="SCENARIO", help="a folder, a simulation.toml or a bundled name")
    check.add_argument("--backend", metavar="NAME", help="instead of what the scenario says")
    check.add_argument("--model", metavar="M", help="instead of what the scenario says")
    add_json(check)
    check.set_defaults(call=_check)


def _add_run_commands(commands: Any) -> None:
    status = commands.add_parser("status", help="what a run has done, lost and cost")
    status.add_argument("run", type=Path, metavar="RUN", help="the run's folder")
    add_json(status)
    status.set_defaults(call=_status)
    export = commands.add_parser("export", help="write a run's accepted cases as a benchmark")
    export.add_argument(
        "run", type=Path, nargs="+", metavar="RUN", help="the run's folder; several become one benchmark"
    )
    export.add_argument("--out", type=Path, metavar="DIR", help="the benchmark's folder (default: RUN/benchmark)")
    export.add_argument("--history", type=int, metavar="N", help="turns that prompts show (default: as the run says)")
    export.add_argument("--noisy", action="store_true", help="histories with failed code and questions back left in")
    recorded = "publish the models' calls, too, so that anybody can make the benchmark again (docs/rebuilding.md)"
    export.add_argument("--with-recording", action="store_true", help=recorded)
    export.add_argument("--include-unreviewed", action="store_true", help="also cases that wait for a verdict")
    benchmark.add_publishing(export)
    for command in (status, export):
        command.add_argument("--database", metavar="URL", help="where the review queue is, if not in the run's folder")
    export.set_defaults(call=_export)


def _add_review(commands: Any, *, whole: bool) -> None:
    """The review queue; `whole`: with its own commands, whose modules the other commands do without."""
    review = commands.add_parser("review", help="what people think of a run: the queue in a browser, and its commands")
    if not whole:
        return
    from human_review import figures_commands as figures
    from human_review.interchange import commands as interchange
    from human_review.queueing import commands as queueing
    from human_review.web import commands as web

    web.add_serving(review)
    inner = review.add_subparsers(title="commands", metavar="[COMMAND]")
    for room in (web, queueing, figures, interchange):
        room.add(inner)
    for each in inner.choices.values():
        each.add_argument("--database", metavar="URL", default=argparse.SUPPRESS, help="as above")


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("decision-company")
        except PackageNotFoundError:
            found = "(not installed)"
        say(f"company {found}")
        parser.exit()


def _simulate(chosen: argparse.Namespace) -> int:
    from company import api
    from company.terminal import outcome_json, outcome_text

    flags = ("out", "backend", "model", "budget", "seed", "limit")
    overrides = {flag: getattr(chosen, flag) for flag in flags}
    if chosen.estimate:
        return _estimate(api.settings(chosen.scenario, **overrides), chosen.json)
    outcome = api.simulate(chosen.scenario, **overrides, record=chosen.record)
    say(as_json(outcome_json(outcome)) if chosen.json else outcome_text(outcome))
    if outcome.stopped:
        return STOPPED
    return DONE if outcome.accepted >= outcome.wanted else FAILED


def _estimate(settings: Settings, machine_readable: bool) -> int:
    import asyncio

    from company.estimate import estimate
    from company.progress import progress_for
    from company.terminal import estimate_text

    with progress_for() as progress:
        found = asyncio.run(estimate(settings, progress))
    say(as_json({**asdict(found), "usd": found.usd}) if machine_readable else estimate_text(found))
    return DONE


def _check(chosen: argparse.Namespace) -> int:
    import asyncio

    from company.backends.checking import check
    from company.config import Overrides, load
    from company.terminal import checked_text

    found = asyncio.run(check(load(chosen.scenario, Overrides(backend=chosen.backend, model=chosen.model))))
    say(as_json([each.as_json() for each in found]) if chosen.json else checked_text(found))
    return FAILED if any(each.problem for each in found) else DONE


def _status(chosen: argparse.Namespace) -> int:
    from company.standing import run_status
    from company.terminal import status_text
    from human_review.summary import queue_of, review_status, review_text

    status = run_status(chosen.run)
    lines = [status_text(status)]
    if (queue := queue_of(chosen.run, chosen.database)) is not None:
        with queue:
            status["review"] = review_status(queue)
        lines += review_text(status["review"])
    say(as_json(status) if chosen.json else "\n".join(lines))
    return DONE


def _export(chosen: argparse.Namespace) -> int:
    from company import api
    from company.benchmark.hub import push, ready_to_push
    from company.benchmark.printing import exported_text

    ready_to_push(chosen.push, private=chosen.private)
    flags = ("out", "history", "noisy", "include_unreviewed", "with_recording", "database", "held_back")
    made = api.export(*chosen.run, **{flag: getattr(chosen, flag) for flag in flags})
    public = made.folder if chosen.held_back is None else chosen.out or chosen.run[0] / "benchmark"
    say(exported_text(public, chosen.held_back))
    if chosen.push is not None:
        say(f"pushed: {push(public, chosen.push, private=chosen.private)}")
    return DONE


def _new(chosen: argparse.Namespace) -> int:
    from company.interactive.starting import new_kaggle_scenario, new_scenario

    if chosen.kaggle is not None:
        file, reading = new_kaggle_scenario(chosen.folder, chosen.kaggle, chosen.kaggle_file, say_aside)
    elif chosen.kaggle_file is not None:
        raise ConfigError("--kaggle-file says which file of --kaggle, which is missing; add it, or leave both out")
    else:
        file, reading = new_scenario(chosen.folder, chosen.table)
    lines = [f"table: {reading.rows:,} rows, {len(reading.columns):,} columns, called `{reading.name}`"]
    lines += [f"  to be mended: {repair}" for repair in reading.repairs]
    lines += [f"scenario: {file}", f"next: read and edit it, then {command_line('simulate', chosen.folder)}"]
    say("\n".join(lines))
    return DONE


def _complain(message: str, error: Exception) -> None:
    from company.config import debugging

    if debugging():
        import traceback

        traceback.print_exception(error)
    say(f"company: {message}", sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
