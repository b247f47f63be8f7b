"""What is another between the results of two runs, as a reviewer wants to know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from company.records import Result
from company.results.cells import Cells
from company.showing.grids import Grid, laid_over, without_same_columns
from company.showing.results import ResultView, result_view
from company.showing.tables import compared

Tables = Mapping[str, Cells]


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


@dataclass(frozen=True)
class Side:
    """The results of one run, and what of them is not in their records."""

    results: Sequence[Result]
    figure: int | None = None
    """The number of the figure that a plot shows."""
    tables: Tables = field(default_factory=dict)
    """Whole tables and series, by name, as far as they could be had."""

    def view(self, result: Result | None) -> ResultView | None:
        """Return a result as it is shown."""
        return None if result is None else result_view(result, self.figure, self.tables.get(result.name))


def differences(old: Side, new: Side) -> tuple[Difference, ...]:
    """Return the change of each result, in the new order, those that are gone at the end."""
    was, now = ({result.name: result for result in side.results} for side in (old, new))
    names = [*now, *(name for name in was if name not in now)]
    return tuple(_difference((was.get(name), old), (now.get(name), new)) for name in names)


def _difference(one: tuple[Result | None, Side], other: tuple[Result | None, Side]) -> Difference:
    (old, before_it), (new, after_it) = one, other
    before, after = before_it.view(old), after_it.view(new)
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
    tables = before_it.tables.get(old.name), after_it.tables.get(new.name)
    if tables[0] is not None and tables[1] is not None:
        whole = compared(tables[0], tables[1])
        return Difference(there.name, before, after, False, whole.sentence, without_same_columns(whole.grid))
    if before.grid is not None and after.grid is not None:
        both = laid_over(before.grid, after.grid)
        return Difference(
            there.name, before, after, False, _sentence(before.grid, after.grid, both), without_same_columns(both)
        )
    alike = before.text == after.text
    return Difference(there.name, before, after, False, "another beyond what is shown" if alike else "another value")


def _facts(before: ResultView, after: ResultView) -> tuple[tuple[str, str, str], ...]:
    was, now = dict(before.facts), dict(after.facts)
    names = [*now, *(name for name in was if name not in now)]
    return tuple(
        (name, was.get(name, "—"), now.get(name, "—")) for name in names if was.get(name, "") != now.get(name, "")
    )


def _sentence(old: Grid, new: Grid, both: Grid) -> str:
    """Return the change of a table, in words."""
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
