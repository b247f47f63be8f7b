"""Decisions in code: which group leads among the rows that a vague word holds for."""

from __future__ import annotations

from company.records import Column
from grammar.slots import literal
from grammar.words import words

Form = tuple[str, Column, Column, Column | None, bool]
"""What is compared, the column that the word speaks of, the groups, the measure that is averaged, and the side."""
_SAID = words("decisions")["code"]


def decision_code(form: Form, source: str, *, least: bool) -> str:
    """The decision as its question is meant."""
    return _code(form[0], form, source, least=least)


def alternative_codes(form: Form, source: str, *, least: bool) -> list[str]:
    """The decision by the other ways to read its question: a share of all such rows, an average as the median."""
    return [_code(other, form, source, least=least) for other in _SAID["also"].get(form[0], ())]


def _code(what: str, form: Form, source: str, *, least: bool) -> str:
    _, held, group, mean, _ = form
    known = {
        "source": source,
        "held": literal(held.name),
        "by": literal(group.name),
        "other": literal(mean.name) if mean else "",
        "end": "min" if least and mean is not None else "max",
    }
    return str(_SAID["decision"]).replace("{figures}", _SAID["figures"][what]).format(**known).strip()
