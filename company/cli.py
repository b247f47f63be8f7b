"""The command line: parses, calls, prints. What a command needs is imported when it runs, so that --help is quick.

Exit codes: 0 done, 1 failed, 2 wrong use, 3 stopped or waiting (running again goes on), 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.errors import CompanyError, ConfigError

if TYPE_CHECKING:
    from company.benchmark.reviewed import Reviewed
    from company.config import Overrides, Settings

DONE, FAILED, WRONG_USE, STOPPED, INTERRUPTED = 0, 1, 2, 3, 130


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
        _say("company: interrupted; what is done is kept, and running the same command again goes on", sys.stderr)
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
    _add_benchmark_commands(commands)
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
    _add_json(simulate)
    simulate.set_defaults(call=_simulate)


def _add_check(commands: Any) -> None:
    check = commands.add_parser("check", help="make one small call to each model of a scenario")
    check.add_argument("scenario", metavar="SCENARIO", help="a folder, a simulation.toml or a bundled name")
    check.add_argument("--backend", metavar="NAME", help="instead of what the scenario says")
    check.add_argument("--model", metavar="M", help="instead of what the scenario says")
    _add_json(check)
    check.set_defaults(call=_check)


def _add_run_commands(commands: Any) -> None:
    status = commands.add_parser("status", help="what a run has done, lost and cost")
    status.add_argument("run", type=Path, metavar="RUN", help="the run's folder")
    _add_json(status)
    status.set_defaults(call=_status)
    export = commands.add_parser("export", help="write a run's accepted cases as a benchmark")
    export.add_argument(
        "run", type=Path, nargs="+", metavar="RUN", help="the run's folder; several become one benchmark"
    )
    export.add_argument("--out", type=Path, metavar="DIR", help="the benchmark's folder (default: RUN/benchmark)")
    export.add_argument("--history", type=int, metavar="N", help="turns that prompts show (default: as the run says)")
    export.add_argument("--noisy", action="store_true", help="histories with failed code and questions back left in")
    export.add_argument("--include-unreviewed", action="store_true", help="also cases that wait for a verdict")
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


def _add_benchmark_commands(commands: Any) -> None:
    verify = commands.add_parser("verify", help="check every case: right answers pass, wrong ones do not")
    stats = commands.add_parser("stats", help="a benchmark in figures, beside the published ones")
    show = commands.add_parser("show", help="print one case")
    for command, call in ((verify, _verify), (stats, _stats), (show, _show)):
        command.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="an exported folder")
        command.set_defaults(call=call)
    wanted = "layers of the sandbox that must be on, with commas between (default: all; see docs/safety.md)"
    verify.add_argument("--require", metavar="LAYERS", help=wanted)
    _add_json(verify)
    _add_json(stats)
    _add_score(commands)
    _add_evaluate(commands)
    _add_report(commands)
    show.add_argument("data_id", nargs="?", metavar="DATA_ID", help="which case (default: the first)")


def _add_score(commands: Any) -> None:
    score = commands.add_parser("score", help="judge responses that were made elsewhere")
    score.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="an exported folder")
    score.add_argument(
        "responses",
        type=Path,
        metavar="RESPONSES",
        help="JSON lines with data_id and response, or a folder of such files",
    )
    score.add_argument(
        "--seconds", type=float, default=30.0, metavar="S", help="what one answer may take (default: 30)"
    )
    score.add_argument(
        "--first-loads", action="store_true", help="where every turn loads its table again, load it only once"
    )
    score.add_argument("--require", metavar="LAYERS", help="layers of the sandbox that must be on (default: all)")
    _add_json(score)
    score.set_defaults(call=_score)


def _add_evaluate(commands: Any) -> None:
    evaluate = commands.add_parser("evaluate", help="ask a model, and judge what it answers")
    evaluate.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="an exported folder")
    evaluate.add_argument("--model", required=True, metavar="M", help="by Inspect's name, such as openai/gpt-4o")
    evaluate.add_argument("--model-base-url", metavar="URL", help="of the server, where it is another than usual")
    evaluate.add_argument("--mode", default="base", choices=("base", "agent", "inter-agent"), help="how it is asked")
    evaluate.add_argument("--categories", default="", metavar="A,B", help="only these (default: all)")
    evaluate.add_argument("--limit", type=int, metavar="N", help="only the first N cases")
    evaluate.add_argument("--log-dir", type=Path, default=Path("logs"), metavar="DIR", help="for Inspect's logs")
    evaluate.add_argument("--seconds", type=float, default=30.0, metavar="S", help="what one answer's code may take")
    evaluate.add_argument("--require", metavar="LAYERS", help="layers of the sandbox that must be on (default: all)")
    _add_json(evaluate)
    evaluate.set_defaults(call=_evaluate)


def _add_report(commands: Any) -> None:
    report = commands.add_parser("report", help="compare models on a benchmark, on one page")
    report.add_argument("benchmark", type=Path, metavar="BENCHMARK", help="an exported folder")
    report.add_argument(
        "logs", type=Path, nargs="+", metavar="LOG", help="logs of `company evaluate`, or folders of them"
    )
    report.add_argument("--out", type=Path, default=Path("report.html"), metavar="FILE", help="the page (report.html)")
    report.add_argument("--markdown", type=Path, metavar="FILE", help="write the figures as Markdown, too")
    _add_json(report)
    report.set_defaults(call=_report)


def _add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print machine-readable results")


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("decision-company")
        except PackageNotFoundError:
            found = "(not installed)"
        _say(f"company {found}")
        parser.exit()


def _simulate(chosen: argparse.Namespace) -> int:
    import asyncio

    from company.config import Overrides
    from company.progress import progress_for
    from company.simulation import simulate
    from company.terminal import outcome_json, outcome_text

    flags = ("out", "backend", "model", "budget", "seed", "limit")
    settings = _scenario(chosen.scenario, Overrides(**{flag: getattr(chosen, flag) for flag in flags}))
    if chosen.estimate:
        return _estimate(settings, chosen.json)
    with progress_for() as progress:
        outcome = asyncio.run(simulate(settings, progress, chosen.record))
    _say(_json(outcome_json(outcome)) if chosen.json else outcome_text(outcome))
    if outcome.stopped:
        return STOPPED
    return DONE if outcome.accepted >= outcome.wanted else FAILED


def _scenario(named: str, overrides: Overrides) -> Settings:
    """The settings of a scenario, or of the one that a recording holds."""
    from company.config import DEFAULT_OUTPUT, load

    if not named.endswith(".recording"):
        return load(named, overrides)
    from company.backends.recording import unpack

    out = overrides.out or DEFAULT_OUTPUT / Path(named).stem
    return load(unpack(Path(named), out / "recorded"), replace(overrides, out=out))


def _estimate(settings: Settings, as_json: bool) -> int:
    import asyncio

    from company.estimate import estimate
    from company.progress import progress_for
    from company.terminal import estimate_text

    with progress_for() as progress:
        found = asyncio.run(estimate(settings, progress))
    _say(_json({**asdict(found), "usd": found.usd}) if as_json else estimate_text(found))
    return DONE


def _check(chosen: argparse.Namespace) -> int:
    import asyncio

    from company.backends.checking import check
    from company.config import Overrides, load
    from company.terminal import checked_text

    found = asyncio.run(check(load(chosen.scenario, Overrides(backend=chosen.backend, model=chosen.model))))
    _say(_json([each.as_json() for each in found]) if chosen.json else checked_text(found))
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
    _say(_json(status) if chosen.json else "\n".join(lines))
    return DONE


def _export(chosen: argparse.Namespace) -> int:
    from company.benchmark.export import export
    from company.benchmark.recomposing import HistoryStyle
    from company.terminal import command

    if chosen.history is not None and chosen.history < 0:
        raise ConfigError(f"--history {chosen.history}: give a number of turns, 0 or more")
    style = None
    if chosen.history is not None or chosen.noisy:
        style = HistoryStyle(HistoryStyle.window if chosen.history is None else chosen.history, chosen.noisy)
    if chosen.database is not None and len(chosen.run) > 1:
        raise ConfigError("--database is the queue of one run; export several runs without it")
    benchmark = export(
        chosen.run,
        chosen.out,
        include_unreviewed=chosen.include_unreviewed,
        history=style,
        reviewed=_reviewed(chosen.run, chosen.database),
    )
    _say(f"benchmark: {benchmark}\nnext: {command('verify', benchmark)}")
    return DONE


def _reviewed(runs: Sequence[Path], database: str | None) -> Reviewed | None:
    """What people did for runs, for the card."""
    from contextlib import ExitStack

    from human_review.summary import queue_of, reviewed

    with ExitStack() as opened:
        queues = [opened.enter_context(queue) for run in runs if (queue := queue_of(run, database)) is not None]
        return reviewed(queues)


def _verify(chosen: argparse.Namespace) -> int:
    import asyncio

    from company.benchmark.verify import verify
    from company.config import LAYERS, layers_named
    from company.progress import progress_for
    from company.terminal import verification_text

    require = LAYERS if chosen.require is None else layers_named(chosen.require)
    with progress_for() as progress:
        found = asyncio.run(verify(chosen.benchmark, progress, require))
    _say(_json(found.as_json()) if chosen.json else verification_text(chosen.benchmark, found.as_json()))
    return DONE if found.ok else FAILED


def _score(chosen: argparse.Namespace) -> int:
    import asyncio

    from company.config import LAYERS, layers_named
    from company.evaluation.figures import summary
    from company.evaluation.printing import score_text
    from company.evaluation.scoring import score
    from company.progress import progress_for

    if not chosen.seconds > 0:
        raise ConfigError(f"--seconds {chosen.seconds:g}: give a time above 0")
    require = LAYERS if chosen.require is None else layers_named(chosen.require)
    with progress_for() as progress:
        work = score(
            chosen.benchmark,
            chosen.responses,
            progress,
            require=require,
            seconds=chosen.seconds,
            first_loads=chosen.first_loads,
        )
        cases = asyncio.run(work)
    figures = summary(cases)
    _say(_json({"cases": [asdict(case) for case in cases], **figures}) if chosen.json else score_text(figures))
    return DONE


def _need_inspect() -> None:
    from importlib.util import find_spec

    if find_spec("inspect_ai") is None:
        raise ConfigError("Inspect, which asks models, is missing: pip install 'decision-company[evaluate]'")


def _report(chosen: argparse.Namespace) -> int:
    _need_inspect()
    from company.benchmark.reading import read_benchmark
    from company.evaluation.logs import sittings
    from company.evaluation.reporting import as_markdown, as_page, report_of

    report = report_of(read_benchmark(chosen.benchmark), sittings(chosen.logs))
    for file, text in ((chosen.out, as_page(report)), (chosen.markdown, as_markdown(report))):
        if file is not None:
            file.write_text(text, encoding="utf-8")
            _say(f"report: {file}", sys.stderr if chosen.json else None)
    if chosen.json:
        _say(_json(report))
    return DONE


def _evaluate(chosen: argparse.Namespace) -> int:
    _need_inspect()
    from company.evaluation.evaluating import Asking, evaluate
    from company.evaluation.figures import summary
    from company.evaluation.printing import score_text

    asking = Asking(
        chosen.model,
        chosen.mode,
        tuple(name.strip() for name in chosen.categories.split(",") if name.strip()),
        chosen.limit,
        chosen.model_base_url,
        chosen.log_dir,
        chosen.seconds,
        chosen.require,
    )
    found = evaluate(chosen.benchmark, asking)
    cases = [each.scored for each in found.answers]
    figures = summary(cases)
    if chosen.json:
        told = {"model": found.model, "mode": found.mode, "log": found.file, "failed": list(found.failed)}
        _say(_json({**told, "cases": [asdict(case) for case in cases], **figures}))
    else:
        _say(f"{found.model}, {found.mode}\n\n{score_text(figures)}\n\nlog: {found.file}")
    return FAILED if found.failed else DONE


def _stats(chosen: argparse.Namespace) -> int:
    from company.benchmark.stats import stats, stats_text

    found = stats(chosen.benchmark)
    _say(_json(found) if chosen.json else stats_text(found).rstrip("\n"))
    return DONE


def _show(chosen: argparse.Namespace) -> int:
    from company.terminal import show_case

    show_case(chosen.benchmark, chosen.data_id, sys.stdout)
    return DONE


def _new(chosen: argparse.Namespace) -> int:
    from company.interactive.starting import new_kaggle_scenario, new_scenario
    from company.terminal import command

    if chosen.kaggle is not None:
        file, reading = new_kaggle_scenario(chosen.folder, chosen.kaggle, chosen.kaggle_file, _say_aside)
    elif chosen.kaggle_file is not None:
        raise ConfigError("--kaggle-file says which file of --kaggle, which is missing; add it, or leave both out")
    else:
        file, reading = new_scenario(chosen.folder, chosen.table)
    lines = [f"table: {reading.rows:,} rows, {len(reading.columns):,} columns, called `{reading.name}`"]
    lines += [f"  to be mended: {repair}" for repair in reading.repairs]
    lines += [f"scenario: {file}", f"next: read and edit it, then {command('simulate', chosen.folder)}"]
    _say("\n".join(lines))
    return DONE


def _json(value: object) -> str:
    import json

    return json.dumps(value, indent=2, ensure_ascii=False, default=str)


def _say(text: str, stream: Any = None) -> None:
    stream = stream or sys.stdout
    try:
        stream.write(f"{text}\n")
    except UnicodeEncodeError:  # a terminal of few signs; a sign it lacks is shown as its number
        stream.write(text.encode(stream.encoding, errors="backslashreplace").decode(stream.encoding) + "\n")


def _say_aside(text: str) -> None:
    _say(text, sys.stderr)


def _complain(message: str, error: Exception) -> None:
    from company.config import debugging

    if debugging():
        import traceback

        traceback.print_exception(error)
    _say(f"company: {message}", sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
