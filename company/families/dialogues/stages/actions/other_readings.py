"""Other lines that a vague word could be given: the wrong options of a decision, spread over the whole column.

Whoever writes a decision does not know where it turns, and we find out by executing it. So lines are drawn all over the
column here, worded as the field's own readings are and as round as these; which of them can be offered is seen later.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from company.families.dialogues.stages.actions.assumptions import LARGE, plainly
from company.families.dialogues.stages.actions.replies import Decision, Limits
from company.families.shared.choices.assumptions import NUMBER, states
from company.records import Column

MOST = 18
"""Readings beside those of the field that are tried for a decision."""
_PARTS = 4
"""Into how many parts each quarter of a column is cut, for words with one limit."""
_BEYOND = 0.15
"""How far beyond the ends of a column lines lie that nobody would draw, as a share of its length."""
_ROUND = (5.0, 2.5, 2.0, 1.0)
_FEWEST_STEPS = 12
"""Steps that a column has to have at least, if lines are to be round by them."""


def completed(decision: Decision, column: Column | None, chance: random.Random) -> Decision:
    """Return a decision with further readings among its `others`, up to `MOST`; as it is where the column tells none.

    They have the form of its readings, and none lies between these.
    """
    if column is None or column.quartiles is None or not decision.readings:
        return decision
    ends = (column.minimum, column.maximum)
    if not all(isinstance(end, int | float) and math.isfinite(end) for end in ends) or ends[0] == ends[1]:
        return decision
    points = [float(point) for point in (ends[0], *column.quartiles, ends[1])]  # type: ignore[arg-type]
    taken = {(each.low, each.high) for each in (*decision.readings, *decision.others)}
    made = list({(each.low, each.high): each for each in _made(decision.readings, points, chance)}.items())
    fresh = [each for limits, each in made if limits not in taken]
    room = max(0, MOST - len(decision.others))
    return decision.model_copy(update={"others": (*decision.others, *chance.sample(fresh, min(room, len(fresh))))})


def _made(readings: Sequence[Limits], points: Sequence[float], chance: random.Random) -> Iterator[Limits]:
    lows, highs = ([limit for each in readings if (limit := getattr(each, end)) is not None] for end in ("low", "high"))
    for low, high in _lines(points, bool(lows), bool(highs)):
        like = chance.choice(readings)
        step = _step(like, points[-1] - points[0])
        rounded = [None if each is None else _to_step(each, step) for each in (low, high)]
        is_between = all(
            limit is None or min(own) <= limit <= max(own) for limit, own in zip(rounded, (lows, highs), strict=True)
        )
        if not is_between and _is_sayable(rounded, points):
            said = _worded(like, rounded)
            if said is not None:
                yield said


def _lines(points: Sequence[float], has_low: bool, has_high: bool) -> Iterator[tuple[float | None, float | None]]:
    """Yield limits all over a column and a little beyond, of words that have a lower limit, an upper one, or both."""
    width = points[-1] - points[0]
    beyond = (points[0] - _BEYOND * width, points[-1] + _BEYOND * width)
    if has_low and has_high:
        middles = [(one + other) / 2 for one, other in pairwise(points)]
        yield from combinations(sorted({*points, *middles, beyond[1]}), 2)
        return
    parts = [one + (other - one) * part / _PARTS for one, other in pairwise(points) for part in range(_PARTS)]
    for line in (*parts, *beyond):
        yield (line, None) if has_low else (None, line)


def _is_sayable(limits: Sequence[float | None], points: Sequence[float]) -> bool:
    """Return whether nobody would wonder about the numbers by themselves: no price below nothing, no empty span."""
    known = [each for each in limits if each is not None]
    return all(each > 0 or points[0] < 0 for each in known) and (len(known) < 2 or known[0] < known[1])


def _step(like: Limits, width: float) -> float:
    """Return how round the limits of a reading are: by which step one comes to them, not too wide for the column."""
    limit = next(each for each in (like.low, like.high) if each is not None)
    power = 10.0 ** math.floor(math.log10(max(abs(limit), abs(width)) or 1.0))
    while True:
        for part in _ROUND:
            step = power * part
            if step * _FEWEST_STEPS <= width and math.isclose(round(limit / step) * step, limit, abs_tol=step * 1e-6):
                return step
        if power < width * 1e-6:
            return power
        power /= 10


def _to_step(line: float, step: float) -> float:
    return float(f"{round(line / step) * step:.10g}")


def _worded(like: Limits, limits: Sequence[float | None]) -> Limits | None:
    """Return a reading with these limits in the words of another; None where these do not take them."""
    told = {old: new for old, new in zip((like.low, like.high), limits, strict=True) if old is not None}

    is_grouped = any("," in each for each in NUMBER.findall(like.said)) or max(map(abs, told)) < LARGE

    def put(found: re.Match[str]) -> str:
        new = told.get(float(found[0].replace(",", "")))
        if new is None:
            return found[0]
        return plainly(new) if is_grouped else f"{new:.10g}"

    said = NUMBER.sub(put, like.said)
    return Limits(said=said, low=limits[0], high=limits[1]) if states(said, limits) else None
