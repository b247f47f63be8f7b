"""Table 1 of the seed: how ratings go with experts' ranks, and how far that can be trusted."""

from __future__ import annotations

from typing import Any

import numpy as np

from company.families.captions.evaluation.people import Key
from company.families.captions.evaluation.study import MIDDLE, Column, Items, Study, told_share
from company.families.captions.records import WRITERS
from company.statistics.correlations import Correlation, partial, pearson, spearman, tau_b, tau_within
from company.statistics.resampling import Estimate, Floats, difference, drawn, estimate, holm

CONSTANT = "undefined: ratings or ranks are all the same"


def ranking_rows(study: Study, without: set[Key]) -> list[dict[str, Any]]:
    """Return a row for each rater, and for the experts among themselves, over captions but for some."""
    columns = [*study.models, *study.readers, *study.counted]
    rows = [_row(study, column, without) for column in columns]
    ceiling = _experts(study, without)
    return [*rows, *([ceiling] if ceiling else [])]


def differences(study: Study, without: set[Key]) -> list[dict[str, Any]]:
    """Return how far each rater's tau-b lies above each other's, over captions that both rated, resampled together.

    `p` is as it is when so many are compared (Holm).
    """
    columns = [*study.models, *study.readers[:1]]
    pairs = [(one, other) for at, one in enumerate(columns) for other in columns[at + 1 :]]
    found = [tau_apart(study, one, other, without) for one, other in pairs]
    known = [each.chance for each in found if each.chance is not None]
    held = iter(holm(known))
    return [
        {
            "one": one.name,
            "other": other.name,
            "tau": each.as_json() | ({"p": round(next(held), 4)} if each.chance is not None else {}),
        }
        for (one, other), each in zip(pairs, found, strict=True)
    ]


def tau_apart(study: Study, one: Column, other: Column, without: set[Key]) -> Estimate:
    """Return how far one rater's tau-b lies above another's."""
    shared = {key for key in one.ratings if key in other.ratings}
    first, second = (study.items({key: column.ratings[key] for key in shared}, without) for column in (one, other))
    return difference(_tau(first), _tau(second), first.clusters, CONSTANT)


def _row(study: Study, column: Column, without: set[Key]) -> dict[str, Any]:
    items = study.items(column.ratings, without)
    read = study.items(column.read, without)
    length = np.array([study.length[key] for key in items.keys])
    writers = [study.captions[key]["writer"] for key in items.keys]
    held = partial(tau_b, items.at, items.x, MIDDLE - items.rank, length, items.draws.counts)
    by_writer = {writer: _told(items, _tau(items.only([each != writer for each in writers]))) for writer in WRITERS}
    return {
        "name": column.name,
        "captions": len(items.keys),
        "figures": items.clusters,
        "unread": column.unread,
        "ratings": column.asked,
        **_correlated(items),
        "read": _told(read, _tau(read)) if column.unread else None,
        "length_held": _told(items, held),
        "left_out": by_writer,
        **_found(items),
    }


def _correlated(items: Items) -> dict[str, Any]:
    """Return the correlations with all three forms of the ranks: ranks themselves matter to two of them alone."""
    forms = (MIDDLE - items.rank, 1 / items.rank, 1 / (MIDDLE - items.rank))
    by_form = [pearson(items.at, items.x, form, items.draws.counts) for form in forms]
    lean = np.abs(by_form[2]) - np.abs(by_form[1])
    return {
        "pearson": {name: _told(items, values) for name, values in zip("abc", by_form, strict=True)},
        "tau": _told(items, _tau(items)),
        "spearman": _told(items, _by(spearman, items)),
        "within": _told(items, _by(tau_within, items)),
        "bad_or_good": _told(items, lean),
    }


def _found(items: Items) -> dict[str, Any]:
    """Return in which share of the figures a rater's lowest caption is the worst one, and its highest the best.

    Of several that are lowest alike, each is found by as much.
    """
    worst, best = [], []
    for cluster in np.unique(items.at):
        own = items.at == cluster
        x, rank = items.x[own], items.rank[own]
        if len(x) < 2:
            continue
        figure = items.draws.clusters[cluster]
        worst.append((figure, float((rank == rank.max())[x == x.min()].mean())))
        best.append((figure, float((rank == rank.min())[x == x.max()].mean())))
    return {"worst_found": told_share(worst), "best_found": told_share(best)}


def _experts(study: Study, without: set[Key]) -> dict[str, Any] | None:
    """Return the row of each expert against the mean of the others of the same set: nobody can be asked for more."""
    keys: list[Key] = []
    own: list[float] = []
    others: list[float] = []
    for data_id, orders in study.people.orders.items():
        ranked = [{name: rank for rank, name in enumerate(each.best_first, start=1)} for each in orders]
        for at, ranks in enumerate(ranked):
            rest = [each for place, each in enumerate(ranked) if place != at]
            for name, rank in ranks.items():
                key = (data_id, name)
                if key in study.captions and key not in without and rest and all(name in each for each in rest):
                    keys.append(key)
                    own.append(MIDDLE - rank)
                    others.append(sum(each[name] for each in rest) / len(rest))
    if not keys:
        return None
    figures = [data_id for data_id, _ in keys]
    draws = drawn(figures)
    items = Items(keys, draws.places(figures), np.array(own), np.array(others), draws)
    return {
        "name": "experts, each beside the others",
        "captions": len(set(keys)),
        "figures": items.clusters,
        "unread": 0,
        "ratings": len(keys),
        **_correlated(items),
        "read": None,
        "length_held": None,
        "left_out": {},
        "worst_found": None,
        "best_found": None,
    }


def _tau(items: Items) -> Floats:
    return _by(tau_b, items)


def _by(correlation: Correlation, items: Items) -> Floats:
    return correlation(items.at, items.x, MIDDLE - items.rank, items.draws.counts)


def _told(items: Items, values: Floats) -> dict[str, Any]:
    return estimate(values, items.clusters, CONSTANT).as_json()
