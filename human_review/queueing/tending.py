"""The queue and its run are brought together: decisions go into the run, later turns are run again, new items come."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path

from company.archive import FILE as ARCHIVE
from company.archive import Archive
from company.archive.locking import locked
from company.config import ReviewSettings
from company.errors import ReviewError, RunTaken, SandboxError
from company.replay.rerun import Reexecuted, pending, run_again
from company.reviewing import kinds_of
from human_review.queueing.applying import UNDO_SECONDS, Applied, apply
from human_review.queueing.filling import Filled, fill
from human_review.store import ReviewStore


@dataclass(frozen=True)
class Tended:
    """What was done."""

    filled: Filled
    applied: Applied = field(default_factory=Applied)
    reexecuted: Reexecuted = field(default_factory=Reexecuted)
    taken: str = ""
    """Why nothing could be written into the run: another process is at it."""
    seen: str = ""
    """What the run and its settings were like, for the next call's `since`; empty where that has to look again."""

    def sentence(self) -> str:
        """Describe it in words."""
        said = [self.taken] if self.taken else [_applied_text(self.applied)]
        if again := _again_text(self.reexecuted):
            said.append(again)
        trusted = f", {self.filled.trusted:,} trusted" if self.filled.trusted else ""
        said.append(f"queue: {self.filled.added:,} new, {self.filled.retired:,} gone{trusted}")
        return "\n".join(said)


def tend(
    run: Path, store: ReviewStore, settings: ReviewSettings, *, settled_for: float = UNDO_SECONDS, since: str = ""
) -> Tended:
    """Write decisions of this age in seconds into the run, run what follows from changed turns, fill the queue.

    While `simulate` writes the run, only the queue is filled, which reads alone; decisions are written the next time.
    Interrupted and called again, it goes on. Where nothing has happened `since` the last call, it costs nothing. Not to
    be called where an event loop runs.

    Raises ArchiveError for a folder that is no run, and SandboxError or ReviewError where turns that are to be run
    again cannot be; all else is done by then, and the next call tries again.
    """
    store.hand_over()
    if since and since == _seen(run, settings) and not store.to_apply(settled_for):
        return Tended(Filled(0, 0, 0), seen=since)
    with Archive.open(run) as archive:
        again, problem, taken, applied = Reexecuted(), None, "", Applied()
        try:
            with locked(run):
                applied = apply(archive, store, settled_for)
                again = _run_again(archive)
        except RunTaken as busy:
            taken = str(busy)
        except (SandboxError, ReviewError) as failed:
            problem = failed
        seen = "" if taken else _seen(run, settings)
        filled = fill(archive, store, settings)
        if problem is not None:
            raise problem
        return Tended(filled, applied, again, taken, seen)


def _seen(run: Path, settings: ReviewSettings) -> str:
    """Return a text that differs after every write to the run's archive; reading it changes nothing."""
    files = [run / ARCHIVE, run / f"{ARCHIVE}-wal"]
    stats = [file.stat() for file in files if file.is_file()]
    return json.dumps([[(each.st_mtime_ns, each.st_size) for each in stats if each.st_size], settings.model_dump()])


def _run_again(archive: Archive) -> Reexecuted:
    changed = pending(archive, kinds_of(archive))
    return asyncio.run(run_again(archive, changed)) if changed else Reexecuted()


def _applied_text(done: Applied) -> str:
    parts = {
        "accepted": done.accepted,
        "edited": done.edited,
        "rejected": done.rejected,
        "noted": done.noted,
        "out of date": done.stale,
    }
    told = ", ".join(f"{count:,} {word}" for word, count in parts.items() if count)
    return f"decisions written: {told or 'none'}"


def _again_text(done: Reexecuted) -> str:
    parts = {"with the same results": done.same, "set aside": done.stale, "taken back": done.back}
    told = ", ".join(f"{len(turns):,} {word}" for word, turns in parts.items() if turns)
    return f"later turns run again: {told}" if told else ""
