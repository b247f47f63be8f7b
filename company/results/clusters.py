"""Clusters of an answer under the numbers that its reference gives them, and centres of clusters in any order.

Results are laid out as columns here: a list of names and series. The exported check carries these sources.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import pandas as pd

from company.results.alignment import as_text, matching, paired, taken_in

CENTRES_NEAR = 0.01
"""How far centres of the same clusters may lie apart, as a share of what all centres span: fits stop before the end."""
MOST_CLUSTERS = 50


def renumbered(ours: Any, theirs: Any, names: Collection[str], places: Collection[int]) -> Any:
    """Return the answer's columns with its clusters numbered, and their rows in order, as the reference has them.

    Numbers of clusters are what is called by one of the names, or stands in one of the places.
    """
    for place, (name, values) in enumerate(ours):
        if not (str(name) in names or place in places) or not numbering(values):
            continue
        for other in [n for n, (each, _) in enumerate(theirs) if each == name] or range(len(theirs)):
            found = as_numbered(ours, theirs, place, other)
            if found is not None:
                theirs = found
                break
    return theirs


def numbering(values: Any) -> bool:
    """Return whether values are numbers of clusters: whole ones from 0 or 1 without a gap, or with -1 for none."""
    if not pd.api.types.is_integer_dtype(values.dtype):
        return False
    found = sorted(set(values.tolist()) - {-1})
    return 2 <= len(found) <= MOST_CLUSTERS and found[0] in (0, 1) and found[-1] - found[0] == len(found) - 1


def as_numbered(ours: Any, theirs: Any, place: int, other: int) -> Any:
    """Return the answer's columns with the numbers of one exchanged for the reference's; None where they do not fit."""
    mine, yours = ours[place][1], theirs[other][1]
    if mine.is_unique and len(ours) > 1:
        is_figure = pd.api.types.is_numeric_dtype(yours.dtype) and not numbering(yours)
        return one_row_each(ours, theirs, place, other) if yours.is_unique and not is_figure else None
    both = set(zip(mine.tolist(), yours.tolist(), strict=True))
    if not len(both) == len({a for a, _ in both}) == len({b for _, b in both}):
        return None
    return [*theirs[:other], (ours[place][0], mine), *theirs[other + 1 :]]


def one_row_each(ours: Any, theirs: Any, place: int, other: int) -> Any:
    """Return the answer's columns with its rows in the reference's order, whatever their clusters' numbers are."""
    mine, yours = ours[:place] + ours[place + 1 :], theirs[:other] + theirs[other + 1 :]
    pairs = paired(mine, yours)
    if pairs is None:
        return None
    wanted = list(zip(*(as_text(values) for _, values in mine), strict=True))
    given = list(zip(*(as_text(yours[each][1]) for each in pairs), strict=True))
    order = matching(wanted, given)
    return None if order is None else [*taken_in(yours, order), ours[place]]


def near_centres(ours: Any, theirs: Any) -> bool:
    """Return whether both hold the same centres, in any order."""
    mine, yours = centres_of(ours), centres_of(theirs)
    if not mine or len(mine) != len(yours):
        return False
    names = [name for name, _ in yours]
    if {name for name, _ in mine} == set(names):
        yours = [yours[names.index(name)] for name, _ in mine]
    one, other = (np.column_stack([np.asarray(v, dtype=float) for _, v in each]) for each in (mine, yours))
    near = CENTRES_NEAR * (one.max(axis=0) - one.min(axis=0)) + 1e-8
    free = list(range(len(other)))
    for row in one:
        found = [place for place in free if (np.abs(other[place] - row) <= near).all()]
        if not found:
            return False
        free.remove(found[0])
    return True


def centres_of(columns: Any) -> Any:
    """Return the columns that are coordinates, and not numbers of clusters; none where one is no number."""
    kept = [(name, values) for name, values in columns if not (numbering(values) and values.is_unique)]
    return kept if all(pd.api.types.is_numeric_dtype(values.dtype) for _, values in kept) else []
