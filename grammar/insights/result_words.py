"""What the numbers of a result are, in words that the query has: "mean_sales_by_kind" is "mean sales"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from grammar.insights.drafts import in_words_of, rows_of
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


def words_for(name: str, brief: Mapping[str, Any], *, counted: bool = False) -> str | None:
    """What numbers by label are, from a variable's or a column's name; None where the query has no words for it.

    `counted` says whether the numbers are whole.
    """
    whole, known, query, rows = plain(name), _columns(brief), brief["query"], rows_of(brief)
    text = _bare(_GROUP.sub("", whole), known)
    if not text or _OF_CONDITIONS.search(text) or _MADE_OF_IT.search(whole):
        return None
    first, *rest = text.split()
    if first in _STATISTICS and rest and said(rest, query):
        return f"{_STATISTICS[first]} {known.get(' '.join(rest), ' '.join(rest))}"
    *before, last = text.split()
    if last in ("counts", "count", "size", "sizes") and counted and said(before, query):
        return f"number of {rows}"
    if last in ("shares", "share") and said([word for word in before if word != "shares"], query):
        return f"share of the {rows}"
    if last == "importances" and before and said(before, query):
        return f"importance for predicting {known.get(' '.join(before), ' '.join(before))}"
    return None


def value_words(name: str, brief: Mapping[str, Any]) -> str | None:
    """What a list of values without labels is; None where the query has no words for it."""
    known = _columns(brief)
    text = _bare(plain(name), known)
    return None if _OF_CONDITIONS.search(text) or not said(text.split(), brief["query"]) else known.get(text, text)


def _columns(brief: Mapping[str, Any]) -> Mapping[str, str]:
    """The table's columns as they stand in sentences, by the words of their names."""
    return {plain(column["name"]): in_words_of(brief, column["name"]) for column in brief["table"]["columns"]}


def _bare(text: str, columns: Collection[str]) -> str:
    """A name without what was done to the figures; "mean odd 1" stays whole where "odd 1" is a column."""
    return text if {text, text.partition(" ")[2]}.intersection(columns) else _AFTER.sub("", text)


def said(words: Sequence[str], query: str) -> bool:
    """Whether each of some words stands in a query, there perhaps within a column's name."""
    known = set(_WORD.findall(plain(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", query)))) | set(_WORD.findall(query.lower()))
    return all(part in known for word in words for part in _WORD.findall(word.lower()))
