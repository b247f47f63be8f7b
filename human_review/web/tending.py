"""The queue is looked after in a process of its own: reading a large run takes long, and pages do not wait for it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import sqlalchemy as sql

from company.archive import Archive
from company.config import ReviewSettings
from company.errors import CompanyError
from company.reviewing import settings_of
from human_review.queueing import tend
from human_review.queueing.following import Followed
from human_review.store import ReviewStore

TEND_SECONDS = 20.0
PATIENCE_SECONDS = 5.0
"""How long the first page waits for the queue to be filled: a small run's is by then."""
COURTESY = 5
"""How far the process steps back where pages are asked for at the same time."""
Say = Callable[[str], None]


@contextlib.contextmanager
def tended(
    run: Path, url: str | None, scenario: Path | None, say: Say, seconds: float = TEND_SECONDS
) -> Iterator[None]:
    """Tend the queue at once, then at an interval in seconds. Problems are reported once, and tried again.

    `scenario`: its file says in [review] what the run goes by, each time as it is then; None where the run itself does.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=keep_tending, args=(theirs, run, url, scenario, seconds), daemon=True)
    process.start()
    theirs.close()
    first = threading.Event()

    def listen() -> None:
        last = ""
        with contextlib.suppress(EOFError, OSError):
            while True:
                problem = ours.recv()
                if problem and problem != last:
                    say(f"the queue could not be brought up to the run just now: {problem}")
                last = problem
                first.set()
        first.set()

    listening = threading.Thread(target=listen, name="tending", daemon=True)
    listening.start()
    first.wait(PATIENCE_SECONDS)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            ours.send("enough")
        process.join(TEND_SECONDS)
        # Stopped at any step, it goes on from there the next time.
        process.terminate()
        process.join()
        listening.join()
        ours.close()


def keep_tending(theirs: Connection, run: Path, url: str | None, scenario: Path | None, seconds: float) -> None:
    """Tend a run's queue until the other end of the pipe says so, or is gone; after each time, what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server, which Ctrl+C is meant for, ends this, too
    os.nice(COURTESY)
    seen, followed = "", Followed(run, scenario) if scenario else None
    with theirs, contextlib.suppress(EOFError, OSError), contextlib.closing(ReviewStore.of_run(run, url)) as store:
        while True:
            problems: list[str] = []
            with _told(problems):
                if followed:
                    followed.take_up()
            with _told(problems):
                seen = tend(run, store, _settings_now(run), since=seen).seen
            theirs.send("; ".join(problems))
            if theirs.poll(seconds):
                return


@contextlib.contextmanager
def _told(problems: list[str]) -> Iterator[None]:
    """Go on after what went wrong, and keep it in words."""
    try:
        yield
    except (CompanyError, OSError, sql.exc.SQLAlchemyError) as error:
        problems.append(str(error))


def _settings_now(run: Path) -> ReviewSettings:
    with Archive.open(run) as archive:
        return settings_of(archive)
