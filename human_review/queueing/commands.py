"""`company review RUN apply`, `recheck` and `reopen`: the queue is brought up to its run, and what is doubted opened.

What a command needs is imported when it runs, so that --help is quick.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.console.commands import DONE, STOPPED, add_json, as_json, command_line, say
from company.errors import ConfigError

if TYPE_CHECKING:
    from company.benchmark.reading import Benchmark
    from company.reviewing import Grounds


def add(commands: Any) -> None:
    """Add them to the commands of `company review RUN`, which give `run` and `database`."""
    command = commands.add_parser("apply", help="write decisions into the run, and queue what it has made since")
    command.add_argument("--at-once", action="store_true", help="also those that could still be taken back")
    add_json(command)
    command.set_defaults(call=apply_now)
    again = commands.add_parser("recheck", help="put cases that models' answers cast doubt on before people again")
    again.add_argument("benchmark", type=Path, nargs="?", metavar="BENCHMARK", help="the exported folder")
    again.add_argument("logs", type=Path, nargs="*", metavar="LOG", help="logs of `company evaluate`, or folders")
    one = "this one, too, or a record such as a turn"
    again.add_argument("--case", action="append", default=[], metavar="DATA_ID", help=one)
    again.add_argument("--because", default="", metavar="TEXT", help="what reviewers are told of the cases named so")
    add_json(again)
    again.set_defaults(call=recheck_now)
    anew = commands.add_parser("reopen", help="have decided items of any kind judged once more, for a reason")
    anew.add_argument("items", nargs="+", metavar="ITEM", help="an item's id, or its record's")
    anew.add_argument("--because", required=True, metavar="TEXT", help="why; its reviewers are told")
    add_json(anew)
    anew.set_defaults(call=reopen_now)


def apply_now(chosen: argparse.Namespace) -> int:
    """Tend the queue of `chosen.run` once. The exit code: 0, or 3 where another process was writing the run."""
    from company.archive import Archive
    from company.reviewing import settings_of
    from human_review.queueing.applying import UNDO_SECONDS
    from human_review.queueing.tending import tend
    from human_review.store import ReviewStore

    with Archive.open(chosen.run) as archive:
        settings = settings_of(archive)
    with closing(ReviewStore.of_run(chosen.run, getattr(chosen, "database", None))) as store:
        done = tend(chosen.run, store, settings, settled_for=0.0 if chosen.at_once else UNDO_SECONDS)
    say(as_json(asdict(done)) if chosen.json else done.sentence())
    return STOPPED if done.taken else DONE


def recheck_now(chosen: argparse.Namespace) -> int:
    """Send cases back. The exit code: 0, or 3 where some can be sent back only in a minute."""
    from company.archive import Archive
    from company.benchmark.reading import read_benchmark
    from human_review.queueing.rechecking import recheck
    from human_review.store import ReviewStore

    if not chosen.case and not chosen.logs:
        raise ConfigError("nothing says which cases: give BENCHMARK and LOGs, or --case DATA_ID")
    if chosen.because and not chosen.case:
        raise ConfigError("--because is told of the cases that --case names; name some, or leave it out")
    content = None if chosen.benchmark is None else read_benchmark(chosen.benchmark)
    doubted = _doubted(content, chosen.logs, list(dict.fromkeys(chosen.case)), chosen.because)
    lines = {} if content is None else {entry["data_id"]: entry for entry in content.entries}
    with Archive.open(chosen.run), closing(ReviewStore.of_run(chosen.run, chosen.database)) as store:
        done = recheck(chosen.run, store, doubted, lines)
    say(as_json(done.as_json()) if chosen.json else done.sentence())
    if done.waiting and not chosen.json:
        say(f"next: {command_line('review', chosen.run)}")
    return STOPPED if done.unfinished else DONE


def reopen_now(chosen: argparse.Namespace) -> int:
    """Open items again. The exit code: 0, or 3 where some can be opened only in a minute."""
    from company.archive import Archive
    from human_review.queueing.reopening import named, reopen
    from human_review.store import ReviewStore

    with Archive.open(chosen.run) as archive, closing(ReviewStore.of_run(chosen.run, chosen.database)) as store:
        done = reopen(archive, store, named(store, chosen.items), chosen.because, None)
    say(as_json(done.as_json()) if chosen.json else done.sentence())
    return STOPPED if done.unfinished else DONE


def _doubted(content: Benchmark | None, logs: Sequence[Path], named: Sequence[str], because: str) -> list[Grounds]:
    """Return the doubts from logs and named cases, with their words. Raises ConfigError for unreadable logs."""
    from company.reviewing import Grounds
    from company.reviewing.grounds import MOST_WORDS, bounded

    if len(because) > MOST_WORDS:
        raise ConfigError(f"--because takes {MOST_WORDS:,} characters at most; say it in fewer")
    if content is None or not logs:
        found = [Grounds(data_id=data_id) for data_id in named]
    else:
        found = _in_logs(content, logs, named)
    words = {"named": True, "because": bounded(because, MOST_WORDS)}
    return [each.model_copy(update=words) if each.data_id in named else each for each in found]


def _in_logs(content: Benchmark, logs: Sequence[Path], named: Sequence[str]) -> list[Grounds]:
    try:
        from company.evaluation.logs import sittings
    except ModuleNotFoundError:
        raise ConfigError(
            "Inspect, which wrote these logs, is missing: pip install 'decision-company[evaluate]'"
        ) from None
    from company.evaluation.doubts import doubts

    found = sittings(list(logs))
    answered = {each.scored.data_id for sitting in found for each in sitting.answers}
    known = {entry["data_id"] for entry in content.entries}
    if not answered & known:
        raise ConfigError(
            f"no log holds a judged answer to a case of {content.folder}; give the logs of this benchmark"
        )
    return [each for each in doubts(found, named) if each.data_id in known or each.data_id in named]
