"""What the numbers of a result are, in words that the query has: "mean_sales_by_kind" is "mean sales"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grammar.steps.base import plain

_STATISTICS = {
    "mean": "mean",
    "average": "average",
    "avg": "average",
    "median": "median",
    "std": "standard deviation of",
    "sum": "total",
    "total": "total",
    "min": "minimum",
    "max": "maximum",
}
_AFTER = re.compile(r"( \d+| (sorted|ranked|ordered|rounded))+$")
_GROUP = re.compile(r" (by|per|of|in) .*$")
_OF_CONDITIONS = re.compile(
    r"\b(scaled|standardized|normalized|encoded|dummies|transposed|more|ranks?|label|labels|id|ids)\b"
)
_MADE_OF_IT = re.compile(r" (by|per|of|in) (.* )?(ranks?|deviation|scaled|scores?)\b")
"""The end of a name that was a group's until something else was made of the figures: "mean sales by ranks"."""
_WORD = re.compile(r"[^\W_]+")


def words_for(name: str, query: str, rows: str, *, counted: bool = False) -> str | None:
    """What numbers by label are, from a variable's or a column's name; None where the query has no words for it.

    `rows` is what the table's rows are, in the plural; `counted` says whether the numbers are whole.
    """
    whole = plain(name)
    text = _AFTER.sub("", _GROUP.sub("", whole))
    if not text or _OF_CONDITIONS.search(text) or _MADE_OF_IT.search(whole):
        return None
    first, *rest = text.split()
    if first in _STATISTICS and rest and said(rest, query):
        return f"{_STATISTICS[first]} {' '.join(rest)}"
    *before, last = text.split()
    if last in ("counts", "count", "size", "sizes") and counted and said(before, query):
        return f"number of {rows}"
    if last in ("shares", "share") and said([word for word in before if word != "shares"], query):
        return f"share of the {rows}"
    if last == "importances" and before and said(before, query):
        return f"importance for predicting {' '.join(before)}"
    return None


def value_words(name: str, query: str) -> str | None:
    """What a list of values without labels is; None where the query has no words for it."""
    text = _AFTER.sub("", plain(name))
    return None if _OF_CONDITIONS.search(text) or not said(text.split(), query) else text


def said(words: Sequence[str], query: str) -> bool:
    """Whether each of some words stands in a query, there perhaps within a column's name."""
    known = set(_WORD.findall(plain(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", query)))) | set(_WORD.findall(query.lower()))
    return all(part in known for word in words for part in _WORD.findall(word.lower()))
