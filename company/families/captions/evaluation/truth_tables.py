"""What needs nobody's opinion: twins that are rated below their captions; and how people do beside what was planted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from company.families.captions.body import Line
from company.families.captions.evaluation.people import Key
from company.families.captions.evaluation.study import Column, Ratings, Study, told_share
from company.families.captions.records import MISTAKES, UNTRUTHS

UNTRUE = "not shown"
"""What readers tick where a caption says something that the figure does not show."""
Pair = tuple[str, Line, float]
"""A figure, a twin, and what its rating beside its caption's is worth."""
CLAIMED = ("ocr", "stats")
"""Aspects that follow from a caption's words."""


def twin_rows(study: Study) -> list[dict[str, Any]]:
    """Return for each rater how probably it rates a caption above its twin, a tie for half; chance is a half.

    That is told of all twins, of each kind, and of those that the paragraphs contradict and the others.
    """
    columns = [*study.models, *study.readers[-1:], *study.counted]
    found = [(column, list(_pairs(study, column.ratings))) for column in columns]
    return [_twin_row(column, pairs, list(_pairs(study, column.read))) for column, pairs in found if pairs]


def _pairs(study: Study, ratings: Ratings) -> Iterator[Pair]:
    """Yield each pair that is rated: its figure, the twin, and what it is worth."""
    for data_id, line in study.sets.items():
        for twin in line["twins"]:
            own, other = (ratings.get((data_id, str(name))) for name in (twin["of"], twin["id"]))
            if own is not None and other is not None:
                yield data_id, twin, 1.0 if own > other else 0.5 if own == other else 0.0


def _twin_row(column: Column, pairs: Sequence[Pair], read: Sequence[Pair]) -> dict[str, Any]:
    def told(chosen: Callable[[Line], bool]) -> dict[str, Any] | None:
        return told_share([(figure, worth) for figure, twin, worth in pairs if chosen(twin)])

    return {
        "name": column.name,
        "all": told(lambda _: True),
        "read": told_share([(figure, worth) for figure, _, worth in read]) if column.unread else None,
        "by_untruth": {kind: told(lambda twin, kind=kind: twin["untruth"] == kind) for kind in UNTRUTHS},  # type: ignore[misc]
        "contradicted": told(lambda twin: bool(twin["contradicted"])),
        "not_contradicted": told(lambda twin: not twin["contradicted"]),
    }


def error_rows(study: Study) -> list[dict[str, Any]]:
    """Return for each of the seed's errors (its table 4) how many captions were given it, and how many readers find."""
    asked = study.people.replies
    rows = []
    for error in MISTAKES:
        planted = {key for key, each in study.captions.items() if error in each["errors"]}
        flagged = {key for key, share in study.people.flagged(error).items() if share >= 0.5 and key in study.captions}
        told = {"flagged": len(flagged), "both": len(flagged & planted)} if asked else {"flagged": None, "both": None}
        rows.append({"error": error, "planted": len(planted), **told})
    return rows


def people_rows(study: Study) -> list[dict[str, Any]]:
    """Return how often readers tick what is so (sensitivity), and leave unticked what is not (specificity)."""
    true: dict[str, Callable[[Key, Line], bool]] = {
        **{error: lambda key, each, error=error: error in _errors(study, key, each) for error in MISTAKES},  # type: ignore[misc]
        UNTRUE: lambda key, each: any(claim["truth"] == "false" for claim in each["claims"]),
        **{name: lambda key, each, name=name: _claims(each, name) for name in CLAIMED},  # type: ignore[misc]
    }
    return [row for name, is_so in true.items() if (row := _person_row(study, name, is_so))]


def _person_row(study: Study, name: str, is_so: Callable[[Key, Line], bool]) -> dict[str, Any] | None:
    ticked: dict[bool, list[tuple[str, float]]] = {True: [], False: []}
    for key, said in study.people.replies.items():
        if key in study.shown:
            truth = is_so(key, study.shown[key])
            ticked[truth] += [(key[0], float((name in each.flags) == truth)) for each in said]
    if not any(ticked.values()):
        return None
    return {"what": name, "sensitivity": told_share(ticked[True]), "specificity": told_share(ticked[False])}


def _errors(study: Study, key: Key, caption: Line) -> list[str]:
    """Return the errors of a caption; a twin has those of the figure, and is never cut or run on."""
    if "of" not in caption:
        return list(caption["errors"])
    own = study.captions[key[0], str(caption["of"])]
    return [error for error in own["errors"] if error != "text"]


def _claims(caption: Line, aspect: str) -> bool:
    return any(aspect in claim["aspects"] for claim in caption["claims"])
