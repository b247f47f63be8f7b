"""Rules as code, carried out on the tables. Runs inside the sandbox, behind the code that loads them."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

CLEAR = 0.01
"""Figures of a row that are no further apart than this are the same."""
FEWEST = 0.01
"""Share of the rows for which a rule has to come to something else than what it is taken for, for it to matter."""


def measure(names: dict[str, Any], order: Path, report: Path) -> None:
    """Write by rule what is wrong with its `code`, and with its `words`; "" where nothing is.

    `order` is JSON: by rule, its sort and its code, bare, plain and before, of which bare and before may be empty.
    """
    warnings.filterwarnings("ignore")
    base = {name: value for name, value in names.items() if not name.startswith("_")}
    asked = json.loads(order.read_text())
    report.write_text(json.dumps({rule: faults_of(each, base) for rule, each in asked.items()}))


def together(names: dict[str, Any], order: Path, report: Path) -> None:
    """Write by rule with which ones before it no row is left, in words, for each with which none is.

    `order` is JSON: by rule, its code, of those that may hold for one question.
    """
    warnings.filterwarnings("ignore")
    base = {name: value for name, value in names.items() if not name.startswith("_")}
    report.write_text(json.dumps(clashes(json.loads(order.read_text()), base)))


def clashes(rules: Mapping[str, str], base: Mapping[str, Any]) -> dict[str, str]:
    """Return by rule what it leaves no row with, one or two rules before it that stand: each keeps some by itself."""
    table: pd.DataFrame = base["df"]
    kept: dict[str, Any] = {}
    found: dict[str, str] = {}
    for rule, code in rules.items():
        own = table.index.isin(eval(code, dict(base))(table.copy()).index)
        several = (each for number in (1, 2) for each in combinations(kept, number))
        none = next(
            (each for each in several if not np.logical_and.reduce([own, *(kept[one] for one in each)]).any()), ()
        )
        if none:
            found[rule] = (
                f"together with {' and '.join(none)} it leaves no row: no question that all fit has an answer."
            )
        else:
            kept[rule] = own
    return found


def faults_of(rule: Mapping[str, str], base: Mapping[str, Any]) -> dict[str, str]:
    """Return what is wrong with a rule's code, and else with its words: whoever writes code cannot mend these."""
    results: dict[str, Any] = {}
    code = _code_fault(rule, base, results)
    words = "" if code else _idle(results, rule["sort"], len(base["df"]), ("bare", "before"))
    return {"code": code, "words": words}


def _code_fault(rule: Mapping[str, str], base: Mapping[str, Any], results: dict[str, Any]) -> str:
    """Return what is wrong with a rule's code, in words; "" where nothing is. Its results are noted."""
    table: pd.DataFrame = base["df"]
    for field in ("code", "plain", "bare", "before"):
        if not rule[field]:
            continue
        try:
            results[field] = eval(rule[field], dict(base))(table.copy())
        except Exception as error:  # noqa: BLE001 - code that nobody has read may raise anything
            return f"`{field}` raises {type(error).__name__}: {str(error)[:120]}."
        if wrong := _shape_fault(results[field], table, rule["sort"]):
            return f"`{field}` {wrong}"
    own = results["code"]
    if rule["sort"] != "measure" and not 0 < len(own) < len(table):
        return f"`code` keeps {len(own):,} of {len(table):,} rows; a rule that matters keeps some and not all."
    if rule.get("standing") and not _is_by_row(rule["code"], own, base):
        return "`code` looks at other rows than the one that it judges; a standing rule judges each row by itself."
    if rule["sort"] == "measure" and own.isna().mean() > 0.5:
        return "`code` has no figure for most rows."
    return _idle(results, rule["sort"], len(table), ("plain",))


def _idle(results: Mapping[str, Any], sort: str, rows: int, fields: Sequence[str]) -> str:
    """Return what a rule comes to the same as; "" where it matters."""
    for field in fields:
        if field in results and _apart(results["code"], results[field], sort, rows) < FEWEST:
            return f"it comes to the same {_TAKEN[field]}: it matters to fewer than one row of a hundred."
    return ""


_TAKEN = {"plain": "as `plain`", "bare": "without its exception as with it", "before": "as the rule that it overrides"}


def _is_by_row(code: str, kept: pd.DataFrame, base: Mapping[str, Any]) -> bool:
    """Return whether a rule keeps all of those rows that it kept, and none of the others: so rules may be combined."""
    rule, table = eval(code, dict(base)), base["df"]
    again, rest = rule(kept.copy()), rule(table.drop(kept.index))
    return len(again) == len(kept) and rest.empty


def _shape_fault(result: Any, table: pd.DataFrame, sort: str) -> str:
    if sort == "measure":
        is_figure = isinstance(result, pd.Series) and len(result) == len(table) and result.index.equals(table.index)
        is_number = is_figure and pd.api.types.is_numeric_dtype(result) and not pd.api.types.is_bool_dtype(result)
        return "" if is_number else "returns no number for each row, as a series with the table's index."
    is_rows = isinstance(result, pd.DataFrame) and list(result.columns) == list(table.columns)
    is_own = is_rows and result.index.is_unique and result.index.isin(table.index).all()
    return "" if is_own else "returns no rows of the table as they are."


def _apart(one: Any, other: Any, sort: str, rows: int) -> float:
    """Return for which share of the rows two results differ."""
    if sort != "measure":
        return len(one.index.symmetric_difference(other.index)) / max(1, rows)
    first, second = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    with np.errstate(all="ignore"):
        off = np.abs(first - second) > CLEAR * np.maximum(np.abs(first), np.abs(second))
    return float(np.mean(off | (np.isnan(first) != np.isnan(second))))
