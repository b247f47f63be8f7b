"""Which columns of a table say the same in other figures, and which are the sum or the product of others."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from company.results.plain import guarded

_ROWS, _COLUMNS, _FEWEST = 5_000, 40, 20
"""Rows that are looked at, numeric columns up to which all are, and rows below which nothing is sure."""
_SAME, _ALSO = 0.98, 0.9
"""Correlation from which on two columns say the same, by their values or their ranks, and what the other has to be."""
_EXPLAINED, _WHOLE = 0.9995, 0.02
"""Part of a sum's variance that its parts explain, and how far their weights may be from 1."""
_ALL_BUT_FEW, _NEARLY, _IDLE = 0.99, 0.9, 0.9
"""Part of the rows in which a formula holds, of the few that are tried first, and in which a part may be idle."""


def with_relations(frame: pd.DataFrame, columns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the fields of a table's columns with `tied_to`: what each mirrors, is made of, or is a part of."""
    measures = [each for each in columns if each.get("numeric") and each["role"] == "measure" and each["distinct"] > 2]
    places = [each["position"] for each in measures[:_COLUMNS]]
    bound = guarded(lambda: _bound(frame.iloc[:, places]), "looking for columns that hang together")
    names = {
        place: {columns[places[other]]["name"] for other in others} for place, others in zip(places, bound, strict=True)
    }
    return [
        {**each, "tied_to": sorted(others)} if (others := names.get(each["position"])) else dict(each)
        for each in columns
    ]


def _formulas(values: Any) -> set[tuple[int, int]]:
    """Return each column that is the sum or the product of two others, but for rounding, with either of them."""
    found: set[tuple[int, int]] = set()
    if len(values) < _FEWEST:
        return found
    units = 10.0 ** -np.array([_digits(values[:, place]) for place in range(values.shape[1])])
    few = values[:: max(1, len(values) // _FEWEST)]
    for left, right in itertools.combinations(range(values.shape[1]), 2):
        for put_together, idle in ((np.add, 0), (np.multiply, 1)):
            if (values[:, [left, right]] == idle).mean(axis=0).max() > _IDLE:
                continue
            lost = 1.01 * (np.maximum(units, units[[left, right]].max()) if idle == 0 else units)
            made = put_together(few[:, left], few[:, right])
            likely = (np.abs(few - made[:, None]) <= lost).mean(axis=0) >= _NEARLY
            for whole in set(np.flatnonzero(likely).tolist()) - {left, right}:
                missed = np.abs(values[:, whole] - put_together(values[:, left], values[:, right]))
                if (missed <= lost[whole]).mean() >= _ALL_BUT_FEW:
                    found |= {(whole, left), (whole, right)}
    return found


def _digits(values: Any) -> int:
    """Return how many digits after the point numbers are written with, at most six."""
    return next((digits for digits in range(6) if np.allclose(values, values.round(digits), rtol=0, atol=1e-9)), 6)


def _bound(frame: pd.DataFrame) -> list[set[int]]:
    """Return for each of some numeric columns the positions of those that it is tied to."""
    width = frame.shape[1]
    found: list[set[int]] = [set() for _ in range(width)]
    some = frame.iloc[:: max(1, len(frame) // _ROWS)].astype("float64")
    pairs = [(left, right) for left in range(width) for right in range(left)]
    by_value, by_rank = some.corr().abs().to_numpy(), some.rank().corr().abs().to_numpy()
    mirrors = {
        (left, right)
        for left, right in pairs
        if max(by_value[left, right], by_rank[left, right]) > _SAME
        and min(by_value[left, right], by_rank[left, right]) > (_ALSO if by_rank[left, right] <= _SAME else 0)
    }
    filled = some.to_numpy()[~some.isna().any(axis=1).to_numpy()]
    sums = {(whole, part) for whole in range(width) for part in _parts_of(whole, filled)}
    for left, right in mirrors | sums | _formulas(filled):
        found[left].add(right)
        found[right].add(left)
    return found


def _parts_of(whole: int, values: Any) -> list[int]:
    """Return the columns that add up to one: none is above it, two at least, each with a weight of 1."""
    total = values[:, whole]
    parts = [
        place
        for place in range(values.shape[1])
        if place != whole and (values[:, place] >= 0).all() and (values[:, place] <= total * 1.01 + 1e-9).mean() > 0.99
    ]
    if len(values) < _FEWEST or len(parts) < 2 or not (spread := float(np.var(total))):
        return []
    weights = np.linalg.lstsq(values[:, parts], total, rcond=None)[0]
    added = [place for place, weight in zip(parts, weights, strict=True) if abs(weight - 1) < _WHOLE]
    missed = total - values[:, added].sum(axis=1)
    return added if len(added) > 1 and float(np.var(missed)) < (1 - _EXPLAINED) * spread else []
