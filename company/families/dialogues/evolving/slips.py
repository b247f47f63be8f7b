"""Analysts who remember a term and work it out wrongly: the usual slips with rows in their order, read off its code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from company.families.dialogues.analysts import (
    ACROSS,
    ALONE,
    FIRST_ALONE,
    GAPS,
    HOWEVER_OLD,
    LAST_OUT,
    LATER_TOO,
    MEAN,
    NEVER_RESET,
    ONE_WAY,
    OWN_ROW,
    SAME_DAY,
    TIES_DROPPED,
    TOO_EARLY,
    UNMATCHED,
    UNWEIGHTED,
)
from company.families.dialogues.prelude import VARIABLE

_MARK = "~"
_FUNCTION: Final = re.compile(r"lambda (\w+): ")
_LABEL: Final = r"(?:'[^']*'|\"[^\"]*\")"
_GROUPED: Final = rf"\b{{rows}}\.groupby\({_LABEL}\)"
_IN_ORDER: Final = re.compile(r"\.(?:rank|diff|shift|rolling|cummax|cummin|cumsum|transform)\(")
_BEGINS_ANEW: Final = (
    (re.compile(r"\((\w+) if \1 [^()]+ else 0\)"), r"\1"),
    (re.compile(r"\.groupby\(\(~?(?:\([^()]*\)|[^()]*)\)\.cumsum\(\)\)"), ""),
)
"""What sets a running total, or a count, back to zero."""
_RECONCILED: Final = re.compile(rf"\.map\((\w+\.groupby\({_LABEL}\)\[{_LABEL}\])\.sum\(\)\)\.fillna\(0\)")
"""What adds up the amounts of all rows of another table that name a row."""
_TOLERANCE: Final = ", tolerance=pd.Timedelta(days={value})"
_SO_FAR: Final = ".shift(fill_value=0)"
"""What leaves out of a running share those for whom it is worked out, so that whoever reaches a limit is within it."""
_WEIGHED: Final = (
    (re.compile(r"\.groupby\(s\)\.sum\(\)"), ".groupby(s).size()"),
    (re.compile(rf"\* 100 / (?:s|\w+\.loc\[s\.index, {_LABEL}\])\.sum\(\)"), "* 100 / len(s)"),
)
"""What has rows count by an amount of theirs."""


def slips(code: str) -> Mapping[str, str]:
    """Return by label what a term's code is of those who go wrong in its work.

    They drop ties, forget the groups, look at rows that do not count, never begin anew, count a row that is to stay
    out, look at each row alone, take a gap for zero, leave out who reaches a share, count rows where these have a
    weight, or take a mean for a median. Only code of one line that ranks rows or goes through those of
    a group has any.
    """
    function = _FUNCTION.match(code)
    return {} if function is None else {label: each for label, each in _all(code, function[1]) if each != code}


def _all(code: str, rows: str) -> Iterator[tuple[str, str]]:
    yield TIES_DROPPED, code.replace("method='min'", "method='first'")
    yield from _joined(code)
    grouped = _GROUPED.format(rows=rows)
    if not re.search(grouped, code) or not _IN_ORDER.search(code):
        return
    yield ACROSS, re.sub(grouped, rows, code).replace(".droplevel(0)", "")
    yield NEVER_RESET, _exchanged(code, _BEGINS_ANEW)
    yield OWN_ROW, code.replace(".ffill().shift()", ".ffill()")
    yield ALONE, re.sub(rf"{grouped}(\[{_LABEL}\])\.cummax\(\)", rf"{rows}\1", code)
    yield TOO_EARLY, _of_whole(code, rows)
    yield LAST_OUT, code.replace(_SO_FAR, "").replace("< {value}", "<= {value}") if _SO_FAR in code else code
    yield UNWEIGHTED, _exchanged(code, _WEIGHED)
    yield MEAN, code.replace("s / s.median()", "s / s.mean()")
    if not _condition(code, rows):
        yield GAPS, f"lambda {rows}: ({code.partition(': ')[2]}).fillna(0)"


def _joined(code: str) -> Iterator[tuple[str, str]]:
    """Yield the code of those who bring two tables together wrongly, row by row."""
    if _RECONCILED.search(code):
        yield UNMATCHED, _RECONCILED.sub(r".map(\1.sum())", code)
        yield FIRST_ALONE, _RECONCILED.sub(r".map(\1.first()).fillna(0)", code)
        yield ONE_WAY, code.replace(".abs() >", " >")
    if "pd.merge_asof(" in code:
        yield SAME_DAY, code.replace(_TOLERANCE, f"{_TOLERANCE}, allow_exact_matches=False")
        yield LATER_TOO, code.replace(_TOLERANCE, f"{_TOLERANCE}, direction='nearest'")
        yield HOWEVER_OLD, code.replace(_TOLERANCE, "")


def _condition(code: str, rows: str) -> re.Match[str] | None:
    """Return what rows a function keeps, where it says which are kept."""
    return re.fullmatch(rf"(lambda {rows}: {rows})\[(.+)\]", code)


def _exchanged(code: str, signs: Sequence[tuple[re.Pattern[str], str]]) -> str:
    """Return code with something else in place of each sign."""
    for sign, instead in signs:
        code = sign.sub(instead, code)
    return code


def _of_whole(code: str, rows: str) -> str:
    """Return code that works out a condition, or a figure, over the whole table before it takes the rows that count."""
    early = re.sub(rf"\b{rows}\.groupby\(", f"{VARIABLE}.groupby(", code)
    if condition := _condition(early, rows):
        return f"{condition[1]}[({condition[2]}).reindex({rows}.index)]"
    asked = early.partition(": ")[2]
    return early if asked.endswith(f".reindex({rows}.index)") else f"lambda {rows}: ({asked}).reindex({rows}.index)"


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
