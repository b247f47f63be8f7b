"""Progress adds up what it is told, and says so sparingly."""

import io

import pytest

from company.console.progress import Lines, Picture, Silent, dollars, progress_for


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


def test_counts_add_up():
    progress = Silent()
    progress.stage("plans", started=2)
    progress.stage("plans", started=1, done=2, rejected=1)
    progress.turn(True)
    progress.turn(False)
    progress.failure()
    progress.cost(0.5, 10, 3)
    progress.cost(0.75, 12, 3)
    count = progress.tally.stages["plans"]
    assert (count.started, count.done, count.rejected, count.running) == (3, 2, 1, 1)
    assert (progress.tally.turns, progress.tally.lost_turns, progress.tally.failures) == (1, 1, 1)
    assert (progress.tally.usd, progress.tally.calls, progress.tally.replayed) == (0.75, 12, 3)


def test_lines_are_few():
    stream, clock = io.StringIO(), Clock()
    with Lines(stream, clock) as progress:
        for _ in range(100):
            progress.stage("plans", started=1)
            clock.now += 0.01
        assert len(stream.getvalue().splitlines()) == 1
        clock.now += 5
        progress.turn(True)
        assert len(stream.getvalue().splitlines()) == 2
        progress.stage("cases", started=1)
        assert len(stream.getvalue().splitlines()) == 3
    assert stream.getvalue().splitlines()[-1].startswith("plans 0/100, cases 0/1 · turns 1")


def test_the_last_line_is_the_whole():
    stream = io.StringIO()
    with Lines(stream, Clock()) as progress:
        progress.stage("cases", started=3)
        progress.stage("cases", done=3, rejected=1)
        progress.cost(None, 1200, 7)
    last = stream.getvalue().splitlines()[-1]
    assert "cases 3/3 (1 rejected)" in last
    assert "model calls 1,200 (and 7 from the archive)" in last
    assert "cost unknown" in last


def test_the_last_line_comes_after_a_failure_too():
    stream = io.StringIO()
    with pytest.raises(ValueError, match="broken"), Lines(stream, Clock()) as progress:
        progress.stage("cases", started=3)
        progress.stage("cases", done=2)
        raise ValueError("broken")
    assert "cases 2/3" in stream.getvalue().splitlines()[-1]


def test_nothing_is_said_twice():
    stream = io.StringIO()
    with Lines(stream, Clock()) as progress:
        progress.stage("cases", started=1)
    assert len(stream.getvalue().splitlines()) == 1


def test_a_long_note_is_told_in_one_line() -> None:
    stream = io.StringIO()
    with Lines(stream) as progress:
        progress.note("decision 1: " + "too few others turn it, " * 50 + "\ndecision 2: nobody\ndecision 3: nobody")
    (line,) = stream.getvalue().splitlines()
    assert line.startswith("decision 1: too few") and line.endswith(" … (and 2 more lines)") and len(line) < 440


def test_notes_come_at_once():
    stream = io.StringIO()
    with Lines(stream, Clock()) as progress:
        progress.note("plan 3: [no] sub-goals")
        assert stream.getvalue() == "plan 3: [no] sub-goals\n"


def test_a_terminal_gets_a_table():
    stream, clock = Terminal(), Clock()
    with Picture(stream, clock) as progress:
        progress.stage("personas", started=4)
        progress.note("a [note] stays")
        progress.stage("personas", done=1, rejected=1)
        progress.turn(True)
    shown = stream.getvalue()
    assert "personas" in shown
    assert "a [note] stays" in shown
    assert "turns 1" in shown


def test_a_table_is_not_drawn_for_every_change():
    stream, clock = Terminal(), Clock()
    with Picture(stream, clock) as progress:
        progress.stage("personas", started=1)
        drawn = len(stream.getvalue())
        for _ in range(50):
            progress.turn(True)
        assert len(stream.getvalue()) == drawn
        clock.now += 1
        progress.turn(True)
        assert len(stream.getvalue()) > drawn


def test_the_stream_decides():
    assert isinstance(progress_for(Terminal()), Picture)
    assert isinstance(progress_for(io.StringIO()), Lines)


@pytest.mark.parametrize(
    ("usd", "shown"), [(None, "unknown"), (0, "$0.00"), (0.0012, "$0.0012"), (1234.5, "$1,234.50")]
)
def test_money(usd, shown):
    assert dollars(usd) == shown
