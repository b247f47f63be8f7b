"""Who watches a run is told of the cases that pass the gate, and of the last words."""

from __future__ import annotations

from pathlib import Path

import pytest

from company.archive import Archive
from company.console.progress import Silent
from company.console.tally import Tally
from company.families.dialogues.records import Case
from company.records import Status
from company.run.watching import Watching
from tests.support.dialogue import make_turn

WANTED = {"normal": 2, "plot_qa": 1}


def case(number: int, status: Status = "accepted", action: str | None = None) -> Case:
    return Case(
        id=f"t.p1.s1.d1.t{number:02d}.{action or 'normal'}", parent=f"t.p1.s1.d1.t{number:02d}", stage="cases",
        position=1, status=status, mode="action" if action else "normal", action=action, entry={},  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive.create(tmp_path / "run")


def told(tally: Tally) -> tuple[int, int, bool]:
    return tally.found, tally.wanted, tally.certain


def test_cases_count_as_they_pass_the_gate_each_once_and_up_to_those_wanted_of_a_category(archive: Archive) -> None:
    progress = Silent()
    watching = Watching(archive, WANTED, progress)
    watching.count(settled=False)
    assert told(progress.tally) == (0, 3, True)
    watching.made(case(1, "rejected"))
    assert told(progress.tally) == (0, 3, True)
    for number in (1, 1, 2, 3):
        watching.made(case(number))
    assert told(progress.tally) == (2, 3, False)
    watching.made(case(1, action="plot_qa"))
    assert told(progress.tally) == (3, 3, False)


def test_what_is_settled_is_certain_and_is_not_counted_again(archive: Archive) -> None:
    archive.put(case(1))
    archive.put(case(2, "proposed"))
    progress = Silent()
    watching = Watching(archive, WANTED, progress)
    watching.count(settled=False)
    assert told(progress.tally) == (1, 3, False)
    watching.count()
    assert told(progress.tally) == (1, 3, True)
    watching.made(case(1))
    assert told(progress.tally) == (1, 3, True)


def test_the_last_words_are_a_turns_query_and_answer(archive: Archive) -> None:
    progress = Silent()
    watching = Watching(archive, WANTED, progress)
    watching.made(make_turn(1, "Which city has most?", "x = 1"))
    assert progress.tally.units == "dialogues"
    assert progress.tally.said == ("Which city has most?", "Here is what the table says.")
