"""How far a command is, told while it runs: a live table on a terminal, plain lines elsewhere, both on stderr.

Stages run all at once, so what is told is counts: work started and finished, records rejected, turns, failures, cost.
"""

from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, TextIO

if TYPE_CHECKING:
    from rich.console import Group
    from rich.live import Live

SECONDS_BETWEEN_LINES = 5.0
SECONDS_BETWEEN_PICTURES = 0.2
_LONGEST = 400
"""Characters of a note."""


class Progress(Protocol):
    """What work tells about itself while it runs; use it as a context manager around the work."""

    def stage(self, name: str, *, started: int = 0, done: int = 0, rejected: int = 0) -> None:
        """Add to a stage's counts: pieces of work begun and finished, and records rejected on the way."""

    def turn(self, ok: bool) -> None:
        """Count one turn of a dialogue, and whether it came to an accepted answer."""

    def failure(self) -> None:
        """Count something that went wrong and was got over."""

    def cost(self, usd: float | None, calls: int, replayed: int) -> None:
        """Replace the totals: US dollars (None: unknown), model calls made, calls answered from the archive."""

    def note(self, line: str) -> None:
        """Say one line that stays."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def progress_for(stream: TextIO | None = None) -> Silent:
    """Return the progress that suits the stream (stderr where none is given)."""
    stream = stream or sys.stderr
    return Picture(stream) if stream.isatty() else Lines(stream)


@dataclass
class StageCount:
    """One stage's work so far."""

    started: int = 0
    done: int = 0
    rejected: int = 0

    @property
    def running(self) -> int:
        """The number of those begun and not finished."""
        return max(0, self.started - self.done)


@dataclass
class Tally:
    """Everything that was told, added up."""

    stages: dict[str, StageCount] = field(default_factory=dict)
    """In the order in which they first began."""
    turns: int = 0
    lost_turns: int = 0
    failures: int = 0
    usd: float | None = None
    calls: int = 0
    replayed: int = 0

    def totals(self) -> str:
        """Return all but the stages, in one line."""
        parts = []
        if self.turns or self.lost_turns:
            lost = f" ({self.lost_turns} not answered)" if self.lost_turns else ""
            parts.append(f"turns {self.turns + self.lost_turns:,}{lost}")
        parts.append(f"failures {self.failures:,}")
        if self.calls or self.replayed:
            stored = f" (and {self.replayed:,} from the archive)" if self.replayed else ""
            parts.append(f"model calls {self.calls:,}{stored}")
            parts.append(f"cost {dollars(self.usd)}")
        return " · ".join(parts)


def dollars(usd: float | None) -> str:
    """Return an amount in US dollars as text; an unknown one is not 0."""
    if usd is None:
        return "unknown"
    return f"${usd:,.2f}" if usd == 0 or usd >= 0.01 else f"${usd:.4f}"


class Silent:
    """Adds everything up and says nothing."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.notes: list[str] = []

    def stage(self, name: str, *, started: int = 0, done: int = 0, rejected: int = 0) -> None:
        """Add to a stage's counts."""
        new = name not in self.tally.stages
        count = self.tally.stages.setdefault(name, StageCount())
        count.started += started
        count.done += done
        count.rejected += rejected
        self._changed(new)

    def turn(self, ok: bool) -> None:
        """Count one turn of a dialogue."""
        if ok:
            self.tally.turns += 1
        else:
            self.tally.lost_turns += 1
        self._changed(False)

    def failure(self) -> None:
        """Count something that went wrong and was got over."""
        self.tally.failures += 1
        self._changed(False)

    def cost(self, usd: float | None, calls: int, replayed: int) -> None:
        """Replace the totals of money and calls."""
        self.tally.usd, self.tally.calls, self.tally.replayed = usd, calls, replayed
        self._changed(False)

    def note(self, line: str) -> None:
        """Keep one line."""
        self.notes.append(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def _changed(self, new_stage: bool) -> None:
        """Decide, after every change, whether to show it; displays do so here."""


class Lines(Silent):
    """Plain lines: one when a stage first begins, one every few seconds, one at the end."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._stream = stream
        self._clock = clock
        self._last = clock()
        self._told = ""

    def note(self, line: str) -> None:
        """Say one line at once."""
        self._write(_one_line(line))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tell()

    def _changed(self, new_stage: bool) -> None:
        if new_stage or self._clock() - self._last >= SECONDS_BETWEEN_LINES:
            self._tell()

    def _tell(self) -> None:
        self._last = self._clock()
        stages = ", ".join(f"{name} {_count(count)}" for name, count in self.tally.stages.items())
        line = f"{stages} · {self.tally.totals()}"
        if stages and line != self._told:
            self._told = line
            self._write(line)

    def _write(self, line: str) -> None:
        self._stream.write(f"{line}\n")
        self._stream.flush()


def _one_line(text: str) -> str:
    """Return the first line of a text, cut where it is long, with how many more there are."""
    first, *more = text.splitlines() or [""]
    return textwrap.shorten(first, _LONGEST, placeholder=" …") + (f" (and {len(more)} more lines)" if more else "")


def _count(count: StageCount) -> str:
    rejected = f" ({count.rejected} rejected)" if count.rejected else ""
    return f"{count.done}/{max(count.started, count.done)}{rejected}"


class Picture(Silent):
    """A table on a terminal, drawn anew as work goes on; notes scroll by above it.

    It is drawn by the one that reports, not by a thread: processes are forked while it stands.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._stream = stream
        self._clock = clock
        self._last = float("-inf")
        self._live: Live | None = None

    def note(self, line: str) -> None:
        """Say one line above the table."""
        if self._live is not None:
            self._live.console.print(_one_line(line), markup=False, highlight=False)

    def __enter__(self) -> Self:
        from rich.console import Console
        from rich.live import Live

        console = Console(file=self._stream)
        self._live = Live(self._table(), console=console, auto_refresh=False, redirect_stdout=False)
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.update(self._table(), refresh=True)
            self._live.stop()
            self._live = None

    def _changed(self, new_stage: bool) -> None:
        now = self._clock()
        if self._live is not None and (new_stage or now - self._last >= SECONDS_BETWEEN_PICTURES):
            self._last = now
            self._live.update(self._table(), refresh=True)

    def _table(self) -> Group:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False)
        table.add_column("stage")
        for name in ("running", "done", "rejected"):
            table.add_column(name, justify="right")
        for name, count in self.tally.stages.items():
            table.add_row(name, f"{count.running:,}", f"{count.done:,}", f"{count.rejected:,}")
        # As a caption it would be no wider than the table, and broken where there is room.
        return Group(table, Text(self.tally.totals(), style="italic dim"))
