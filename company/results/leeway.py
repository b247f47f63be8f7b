"""What a question leaves open, and an answer arranged as its reference is, as far as that goes.

Where no order is asked for, groups may come in any; where one is, rows that are equal by it may. Labels that the
question does not say are free, clusters may be numbered anew, and their centres come out a little different wherever
the fit stops. What is arranged is compared by the strict rules afterwards. The exported check carries these sources.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from company.results.alignment import held, in_months, relabelled, reordered, sorting, unlike_texts
from company.results.clusters import near_centres, renumbered
from company.results.labels import numbered, readings

MOST_CELLS = 40_000
"""Larger results are compared as they stand."""


class Leeway(NamedTuple):
    """What one question leaves open of one result; by default nothing."""

    order: str | None = None
    """The words in which an order is asked for: rows that are equal by the columns in them are in any; empty, where all
    rows are. None where the order is fixed. Of a plot, the words that ask for an order of its bars: else it is free."""
    labels: tuple[str, ...] = ()
    """Labels of the reference that the question does not say."""
    clusters: tuple[str, ...] = ()
    """Columns and variables that hold the numbers of clusters."""
    by_cluster: bool = False
    """Whether it is a result for each cluster, by its number."""
    centres: bool = False
    """Whether it is made of clusters' centres."""
    turned: bool = False
    """Whether nobody has said what stands in rows and what in columns."""


def leeways_of(told: dict[str, dict[str, Any]]) -> dict[str, Leeway]:
    """Return leeways by name, out of JSON."""
    return {
        name: Leeway(
            fields["order"],
            tuple(fields["labels"]),
            tuple(fields["clusters"]),
            fields["by_cluster"],
            fields["centres"],
            fields["turned"],
        )
        for name, fields in told.items()
    }


def arranged(type: str, reference: Any, answer: Any, name: str, leeway: Leeway) -> list[tuple[Any, Any]]:
    """Return both results as columns, in each way they can be laid side by side, with the answer's arranged."""
    found = []
    sides = laid(type, reference, answer, name)
    if leeway.turned and not numbered(reference.index) and not numbered(answer.index):
        sides += laid(type, reference, answer.T.infer_objects(), name)
    for ours, theirs in sides:
        if not ours or len(ours) * len(ours[0][1]) > MOST_CELLS:
            continue
        if type in ("series", "dict"):
            theirs = relabelled(ours, theirs, leeway.labels)
        theirs = in_months(ours, theirs)
        if leeway.centres and near_centres(ours, theirs):
            theirs = ours
        theirs = renumbered(ours, theirs, leeway.clusters, numbered_places(type, len(ours), name, leeway))
        if leeway.order is not None and (type not in ("list", "array", "index") or unlike_texts(ours[0][1])):
            theirs = reordered(ours, theirs, sorting(ours, leeway.order, type))
        found.append((ours, theirs))
    return found


def numbered_places(type: str, width: int, name: str, leeway: Leeway) -> list[int]:
    """Return the places of columns that hold numbers of clusters, whatever they are called."""
    first = [0] if leeway.by_cluster and width == 2 else []
    last = [width - 1] if type != "dataframe" and name in leeway.clusters else []
    return [*first, *last]


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
