"""Questions about a single value: how large a part, how common, in which quarter of its column."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

from grammar.choice_drafts import Draft
from grammar.insights.drafts import Brief, Result, asked, both_of, in_words_of, rows_of
from grammar.insights.labelled import figures_by, on_labels
from grammar.insights.result_words import words_for
from grammar.insights.unlabelled import apart, relation
from grammar.remarks import is_number
from grammar.steps.base import plain

_LEVEL = re.compile(r"mean|median|average|avg|p\d\d|mode|quantile|percentile")
_NO_LEVEL = re.compile(r"share|gap|ratio|r2|std|corr|range|diff|sum|count|spread|iqr|var|error|score|number")
"""Names of values that lie on the scale of their column, and of those that do not."""
_NO_ROWS = re.compile(r"distinct|unique|different|column|cluster|group|label|missing|counts|_by_")
"""Names of counts that are not of the table's rows."""
_COUNTED = re.compile(r"len\(|\.shape\[0\]|\.count\(\)|mask\.sum\(\)")
"""Code of counts."""


def findings_on_value(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """On one number or one text."""
    name, value = result["name"], result["facts"].get("value")
    table = brief["table"]
    if isinstance(value, str):
        yield from _category(name, value, brief, chance)
    if not is_number(value):
        return
    if "corr" in brief["code"] and -1 <= value <= 1:
        both = [column for column in _named(table, brief["query"]) if plain(column) in plain(name)]
        if "corr" in name and len(both) == 2 and apart(both[0], both[1], brief):
            one, other = (in_words_of(brief, column) for column in both)
            yield from relation(name, value, one, other, brief, chance)
        return
    if isinstance(value, int) and _COUNTED.search(brief["code"]):
        yield from _part(name, value, brief, chance)
        return
    if not _LEVEL.search(name) or _NO_LEVEL.search(name):
        return
    for column in table["columns"]:
        if f"{table['variable']}[{column['name']!r}]." in brief["code"]:
            continue  # a figure of the whole table says nothing against the whole table
        measure = column.get("numeric") and is_number(column.get("minimum")) and column["role"] == "measure"
        named = plain(column["name"]).replace("/", " ") in plain(name)
        if measure and named and column["minimum"] <= value <= column["maximum"]:
            what = words_for(name, brief) or in_words_of(brief, column["name"])
            yield _banded(name, what, value, column["name"], brief, chance)


def _part(name: str, value: int, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """Whether a number of rows is a part of the table that carries weight."""
    table = brief["table"]
    if 0 < value < table["rows"] and not _NO_ROWS.search(f"{name} {brief['query']}"):
        words = {"row": str(table.get("row_meaning", "record")), "value": f"{value:,}", **both_of(brief)}
        yield asked("part", chance, words, {"share": f"{name} / len({table['variable']})"})


def _category(name: str, value: str, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """Whether to plan for the value of a column that was found, going by how common it is in the table."""
    table = brief["table"]
    for column in table["columns"]:
        if column.get("distinct", 0) >= 4 and any(value == known for known, _ in column.get("values", ())):
            sizes = f"{table['variable']}[{column['name']!r}].value_counts()"
            yield on_labels("concentrated", figures_by(column, sizes, brief), chance)
            return


def _banded(name: str, what: str, value: float, column: str, brief: Brief, chance: random.Random) -> Draft:
    """In which quarter of a column a value clearly lies."""
    values = f"{brief['table']['variable']}[{column!r}]"
    words = {
        "rows": rows_of(brief),
        "what": what,
        "column": in_words_of(brief, column),
        "value": f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}",
    }
    return asked("band", chance, words, {"name": name, "values": values})


def _named(table: Mapping[str, Any], text: str) -> list[str]:
    """The numeric columns that a text names, in its order."""
    found = [(text.find(f"{c['name']}"), c["name"]) for c in table["columns"] if c.get("numeric") and c["name"] in text]
    return [name for _, name in sorted(found)]
