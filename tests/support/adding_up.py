"""Figures of asks, added up row by row: what their words mean, worked out without the code that they came with."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grammar.evolving.computing import Asking
from grammar.linked import UNKNOWN

_AGAINST = {"change", "percent", "share", "index", "leader", "shift", "per"}
"""Roles of earlier results that figures are held against, as far as they are worked out here."""
_PAIRED = ("spread", "pair", "dominant")
_OF_ROWS = ("ratio", "remaining", "strangers")


@dataclass(frozen=True)
class _Row:
    """What one row gives to the figure."""

    value: float
    weight: float
    is_beyond: bool


def added_up(ask: Asking, state: Mapping[str, Any]) -> list[float] | None:
    """Return the figures of an ask; None where it is told in a way that is not worked out here.

    `state` is what the code of the ask leaves: which rows count, and the value and the weight of each, are taken out of
    that; how they are put together is not.
    """
    is_beside = "rounding" in ask.used and not ask.is_percent  # a percentage beside the figure
    if is_beside or len(ask.held) > 1 or {link.role for link in ask.held} - _AGAINST:
        return None
    figures = _of_rows(ask, state) if ask.form in _OF_ROWS else _of_labels(ask, state)
    if figures is None or not {"unit", "rounding"} & {*ask.used}:
        return figures
    if "unit" in ask.used:
        return [each / float(state[ask.used["unit"][0]]) for each in figures]
    return [float(state[ask.used["rounding"][0]](each)) for each in figures if math.isfinite(each)]


def _of_rows(ask: Asking, state: Mapping[str, Any]) -> list[float]:
    """Return how many rows are left or name no row of a linked table, in percent, or one total per unit of another."""
    rows = state.get("_rows", state["df"])
    if ask.form == "remaining":
        return [_part(len(rows), len(state["df"])) * 100]
    labels = _labels(ask, rows, ask.group, state)
    if ask.form == "strangers":
        assert ask.stranger
        named = {*state[ask.stranger.name][ask.stranger.key[0]]}
        cells = [[float(name not in named), 1.0] for name in rows[ask.stranger.by[0]]]
    else:
        assert ask.figure.column and ask.other
        told = (_cells(ask, rows, column.name, state) for column in (ask.figure.column, ask.other))
        cells = [[cell if cell == cell else 0.0 for cell in both] for both in zip(*told, strict=True)]
    totals: dict[Any, list[float]] = {}
    for label, both in zip(labels, cells, strict=True):
        if label == label:
            sums = totals.get(label, [0.0, 0.0])
            totals[label] = [one + cell for one, cell in zip(sums, both, strict=True)]
    return [_part(one, other) * (100 if ask.form == "strangers" else 1) for one, other in totals.values()]


def _cells(ask: Asking, rows: Any, name: str, state: Mapping[str, Any]) -> list[Any]:
    """Return a column's values for some rows; where it is in a linked table, those of the row there that each names."""
    linked = ask.subject.fetched.get(name)
    if linked is None:
        return [*rows[name]]
    beside = state[linked.name]
    known = dict(zip(beside[linked.key[0]], beside[name], strict=True))
    return [known.get(each, math.nan) for each in rows[linked.by[0]]]


def _labels(ask: Asking, rows: Any, name: str | None, state: Mapping[str, Any]) -> list[Any]:
    """Return which group each row belongs to; those that name no row of a linked table are one of their own."""
    if name is None:
        return [None] * len(rows)
    is_linked = name in ask.subject.fetched
    return [UNKNOWN if is_linked and cell != cell else cell for cell in _cells(ask, rows, name, state)]


def _of_labels(ask: Asking, state: Mapping[str, Any]) -> list[float] | None:
    rows = _rows(ask, state)
    labelled: dict[Any, list[_Row]] = {}
    for label, row in rows:
        if label == label:  # it is not missing
            labelled.setdefault(label, []).append(row)
    if not labelled:
        return None
    if ask.form == "share":
        return [_share(many) for many in labelled.values()]
    amounts = {label: _amount(ask.figure.statistic, many) for label, many in labelled.items()}
    return _told(ask, amounts, _amount(ask.figure.statistic, [row for _, row in rows]), state)


def _rows(ask: Asking, state: Mapping[str, Any]) -> list[tuple[Any, _Row]]:
    """Return the rows that have a figure, each with its label."""
    rows, figure = state.get("_rows", state["df"]), ask.figure
    by = ask.group or (ask.pair[0] if ask.pair and ask.form in _PAIRED else None)
    labels = _labels(ask, rows, by, state)
    weights = [*state["_weight"]] if figure.is_weighted else [1.0] * len(rows)
    if "_figure" in state:
        cells = [each / weight if weight else each for each, weight in zip(state["_figure"], weights, strict=True)]
    else:
        cells = _cells(ask, rows, figure.column.name, state) if figure.column else [1.0] * len(rows)
    beyond = eval(ask.beyond("rows"), {**state, "rows": rows}) if ask.is_share else [False] * len(rows)
    told = zip(labels, cells, weights, beyond, strict=True)
    return [(label, _Row(float(cell), weight, bool(yes))) for label, cell, weight, yes in told if cell == cell]


def _amount(statistic: str, rows: Sequence[_Row]) -> float:
    total = sum(each.value * each.weight for each in rows)
    match statistic:
        case "size" | "sum":
            return total
        case "mean":
            return _part(total, sum(each.weight for each in rows))
        case "max":
            return max(each.value for each in rows)
    values = sorted(each.value for each in rows)
    place = (len(values) - 1) * {"median": 0.5, "quantile": 0.75}[statistic]
    low, high = values[math.floor(place)], values[math.ceil(place)]
    return low + (high - low) * (place - math.floor(place))


def _share(rows: Sequence[_Row]) -> float:
    beyond = sum(each.value * each.weight for each in rows if each.is_beyond)
    return _part(beyond, sum(each.value * each.weight for each in rows)) * 100


def _told(ask: Asking, amounts: Mapping[Any, float], every: float, state: Mapping[str, Any]) -> list[float]:
    """Return amounts in the form of the ask, or held against an earlier result."""
    each = list(amounts.values())
    if ask.held:
        return _held(ask, amounts, state)
    if ask.form == "pair":
        assert ask.pair
        return [amounts.get(ask.pair[1], 0.0) - amounts.get(ask.pair[2], 0.0)]
    forms: Mapping[str, Callable[[], list[float]]] = {
        "top": lambda: [one for one in sorted(each, reverse=True) if sum(other > one for other in each) < 3],
        "whole": lambda: [_part(one, sum(each)) * 100 for one in each],
        "off": lambda: [_part(one, sum(each) / len(each)) * 100 - 100 for one in each],
        "gap": lambda: [max(each) - one for one in each],
        "index": lambda: [_part(one, every) * 100 for one in each],
        "dominant": lambda: [_part(max(each), sum(each)) * 100],
        "spread": lambda: [max(each) - min(each)],
    }
    return forms.get(ask.form, lambda: each)()


def _held(ask: Asking, amounts: Mapping[Any, float], state: Mapping[str, Any]) -> list[float]:
    """Return amounts against an earlier result: its one number, its highest, or that of the same label."""
    (link,) = ask.held
    if not link.is_by_label:
        before = float(eval(link.earlier.number, dict(state)))
        return [_against(link.role, one, before) for one in amounts.values()]
    base = {label: float(value) for label, value in eval(link.earlier.by_group, dict(state)).items()}
    if link.role == "leader":
        return [max(base.values(), default=math.nan) - one for one in amounts.values()]
    # "Only those that are in both", as the ask says.
    both = [(one, base[label]) for label, one in amounts.items() if label in base]
    if link.role == "shift":
        now, before = sum(amounts.values()), sum(base.values())
        return [(_part(one, now) - _part(other, before)) * 100 for one, other in both]
    return [_against(link.role, one, other) for one, other in both]


def _against(role: str, now: float, before: float) -> float:
    if role in ("change", "leader"):
        return now - before if role == "change" else before - now
    if role == "per":
        return _part(now, before)
    return _part(now, before) * 100 - 100 * (role == "percent")


def _part(one: float, whole: float) -> float:
    return one / whole if whole else math.nan
