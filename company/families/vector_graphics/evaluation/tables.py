"""The tables of the seed over any benchmark of vector graphics: by type, by length, and drawings by their facts."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

import company.evaluation.accuracies as accuracies
from company.drawings.scenes import FORMATS, Format
from company.evaluation.scored import Scored
from company.evaluation.sittings import Sitting
from company.families.vector_graphics.categories import GENERATION, TYPES, category_of
from company.families.vector_graphics.evaluation.published import published
from company.families.vector_graphics.scored import ScoredGraphic
from company.families.vector_graphics.statistics import classes

FEWEST = 20
"""Cases of a cell by length below which no share is told."""
GUESS = 0.25
Cases = Sequence[ScoredGraphic]


def tables_of(sittings: Mapping[str, Sitting]) -> dict[str, Any]:
    """Return all tables, as plain JSON values; shares are from 0 to 1, None where there are too few cases."""
    cases = {name: _scored(sitting) for name, sitting in sittings.items()}
    asked = {name: [each for each in many if not _is_drawn(each)] for name, many in cases.items()}
    drawn = {name: [each for each in many if _is_drawn(each)] for name, many in cases.items()}
    return {
        "types": [_by_type(name, many, form) for form in FORMATS for name, many in asked.items() if _of(many, form)],
        "lengths": [_by_length(name, own, form) for form in FORMATS for name, own in asked.items() if _of(own, form)],
        "classes": list(classes()),
        "drawn": [_drawn(name, many, form) for form in FORMATS for name, many in drawn.items() if _of(many, form)],
        "reasoning": [row for name, many in asked.items() for form in FORMATS if (row := _reasoning(name, many, form))],
        "looks": None,  # what networks see, where there are any (`looks`)
        "published": published(),
    }


def _scored(sitting: Sitting) -> list[ScoredGraphic]:
    return [each.scored for each in sitting.answers if isinstance(each.scored, ScoredGraphic)]


def _is_drawn(case: Scored) -> bool:
    return case.category.endswith(GENERATION)


def _of(cases: Cases, form: str) -> list[ScoredGraphic]:
    return [each for each in cases if each.category.startswith(f"{form}_")]


def _by_type(name: str, cases: Cases, form: Format) -> dict[str, Any]:
    """Return the accuracy of each type, their mean as tables 3 and 7 have it, of all cases, and beyond guessing."""
    own = _of(cases, form)
    shares = {}
    for question_type in TYPES[form]:
        many = [each for each in own if each.category == category_of(form, question_type)]
        shares[question_type] = _share(many)
    known = [each for each in shares.values() if each is not None]
    macro = statistics.fmean(known)
    whole = accuracies.accuracy(own).as_json()
    beyond = (macro - GUESS) / (1 - GUESS)
    return {"name": name, "format": form, "types": shares, "macro": macro, "micro": whole, "beyond": beyond}


def _by_length(name: str, cases: Cases, form: str) -> dict[str, Any]:
    """Return of each class of lengths how many cases there are, and which share is right (table 8)."""
    own = _of(cases, form)
    cells = []
    for length in classes():
        many = [each for each in own if each.length == length]
        cells.append({"cases": len(many), "share": _share(many) if len(many) >= FEWEST else None})
    return {"name": name, "format": form, "cells": cells}


def _reasoning(name: str, cases: Cases, form: str) -> dict[str, Any] | None:
    """Return how often reasoning supports the letter given, and the right one; None where nobody has judged it."""
    own = [each for each in _of(cases, form) if each.supported is not None]
    if not own:
        return None
    supported = statistics.fmean(each.supported or 0.0 for each in own)
    reasoned = statistics.fmean(each.reasoned or 0.0 for each in own)
    return {"name": name, "format": form, "cases": len(own), "supported": supported, "right": reasoned}


def _drawn(name: str, cases: Cases, form: str) -> dict[str, Any]:
    """Return executable rate, fact recall, precision and F; what cannot be drawn counts as 0, and beside it not."""
    own = _of(cases, form)
    survivors = [each for each in own if each.executable]

    def mean(many: Cases, field: str) -> float | None:
        return statistics.fmean(getattr(each, field) or 0.0 for each in many) if many else None

    fields = ("recall", "precision", "value")
    return {
        "name": name,
        "format": form,
        "cases": len(own),
        "executable": len(survivors) / len(own),
        **{field: mean(own, field) for field in fields},
        "survivors": {field: mean(survivors, field) for field in fields},
    }


def _share(cases: Cases) -> float | None:
    return statistics.fmean(each.right for each in cases) if cases else None
