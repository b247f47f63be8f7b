"""The paper's tables over any benchmark of figures: modes, eyes, feedback, and drafts; those published beside."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

from company.families.figures.evaluation.columns import Column, Outcome, apart, judges_apart
from company.families.figures.evaluation.published import published
from company.families.figures.evaluation.responses import COURSES

BASE, THINKING, AGENT, BLIND = "base", "cot", "agent", "agent-blind"


def tables_of(columns: Sequence[Column]) -> dict[str, Any]:
    """Return all tables, as plain JSON values."""
    return {
        "rows": [each.row() for each in columns],
        "modes": _beside(columns, BASE, (THINKING, AGENT, BLIND)),
        "feedback": _beside(columns, BLIND, (AGENT,)),
        "eyes": _eyes(columns),
        "courses": [row for each in columns if (row := _courses(each))],
        "judging": [row for each in columns if (row := _judging(each))],
        "published": published(),
    }


def _beside(columns: Sequence[Column], base: str, others: Sequence[str]) -> list[dict[str, Any]]:
    """Return each model's other modes beside one of its own."""
    return [
        _difference(each, against)
        for against in columns
        if against.mode == base
        for each in columns
        if each.model == against.model and each.mode in others
    ]


def _eyes(columns: Sequence[Column]) -> list[dict[str, Any]]:
    """Return the agents of a model beside the first of them, where several eyes looked at its drafts."""
    agents: dict[str, list[Column]] = {}
    for each in columns:
        if each.mode == AGENT:
            agents.setdefault(each.model, []).append(each)
    return [_difference(each, own[0]) for own in agents.values() for each in own[1:] if each.eyes != own[0].eyes]


def _difference(one: Column, other: Column) -> dict[str, Any]:
    return {
        "name": one.name,
        "beside": other.name,
        "model": one.model,
        "mode": one.mode,
        "eyes": one.eyes,
        "judge": judges_apart(one, other),
        "drawn": apart(one, other, lambda each: each.drawn),
        "right": apart(one, other, _right),
        "executable": apart(one, other, lambda each: float(each.executable)),
    }


def _right(each: Outcome) -> float | None:
    return None if each.drawn is None else float(each.right)


def _courses(column: Column) -> dict[str, Any] | None:
    """Return how an agent's drafts came about, and what became of them; None for a model that was asked once."""
    told = Counter(each.course for each in column.outcomes if each.course is not None)
    if not told:
        return None
    return {
        "name": column.name,
        **{course: told[course] for course in COURSES},
        "rolled_back": sum(each.rolled_back for each in column.outcomes),
        "approved": sum(each.approved for each in column.outcomes),
        "calls": round(statistics.mean(each.calls for each in column.outcomes), 2),
    }


def _judging(column: Column) -> dict[str, Any] | None:
    """Return how far a judge agrees with itself: over samples, and in both orders; None where it was asked once."""
    spreads = [each.spread for each in column.outcomes if each.spread is not None]
    turned = [each.turned for each in column.outcomes if each.turned is not None]
    if not spreads and not turned:
        return None
    return {
        "name": column.name,
        "judge": column.judge,
        "spread": round(statistics.mean(spreads), 4) if spreads else None,
        "turned": round(statistics.mean(turned), 4) if turned else None,
        "turned_without_sign": round(statistics.mean(map(abs, turned)), 4) if turned else None,
    }
