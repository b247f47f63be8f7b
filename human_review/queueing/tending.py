"""The queue and its run are brought together: decisions go into the run, later turns are run again, new items come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from company.archive import Archive
from company.config import ReviewSettings
from company.errors import RunTaken
from company.locking import locked
from company.reviewing import CHANGED
from human_review.queueing.applying import UNDO_SECONDS, Applied, apply
from human_review.queueing.filling import Filled, fill
from human_review.store import ReviewStore

Reexecute = Callable[[Archive, Sequence[str]], None]
"""Runs the turns again that come after these, in the archive."""


@dataclass(frozen=True)
class Tended:
    """What was done."""

    filled: Filled
    applied: Applied = field(default_factory=Applied)
    taken: str = ""
    """Why nothing could be written into the run: `simulate` is at it."""
    reexecuted: tuple[str, ...] = ()
    """Turns after which others were run again."""

    def sentence(self) -> str:
        """It in words."""
        said = [self.taken] if self.taken else [_applied_text(self.applied)]
        if self.reexecuted:
            said.append(f"later turns run again after {', '.join(self.reexecuted)}")
        trusted = f", {self.filled.trusted:,} trusted" if self.filled.trusted else ""
        said.append(f"queue: {self.filled.added:,} new, {self.filled.retired:,} gone{trusted}")
        return "\n".join(said)


def tend(
    run: Path,
    store: ReviewStore,
    settings: ReviewSettings,
    *,
    settled_for: float = UNDO_SECONDS,
    reexecute: Reexecute | None = None,
) -> Tended:
    """Write decisions of so many seconds' age into the run, run what comes after changed turns again, fill the queue.

    While `simulate` writes the run, only the queue is filled, which reads alone; decisions are written the next time.
    Interrupted and called again, it goes on. Raises ArchiveError for a folder that is no run, and what `reexecute`
    raises.
    """
    with Archive.open(run) as archive:
        applied, taken = Applied(), ""
        again: tuple[str, ...] = ()
        try:
            with locked(run):
                applied = apply(archive, store, settled_for)
                again = _run_again(archive, reexecute)
        except RunTaken as problem:
            taken = str(problem)
        return Tended(fill(archive, store, settings), applied, taken, again)


def _run_again(archive: Archive, reexecute: Reexecute | None) -> tuple[str, ...]:
    """Run what comes after changed turns again; a turn stays noted until that is done."""
    changed = tuple(turn for turn, pending in archive.notes(CHANGED).items() if pending)
    if not changed or reexecute is None:
        return ()
    reexecute(archive, changed)
    for turn in changed:
        archive.put_note(f"{CHANGED}{turn}", False)
    return changed


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
