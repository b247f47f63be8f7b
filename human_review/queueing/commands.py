"""`company review RUN apply`: verdicts go into the run now, and what the run has made since comes into the queue."""

from __future__ import annotations

import argparse
from contextlib import closing
from dataclasses import asdict
from typing import Any

from company.archive import Archive
from company.commands import DONE, STOPPED, add_json, as_json, say
from company.reviewing import settings_of
from human_review.queueing.applying import UNDO_SECONDS
from human_review.queueing.tending import tend
from human_review.store import ReviewStore


def add(commands: Any) -> None:
    """Add `apply` to the commands of `company review RUN`, which give `run` and `database`."""
    command = commands.add_parser("apply", help="write decisions into the run, and queue what it has made since")
    command.add_argument("--at-once", action="store_true", help="also those that could still be taken back")
    add_json(command)
    command.set_defaults(call=apply_now)


def apply_now(chosen: argparse.Namespace) -> int:
    """Tend the queue of `chosen.run` once. The exit code: 0, or 3 where another process was writing the run."""
    with Archive.open(chosen.run) as archive:
        settings = settings_of(archive)
    with closing(ReviewStore.of_run(chosen.run, getattr(chosen, "database", None))) as store:
        done = tend(chosen.run, store, settings, settled_for=0.0 if chosen.at_once else UNDO_SECONDS)
    say(as_json(asdict(done)) if chosen.json else done.sentence())
    return STOPPED if done.taken else DONE
