"""What scored figures come to: D and what is right, J with its bounds, and what drew anything at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import company.evaluation.accuracies as accuracies
from company.evaluation.printing import Row, share_text
from company.evaluation.scored import Scored
from company.families.figures.evaluation.columns import judged_of, outcome_of
from company.families.figures.evaluation.judging.controls import trial_text
from company.families.figures.scored import ScoredFigure
from company.showing.grids import counted

_SHOWN = 12
"""Unscored cases that are named."""


def figures_in(cases: Sequence[Scored]) -> list[ScoredFigure]:
    """Return the scored figures."""
    return [case for case in cases if isinstance(case, ScoredFigure)]


def summary_of(cases: Sequence[Scored]) -> dict[str, Any]:
    """Return a summary as plain JSON values; D and what is right are None where no case can be compared."""
    figures = figures_in(cases)
    compared = [case for case in figures if case.comparable]
    told = accuracies.mean_value(compared) if compared else None
    drew = accuracies.share(figures, lambda case: case.executable, lambda _: 1.0) if figures else None
    replaced = [case for case in figures if case.recalled is not None]
    judged = judged_of([outcome_of(case) for case in figures])
    return {
        "accuracy": accuracies.accuracy(compared).as_json() if compared else None,
        **({"value": told.as_json()} if told else {}),
        **({"recalled": {"count": sum(map(_recalls, replaced)), "of": len(replaced)}} if replaced else {}),
        "executable": drew.as_json() if drew else None,
        "judged": None if judged is None else {**judged, **judge_in(figures)},
        "by": {"category": {}, **accuracies.by_group(compared)},
        "failures": accuracies.failures(figures),
        "unanswered": accuracies.unanswered(figures),
    }


def _recalls(case: ScoredFigure) -> bool:
    return case.recalled is True


def judge_in(cases: Sequence[ScoredFigure]) -> dict[str, Any]:
    """Return which model looked, the digest of its words, and its trial; empty where none did."""
    known = [case.judge for case in cases if case.judge is not None]
    return dict(next((each for each in known if "trial" in each), known[0])) if known else {}


def unscored_in(cases: Sequence[Scored]) -> list[str]:
    """Return the cases of which some score that was asked for could not be read."""
    return [case.data_id for case in figures_in(cases) if case.judged and case.judged["unscored"]]


def rows_of(summary: Mapping[str, Any]) -> list[Row]:
    """Return the first lines of a summary as text."""
    rows: list[Row] = []
    if summary["accuracy"]:
        rows.append(("right", share_text(summary["accuracy"]), "every aspect of the figure"))
    if "value" in summary:
        rows.append(("likeness (D)", share_text(summary["value"]), "mean"))
    else:
        rows.append(("likeness (D)", "not available", "the folder does not tell what its references draw"))
    if summary["executable"]:
        rows.append(("drew a picture", share_text(summary["executable"]), ""))
    if "recalled" in summary:
        told = summary["recalled"]
        rows.append(("recalled", f"{told['count']} of {told['of']}", "nearer to the values that were replaced"))
    judged = summary["judged"]
    if judged:
        rows.append(("judge (J)", _judged_text(judged), judged["model"]))
    return rows


def remarks_on(summary: Mapping[str, Any]) -> list[str]:
    """Return whether the judge is to be believed, and which cases are unscored."""
    judged = summary["judged"]
    if not judged:
        return []
    remarks = [trial_text(judged["trial"], judged["model"])] if "trial" in judged else []
    if named := judged["unscored"]:
        more = f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else ""
        remarks.append(
            f"unscored, since no score could be read: {', '.join(named[:_SHOWN])}{more}; with 0 and with 100 for them "
            f"the mean is {judged['least']:.2f} and {judged['most']:.2f}"
        )
    return remarks


def _judged_text(judged: Mapping[str, Any]) -> str:
    if judged["value"] is None:
        return "unscored"
    interval = "" if judged["low"] is None else f"  ({judged['low']:.2f} to {judged['high']:.2f})"
    return f"{judged['value']:6.2f}{interval}  {counted(judged['cases'], 'case')}"
