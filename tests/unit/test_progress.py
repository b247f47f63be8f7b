"""Progress adds up what it is told, and says so sparingly."""

import io
import sys
from types import SimpleNamespace

import pytest

from company.api.given import progress_of
from company.console.notebook import Cell, in_notebook
from company.console.pace import FEWEST, SHORTEST, WINDOW, Pace, duration
from company.console.progress import Lines, Picture, Silent, harmless, progress_for
from company.console.tally import dollars


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
    assert "replies 1,200 (and 7 from the archive)" in last
    assert "cost unknown" in last


def test_answers_are_wrong_and_cases_fail_where_nothing_is_a_record():
    stream = io.StringIO()
    with Lines(stream, Clock()) as progress:
        for stage in ("score", "verify", "cases"):
            progress.stage(stage, started=3)
            progress.stage(stage, done=3, rejected=1)
    assert (
        stream.getvalue()
        .splitlines()[-1]
        .startswith("score 3/3 (1 wrong), verify 3/3 (1 failed), cases 3/3 (1 rejected)")
    )


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


def test_a_line_tells_cases_of_those_wanted_time_to_go_and_cost_of_the_cap():
    stream, clock = io.StringIO(), Clock()
    with Lines(stream, clock) as progress:
        progress.stage("turns", started=9)
        progress.cost(0.5, 10, 0, 2.0)
        for found in range(5):
            progress.cases({"normal": (found, 100)}, certain=False)
            clock.now += 60
        progress.turn(True)
        (*_, line) = stream.getvalue().splitlines()
        assert line.startswith("4 of 100 cases passed the gate · about 2 h 10 min to go · ")
        assert line.endswith("cost $0.50 of $2.00")
        progress.cases({"normal": (3, 100)}, certain=True)
    assert stream.getvalue().splitlines()[-1].startswith("3 of 100 cases accepted · ")


def by_category(progress, clock, *counts, step=60.0):
    """Tell these numbers of cases, one after the other: of 100 normal ones, and of 20 on figures."""
    for normal, figures in counts:
        progress.cases({"normal": (normal, 100), "plot_qa": (figures, 20), "private": (2, 2)}, certain=False)
        clock.now += step


def test_cases_are_told_by_category_where_there_are_several():
    stream, clock = io.StringIO(), Clock()
    with Lines(stream, clock) as progress:
        progress.units("dialogues")
        progress.stage("dialogues", started=4, done=1)
        by_category(progress, clock, (5, 0), (9, 1))
    first = "12 of 122 cases passed the gate (normal 9/100, plot_qa 1/20, 1 of 3 categories complete)"
    assert stream.getvalue().splitlines()[-1].startswith(f"{first} · dialogues 1/4")
    progress.cases({"normal": (4, 4), "private": (2, 2)}, certain=True)
    assert progress.tally.categories() == "2 of 2 categories complete"


def test_a_log_tells_what_is_under_way_while_it_is():
    stream, clock = io.StringIO(), Clock()
    with Lines(stream, clock) as progress:
        progress.units("dialogues")
        progress.stage("dialogues", started=4, done=1)
        clock.now += 6
        progress.cases({"normal": (1, 4)}, certain=False)
        assert (
            stream.getvalue()
            .splitlines()[-1]
            .startswith("1 of 4 cases passed the gate · 3 dialogues under way · dialogues 1/4")
        )
    assert "under way" not in stream.getvalue().splitlines()[-1]


def test_the_time_to_go_is_that_of_the_slowest_category():
    clock = Clock()
    progress = Silent(clock)
    by_category(progress, clock, (0, 0), (20, 1), (40, 2), (60, 3), (80, 4))
    # One of plot_qa each minute, seen from the first on: 16 more.
    assert progress.to_go == f"{duration(16 * 240 / 3)} to go"


def test_a_category_whose_pace_is_unknown_makes_it_the_least_that_it_takes():
    clock = Clock()
    progress = Silent(clock)
    by_category(progress, clock, (0, 0), (10, 0), (20, 0), (30, 0), (40, 0))
    assert progress.to_go.startswith("at least about ") and progress.to_go.endswith(" to go")
    by_category(progress, clock, (100, 20))
    assert progress.to_go == ""


class Shown:
    """What a notebook shows in one output, again and again."""

    def __init__(self):
        self.texts = []

    def update(self, data, *, raw):
        assert raw
        self.texts.append(data["text/plain"])


def test_a_notebook_has_one_output_that_is_drawn_anew(monkeypatch):
    clock, shown = Clock(), Shown()
    began = []
    stand_in = SimpleNamespace(display=lambda data, **how: began.append(how) or shown)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(display=stand_in))
    monkeypatch.setitem(sys.modules, "IPython.display", stand_in)
    with Cell(clock) as progress:
        progress.stage("turns", started=3, done=1)
        for _ in range(50):
            progress.turn(True)
        assert len(shown.texts) == 1 and began == [{"raw": True, "display_id": True}]
        clock.now += 1
        progress.cases({"normal": (1, 4)}, certain=False)
        progress.note("lost: a\x1b[31m plan")
        assert "1 of 4 cases passed the gate" in shown.texts[-1] and "turns: 1 of 3" in shown.texts[-1]
        assert "lost: a\N{REPLACEMENT CHARACTER}[31m plan" in shown.texts[-1]
    assert "turns: 1 of 3" not in shown.texts[-1] and "turns 50" in shown.texts[-1]


@pytest.mark.parametrize(
    ("shell", "found"), [(None, False), (SimpleNamespace(), False), (SimpleNamespace(kernel=1), True)]
)
def test_a_notebook_is_known_by_its_kernel(monkeypatch, shell, found):
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    assert in_notebook() is found
    assert type(progress_of(False)) is (Cell if found else Lines)
    assert type(progress_of(True)) is Silent


def test_without_jupyter_there_is_no_notebook(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert not in_notebook()


def test_a_terminal_shows_the_last_words_in_a_line_each_as_wide_as_it_is():
    stream, clock = Terminal(), Clock()
    with Picture(stream, clock) as progress:
        progress.units("dialogues")
        progress.stage("dialogues", started=3, done=1)
        progress.cases({"normal": (1, 4)}, certain=False)
        clock.now += 1
        progress.said("Who \x1b[31m\nleads?\x07 " + "x" * 300 + "the end", "Oslo\u202e does")
        shown = stream.getvalue()
        assert "1 of 4 cases passed the gate · 2 dialogues under way" in shown
        assert "? Who \N{REPLACEMENT CHARACTER}[31m leads?\N{REPLACEMENT CHARACTER} xx" in shown
        assert "→ Oslo\N{REPLACEMENT CHARACTER} does" in shown
        assert "the end" not in shown and "\x1b[31m" not in shown and "\x07" not in shown
        drawn = len(shown)
    assert "under way" not in stream.getvalue()[drawn:] and "Oslo" not in stream.getvalue()[drawn:]


@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()])
def test_a_note_gives_a_terminal_no_commands(stream):
    with progress_for(stream) as progress:
        progress.note("lost: \x1b]0;mine\x07\u202e")
    assert (
        "lost: \N{REPLACEMENT CHARACTER}]0;mine\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}" in stream.getvalue()
    )


def test_words_of_any_script_are_left_alone():
    assert harmless("Größe 東京 \t and\nÅngström") == "Größe 東京 and Ångström"


def paced(*found, wanted=100, step=60.0):
    """The seconds to go after these numbers of results, with so many seconds between them."""
    clock = Clock()
    pace = Pace(clock)
    for number in found:
        pace.found(number)
        clock.now += step
    return pace.seconds_to_go(wanted)


def test_the_time_to_go_follows_from_how_fast_results_came():
    # One a minute, seen from the first on, a minute after the last.
    assert paced(0, 1, 2, 3, 4) == pytest.approx(96 * 240 / 3)
    assert paced(0, 10, 20, 30, 40) == pytest.approx(60 * 240 / 30)


@pytest.mark.parametrize(
    ("found", "step"),
    [
        ((), 60.0),
        ((0, 0, 0), 60.0),
        (range(FEWEST + 1), 60.0),
        (range(50), SHORTEST / 100),
        ((40, 40, 40), 60.0),
        ((0, 20, 10, 5), 60.0),
        ((0, 50, 99, 100, 120), 60.0),
    ],
    ids=["nothing", "no result", "few", "all at once", "all from before", "fewer than before", "all there"],
)
def test_nothing_is_said_where_too_little_is_known(found, step):
    assert paced(*found, step=step) is None


def test_results_of_long_ago_say_nothing_of_the_pace_and_a_stop_lets_it_grow():
    clock = Clock()
    pace = Pace(clock)
    for number in range(60):
        pace.found(number)
        clock.now += 1
    early = pace.seconds_to_go(100)
    clock.now += 100
    later = pace.seconds_to_go(100)
    assert early is not None and later is not None and later > early
    clock.now += WINDOW
    assert pace.seconds_to_go(100) is None


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (5, "under a minute"),
        (59, "about 1 min"),
        (700, "about 12 min"),
        (5460, "about 1 h 30 min"),
        (86_400, "about 24 h"),
    ],
)
def test_durations_are_as_rough_as_they_are_known(seconds, told):
    assert duration(seconds) == told
