"""Decisions in code: which group leads among the rows that a vague word holds for."""

from __future__ import annotations

from collections.abc import Sequence

from company.records import Column
from grammar.slots import literal

Form = tuple[str, Column, Column, Column | None, bool]
"""What is compared, the column that the word speaks of, the groups, the measure that is averaged, and the side."""


def decision_code(form: Form, source: str, *, least: bool) -> str:
    """The decision as its question is meant."""
    return _code(form[0], form, source, least=least)


def alternative_codes(form: Form, source: str, *, least: bool) -> list[str]:
    """The decision by the other ways to read its question: a share of all such rows, an average as the median."""
    others = {"share": ["rows"], "rows": [], "mean": ["median"]}[form[0]]
    return [_code(other, form, source, least=least) for other in others]


def _code(what: str, form: Form, source: str, *, least: bool) -> str:
    _, held, group, mean, _ = form
    held_rows = f"{source}[{literal(held.name)}].between(low, high)"
    groups = f"groupby({literal(group.name)}, observed=True)"
    other = literal(mean.name) if mean else ""
    figures: Sequence[str] = {
        "rows": [f"    figures = {source}[{held_rows}].{groups}.size()"],
        "share": [
            f"    held = {held_rows}.astype(float)",
            f"    figures = held.groupby({source}[{literal(group.name)}], observed=True).mean()",
        ],
        "mean": [f"    figures = {source}[{held_rows}].{groups}[{other}].mean()"],
        "median": [f"    figures = {source}[{held_rows}].{groups}[{other}].median()"],
    }[what]
    end = "min" if least and mean is not None else "max"
    return "\n".join(
        [
            "def decision(low, high):",
            *figures,
            f"    leading = figures[figures == figures.{end}()].index",
            "    return str(leading[0]) if len(leading) == 1 else None",
        ]
    )
