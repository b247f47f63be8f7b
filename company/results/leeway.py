"""What a question leaves open, and an answer arranged as its reference is, as far as that goes.

Where no order is asked for, groups may come in any; where one is, rows that are equal by it may. Labels that the
question does not say are free, clusters may be numbered anew, and their centres come out a little different wherever
the fit stops. What is arranged is compared by the strict rules afterwards. The exported check carries these sources.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from company.results.labels import readings

CENTRES_NEAR = 0.01
"""How far centres of the same clusters may lie apart, as a share of what all centres span: fits stop before the end."""
MOST_CLUSTERS = 50
MOST_CELLS = 40_000
"""Larger results are compared as they stand."""


class Leeway(NamedTuple):
    """What one question leaves open of one result; by default nothing."""

    order: str | None = None
    """The words in which an order is asked for: rows that are equal by the columns in them are in any; empty, where all
    rows are. None where the order is fixed."""
    labels: tuple[str, ...] = ()
    """Labels of the reference that the question does not say."""
    clusters: tuple[str, ...] = ()
    """Columns and variables that hold the numbers of clusters."""
    by_cluster: bool = False
    """Whether it is a result for each cluster, by its number."""
    centres: bool = False
    """Whether it is made of clusters' centres."""


def leeways_of(told: dict[str, dict[str, Any]]) -> dict[str, Leeway]:
    """Return leeways by name, out of JSON."""
    return {
        name: Leeway(
            fields["order"],
            tuple(fields["labels"]),
            tuple(fields["clusters"]),
            fields["by_cluster"],
            fields["centres"],
        )
        for name, fields in told.items()
    }


def arranged(type: str, reference: Any, answer: Any, name: str, leeway: Leeway) -> list[tuple[Any, Any]]:
    """Return both results as columns, in each way they can be laid side by side, with the answer's arranged."""
    found = []
    for ours, theirs in laid(type, reference, answer, name):
        if not ours or len(ours) * len(ours[0][1]) > MOST_CELLS:
            continue
        if type in ("series", "dict"):
            theirs = relabelled(ours, theirs, leeway.labels)
        theirs = renumbered(ours, theirs, leeway, type != "dataframe" and name in leeway.clusters)
        if leeway.order is not None and (type not in ("list", "array", "index") or unlike_texts(ours[0][1])):
            theirs = reordered(ours, theirs, sorting(ours, leeway.order, type))
        found.append((ours, theirs))
    return found


def laid(type: str, reference: Any, answer: Any, name: str) -> list[tuple[Any, Any]]:
    """Return the columns of two results of one type, side by side; none for a type that has none."""
    if type == "dataframe":
        return readings(reference, answer)
    if type == "series":
        called = name if reference.name is None else reference.name
        return readings(reference.to_frame(called), answer.to_frame(called))
    if type == "array" and np.ndim(reference) == np.ndim(answer) == 2:
        return readings(pd.DataFrame(reference), pd.DataFrame(answer))
    if type not in ("dict", "list", "array", "index") or np.ndim(reference) > 1 or len(reference) != len(answer):
        return []
    if type == "dict":
        keys = [("its keys", pd.Series(list(each), dtype=object).infer_objects()) for each in (reference, answer)]
        values = [(name, held(each.values())) for each in (reference, answer)]
        return [([keys[0], values[0]], [keys[1], values[1]])]
    return [([(name, held(reference))], [(name, held(answer))])]


def held(items: Any) -> Any:
    """Return items as a series, whatever they are."""
    cells = np.empty(len(items), dtype=object)
    for place, item in enumerate(items):
        cells[place] = item
    return pd.Series(cells).infer_objects()


def unlike_texts(values: Any) -> bool:
    """Return whether values are texts that are all different, as names in a list are."""
    return all(isinstance(each, str) for each in values) and values.is_unique


def relabelled(ours: Any, theirs: Any, free: Any) -> Any:
    """Return the answer's columns with labels that the question leaves open called as the reference calls them."""
    if not free or len(ours) != 2 or len(theirs) != 2:
        return theirs
    wanted, given = list(ours[0][1]), list(theirs[0][1])
    taken = {plainly(each): each for each in wanted}
    named = [taken.get(plainly(each), each) if taken.get(plainly(each)) in free else each for each in given]
    lacking = [each for each in wanted if each not in named]
    spare = [place for place, each in enumerate(named) if each not in wanted]
    if all(each in free for each in lacking) and len(lacking) == len(spare):
        for place, label in zip(spare, lacking, strict=True):
            named[place] = label
    return [(theirs[0][0], held(named)), *theirs[1:]]


def plainly(label: Any) -> Any:
    """Return a label without what does not tell it from others: capitals, spaces and underscores."""
    return re.sub(r"[\W_]+", "", label).casefold() if isinstance(label, str) else label


def sorting(ours: Any, order: str, type: str) -> list[int] | None:
    """Return the places of the columns that an order goes by; None where the words do not say."""
    if not order:
        return []
    named = [place for place, (name, _) in enumerate(ours) if says(order, str(name))]
    if named or type != "series" or len(ours) < 2:
        return named or None
    (_, labels), (_, values) = ours[0], ours[-1]
    by_value = values.is_monotonic_increasing or values.is_monotonic_decreasing
    by_label = labels.is_monotonic_increasing or labels.is_monotonic_decreasing
    return [len(ours) - 1] if by_value and not by_label else None


def says(words: str, name: str) -> bool:
    """Return whether a name stands in words as a whole."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words, re.IGNORECASE) is not None


def reordered(ours: Any, theirs: Any, keys: list[int] | None) -> Any:
    """Return the answer's rows in the reference's order, where they are the same ones and do not differ in the keys."""
    pairs = None if keys is None else paired(ours, theirs)
    if keys is None or pairs is None:
        return theirs
    one = [as_text(values) for _, values in ours]
    other = [as_text(theirs[place][1]) for place in pairs]
    if any(one[place] != other[place] for place in keys):
        return theirs
    order = matching(list(zip(*one, strict=True)), list(zip(*other, strict=True)))
    return theirs if order is None else taken_in(theirs, order)


def taken_in(columns: Any, order: Any) -> Any:
    """Return columns with their rows in an order."""
    return [(name, pd.Series(values.array.take(order))) for name, values in columns]


def matching(wanted: Any, given: Any) -> list[int] | None:
    """Return where each wanted row stands among the given ones; None where they are not the same rows."""
    places: dict[Any, list[int]] = {}
    for place, row in enumerate(given):
        places.setdefault(row, []).append(place)
    order = [places[row].pop(0) if places.get(row) else -1 for row in wanted]
    return None if -1 in order else order


def paired(ours: Any, theirs: Any) -> list[int] | None:
    """Return the place of the answer's column for each of the reference's, by name or by content in any order."""
    names = [name for name, _ in theirs]
    contents = [sorted(as_text(values)) for _, values in theirs]
    free, found = list(range(len(theirs))), []
    for name, values in ours:
        content = sorted(as_text(values))
        near = [place for place in free if contents[place] == content]
        if not near:
            return None
        found.append(next((place for place in near if names[place] == name), near[0]))
        free.remove(found[-1])
    return found


def as_text(values: Any) -> list[str]:
    """Return values as texts that are equal for equal ones; numbers to six digits."""
    found = []
    for value, missing in zip(values, pd.isna(values), strict=True):
        number = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
        found.append("" if missing is True else f"{float(value):.6g}" if number else f"{value}")
    return found


def numbering(values: Any) -> bool:
    """Return whether values are numbers of clusters: whole ones from 0 or 1 without a gap, or with -1 for none."""
    if not pd.api.types.is_integer_dtype(values.dtype):
        return False
    found = sorted(set(values.tolist()) - {-1})
    return 2 <= len(found) <= MOST_CLUSTERS and found[0] in (0, 1) and found[-1] - found[0] == len(found) - 1


def renumbered(ours: Any, theirs: Any, leeway: Leeway, alone: bool) -> Any:
    """Return the answer's columns with its clusters numbered, and their rows in order, as the reference has them.

    With `alone`, the values of a result that is no frame are numbers of clusters, whatever they are called.
    """
    if leeway.centres and (near := near_centres(ours, theirs)) is not None:
        return near
    for place, (name, values) in enumerate(ours):
        known = str(name) in leeway.clusters or (leeway.by_cluster and place == 0 and len(ours) == 2)
        known = known or (alone and place == len(ours) - 1)
        if not known or not numbering(values):
            continue
        for other in [n for n, (each, _) in enumerate(theirs) if each == name] or range(len(theirs)):
            found = as_numbered(ours, theirs, place, other)
            if found is not None:
                theirs = found
                break
    return theirs


def as_numbered(ours: Any, theirs: Any, place: int, other: int) -> Any:
    """Return the answer's columns with the numbers of one exchanged for the reference's; None where they do not fit."""
    mine, yours = ours[place][1], theirs[other][1]
    if mine.is_unique and len(ours) > 1:
        return one_row_each(ours, theirs, place, other) if yours.is_unique else None
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


def near_centres(ours: Any, theirs: Any) -> Any:
    """Return the reference's columns where the answer has the same centres in any order; else None."""
    mine, yours = centres_of(ours), centres_of(theirs)
    if not mine or len(mine) != len(yours):
        return None
    names = [name for name, _ in yours]
    if {name for name, _ in mine} == set(names):
        yours = [yours[names.index(name)] for name, _ in mine]
    one, other = (np.column_stack([np.asarray(v, dtype=float) for _, v in each]) for each in (mine, yours))
    near = CENTRES_NEAR * (one.max(axis=0) - one.min(axis=0)) + 1e-8
    free = list(range(len(other)))
    for row in one:
        found = [place for place in free if (np.abs(other[place] - row) <= near).all()]
        if not found:
            return None
        free.remove(found[0])
    return ours


def centres_of(columns: Any) -> Any:
    """Return the columns that are coordinates, and not numbers of clusters; none where one is no number."""
    kept = [(name, values) for name, values in columns if not (numbering(values) and values.is_unique)]
    return kept if all(pd.api.types.is_numeric_dtype(values.dtype) for _, values in kept) else []
