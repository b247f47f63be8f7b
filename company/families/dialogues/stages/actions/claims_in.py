"""What could be said of a frame that is so, beside what is not so and reads alike. Runs in the sandbox, as text.

Claims come as twins: two that differ in one value alone, of which the data bears out one. Each value, column, period
and group in them is really there, so that no word of a claim tells whether it holds.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pandas as pd

ENOUGH = 8
"""Rows of a value that is spoken of in a small frame, at the fewest."""
_PART = 5
"""A value that is spoken of has one of so many rows, up to as many as a claim needs that is borne out."""
_BORNE_OUT = 24
"""Rows that a claim is about, at the fewest: a query limits them once more, and of a handful no group is in front."""
_RARE = 0.4
"""Share of the rows that bear out a claim, at the most: what most rows show is no question."""
_BITS = np.array([number.bit_count() for number in range(256)])
"""How many bits of a byte are set: rows that two masks share are counted in eights."""
_MOST = 5
"""Twins of each kind."""
_LONGEST = 40
"""Characters of a value that can be said in passing."""


def twins(
    frame: pd.DataFrame, groups: list[str], measures: list[str], dates: dict[str, str | None], seed: str
) -> list[list[dict[str, Any]]]:
    """Return pairs of claims on a frame, the one that holds first, in an order by chance.

    `groups` are columns with few values, `measures` columns of numbers, and `dates` columns of dates with their format.
    A claim has a `kind`, the `rows` that it is about as [column, comparison, value], and, by its kind, a `column` and
    two `labels`.
    """
    chance = random.Random(seed)
    named = {(name, "is", value): frame[name] == value for name in groups for value in _values(frame[name])}
    found = [
        *_parts(_crossed([*named.items(), *_bounds(frame, measures).items()]), chance),
        *_parts(_dated(frame, named, dates), chance),
        *_known(frame, named, measures, chance),
        *_per(frame, named, measures, chance),
        *_ahead(frame, groups, measures, chance),
    ]
    chance.shuffle(found)
    return found


def _values(column: pd.Series) -> list[Any]:
    """Return the values of a column that can be spoken of: frequent ones, each in its most frequent spelling."""
    counts = column.value_counts()
    fewest = min(_BORNE_OUT, max(ENOUGH, len(column) // _PART))
    spelled: dict[Any, Any] = {}
    for value in counts.index[counts >= fewest][:10]:
        plain = getattr(value, "item", lambda value=value: value)()
        if isinstance(plain, int | float | str) and _sayable(plain):
            spelled.setdefault(_spelling(plain), plain)
    return list(spelled.values())


def _spelling(value: Any) -> Any:
    """Return what is the same for values that differ by case and blanks alone."""
    return "".join(value.split()).casefold() if isinstance(value, str) else value


def _sayable(value: Any) -> bool:
    text = str(value)
    return bool(text.strip()) and len(text) <= _LONGEST and not set(text) & set("'\"\n“”")


def _bounds(frame: pd.DataFrame, measures: list[str]) -> dict[Any, Any]:
    bounds = {}
    for name in measures:
        for comparison, share in (("above", 0.9), ("above", 0.8), ("below", 0.1), ("below", 0.2)):
            edge = float(f"{frame[name].quantile(share):.3g}")
            edge = int(edge) if edge.is_integer() else edge
            rows = frame[name] > edge if comparison == "above" else frame[name] < edge
            if rows.sum() >= ENOUGH:
                bounds[name, comparison, edge] = rows
    return bounds


def _crossed(masks: list[Any]) -> list[Any]:
    """Return how many rows two things are true of, by what stays the same in a pair of twins, and by what changes; and
    of how many rows the rarer of the two is true.
    """
    if not masks:
        return []
    found, whole = [], len(masks[0][1])
    packed = [np.packbits(np.asarray(mask, dtype=bool)) for _, mask in masks]
    alone = [int(_BITS[each].sum()) for each in packed]
    for place, (kept, _) in enumerate(masks):
        for other, (changed, _) in enumerate(masks):
            if kept[0] != changed[0] and (changed[1] == "is" or kept[1] == changed[1]):
                alike = changed[0] if changed[1] == "is" else changed[1]
                count = int(_BITS[packed[place] & packed[other]].sum())
                found.append(((kept, alike), [kept, changed], count, min(alone[place], alone[other]), whole))
    return found


def _dated(frame: pd.DataFrame, named: dict[Any, Any], dates: dict[str, str | None]) -> list[Any]:
    """Return the same of the months of a column of dates, or of the years of one of numbers, and the groups."""
    found = []
    for name, form in dates.items():
        periods, how = _periods(frame[name], form)
        counts = periods.value_counts()
        for period in sorted(counts.index[counts >= ENOUGH])[-24:]:
            during = periods == period
            for group, mask in named.items():
                rows = [[name, how, period if how == "in" else int(period)], group]
                # that all rows of a month are of one group is no matter of course
                found.append(((name, period, group[0]), rows, int((during & mask).sum()), len(mask), len(mask)))
    return found


def _periods(column: pd.Series, form: str | None) -> tuple[pd.Series, str]:
    """Return the month of each date, or its year where it is a number; and how a period is compared."""
    if pd.api.types.is_numeric_dtype(column):
        return column.where(column.between(1000, 3000)), "is"
    return pd.to_datetime(column, format=form, errors="coerce").dt.strftime("%Y-%m"), "in"


def _parts(counted: list[Any], chance: random.Random) -> list[Any]:
    """Return twins of which one is true of a few rows, and the other of none; neither of its two things follows from
    the other one.
    """
    sides: dict[Any, tuple[list[Any], list[Any]]] = {}
    for key, rows, count, rarer, whole in counted:
        there, none = sides.setdefault(key, ([], []))
        if _BORNE_OUT <= count <= _RARE * whole and count < rarer:
            there.append(rows)
        elif count == 0:
            none.append(rows)
    pairs = [(chance.choice(there), chance.choice(none)) for there, none in sides.values() if there and none]
    return [[_claim("part", rows) for rows in pair] for pair in chance.sample(pairs, min(_MOST, len(pairs)))]


def _known(frame: pd.DataFrame, named: dict[Any, Any], measures: list[str], chance: random.Random) -> list[Any]:
    """Return twins of groups for which a measure is known, and for which it is missing throughout."""
    return _told("known", [(name, frame[name].notna()) for name in measures], named, chance)


def _per(frame: pd.DataFrame, named: dict[Any, Any], measures: list[str], chance: random.Random) -> list[Any]:
    """Return twins of groups in which something can be given per unit of a measure, and in which it cannot."""
    useful = [(name, frame[name].notna() & (frame[name] != 0)) for name in measures]
    return _told("per", [(name, mask) for name, mask in useful if (frame[name].min() >= 0)], named, chance)


def _told(kind: str, told: list[Any], named: dict[Any, Any], chance: random.Random) -> list[Any]:
    sides: dict[Any, tuple[list[Any], list[Any]]] = {}
    for name, mask in told:
        for group, rows in named.items():
            if group[0] == name:
                continue
            there, none = sides.setdefault((name, group[0]), ([], []))
            count = int((mask & rows).sum())
            if count == 0 or count >= _BORNE_OUT:
                (there if count else none).append((name, group))
    pairs = [(chance.choice(there), chance.choice(none)) for there, none in sides.values() if there and none]
    return [
        [_claim(kind, [group], column=name) for name, group in pair]
        for pair in chance.sample(pairs, min(_MOST, len(pairs)))
    ]


def _ahead(frame: pd.DataFrame, groups: list[str], measures: list[str], chance: random.Random) -> list[Any]:
    """Return twins of two groups in either order by the mean of a measure; near ties are left out."""
    found = []
    for by in groups:
        labels, figures = _values(frame[by]), frame.groupby(by, observed=True)[measures].mean()
        for name in measures:
            means = figures[name].dropna()
            known = [label for label in labels if label in means.index]
            if name == by or len(known) < 2:
                continue
            one, other = chance.sample(known, 2)
            first, second = (one, other) if means[one] > means[other] else (other, one)
            if means[first] - means[second] > 0.02 * abs(means[first]):
                orders = ([first, second], [second, first])
                found.append([_claim("ahead", [], column=name, by=by, labels=order) for order in orders])
    return chance.sample(found, min(2 * _MOST, len(found)))


def _claim(kind: str, rows: list[Any], **more: Any) -> dict[str, Any]:
    return {"kind": kind, "rows": sorted((list(row) for row in rows), key=lambda row: (row[1] != "is", row[0])), **more}
