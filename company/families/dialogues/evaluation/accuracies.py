"""Accuracies as the paper counts them (4.2 and H.5): Acc, AccR, AccSE, AccSER, and groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from company.evaluation.accuracies import Share, accuracy, by_group, failures, share, unanswered
from company.evaluation.printing import Row, share_text
from company.families.dialogues.evaluation.scored import ScoredTurn

CODE_CLOSE, TEXT_CLOSE = 0.85, 0.9
"""Similarities above which code counts as close to the reference, by an embedding of code and by one of text."""
PUBLISHED = 0.4589
"""The best model's accuracy on release 1.0 of the original benchmark."""


def official(cases: Sequence[ScoredTurn]) -> Share:
    """Return the share as the official evaluator counts: a case with n results counts n, when all of them are right."""
    return share(cases, lambda case: case.right, lambda case: len(case.intents))


def intents(cases: Sequence[ScoredTurn]) -> Share:
    """Return the share of single results that are right."""
    return share(cases, lambda case: sum(case.intents) / len(case.intents), lambda case: len(case.intents))


def with_recall(cases: Sequence[ScoredTurn]) -> Share:
    """Return AccR: right cases, each by the share of the reference's private functions that it calls (equation 3)."""
    return share(cases, lambda case: case.right * _recall(case), lambda _: 1.0)


def _recalled(private: Sequence[ScoredTurn], grouping: str) -> dict[str, Any]:
    """Return the value of a grouping → AccR, as plain JSON values."""
    values = dict.fromkeys(case.groups[grouping] for case in private)
    groups = {value: [case for case in private if case.groups[grouping] == value] for value in values}
    return {value: with_recall(group).as_json() for value, group in groups.items()}


def without_library(cases: Sequence[ScoredTurn]) -> list[str]:
    """Return the ids of private cases that are right and call none of the reference's private functions."""
    return [case.data_id for case in cases if case.right and case.recall == 0]


def with_similarity(cases: Sequence[ScoredTurn]) -> Share:
    """Return AccSE: right cases count whole, wrong code by how close it is to the reference's (equation 4)."""
    return share(cases, closeness, lambda _: 1.0)


def with_similarity_and_recall(cases: Sequence[ScoredTurn]) -> Share:
    """Return AccSER: AccSE, each case by the share of the reference's private functions that it calls."""
    return share(cases, lambda case: closeness(case) * _recall(case), lambda _: 1.0)


def closeness(case: ScoredTurn) -> float:
    """Return 1 for what is right; else 0.5 where both embeddings find it close, 0.25 where one does, and 0."""
    if case.right:
        return 1.0
    close = ((case.code_similarity or 0.0) > CODE_CLOSE) + ((case.text_similarity or 0.0) > TEXT_CLOSE)
    return (0.0, 0.25, 0.5)[close]


def has_similarity(cases: Sequence[ScoredTurn]) -> bool:
    """Return whether similarities were computed for these cases: there is code, and all of it was compared."""
    codes = [case for case in cases if case.coded]
    return bool(codes) and all(None not in (case.code_similarity, case.text_similarity) for case in codes)


def _recall(case: ScoredTurn) -> float:
    return 1.0 if case.recall is None else case.recall


def summary(cases: Sequence[ScoredTurn]) -> dict[str, Any]:
    """Return all figures of scored cases, as plain JSON values."""
    private = [case for case in cases if case.recall is not None]
    codes = [case for case in cases if case.coded]
    similar = has_similarity(cases)
    return {
        "accuracy": accuracy(cases).as_json(),
        "accuracy_without_execution": _without_execution(cases),
        "official": official(cases).as_json(),
        "intents": intents(cases).as_json(),
        "accuracy_with_recall": with_recall(private).as_json() if private else None,
        "recall_by": {name: _recalled(private, name) for name in ("category", "mode")},
        "right_without_library": without_library(private),
        "accuracy_with_similarity": with_similarity(cases).as_json() if similar else None,
        "accuracy_with_similarity_on_code": with_similarity(codes).as_json() if similar else None,
        "accuracy_with_similarity_and_recall": (
            with_similarity_and_recall(private).as_json() if similar and private else None
        ),
        "by": by_group(cases),
        "failures": failures(cases),
        "errors": dict(Counter(case.error for case in cases if case.error).most_common()),
        "unanswered": unanswered(cases),
        "needs_unknown": sum(case.needs == "unknown" for case in cases),
    }


def _without_execution(cases: Sequence[ScoredTurn]) -> dict[str, Any] | None:
    """Return the accuracy without the choices that only execution can decide; None where it is the same cases."""
    readable = [case for case in cases if case.readable]
    return accuracy(readable).as_json() if 0 < len(readable) < len(cases) else None


def rows(summary: Mapping[str, Any]) -> list[Row]:
    """Return the first lines of a summary, and what would compute what is missing in it."""
    similar = [
        ("AccSE, close code counts in part", "accuracy_with_similarity"),
        ("AccSE, on code alone", "accuracy_with_similarity_on_code"),
        ("AccSER, on the private library", "accuracy_with_similarity_and_recall"),
    ]
    return [
        ("accuracy", share_text(summary["accuracy"]), f"original, best model: {PUBLISHED:.1%}"),
        *(
            [("without choices that need execution", share_text(summary["accuracy_without_execution"]), "")]
            if summary["accuracy_without_execution"]
            else []
        ),
        *_headline(summary),
        ("as the official evaluator counts", share_text(summary["official"]), ""),
        ("single results", share_text(summary["intents"]), ""),
        *(
            [("AccSE, AccSER", "not computed", "--code-embeddings computes them")]
            if summary["accuracy_with_similarity"] is None
            else [(name, share_text(summary[key]), "") for name, key in similar]
        ),
    ]


def _headline(summary: Mapping[str, Any]) -> list[Row]:
    """Return the score of private categories, over all of them and each by itself where there are several."""
    whole = summary["accuracy_with_recall"]
    categories = summary["recall_by"]["category"]
    each = [(f"  {name}", share_text(share), "") for name, share in categories.items()] if len(categories) > 1 else []
    return [("AccR, the score on the private library", share_text(whole), ""), *each]


def remarks(summary: Mapping[str, Any]) -> list[str]:
    """Return which exceptions answers raised, which choices do not say what they need, and what went past the library.

    A line for each, where there are any.
    """
    raised = ", ".join(f"{error} {count:,}" for error, count in summary["errors"].items())
    unknown = summary["needs_unknown"]
    told = f"{unknown:,} choices do not say whether they can be read or need execution, as in older folders"
    return [
        *([f"raised: {raised}"] if raised else []),
        *([told] if unknown else []),
        *_unused(summary["right_without_library"]),
    ]


LISTED = 8
"""Cases that are named in a line of a terminal; `--json` has all of them."""


def _unused(cases: Sequence[str]) -> list[str]:
    if not cases:
        return []
    more = f" and {len(cases) - LISTED:,} more" if len(cases) > LISTED else ""
    return [
        f"right without the private functions of the reference, which counts 0 in AccR: {len(cases):,} "
        f"({', '.join(cases[:LISTED])}{more})"
    ]
