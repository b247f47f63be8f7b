"""Analysts who remember a term and work it out wrongly: the usual slips with ranks and windows, read off its code."""

from __future__ import annotations

import re
from collections.abc import Mapping

from company.families.dialogues.evolving.views import ACROSS, TIES_DROPPED, TOO_EARLY
from company.families.dialogues.prelude import VARIABLE

_MARK = "~"
_FUNCTION = re.compile(r"lambda (\w+): ")
_GROUPED = r"\b{rows}\.groupby\((?:'[^']*'|\"[^\"]*\")\)"


def slips(code: str) -> Mapping[str, str]:
    """Return by label what a term's code is of who drops ties, forgets the groups, or looks at rows that do not count.

    Only code of one line that ranks rows or looks at several of a group has any.
    """
    function = _FUNCTION.match(code)
    if function is None:
        return {}
    rows = function[1]
    grouped = re.compile(_GROUPED.format(rows=rows))
    found = {TIES_DROPPED: code.replace("method='min'", "method='first'")}
    if grouped.search(code) and re.search(r"\.(?:rank|diff|shift|rolling)\(", code):
        found[ACROSS] = grouped.sub(rows, code).replace(".droplevel(0)", "")
        found[TOO_EARLY] = _of_whole(code, rows)
    return {label: each for label, each in found.items() if each != code}


def _of_whole(code: str, rows: str) -> str:
    """Return code that works out a condition, or a figure, over the whole table before it takes the rows that count."""
    early = re.sub(rf"\b{rows}\.groupby\(", f"{VARIABLE}.groupby(", code)
    condition = re.fullmatch(rf"(lambda {rows}: {rows})\[(.+)\]", early)
    return f"{condition[1]}[({condition[2]}).reindex({rows}.index)]" if condition else early


def slipped(slot: str, label: str) -> str:
    """Return what a term is called in bindings where it is worked out wrongly."""
    return f"{slot}{_MARK}{label}"


def without_slip(slot: str) -> str:
    """Return the slot of a term, be it worked out wrongly or not."""
    return slot.partition(_MARK)[0]


def code_with_slip(slot: str, code: str) -> str:
    """Return a term's code as it is worked out under what it is called in bindings."""
    label = slot.partition(_MARK)[2]
    return slips(code)[label] if label else code
