"""Whether a query asks for a step of its reference: by names and numbers of both, or words for the operation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_ORDERED = (
    r"sort|order|rank|highest|lowest|largest|smallest|biggest|descend|ascend|rising|falling|chronolog|top|bottom|first|"
    r"last|earliest|latest|newest|oldest|most|least|fewest|best|worst"
)
_GAPS = (
    r"missing|empty|gaps?\b|blank|nulls?\b|nan\b|unknown|incomplete|lack|unfilled|not given|not known|not recorded|"
    r"values? (?:is|are) (?:known|given|there)|(?:has|have|with) (?:a|an|any|no) (?:known |given )?value"
)
_FEW = rf"{_ORDERED}|only|few|sample|random|pick|draw"
WORDS: Mapping[str, str] = {
    "dropna": _GAPS,
    "fillna": rf"{_GAPS}|fill|imput|instead",
    "ffill": rf"{_GAPS}|fill|forward|previous|carr",
    "bfill": rf"{_GAPS}|fill|back|next",
    "interpolate": rf"{_GAPS}|fill|interpol",
    "drop_duplicates": r"duplicat|distinct|unique|repeat|once|twice|same|each .* only|double",
    "sort_values": _ORDERED,
    "sort_index": _ORDERED,
    "astype": r"convert|cast|whole number|integer|float|decimal|as text|as string|as a number|as numbers|categor|type",
    "replace": r"replac|recod|correct|instead|spell|treat|fix|unif|map|turn|change",
    "clip": r"clip|cap|limit|winsor|bound|at most|at least|more than|less than",
    "merge": r"merg|join|attach|add|match|look|combin|bring|with its|with their|next to|beside",
    "join": r"merg|join|attach|add|match|look|combin|bring|with its|with their|next to|beside",
    "head": _FEW,
    "tail": _FEW,
    "nlargest": _FEW,
    "nsmallest": _FEW,
    "sample": _FEW,
    "drop": r"drop|remov|leave out|leaving out|without|exclud|except|discard|ignor|delet|other than|take out",
    "abs": r"absolut|size of|regardless|magnitude|either direction|distance",
    "where": r"where|only|keep|mask|replac|set|blank",
    "mask": r"where|only|keep|mask|replac|set|blank",
    "strip": r"strip|space|blank|trim|clean|spell",
    "lower": r"lower|case|spell|clean|upper",
    "upper": r"upper|case|spell|clean|lower",
    "title": r"case|capital|spell|clean",
    "columns": r"columns?|variables?|fields?|measures?",
}
"""Words of a query for an operation of pandas, by its name; their beginnings are enough."""


def spoken(query: str, operation: str) -> bool:
    """Return whether a query has a word for an operation."""
    words = WORDS.get(operation)
    said = re.sub(r"(['\"`]).*?\1", "", query)  # a column's name is no word for an operation
    return words is not None and re.search(rf"\b(?:{words})", said, re.IGNORECASE) is not None


def named(query: str, constants: Iterable[object]) -> bool:
    """Return whether a query holds one of these names, texts or numbers, in whatever spelling."""
    return any(_holds(query, each) for each in constants)


def all_named(query: str, constants: Iterable[object]) -> bool:
    """Return whether a query holds all of these names, texts or numbers."""
    return all(_holds(query, each) for each in constants)


def _holds(query: str, constant: object) -> bool:
    if isinstance(constant, bool) or constant is None:
        return False
    if isinstance(constant, int | float):
        return any(abs(number - constant) < 1e-9 * max(1.0, abs(constant)) for number in _numbers(query))
    said = _plain(str(constant))
    return bool(said) and f" {said} " in f" {_plain(query)} "


def _numbers(query: str) -> list[float]:
    return [float(each.replace(",", "")) for each in re.findall(r"-?\d[\d,]*(?:\.\d+)?(?<!,)", query)]


def _plain(text: str) -> str:
    """Return a text in lower-case words: "TotalFat" and "total_fat" are both "total fat"."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return " ".join(re.findall(r"\w+", apart.replace("_", " ").lower()))
