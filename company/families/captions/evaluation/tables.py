"""The tables of SciCap-Eval over any benchmark of captions, and those that truth allows beside them.

What needs people says so where they were not asked: nobody's opinion is invented.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from company.benchmark.reading import Benchmark
from company.evaluation.prices import price_by_name
from company.evaluation.sittings import Sitting
from company.families.captions.evaluation.people import Key, People
from company.families.captions.evaluation.ranking_table import CONSTANT, differences, ranking_rows, tau_apart
from company.families.captions.evaluation.study import MIDDLE, Column, Ratings, Study
from company.families.captions.evaluation.truth_tables import error_rows, people_rows, twin_rows
from company.families.captions.records import ASPECTS, MISTAKES
from company.statistics.correlations import icc, pearson
from company.statistics.resampling import drawn, estimate, holm
from human_review.agreement import agreement
from human_review.resampling import Measure
from human_review.verdicts import Answer, Rank

NOBODY = "no expert ranked captions of this benchmark, and ranks are not invented: `company review` asks them"
FLAGGED, PLANTED = "that readers flag with an error", "that were given an error"
NO_READER = "no reader was asked about captions of this benchmark: `company review` asks them"


def tables_of(content: Benchmark, sittings: Mapping[str, Sitting]) -> dict[str, Any]:
    """Return all tables as plain JSON values."""
    study = Study(content, sittings)
    # As the seed has it, captions that readers flagged do not count; where no reader was asked, those that are known.
    without = study.flagged if study.people.replies else study.planted
    ranked = bool(study.ranks)
    return {
        "people": _people(study.people),
        "missing": {
            **({} if ranked else {"ranks": NOBODY}),
            **({} if study.people.replies else {"replies": NO_READER}),
        },
        "left_out": FLAGGED if study.people.replies else PLANTED,
        "ranking": ranking_rows(study, without) if ranked else [],
        "ranking_without_planted": ranking_rows(study, study.planted) if ranked and without != study.planted else [],
        "differences": differences(study, without) if ranked else [],
        "contexts": _contexts(study, without),
        "aspects": _aspects(study, without),
        "errors": error_rows(study),
        "twins": twin_rows(study),
        "people_and_truth": people_rows(study),
        "agreement": _agreement(study.people),
        "repeats": [_repeats(column) for column in study.models if any(len(e) > 1 for e in column.repeats.values())],
        "costs": [
            *(_cost(name, sitting) for name, sitting in sittings.items() if _ratings(sitting)),
            *_times(study.people),
        ],
    }


def _people(people: People) -> dict[str, int]:
    experts = {order.reviewer for orders in people.orders.values() for order in orders}
    readers = {reply.reviewer for replies in people.replies.values() for reply in replies}
    return {
        "experts": len(experts),
        "ranked_sets": len(people.orders),
        "readers": len(readers),
        "judged_captions": len(people.replies),
    }


# table 2


def _contexts(study: Study, without: set[Key]) -> list[dict[str, Any]]:
    """Return each context of a model beside none: whether ratings moved (t), and whether they got better (tau)."""
    found = []
    for base in study.models:
        told = study.sittings[base.name].told
        if told.get("context") != "none":
            continue
        others = [each for each in study.models if _same_but_context(study.sittings, each, base)]
        rows = [_beside_none(study, each, base, without) for each in others]
        for name in ("t_test", "tau"):
            known = [row[name] for row in rows if row[name] and row[name].get("p") is not None]
            for each, held in zip(known, holm([each["p"] for each in known]), strict=True):
                each["p_holm"] = round(held, 4)
        found += rows
    return found


def _same_but_context(sittings: Mapping[str, Sitting], one: Column, base: Column) -> bool:
    first, second = sittings[one.name], sittings[base.name]
    named = ("see", "repeat")
    return (
        one is not base
        and (first.model, first.mode) == (second.model, second.mode)
        and all(first.told.get(name) == second.told.get(name) for name in named)
        and first.told.get("context") != "none"
    )


def _beside_none(study: Study, column: Column, base: Column, without: set[Key]) -> dict[str, Any]:
    from scipy.stats import ttest_rel

    shared = [key for key in study.captions if key in column.ratings and key in base.ratings and key not in without]
    one, other = (np.array([each.ratings[key] for key in shared]) for each in (column, base))
    moved = None
    if len(shared) > 1 and np.ptp(one - other) > 0:
        test = ttest_rel(one, other)
        moved = {
            "captions": len(shared),
            "difference": round(float((one - other).mean()), 4),
            "t": round(float(test.statistic), 4),
            "p": float(f"{test.pvalue:.4g}"),
        }
    return {
        "name": column.name,
        "beside": base.name,
        "context": study.sittings[column.name].told.get("context"),
        "t_test": moved,
        "tau": tau_apart(study, column, base, without).as_json() if study.ranks else None,
    }


# table 3


def _aspects(study: Study, without: set[Key]) -> list[dict[str, Any]]:
    """Return how helpfulness goes with each aspect: as readers tick it, and as the captions' claims have it."""
    helpful: dict[str, Ratings] = {
        "experts": {key: MIDDLE - rank for key, rank in study.ranks.items()},
        "readers": study.people.helpful(),
    }
    claimed = {
        aspect: {
            key: float(any(aspect in c["aspects"] for c in each["claims"])) for key, each in study.captions.items()
        }
        for aspect in ASPECTS
    }
    sources = {"ticked": {each: study.people.flagged(each) for each in ASPECTS}, "claimed": claimed}
    return [
        {
            "aspect": aspect,
            "source": source,
            **{who: _correlation(study, by_aspect[aspect], said, without) for who, said in helpful.items() if said},
        }
        for source, by_aspect in sources.items()
        for aspect in ASPECTS
        if by_aspect[aspect] and any(helpful.values())
    ]


def _correlation(study: Study, one: Ratings, other: Ratings, without: set[Key]) -> dict[str, Any]:
    keys = [key for key in study.captions if key in one and key in other and key not in without]
    figures = [data_id for data_id, _ in keys]
    draws = drawn(figures)
    x, y = (np.array([values[key] for key in keys], dtype=float) for values in (one, other))
    found = estimate(pearson(draws.places(figures), x, y, draws.counts), len(draws.clusters), CONSTANT)
    return {**found.as_json(), "captions": len(keys)}


# agreement, repeats, costs


def _agreement(people: People) -> dict[str, Any]:
    """Return how far people agree: experts on orders, readers on replies and on each error."""
    ranked = [[Rank(order=order.best_first) for order in orders] for orders in people.orders.values()]
    who = [[order.reviewer for order in orders] for orders in people.orders.values()]
    # Only orders of the same captions can be compared.
    same = [at for at, each in enumerate(ranked) if len({frozenset(rank.order) for rank in each}) == 1]
    found = {}
    if same:
        measures = agreement("rank", [ranked[at] for at in same], who=[who[at] for at in same])
        found["experts"] = {"items": measures.items, **_measures(measures.measures)}
    if people.replies:
        said = [[Answer(reply=_reply(each.reply)) for each in replies] for replies in people.replies.values()]
        numbers = [[each.reviewer for each in replies] for replies in people.replies.values()]
        measures = agreement("answer", said, who=numbers)
        found["readers"] = {"items": measures.items, **_measures(measures.measures)}
        for error in MISTAKES:
            ticks = [
                [Answer(reply="yes" if error in each.flags else "no") for each in replies]
                for replies in people.replies.values()
            ]
            of_error = agreement("answer", ticks, who=numbers)
            found[f"readers on {error}"] = {"items": of_error.items, **_measures(of_error.measures)}
    return found


def _reply(said: str) -> Any:
    return said


def _measures(measures: Mapping[str, Measure]) -> dict[str, Any]:
    return {name: asdict(each) for name, each in measures.items()}


def _repeats(column: Column) -> dict[str, Any]:
    """Return how far a model's repeated ratings of a caption agree."""
    most = max(len(each) for each in column.repeats.values())
    keys = [key for key, each in column.repeats.items() if len(each) == most]
    draws = drawn([data_id for data_id, _ in keys])
    at = draws.places([data_id for data_id, _ in keys])
    values = icc(at, np.array([column.repeats[key] for key in keys], dtype=float), draws.counts)
    found = estimate(values, len(draws.clusters), "undefined: all ratings are the same")
    return {"name": column.name, "repeats": most, "captions": len(keys), "icc": found.as_json()}


def _ratings(sitting: Sitting) -> int:
    return sum(len(repeats) for each in sitting.answers for repeats in getattr(each.scored, "ratings", {}).values())


def _cost(name: str, sitting: Sitting) -> dict[str, Any]:
    """Return what one rating took of a model: seconds of its server, and dollars where prices are published."""
    answers = [each for each in sitting.answers if getattr(each.scored, "ratings", None)]
    count = _ratings(sitting)
    prices = [price_by_name(sitting.model, each.input_tokens, each.output_tokens) for each in answers]
    known = [each for each in prices if each is not None]
    seconds = [each.seconds for each in answers if each.seconds is not None]
    return {
        "name": name,
        "ratings": count,
        "seconds": round(sum(seconds) / count, 3) if len(seconds) == len(answers) else None,
        "usd": round(sum(known) / count, 6) if len(known) == len(prices) else None,
    }


def _times(people: People) -> list[dict[str, Any]]:
    """Return the median of seconds that people took for a caption; what they are paid, a benchmark does not say."""
    orders = [each for orders in people.orders.values() for each in orders]
    replies = [each for said in people.replies.values() for each in said]
    taken = {
        "experts": [each.seconds / len(each.best_first) for each in orders if each.seconds is not None],
        "readers": [each.seconds for each in replies if each.seconds is not None],
    }
    counts = {"experts": sum(len(each.best_first) for each in orders), "readers": len(replies)}
    return [_time(name, counts[name], seconds) for name, seconds in taken.items() if seconds]


def _time(name: str, count: int, seconds: Sequence[float]) -> dict[str, Any]:
    return {"name": name, "ratings": count, "seconds": round(statistics.median(seconds), 3), "usd": None}
