"""What is another between the results of two runs, as a reviewer wants to know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from company.records import Result
from human_review.showing.grids import Grid, laid_over
from human_review.showing.results import ResultView, result_view


@dataclass(frozen=True)
class Difference:
    """One result before and after."""

    name: str
    old: ResultView | None
    new: ResultView | None
    same: bool
    """All of it is the same, also what is not shown; numbers to 9 digits."""
    sentence: str
    grid: Grid | None = None
    """Both laid over each other, where both are tables."""
    facts: tuple[tuple[str, str, str], ...] = ()
    """What differs of two figures: of what, before, after."""


def differences(
    old: Sequence[Result], new: Sequence[Result], figures: tuple[int | None, int | None] = (None, None)
) -> tuple[Difference, ...]:
    """What became of each result, in the new order, those that are gone at the end.

    `figures` are the numbers of the figures that a plot shows before and after.
    """
    was, now = ({result.name: result for result in results} for results in (old, new))
    names = [*now, *(name for name in was if name not in now)]
    return tuple(_difference(was.get(name), now.get(name), figures) for name in names)


def _difference(old: Result | None, new: Result | None, figures: tuple[int | None, int | None]) -> Difference:
    before = result_view(old, figures[0]) if old is not None else None
    after = result_view(new, figures[1]) if new is not None else None
    there = after or before
    assert there is not None, "a name comes from one side at least"
    if old is None or new is None or before is None or after is None:
        return Difference(there.name, before, after, False, "new" if old is None else "gone")
    if (old.type, old.digest) == (new.type, new.digest):
        return Difference(there.name, before, after, True, "the same")
    if old.type != new.type:
        return Difference(there.name, before, after, False, f"it was a {old.type} and is a {new.type}")
    if old.type == "plot":
        facts = _facts(before, after)
        said = "another figure" if facts else "another figure: what is drawn has the same kinds and other places"
        return Difference(there.name, before, after, False, said, facts=facts)
    if before.grid is not None and after.grid is not None:
        both = laid_over(before.grid, after.grid)
        return Difference(there.name, before, after, False, _sentence(before.grid, after.grid, both), both)
    alike = before.text == after.text
    return Difference(there.name, before, after, False, "another beyond what is shown" if alike else "another value")


def _facts(before: ResultView, after: ResultView) -> tuple[tuple[str, str, str], ...]:
    was, now = dict(before.facts), dict(after.facts)
    names = [*now, *(name for name in was if name not in now)]
    return tuple(
        (name, was.get(name, "—"), now.get(name, "—")) for name in names if was.get(name, "") != now.get(name, "")
    )


def _sentence(old: Grid, new: Grid, both: Grid) -> str:
    """What became of a table, in words."""
    said = []
    for name, marks in (("column", both.marks), ("row", [row.mark for row in both.rows])):
        for mark in ("added", "removed"):
            if count := sum(each == mark for each in marks):
                said.append(f"{count} {name}{'' if count == 1 else 's'} {mark}")
    if changed := sum(cell.mark == "changed" for row in both.rows for cell in row.cells):
        said.append(f"{changed} cell{'' if changed == 1 else 's'} changed")
    if old.note != new.note:
        said.append(f"it was {old.note.partition(';')[0]} and is {new.note.partition(';')[0]}")
    if not said:
        return "what is shown is the same; it differs further down, or in kinds of values"
    return ", ".join(said) + (" of what is shown" if "shown" in f"{old.note}{new.note}" else "")
