"""How far a command is, told while it runs: a live table on a terminal, plain lines elsewhere, both on stderr.

Stages run all at once, so what is told is counts: cases of those wanted, units of work under way, work started and
finished, records rejected, turns, failures, cost; on a terminal, what was said last as well.
"""

from __future__ import annotations

import sys
import textwrap
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, TextIO

from company.console.pace import Pace, duration
from company.console.tally import StageCount, Tally, rejected_of

if TYPE_CHECKING:
    from rich.console import Group
    from rich.live import Live
    from rich.table import Table
    from rich.text import Text

SECONDS_BETWEEN_LINES = 5.0
SECONDS_BETWEEN_PICTURES = 0.2
_LONGEST = 400
"""Characters of a note, and of the last words, of which a terminal shows what it has room for."""


class Progress(Protocol):
    """What work tells about itself while it runs; use it as a context manager around the work."""

    def stage(self, name: str, *, started: int = 0, done: int = 0, rejected: int = 0) -> None:
        """Add to a stage's counts: pieces of work begun and finished, and records rejected on the way."""

    def turn(self, ok: bool) -> None:
        """Count one turn of a dialogue, and whether it came to an accepted answer."""

    def failure(self) -> None:
        """Count something that went wrong and was got over."""

    def cost(self, usd: float | None, calls: int, replayed: int, cap: float | None = None) -> None:
        """Replace the totals: US dollars (None: unknown), model calls made, those from the archive, most US dollars."""

    def cases(self, by: Mapping[str, tuple[int, int]], *, certain: bool) -> None:
        """Replace the numbers of cases that are there and wanted, by category; not `certain`: yet to be settled."""

    def units(self, stage: str) -> None:
        """Have the pieces of work of a stage told as what is under way: as dialogues, for example."""

    def said(self, query: str, answer: str) -> None:
        """Replace the last words: what was asked, and what came out."""

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


class Silent:
    """Adds everything up and says nothing."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.tally = Tally()
        self.notes: list[str] = []
        self._clock = clock
        self._pace = Pace(clock)
        self._paces: dict[str, Pace] = {}
        """By category."""

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

    def cost(self, usd: float | None, calls: int, replayed: int, cap: float | None = None) -> None:
        """Replace the totals of money and calls."""
        self.tally.usd, self.tally.calls, self.tally.replayed, self.tally.cap = usd, calls, replayed, cap
        self._changed(False)

    def cases(self, by: Mapping[str, tuple[int, int]], *, certain: bool) -> None:
        """Replace the numbers of cases that are there and wanted."""
        self.tally.by, self.tally.certain = dict(by), certain
        self._pace.found(self.tally.found)
        for category, (found, _) in by.items():
            self._paces.setdefault(category, Pace(self._clock)).found(found)
        self._changed(False)

    def units(self, stage: str) -> None:
        """Have the pieces of work of a stage told as what is under way."""
        self.tally.units = stage

    def said(self, query: str, answer: str) -> None:
        """Replace the last words."""
        self.tally.said = query, answer
        self._changed(False)

    @property
    def to_go(self) -> str:
        """How long it will still take, by the slowest category; nothing where that is not known.

        A category whose own pace is not known yet can be slower than all others: then it is the least that it takes.
        """
        left = self._pace.seconds_to_go(self.tally.wanted)
        if left is None:
            return ""
        short = {category: wanted for category, (found, wanted) in self.tally.by.items() if found < wanted}
        own = [self._paces[category].seconds_to_go(wanted) for category, wanted in short.items()]
        least = "at least " if None in own else ""
        return f"{least}{duration(max(left, *(each or 0.0 for each in own), 0.0))} to go"

    def how_far(self, ended: bool = False) -> str:
        """Return what matters most, in a line: cases of those wanted, by category; of what goes on, also how long."""
        tally = self.tally
        cases = tally.cases()
        if cases and (by := tally.categories()):
            cases = f"{cases} ({by})"
        return _joined(cases, *(() if ended else (tally.under_way(), self.to_go)))

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
        super().__init__(clock)
        self._stream = stream
        self._last = clock()
        self._told = ""

    def note(self, line: str) -> None:
        """Say one line at once."""
        self._write(_one_line(line))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._tell(ended=True)

    def _changed(self, new_stage: bool) -> None:
        if new_stage or self._clock() - self._last >= SECONDS_BETWEEN_LINES:
            self._tell()

    def _tell(self, ended: bool = False) -> None:
        self._last = self._clock()
        stages = ", ".join(f"{name} {_count(name, count)}" for name, count in self.tally.stages.items())
        line = _joined(self.how_far(ended), stages, self.tally.totals())
        if stages and line != self._told:
            self._told = line
            self._write(line)

    def _write(self, line: str) -> None:
        self._stream.write(f"{line}\n")
        self._stream.flush()


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _one_line(text: str) -> str:
    """Return the first line of a text, cut where it is long, with how many more there are."""
    first, *more = text.splitlines() or [""]
    return harmless(textwrap.shorten(first, _LONGEST, placeholder=" …")) + (
        f" (and {len(more)} more lines)" if more else ""
    )


def harmless(text: str) -> str:
    """Return a text in one line, in which nothing is left that a terminal could take for a command."""
    line = " ".join(text.split())
    return (
        line
        if line.isprintable()
        else "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in line)
    )


def _count(stage: str, count: StageCount) -> str:
    rejected = f" ({count.rejected} {rejected_of(stage)})" if count.rejected else ""
    return f"{count.done}/{max(count.started, count.done)}{rejected}"


class Picture(Silent):
    """How far it is, the last words and a table on a terminal, drawn anew as work goes on; notes scroll by above it.

    It is drawn by the one that reports, not by a thread: processes are forked while it stands.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self._stream = stream
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
        self._live = Live(self._drawn(), console=console, auto_refresh=False, redirect_stdout=False)
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.update(self._drawn(ended=True), refresh=True)
            self._live.stop()
            self._live = None

    def _changed(self, new_stage: bool) -> None:
        now = self._clock()
        if self._live is not None and (new_stage or now - self._last >= SECONDS_BETWEEN_PICTURES):
            self._last = now
            self._live.update(self._drawn(), refresh=True)

    def _drawn(self, ended: bool = False) -> Group:
        """Return the picture; of work that has ended, only what still holds."""
        from rich.console import Group
        from rich.text import Text

        def line(words: str, style: str) -> Text:
            return Text(words, style=style, no_wrap=True, overflow="ellipsis")

        # What matters most comes first: a low terminal cuts the picture at its foot.
        parts: list[Table | Text] = []
        if told := self.how_far(ended):
            parts.append(Text(told, style="bold"))
        if self.tally.said and not ended:
            query, answer = self.tally.said
            parts += [line(f"? {_cut(query)}", "cyan"), line(f"→ {_cut(answer)}", "green")]
        # As a caption the totals would be no wider than the table, and broken where there is room.
        return Group(*parts, self._table(), Text(self.tally.totals(), style="italic dim"))

    def _table(self) -> Table:
        from rich.table import Table

        table = Table(box=None, pad_edge=False)
        table.add_column("stage")
        rejected = "/".join(dict.fromkeys(map(rejected_of, self.tally.stages))) or rejected_of("")
        for name in ("running", "done", rejected):
            table.add_column(name, justify="right")
        for name, count in self.tally.stages.items():
            table.add_row(name, f"{count.running:,}", f"{count.done:,}", f"{count.rejected:,}")
        return table


def _cut(words: str) -> str:
    return harmless(words[:_LONGEST])
