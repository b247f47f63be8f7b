"""By which rules the number of an old report was made: all that somebody could consider are executed. In the sandbox.

A number settles a question where every view that gives it as it is printed comes to the same answer, many views give
another one, and today's does.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import random
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, Final

import pandas as pd
from pandas.api.types import is_numeric_dtype

from company.families.dialogues.analysts import FIRST_OF_ALL, NEXT_NUMBER, ONE_OFF, TODAY
from company.families.dialogues.evolving.outcomes import DIFFERS, SAME, problem_of, told
from company.families.dialogues.evolving.searching import Names, Search

FEWEST_OTHERS: Final = 16
"""Views that give another number, at the least: nobody is to hit on the right one."""
FEWEST_OFF: Final = 2
"""Terms and rules that are otherwise than today, at the least: whoever changes one at a time does not find it."""
_FEWEST_GROUPS, _DIGITS, _MORE = 3, 3, 2
"""Groups of a report; digits of its number at the least, and how many more it may have."""
_TRIED = 80
"""Views that are tried as the one behind a report."""
_UNAPPLIED = 0.6
"""How much later a view comes for each term that it does not apply: else nearly every report would be without some."""
_WITHIN = 1 - 1e-6
View = tuple[int, ...]
"""The place of what each term, and each rule, is taken to be among what it could be."""


@dataclass(frozen=True)
class Space:
    """All that terms and standing rules could be taken to be."""

    options: Mapping[str, Sequence[Any]]
    """By slot: what it may be bound to; None where a standing rule is not applied."""
    today: View

    @property
    def views(self) -> Iterator[View]:
        """Every way to take all of them."""
        return product(*(range(len(each)) for each in self.options.values()))

    def bound(self, view: View) -> dict[str, Any]:
        """Return what is bound by a view."""
        pairs = zip(self.options.items(), view, strict=True)
        return {slot: options[at] for (slot, options), at in pairs if options[at] is not None}

    def unapplied(self, view: View) -> int:
        """Return how many terms a view does not apply at all; rules do not count."""
        return sum(each is not None and each[1] is None for each in self.bound(view).values())

    def off(self, one: View, other: View) -> int:
        """Return in how many terms and rules two views differ."""
        return sum(a != b for a, b in zip(one, other, strict=True))

    def but(self, view: View, place: int) -> list[View]:
        """Return the views that take one term otherwise, today's first."""
        others = [at for at in range(len([*self.options.values()][place])) if at != view[place]]
        ordered = sorted(others, key=lambda at: at != self.today[place])
        return [(*view[:place], at, *view[place + 1 :]) for at in ordered]


@dataclass(frozen=True)
class Printed:
    """A number as a report has it."""

    shown: str
    unit: float
    """What one more in its last digit is worth."""

    @property
    def value(self) -> float:
        """The number."""
        return float(self.shown.replace(",", ""))

    def fits(self, figure: float) -> bool:
        """Return whether a figure could be meant, be it rounded in whatever way."""
        return abs(figure - self.value) < self.unit * _WITHIN


@dataclass
class Executed:
    """What a question comes to by each view."""

    search: Search
    turn: Names
    space: Space
    values: dict[View, Any] = field(default_factory=dict)
    figures: dict[View, Mapping[str, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, search: Search, turn: Names, space: Space) -> Executed:
        """Execute a question by every view."""
        found = cls(search, turn, space)
        state = search.state(turn["position"])
        for view in space.views:
            left, error = search.ran_pieces(state, [{"of": turn["position"], "bound": space.bound(view)}])
            found.values[view] = None if error else left[turn["name"]]
            found.figures[view] = {} if error else by_group(found.values[view])
        return found

    def how(self, view: View, hidden: View) -> str:
        """Return how what a view comes to stands to the answer."""
        theirs = self.values[view]
        return str(self.search.compared(self.values[hidden], theirs)["how"]) if theirs is not None else ""

    def unsettled(self, hidden: View, at: str, printed: Printed) -> str:
        """Return why a number does not settle the question; "" where it does."""
        given = {view: figures[at] for view, figures in self.figures.items() if at in figures}
        if hidden not in given or not printed.fits(given[hidden]):
            return f"{printed.shown} is not what its rules give"
        matching = [view for view, figure in given.items() if printed.fits(figure)]
        if self.space.today in matching or self.how(self.space.today, hidden) != DIFFERS:
            return f"today's rules give {printed.shown} as well, or the same answer"
        if any(self.how(view, hidden) != SAME for view in matching):
            return f"other rules give {printed.shown} as well, and another answer"
        if len(given) - len(matching) < FEWEST_OTHERS:
            return f"only {len(given) - len(matching)} other ways to take its terms give another number"
        return ""


def by_group(value: Any) -> dict[str, float]:
    """Return the figure of each group of a result; {} for one that has not one figure for each."""
    if isinstance(value, pd.DataFrame):
        value = value.set_index(value.columns[0]).iloc[:, 0] if value.shape[1] == 2 else None
    if isinstance(value, dict):
        value = pd.Series(
            [*value.values()], index=pd.Index([*value], tupleize_cols=False), dtype=object
        ).infer_objects()
    if not isinstance(value, pd.Series) or value.index.nlevels > 1 or not is_numeric_dtype(value):
        return {}
    found = {str(label): float(figure) for label, figure in value.items() if math.isfinite(figure)}
    return found if len(found) == len(value) else {}


def prints(figure: float) -> Iterator[Printed]:
    """Yield a figure as reports have it, with few digits first; nothing where it is zero."""
    if figure == 0:
        return
    is_whole = figure == round(figure)
    first = 0 if is_whole else max(0, _DIGITS - 1 - math.floor(math.log10(abs(figure))))
    for decimals in (0,) if is_whole else range(first, first + _MORE + 1):
        yield Printed(f"{figure:,.{decimals}f}", 10.0**-decimals)


# finding a report


def find(names: Names, order: Path, report: Path) -> None:
    """Write by turn a number that settles its question, with the view behind it and those who explain it otherwise.

    `order` is JSON: `terms` and `turns` as a search takes them, and by position `reports`: `options`, `today`,
    `hideable` (by slot the places of what may be behind a report), `unsaid` (words that no query may say) and a `seed`.
    """
    warnings.filterwarnings("ignore")
    asked = json.loads(order.read_text())
    search = Search(names, asked["terms"], asked["turns"], fixed=True, anew=None)
    turns = {str(turn["position"]): turn for turn in asked["turns"]}
    with contextlib.redirect_stdout(io.StringIO()):
        for _ in search.run():
            pass
        found = {at: _found(search, turns[at], each) for at, each in asked["reports"].items()}
    report.write_text(json.dumps(found))


def _found(search: Search, turn: Names, asked: Names) -> Names:
    executed = Executed.of(search, turn, Space(asked["options"], tuple(asked["today"])))
    chance = random.Random(asked["seed"])
    hideable = list(product(*asked["hideable"].values()))
    chance.shuffle(hideable)
    space = executed.space
    may = [view for view in hideable if space.off(view, space.today) >= FEWEST_OFF and _is_telling(executed, view)]
    weights = {view: chance.random() + _UNAPPLIED * space.unapplied(view) for view in may}
    for view in sorted(may, key=lambda view: weights[view])[:_TRIED]:
        labels = [*executed.figures[view]]
        chance.shuffle(labels)
        for at in labels:
            for printed in prints(executed.figures[view][at]):
                if printed.shown.replace(",", "") not in asked["unsaid"] and not executed.unsettled(view, at, printed):
                    return _told(executed, view, at, printed)
    return {"problem": "no number of an old report would tell by which rules it was made"}


def _is_telling(executed: Executed, view: View) -> bool:
    """Return whether a view gives an answer of several groups, and each term that it uses matters to it."""
    value, turn = executed.values[view], executed.turn
    if value is None or len(executed.figures[view]) < _FEWEST_GROUPS or problem_of(value, turn["type"]):
        return False
    used = [place for place, each in enumerate(executed.space.options.values()) if None not in each]
    return all(_one_off(executed, view, place) is not None for place in used)


def _one_off(executed: Executed, view: View, place: int) -> View | None:
    """Return a view that takes one term otherwise and comes to something else, today's where it does."""
    others = executed.space.but(view, place)
    return next((other for other in others if executed.how(other, view) == DIFFERS), None)


def _told(executed: Executed, view: View, at: str, printed: Printed) -> Names:
    value = executed.values[view]
    wrong = [
        {"label": label, "slot": slot, "view": other, "digest": told(executed.values[other])["digest"]}
        for label, slot, other in _wrong(executed, view, at, printed)
    ]
    by = value.columns[0] if isinstance(value, pd.DataFrame) else getattr(getattr(value, "index", None), "name", "")
    return {
        "view": view,
        "shown": printed.shown,
        "unit": printed.unit,
        "at": at,
        "by": str(by or ""),
        "wrong": wrong,
        **told(value),
    }


def _wrong(executed: Executed, view: View, at: str, printed: Printed) -> Iterator[tuple[str, str, View]]:
    """Yield those who explain a number otherwise and come to another answer, by label and the slot that they miss."""
    space, slots = executed.space, [*executed.space.options]
    first = tuple(int(None in each) for each in space.options.values())
    numbers = {other: abs(figures[at] - printed.value) for other, figures in executed.figures.items() if at in figures}
    nearest = min((o for o in numbers if executed.how(o, view) == DIFFERS), key=lambda o: numbers[o], default=view)
    ones = [(ONE_OFF, slots[place], _one_off(executed, view, place)) for place in range(len(slots))]
    met = {view}
    for label, slot, other in [
        (TODAY, _missed(space, view, space.today), space.today),
        *ones,
        (FIRST_OF_ALL, _missed(space, view, first), first),
        (NEXT_NUMBER, _missed(space, view, nearest), nearest),
    ]:
        if other is not None and (label == ONE_OFF or other not in met) and executed.how(other, view) == DIFFERS:
            met.add(other)
            yield label, slot, other


def _missed(space: Space, view: View, other: View) -> str:
    """Return the first slot that another view takes otherwise."""
    pairs = zip(space.options, view, other, strict=True)
    return next((slot for slot, a, b in pairs if a != b), next(iter(space.options)))
