"""How a line goes, as far as a sceptical reader would say so: what lies near a border between two ways is left open."""

from __future__ import annotations

from collections.abc import Sequence

_RISE, _TURN = 0.2, 0.25
"""Shares of the figure's span: that a trend covers at the least, and each side of a turn."""
_ORDERED, _BACK = 0.65, 0.25
"""Kendall's tau with the order of places that a trend has at the least; the share of it that may be lost again."""
_LITTLE, _AROUND = 0.2, 0.35
"""Kendall's tau that no trend has at the most, and the share of the line's reach that its ends are apart."""
_SOME = 0.4
"""Kendall's tau above which a part of a line goes one way, if not clearly."""
_OF_REACH = 0.6
"""The share of a line's reach that each side of a turn covers at the least."""


def course(values: Sequence[float], span: float) -> str:
    """Return "rises", "falls", "turns_down" (up, then down), "turns_up", "no_way", or "" where none of these is clear.

    `span` is how far all that is drawn reaches.
    """
    turned = [-value for value in values]
    for way, own in (("rises", values), ("falls", turned)):
        if climbs(own, _RISE * span):
            return way
    reach = max(values) - min(values)
    side = max(_TURN * span, _OF_REACH * reach)
    for way, own in (("turns_down", values), ("turns_up", turned)):
        top = max(range(len(own)), key=own.__getitem__)
        if climbs(own[: top + 1], side) and climbs([-value for value in own[top:]], side):
            return way
    aimless = abs(tau(values)) <= _LITTLE and abs(values[-1] - values[0]) <= _AROUND * reach
    turns = max(_swing(values), _swing(turned)) > _OF_REACH / 2 * reach
    return "no_way" if len(values) >= 5 and reach > _RISE * span and aimless and not turns else ""


def climbs(values: Sequence[float], clear: float) -> bool:
    """Return whether values go up by more than `clear`, nearly all of the way."""
    rise, top, lost = values[-1] - values[0], values[0], 0.0
    for value in values:
        top = max(top, value)
        lost = max(lost, top - value)
    return rise > clear and tau(values) >= _ORDERED and lost <= _BACK * rise


def tau(values: Sequence[float]) -> float:
    """Return Kendall's tau of values with their order."""
    pairs = [(value, later) for at, value in enumerate(values) for later in values[at + 1 :]]
    steps = [1 if later > value else -1 if later < value else 0 for value, later in pairs]
    return sum(steps) / len(steps) if steps else 0.0


def _swing(values: Sequence[float]) -> float:
    """Return how much of a single turn there is: the smaller of an ordered way up and an ordered way down after it."""
    top = max(range(len(values)), key=values.__getitem__)
    up, down = values[: top + 1], [-value for value in values[top:]]
    return min(up[-1] - up[0], down[-1] - down[0]) if min(tau(up), tau(down)) > _SOME else 0.0
