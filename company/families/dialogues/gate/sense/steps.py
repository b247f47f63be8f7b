"""What is wrong with the steps of a solution, by what came of the versions that leave one of them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from company.families.dialogues.gate.sense.variants import Variant, Watched

_NONE = "a condition is true of no row, and that none is found cannot be told from not having looked"
_EVERY = "a condition is true of every row"
_EITHER = "either side of a condition can be left out, and nothing that is asked for changes"
_IDLE_STEP = "a step changes nothing that is asked for"
IDLE_CONDITION = "a condition changes nothing that is asked for"
OF_STEPS = (_NONE, _EVERY, _EITHER, _IDLE_STEP, IDLE_CONDITION)
"""How reasons begin that are about one step or condition of a solution."""


def step_faults(tried: Sequence[Variant], seen: Watched, report: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what is wrong with steps: conditions that tell no rows apart, then steps that change nothing.

    `report` has `kept` (number of a watched place, as text → rows kept, and of how many) and `same` (numbers of the
    versions with the same results).
    """
    vacuous = _vacuous(seen, report)
    return (*vacuous.values(), *_dead(tried, report, vacuous))


def by_chance(differs: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong where results come out otherwise on shuffled rows; `differs` are their names."""
    if differs:
        names = ", ".join(f"`{name}`" for name in differs)
        yield f"its result depends on the order of the rows, and the query has no rule for ties ({names})"


def _vacuous(seen: Watched, report: Mapping[str, Any]) -> dict[str, str]:
    """Return what is wrong with the conditions that tell no rows apart, by their source."""
    found = {}
    for number, (kept, of) in sorted(report["kept"].items(), key=lambda each: int(each[0])):
        text, asked = seen.told[int(number)], seen.asked[int(number)]
        # That a method which drops rows drops none is found by leaving it out.
        if asked and of and kept in ((0,) if text.startswith(".") and not text.startswith(".query") else (0, of)):
            found[text] = f"{_EVERY}: `{text}`" if kept else f"{_NONE}: `{text}`"
    return found


def _dead(tried: Sequence[Variant], report: Mapping[str, Any], told: Collection[str]) -> Iterator[str]:
    """Yield the steps without effect, but for those that are told already, as parts of others or by themselves."""
    dead = [tried[number] for number in report["same"] if tried[number].asked]
    sides = Counter(each.whole for each in dead if each.whole)
    for each in dead:
        if each.told in told or any(each.told in other.told and each.told != other.told for other in dead):
            continue
        what = IDLE_CONDITION if each.condition else _IDLE_STEP
        if sides[each.whole] < 2:
            yield f"{what}: `{each.told}`"
        elif each.left_out:
            yield f"{_EITHER}: `{each.whole}`"
        else:  # both sides have names, and every row meets one of them
            yield f"{what}: `{each.whole}`"
