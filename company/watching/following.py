"""What is new in a run, read in small steps: a poll costs the same whether the run has ten turns or ten thousand."""

from __future__ import annotations

import contextlib
import fcntl
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import sqlalchemy as sql

from company.archive import FILE, Heard, Look, is_there
from company.archive.looking import Sums
from company.archive.place import place_of
from company.archive.postgresql import stamp_of
from company.errors import ArchiveError
from company.records import USABLE
from company.watching.contract import Live, live_of

RECENT = 2_000
"""Calls of late that are kept in mind, by which conversations are in order."""
_SETTLED = 1.0
"""Seconds after which a file that looks as before was not written since: clocks of files are coarse."""
_SHARE, _LONGEST = 20, 5.0
"""A reading is followed by a pause of so many times its work, and of so many seconds at most: all take little."""

State = Literal["running", "ended", "stopped"]


@dataclass(frozen=True)
class Tally:
    """Cases of a category."""

    wanted: int = 0
    accepted: int = 0
    passed: int = 0
    """Through the gate; whether they are accepted is settled at the end of a round."""
    aside: int = 0
    rejected: int = 0


@dataclass(frozen=True)
class Standing:
    """How a run stands."""

    name: str
    state: State
    why: str
    """Why it has stopped; empty where that is not known or it has not."""
    categories: Mapping[str, Tally]
    counts: Mapping[str, Mapping[str, int]]
    """Kind → status → number of records."""
    sums: Sums
    written: float
    """When it was last written, in seconds since 1970."""

    @property
    def accepted(self) -> int:
        """Cases accepted that were wanted."""
        return sum(each.accepted for each in self.categories.values())

    @property
    def passed(self) -> int:
        """Cases through the gate that are not settled yet."""
        return sum(each.passed for each in self.categories.values())

    @property
    def wanted(self) -> int:
        """Cases wanted in all."""
        return sum(each.wanted for each in self.categories.values())


@dataclass
class Follower:
    """One run, followed. What was read once is not read again: calls and records are only added."""

    run: Path
    clock: Callable[[], float] = time.time
    standing: Standing | None = None
    """As it was when it was last read."""
    recent: deque[tuple[str, Heard]] = field(default_factory=lambda: deque(maxlen=RECENT))
    """Calls of late, each with its conversation, which is "" for what belongs to none."""
    begun: list[str] = field(default_factory=list)
    """Ids of the records that conversations begin with, as they came."""
    active: dict[str, None] = field(default_factory=dict)
    """Conversations that were heard of, the latest last."""
    watching: Live = field(init=False)
    """The family's part, once the run was read."""
    generation: int = 0
    """Another one whenever something was read anew."""
    _stamp: tuple[object, ...] = ()
    _next: float = 0.0
    _look: Look | None = None
    _file: int = 0
    """The number of the file that was opened."""
    _previewed: bool = False
    _sums: Sums = field(default_factory=Sums)
    _categories: dict[int, str] = field(default_factory=dict)
    """Number of a case's row → its category."""
    _last: Counter[str] = field(default_factory=Counter)
    """The number of the last row that was taken in."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def latest(self) -> list[str]:
        """Ids of all conversations, those first that were heard of last."""
        heard = list(reversed(self.active))
        return [*heard, *(each for each in reversed(self.begun) if each not in self.active)]

    def changed(self, *, at_once: bool = False) -> bool:
        """Return whether the run may have been written since it was read, and it is time to read it again.

        `at_once`: a person asks, who is not to wait for the end of a pause.
        """
        now, stamp = self.clock(), _stamp_of(self.run)
        unread = self.standing is None or not is_there(self.run)
        return unread or ((at_once or now >= self._next) and (stamp != self._stamp or _young(stamp, now)))

    @contextlib.contextmanager
    def opened(self, *, at_once: bool = False) -> Iterator[Look]:
        """Open the run for a moment, with what is new in it taken in; one thread at a time.

        Raises ArchiveError where it cannot be read now.
        """
        with self._lock:
            try:
                look = self._at_hand()
                if self.changed(at_once=at_once):
                    self._refresh(look)
                yield look
            except sql.exc.DatabaseError as problem:
                raise ArchiveError(
                    f"{self.run} cannot be read now ({problem.orig}); try again in a moment"
                ) from problem
            finally:
                if self._look is not None:
                    self._look.close()

    def _at_hand(self) -> Look:
        """Return the run to be read; another one where it was made anew in the same place."""
        file = self.run / FILE
        number = file.stat().st_ino if file.is_file() else 0
        if self._look is None or number != self._file:
            self._look = Look.open(self.run)
            self._file, self._sums, self.standing = number, Sums(), None
            self.recent.clear()
            self.active.clear()
            self._forget()
        return self._look

    def _refresh(self, look: Look) -> None:
        began, stamp = time.thread_time(), _stamp_of(self.run)
        if (previewed := bool(look.note("previewed"))) != self._previewed:
            self._forget()
            self._previewed = previewed
        self.live = live_of(look.family)
        self._sums = look.summed(self._sums)
        self._hear(look.heard(self.recent[-1][1].number if self.recent else 0, RECENT))
        self._take_in(look)
        self.standing = self._stands(look, stamp)
        self._stamp, self.generation = stamp, self.generation + 1
        self._next = self.clock() + min(_LONGEST, _SHARE * (time.thread_time() - began))

    def _hear(self, heard: Sequence[Heard]) -> None:
        for each in heard:
            conversation = self.live.conversation_of(each.record) or ""
            self.recent.append((conversation, each))
            if conversation:
                self.active.pop(conversation, None)
                self.active[conversation] = None

    def _forget(self) -> None:
        """Take in all records anew: they are others now."""
        self.begun.clear()
        self._categories.clear()
        self._last.clear()

    def _take_in(self, look: Look) -> None:
        for row in look.rows_of(self.live.kind, self._last["begun"]):
            self.begun.append(row.id)
            self._last["begun"] = row.number

    def _stands(self, look: Look, stamp: tuple[object, ...]) -> Standing:
        state, why = _state(self.run, look)
        told = look.note("told") or {}
        return Standing(
            name=str(told.get("scenario") or self.run.resolve().name),
            state=state,
            why=why,
            categories=self._cases(look),
            counts=look.tallied(),
            sums=self._sums,
            written=max(_times(stamp), default=0.0),
        )

    def _cases(self, look: Look) -> dict[str, Tally]:
        """Count cases by category; a case's own content is only read where its stage serves several categories."""
        serves: dict[str, tuple[str, ...]] = {
            stage.name: stage.serves for stage in look.family.making.stages if stage.serves
        }
        for row in look.rows_of("case", self._last["case"]):
            served = serves.get(row.stage, ())
            self._categories[row.number] = served[0] if len(served) == 1 else _category(look, row.id)
            self._last["case"] = row.number
        aside = look.reasoned("case", "proposed")
        found = Counter(
            (self._categories[number], "aside" if number in aside else _FATE_OF[status])
            for number, status in look.statuses("case")
            if number in self._categories  # others came just now, and are counted next time
        )
        wanted: Mapping[str, int] = look.note("targets") or {}
        return {
            name: Tally(wanted.get(name, 0), **{fate: found[name, fate] for fate in _FATES})
            for name in look.family.categories
            if wanted.get(name) or any(found[name, fate] for fate in _FATES)
        }


_FATES = ("accepted", "passed", "aside", "rejected")
_FATE_OF: Mapping[str, str] = {
    **dict.fromkeys(USABLE, "accepted"),
    "proposed": "passed",
    "rejected": "rejected",
    "stale": "aside",
}


def _category(look: Look, record: str) -> str:
    return str(getattr(look.get(record), "category", ""))


def _state(run: Path, look: Look) -> tuple[State, str]:
    if look.note("previewed") and not _held(run):
        return "ended", "It was a preview: `company simulate` without --preview makes the run."
    if look.note("finished"):
        return "ended", str(look.note("stopped") or "")
    return ("running", "") if _held(run) else ("stopped", str(look.note("stopped") or ""))


def _held(run: Path) -> bool:
    """Return whether somebody holds the run's lock. It is only tried, and let go of at once, where nobody does."""
    if (place := place_of(run)) is not None:
        return bool(stamp_of(place)[-1])
    try:
        with (run / ".lock").open("r") as lock:
            fcntl.flock(lock.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _stamp_of(run: Path) -> tuple[object, ...]:
    """Return what tells whether a run was written since: its files' numbers, times and sizes, and who holds it."""
    if (place := place_of(run)) is not None:
        return stamp_of(place)
    found: list[object] = [_held(run)]
    for name in (FILE, f"{FILE}-wal"):
        with contextlib.suppress(OSError):
            stat = (run / name).stat()
            found.append((stat.st_ino, stat.st_mtime, stat.st_size))
    return tuple(found)


def _times(stamp: Sequence[object]) -> list[float]:
    return [each[1] for each in stamp if isinstance(each, tuple)]


def _young(stamp: Sequence[object], now: float) -> bool:
    return any(abs(now - written) < _SETTLED for written in _times(stamp))
