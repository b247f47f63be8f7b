"""`company simulate`, `check`, `status`, `export` and `new`: parse, call, print."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.archive.naming import RUN, run_folder
from company.console.commands import (
    DONE,
    FAILED,
    STOPPED,
    add_database,
    add_json,
    add_on,
    as_json,
    command_line,
    say,
    say_aside,
    whole,
)
from company.errors import CompanyError, ConfigError

if TYPE_CHECKING:
    from company.config import Settings
    from company.run.simulation import Outcome

_DATABASE = "where the review queue is, if not in the run's folder"

_SHOWN = 5
"""Cases that a line names."""


def add(commands: Any) -> None:
    """Add them to the command line's commands."""
    _add_new(commands)
    _add_simulate(commands)
    _add_check(commands)
    _add_status(commands)
    _add_export(commands)
    _add_copy(commands)


def _add_new(commands: Any) -> None:
    new = commands.add_parser("new", help="start a scenario, for your own table or one from Kaggle")
    new.add_argument("folder", type=Path, metavar="DIR", help="folder to write the scenario to")
    new.add_argument("--family", metavar="NAME", help="the kind of benchmark (default: dialogues over a table)")
    figures = "short for --family figures: figures to be drawn from words and the table"
    new.add_argument("--figures", dest="family", action="store_const", const="figures", help=figures)
    graphics = "short for --family vector_graphics: questions on drawings as code"
    new.add_argument("--graphics", dest="family", action="store_const", const="vector_graphics", help=graphics)
    table = new.add_mutually_exclusive_group()
    several = "the table to copy into it; again for each further one, the main table first"
    table.add_argument("--table", type=Path, action="append", metavar="CSV", help=several)
    table.add_argument("--kaggle", metavar="OWNER/DATASET", help="a data set on Kaggle to take the table from")
    scripts = "figures: a folder of scripts (*.py) that each draw one figure, to be copied into it with their data"
    table.add_argument("--scripts", type=Path, metavar="FOLDER", help=scripts)
    pictures = "figures: a folder of pictures (PNG, JPEG) to be drawn, to be copied into it with their data"
    table.add_argument("--pictures", type=Path, metavar="FOLDER", help=pictures)
    drawings = "vector graphics: a folder of drawings (SVG, TikZ, Graphviz), to be copied into it"
    table.add_argument("--drawings", type=Path, metavar="FOLDER", help=drawings)
    run = "vector graphics: a run whose figures are asked about, and drawn again from captions"
    table.add_argument("--run", type=Path, metavar="RUN", help=run)
    new.add_argument("--kaggle-file", metavar="NAME", help="which file of the data set (default: its only CSV)")
    new.set_defaults(call=_new, refuse=new.error)


def _add_simulate(commands: Any) -> None:
    simulate = commands.add_parser("simulate", help="do a scenario's work, or what is missing of it")
    simulate.add_argument(
        "scenario",
        nargs="+",
        metavar="SCENARIO",
        help="a folder, a simulation.toml, a bundled name (wine) or a recording; several are worked on at once",
    )
    several = "the run's folder (default: output/<scenario>); of several runs, the folder for all of theirs"
    simulate.add_argument("--out", type=Path, metavar="DIR", help=several)
    simulate.add_argument("--backend", metavar="NAME", help="who answers the prompts (default: procedural)")
    simulate.add_argument("--model", metavar="M", help="the backend's model")
    simulate.add_argument("--budget", type=float, metavar="USD", help="stop before this much is spent")
    simulate.add_argument("--seed", type=whole, metavar="N", help="another seed gives another benchmark")
    simulate.add_argument("--limit", type=whole, metavar="N", help="accepted cases wanted in all")
    simulate.add_argument("--record", type=Path, metavar="FILE", help="write all model calls of the run to this file")
    add_database(simulate, "keep the run")
    add_on(simulate)
    only = simulate.add_mutually_exclusive_group()
    only.add_argument("--estimate", action="store_true", help="only reckon what the run would cost")
    beginning = "make its first dialogue's beginning, and say what the whole run would cost; it goes on from there"
    only.add_argument("--preview", action="store_true", help=beginning)
    add_json(simulate)
    simulate.set_defaults(call=_simulate)


def _add_check(commands: Any) -> None:
    check = commands.add_parser(
        "check", help="check a scenario's tables and links, and make one small call to each of its models"
    )
    check.add_argument("scenario", metavar="SCENARIO", help="a folder, a simulation.toml or a bundled name")
    check.add_argument("--backend", metavar="NAME", help="instead of what the scenario says")
    check.add_argument("--model", metavar="M", help="instead of what the scenario says")
    add_json(check)
    check.set_defaults(call=_check)


def _add_status(commands: Any) -> None:
    status = commands.add_parser("status", help="what a run has done, lost and cost")
    status.add_argument("run", type=run_folder, nargs="+", metavar="RUN", help=f"{RUN}; a line for each of several")
    status.add_argument("--database", metavar="URL", help=_DATABASE)
    status.add_argument("--prometheus", action="store_true", help="print numbers as Prometheus reads them")
    add_json(status)
    status.set_defaults(call=_status)


def _add_export(commands: Any) -> None:
    export = commands.add_parser("export", help="write a run's accepted cases as a benchmark")
    export.add_argument("run", type=run_folder, nargs="+", metavar="RUN", help=f"{RUN}; several become one benchmark")
    export.add_argument("--out", type=Path, metavar="DIR", help="the benchmark's folder (default: RUN/benchmark)")
    export.add_argument("--history", type=whole, metavar="N", help="turns that prompts show (default: as the run says)")
    export.add_argument("--noisy", action="store_true", help="histories with failed code and questions back left in")
    recorded = "publish the models' calls, too, so that anybody can make the benchmark again (docs/rebuilding.md)"
    export.add_argument("--with-recording", action="store_true", help=recorded)
    export.add_argument("--include-unreviewed", action="store_true", help="also cases that wait for a verdict")
    held = "write the benchmark without its gold, and the same cases with it here, in a folder never passed on"
    export.add_argument("--held-back", type=Path, metavar="DIR", help=held)
    taken = "leave out what a model answers right: logs of `company evaluate` on the same export without this"
    export.add_argument("--filter", type=Path, nargs="+", default=[], metavar="LOG", help=taken)
    export.add_argument("--solver", metavar="M", help="with --filter, of several models' logs: the one to filter by")
    drawn = "with --filter: the share of dialogues that stay whole (default: 0.1)"
    export.add_argument("--unfiltered", type=float, metavar="SHARE", help=drawn)
    others = "figures: write it in the layout of others, too (matplotbench, paperbanana), in a folder beside it"
    export.add_argument("--layout", metavar="NAME", help=others)
    export.add_argument("--push", metavar="OWNER/NAME", help="upload it to a hub of data sets, in one commit")
    export.add_argument("--private", action="store_true", help="with --push: for its owner's eyes only")
    export.add_argument("--database", metavar="URL", help=_DATABASE)
    export.set_defaults(call=_export)


def _add_copy(commands: Any) -> None:
    copy = commands.add_parser("copy", help="copy a run into a database, or out of it, with all that it has")
    copy.add_argument("run", type=run_folder, metavar="RUN", help=RUN)
    copy.add_argument("target", type=run_folder, metavar="TARGET", help="where to, in the same form; no run is there")
    add_json(copy)
    copy.set_defaults(call=_copy)


def _copy(chosen: argparse.Namespace) -> int:
    from company.archive.copying import copy
    from company.archive.place import place_of

    counts = copy(chosen.run, chosen.target, say_aside)
    if chosen.json:
        say(as_json({"rows": counts}))
    else:
        say(f"copied: {sum(counts.values()):,} rows to {place_of(chosen.target) or chosen.target}")
    return DONE


def _simulate(chosen: argparse.Namespace) -> int:
    from company import api
    from company.archive import family_of_run
    from company.reporting.terminal import outcome_json, outcome_text

    flags = ("out", "backend", "model", "budget", "seed", "limit")
    overrides = {flag: getattr(chosen, flag) for flag in flags}
    if len(chosen.scenario) > 1:
        return _simulate_all(chosen, overrides)
    (scenario,) = chosen.scenario
    if chosen.record is not None and (chosen.estimate or chosen.preview):
        less = "--estimate" if chosen.estimate else "--preview"
        raise ConfigError(f"--record writes a run's calls, and {less} makes no run; leave one of them out")
    if chosen.database is not None and (chosen.estimate or chosen.preview):
        raise ConfigError("--database keeps a run, and --estimate and --preview keep none; leave one of them out")
    if chosen.estimate:
        return _estimate(api.settings(scenario, **overrides), chosen.json)
    if chosen.preview:
        return _preview(chosen, scenario, overrides)
    given = {"record": chosen.record, "database": chosen.database, "on": chosen.on}
    outcome = api.simulate(scenario, **overrides, **given)
    say(as_json(outcome_json(outcome)) if chosen.json else outcome_text(outcome, family_of_run(outcome.run)))
    return _code(outcome)


def _code(come: Outcome | CompanyError) -> int:
    if isinstance(come, CompanyError):
        return FAILED
    if come.stopped:
        return STOPPED
    return DONE if come.accepted >= come.wanted else FAILED


def _simulate_all(chosen: argparse.Namespace, overrides: dict[str, Any]) -> int:
    """Work on several scenarios; what failed outweighs what stopped, and that what is done."""
    from company import api
    from company.reporting.terminal import fleet_json, fleet_text

    for flag in ("record", "estimate", "preview"):
        if getattr(chosen, flag):
            raise ConfigError(f"--{flag} is for one scenario, and {len(chosen.scenario)} are named; leave it out")
    names = [str(each) for each in chosen.scenario]
    come = dict(zip(names, api.simulate_all(*names, **overrides, database=chosen.database, on=chosen.on), strict=True))
    say(as_json(fleet_json(come)) if chosen.json else fleet_text(come))
    codes = {_code(each) for each in come.values()}
    return next((code for code in (FAILED, STOPPED) if code in codes), DONE)


def _preview(chosen: argparse.Namespace, scenario: str, overrides: dict[str, Any]) -> int:
    from company import api
    from company.reporting.previews import preview_json, print_preview

    found = api.preview(scenario, **overrides)
    if chosen.json:
        say(as_json(preview_json(found)))
    else:
        given = [(f"--{flag}", value) for flag, value in overrides.items() if value is not None]
        again = command_line("simulate", scenario, *(each for pair in given for each in pair))
        print_preview(found, again, sys.stdout)
    if found.stopped:
        return STOPPED
    return DONE if found.whole else FAILED


def _estimate(settings: Settings, machine_readable: bool) -> int:
    import asyncio

    from company.console.progress import progress_for
    from company.reporting.terminal import estimate_text
    from company.run.estimate import estimate

    with progress_for() as progress:
        found = asyncio.run(estimate(settings, progress))
    told = {**asdict(found), "usd": found.usd, "usd_cached": found.usd_cached}
    say(as_json(told) if machine_readable else estimate_text(found))
    return DONE


def _check(chosen: argparse.Namespace) -> int:
    import asyncio

    from company.config import Overrides, load
    from company.family.registry import family
    from company.models.checking import check
    from company.reporting.terminal import checked_text
    from company.run.casting import shown_pictures

    settings = load(chosen.scenario, Overrides(backend=chosen.backend, model=chosen.model))
    making = family(settings.family).making
    for line in making.looked_at(settings, say_aside):
        (say_aside if chosen.json else say)(line)
    found = asyncio.run(check(settings, shown_pictures(settings, making.stages)))
    say(as_json([each.as_json() for each in found]) if chosen.json else checked_text(found))
    return FAILED if any(each.problem for each in found) else DONE


def _status(chosen: argparse.Namespace) -> int:
    from company.archive import family_of_run
    from company.reporting.metrics import metrics_text
    from company.reporting.terminal import several_text, status_text
    from company.run.status import run_status
    from human_review.summary import queue_of, review_status, review_text

    if chosen.prometheus or len(chosen.run) > 1:
        statuses = [run_status(run) for run in chosen.run]
        if chosen.prometheus:
            say(metrics_text(statuses))
        else:
            say(as_json(statuses) if chosen.json else several_text(statuses))
        return DONE
    (run,) = chosen.run
    status = run_status(run)
    lines = [status_text(status, family_of_run(run))]
    if (queue := queue_of(run, chosen.database)) is not None:
        with queue:
            status["review"] = review_status(queue)
        lines += review_text(status["review"])
    say(as_json(status) if chosen.json else "\n".join(lines))
    return DONE


def _export(chosen: argparse.Namespace) -> int:
    from company import api
    from company.api.publishing import layout_folder, waiting_for_people
    from company.benchmark.printing import exported_text
    from company.benchmark.publishing.filtering import NEEDS_PERSON
    from company.benchmark.publishing.hub import ready_to_push
    from company.benchmark.reading import UNNAMED

    ready_to_push(chosen.push, private=chosen.private)
    flags = ("out", "history", "noisy", "include_unreviewed", "with_recording", "database", "held_back", "layout")
    filtering = {"filter_by": chosen.filter, "solver": chosen.solver, "unfiltered": chosen.unfiltered}
    made = api.export(*chosen.run, **{flag: getattr(chosen, flag) for flag in flags}, **filtering)
    public = made.folder if chosen.held_back is None else chosen.out or chosen.run[0] / UNNAMED
    say(exported_text(public, chosen.held_back, made.remarks))
    if not chosen.include_unreviewed and (waiting := waiting_for_people(*chosen.run)):
        say(f"left out, as only people can tell: {waiting} cases; {command_line('review', chosen.run[0])}")
    if chosen.layout is not None:
        say(f"in the layout of {chosen.layout}: {layout_folder(made.folder, chosen.layout)}")
    entries = made.content.entries if chosen.filter else ()
    if doubtful := [str(line["data_id"]) for line in entries if line.get(NEEDS_PERSON)]:
        shown = [each for name in doubtful[:_SHOWN] for each in ("--case", name)]
        more = f", and {len(doubtful) - _SHOWN} more" if len(doubtful) > _SHOWN else ""
        command = command_line("review", chosen.run[0], "recheck", made.folder, *shown)
        say(f"kept by the filter and confirmed by nobody, {len(doubtful)} in all: {command}{more}")
    if chosen.push is not None:
        say(f"pushed: {api.push(public, chosen.push, private=chosen.private)}")
    return DONE


def _new(chosen: argparse.Namespace) -> int:
    from company import api

    begun = (chosen.table, chosen.kaggle, chosen.scripts, chosen.pictures, chosen.drawings, chosen.run)
    if not (chosen.family or any(begun)):
        chosen.refuse("one of the arguments --table --kaggle --scripts --pictures --drawings --run is required")
    named = ("kaggle", "kaggle_file", "scripts", "pictures", "drawings", "run")
    sources = {name: getattr(chosen, name) for name in named}
    started = api.new(chosen.folder, *(chosen.table or ()), family=chosen.family, **sources)
    next_step = f"next: read and edit it, then {command_line('simulate', chosen.folder)}"
    say("\n".join([*started.remarks, f"scenario: {started.file}", next_step]))
    return DONE
