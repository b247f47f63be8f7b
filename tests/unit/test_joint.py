"""One display of several runs: sums of all, and cases by run."""

from __future__ import annotations

from company.console.joint import Joint
from company.console.progress import Silent


def test_counts_are_added_up_and_cases_are_told_by_run() -> None:
    shown = Silent()
    joint = Joint(shown, 9.0)
    one, two = joint.part("one"), joint.part("two")
    one.stage("ask", started=2, done=1)
    two.stage("ask", started=3, rejected=1)
    two.turn(ok=False)
    one.cases({"a": (1, 2), "b": (0, 3)}, certain=True)
    two.cases({"a": (4, 4)}, certain=False)
    assert (shown.tally.stages["ask"].started, shown.tally.stages["ask"].done) == (5, 1)
    assert shown.tally.by == {"one": (1, 5), "two": (4, 4)} and not shown.tally.certain
    assert shown.tally.lost_turns == 1
    two.note("it is done")
    assert shown.notes == ["two: it is done"] and joint.part("two") is two


def test_costs_are_added_up_under_the_cap_of_all_and_one_unknown_makes_the_sum_unknown() -> None:
    shown = Silent()
    joint = Joint(shown, 9.0)
    joint.part("one").cost(1.5, 10, 2, 3.0)
    joint.part("two").cost(0.5, 4, 0)
    joint.part("idle")
    assert (shown.tally.usd, shown.tally.calls, shown.tally.replayed, shown.tally.cap) == (2.0, 14, 2, 9.0)
    joint.part("two").cost(None, 5, 0)
    assert shown.tally.usd is None and shown.tally.calls == 15
