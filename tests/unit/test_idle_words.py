"""Who asked for conditions that change nothing is told what makes them so, and what would pass."""

from __future__ import annotations

from company.families.dialogues.stages.idle_words import with_ways

IDLE = "a condition changes nothing that is asked for"


def test_of_idle_conditions_it_is_told_what_would_pass() -> None:
    told = with_ways([f"{IDLE}: `x > 1`", f"{IDLE}: `y < 2`"])
    assert told.count("left out by other conditions") == 2
    assert told.count("Drop these words") == 1 and "set a limit that changes it" in told


def test_all_else_stays_as_it_was_found() -> None:
    assert with_ways(["the result is empty", "a step is odd"]) == "the result is empty; a step is odd"
    assert with_ways([]) == ""
