"""The figures of conversations: what is right by place and pattern, whose the errors are, what was asked and paid.

Dialogues weigh alike, however long they are; intervals are from resamples of whole dialogues.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from company.evaluation.prices import price_by_name
from company.evaluation.sittings import Sitting
from company.families.dialogues.evaluation.conversation.lines import TurnLine
from company.statistics.resampling import Draws, Floats, difference, drawn, estimate, over

DISTANCES = (("0", 0, 0), ("1–3", 1, 3), ("4–7", 4, 7), ("8–15", 8, 15), ("16+", 16, 10**9))
"""How far back the farthest turn is that a turn depends on."""
QUARTERS = ("first", "second", "third", "fourth")
BREADTHS = ("0", "1", "2", "3", "4+")
"""How many turns a turn depends on."""
LEVELS = ("easy", "medium", "hard")
Worth = Callable[[TurnLine], float | None]


@dataclass(frozen=True)
class Held:
    """The lines of all conversations of a sitting."""

    lines: tuple[TurnLine, ...]
    model: str

    @cached_property
    def draws(self) -> Draws:
        """Resamples of the dialogues."""
        return drawn([each.dialogue for each in self.lines])

    @cached_property
    def checked(self) -> tuple[TurnLine, ...]:
        """Turns that have a case."""
        return tuple(each for each in self.lines if each.right is not None)

    @cached_property
    def quarters(self) -> Mapping[tuple[str, int], int]:
        """The quarter of its dialogue that each turn lies in, from 0."""
        found = {}
        for turns in self.by_dialogue(self.lines).values():
            for place, each in enumerate(sorted(turns, key=lambda line: line.turn)):
                found[each.dialogue, each.turn] = 4 * place // len(turns)
        return found

    def quarter(self, number: int, lines: Iterable[TurnLine]) -> list[TurnLine]:
        """Return the turns of one quarter."""
        return [each for each in lines if self.quarters[each.dialogue, each.turn] == number]

    def by_dialogue(self, lines: Iterable[TurnLine]) -> dict[str, list[TurnLine]]:
        """Return lines by their dialogue."""
        found: dict[str, list[TurnLine]] = {}
        for each in lines:
            found.setdefault(each.dialogue, []).append(each)
        return found

    def resampled(self, lines: Iterable[TurnLine], worth: Worth) -> Floats:
        """Return the mean of the dialogues' means in each resample; what is worth None does not count."""
        means, has = np.zeros(len(self.draws.clusters)), np.zeros(len(self.draws.clusters))
        for dialogue, turns in self.by_dialogue(lines).items():
            values = [value for each in turns if (value := worth(each)) is not None]
            if values:
                place = self.draws.clusters.index(dialogue)
                means[place], has[place] = statistics.fmean(values), 1.0
        return over(self.draws.counts @ means, self.draws.counts @ has)

    def told(self, lines: Iterable[TurnLine], worth: Worth, undefined: str = "no such turn") -> dict[str, Any]:
        """Return the same as plain JSON values, with its interval and how many turns and dialogues it is of."""
        counted = [each for each in lines if worth(each) is not None]
        dialogues = len(self.by_dialogue(counted))
        found = estimate(self.resampled(counted, worth), dialogues, undefined).as_json()
        return {**found, "turns": len(counted), "dialogues": dialogues}


def figures_of(sitting: Sitting) -> dict[str, Any]:
    """Return all figures of a sitting whose mode is conversation, as plain JSON values."""
    held = Held(tuple(TurnLine.of(each) for each in sitting.lines), sitting.model)
    return {
        "dialogues": len(held.by_dialogue(held.lines)),
        "turns": len(held.lines),
        "checked": len(held.checked),
        "accuracy": held.told(held.checked, right),
        "by": by_groups(held),
        "drop": _drop(held, held.checked),
        "drop_fresh": _drop(held, [each for each in held.checked if _is_fresh(each)]),
        "errors": errors(held),
        "first_error": first_error(held),
        "questions": questions(held),
        "costs": costs(held),
        "differs": sum(bool(each.differs) for each in held.lines),
    }


def right(line: TurnLine) -> float | None:
    """Return 1 for a right turn, 0 for a wrong one, None for one that was not checked."""
    return None if line.right is None else float(line.right)


def by_groups(held: Held) -> dict[str, dict[str, Any]]:
    """Return the accuracy by quarter, and where cases tell it by distance, pattern, breadth and level."""
    checked = held.checked
    patterns = dict.fromkeys(name for each in checked for name in each.features.get("pattern", ()))
    levels = [name for name in LEVELS if any(each.features.get("level") == name for each in checked)]
    grouped: dict[str, dict[str, list[TurnLine]]] = {
        "quarter": {name: held.quarter(number, checked) for number, name in enumerate(QUARTERS)},
        "distance": {
            name: [each for each in checked if low <= each.features.get("distance", -1) <= high]
            for name, low, high in DISTANCES
        },
        "pattern": {name: [each for each in checked if name in each.features.get("pattern", ())] for name in patterns},
        "breadth": {
            name: [each for each in checked if min(each.features.get("breadth", -1), len(BREADTHS) - 1) == number]
            for number, name in enumerate(BREADTHS)
        },
        "level": {name: [each for each in checked if each.features.get("level") == name] for name in levels},
    }
    return {
        name: {value: held.told(lines, right) for value, lines in groups.items() if lines}
        for name, groups in grouped.items()
    }


def _is_fresh(line: TurnLine) -> bool:
    """Return whether a turn depends on nothing before it: the control for length."""
    if "distance" in line.features:
        return int(line.features["distance"]) == 0
    return not line.rests


def _drop(held: Held, lines: Sequence[TurnLine]) -> dict[str, Any]:
    """Return how far the accuracy of the first quarter lies above that of the last."""
    first, last = held.quarter(0, lines), held.quarter(len(QUARTERS) - 1, lines)
    dialogues = len(held.by_dialogue([*first, *last]))
    lacking = "a quarter without such a turn"
    return difference(held.resampled(first, right), held.resampled(last, right), dialogues, lacking).as_json()


def errors(held: Held) -> dict[str, Any]:
    """Return whose the errors are, and which forgetful analyst they are like."""
    wrong = [each for each in held.checked if not each.right]
    classes = ("new", "repeated", "inherited", "unclear")
    lapses: dict[str, int] = {}
    for each in wrong:
        if each.lapse is not None:
            lapses[each.lapse] = lapses.get(each.lapse, 0) + 1
    return {
        "wrong": len(wrong),
        "classes": {name: sum(each.whose == name for each in wrong) for name in classes},
        "new_rate": held.told(held.checked, lambda each: None if each.wrong_before else float(each.whose == "new")),
        "inherited_share": held.told(wrong, lambda each: float(each.whose == "inherited"), "nothing is wrong"),
        "recovery": held.told(
            held.checked,
            lambda each: float(bool(each.right)) if each.wrong_before else None,
            "no turn rests on a wrong one",
        ),
        "lapses": dict(sorted(lapses.items(), key=lambda pair: (-pair[1], pair[0]))),
        "without_lapse": sum(each.lapse is None for each in wrong),
    }


def first_error(held: Held) -> dict[str, Any]:
    """Return the median turn of the first error by Kaplan and Meier; a dialogue without one is censored at its end."""
    ends: list[tuple[int, bool]] = []
    for turns in held.by_dialogue(held.checked).values():
        wrong = [each.turn for each in turns if not each.right]
        ends.append((min(wrong), True) if wrong else (max(each.turn for each in turns), False))
    return {"median": median_survival(ends), "dialogues": len(ends), "clean": sum(not failed for _, failed in ends)}


def median_survival(ends: Sequence[tuple[int, bool]]) -> int | None:
    """Return the first time by which half or fewer are left (Kaplan and Meier); None where more are to the end.

    Each of `ends` is a time, and whether it is one of failing: else it is only known that nothing had failed by then.
    """
    left = 1.0
    for time in sorted({time for time, failed in ends if failed}):
        at_risk = sum(each >= time for each, _ in ends)
        left *= 1 - sum(failed and each == time for each, failed in ends) / at_risk
        if left <= 0.5:
            return time
    return None


def questions(held: Held) -> dict[str, Any]:
    """Return how many questions were needed, asked and of use, and what became of turns whose items were not asked."""
    answered: dict[str, set[str]] = {}
    needed = asked = hits = unasked = 0
    kinds: dict[str, int] = {}
    seen: dict[str, set[str]] = {}
    for line in held.lines:
        known = answered.setdefault(line.dialogue, set())
        new = set(line.items) - seen.setdefault(line.dialogue, set())
        seen[line.dialogue] |= new
        needed += len(new)
        for each in line.questions:
            asked += 1
            kinds[each["kind"]] = kinds.get(each["kind"], 0) + 1
            if each["kind"] == "item":
                hits += each["item"] in set(line.items) - known
                known.add(each["item"])
        unasked += line.right is False and bool(set(line.items) - known)
    return {
        "needed": needed,
        "asked": asked,
        "hits": hits,
        "precision": round(hits / asked, 4) if asked else None,
        "recall": round(hits / needed, 4) if needed else None,
        "kinds": kinds,
        "wrong_unasked": unasked,
        "disagreements": sum("other" in each for line in held.lines for each in line.questions),
    }


def costs(held: Held) -> dict[str, Any]:
    """Return actions, calls, tokens and dollars a turn; dollars None where no price is published."""
    turns = max(1, len(held.lines))
    tokens = {name: sum(each.tokens.get(name, 0) for each in held.lines) for name in ("input", "cached", "output")}
    usd = price_by_name(held.model, tokens["input"], tokens["output"])
    return {
        "actions": round(sum(each.actions for each in held.lines) / turns, 2),
        "calls": round(sum(each.calls for each in held.lines) / turns, 2),
        **{name: round(count / turns, 1) for name, count in tokens.items()},
        "usd": None if usd is None else round(usd / turns, 6),
    }
