"""Terms, carried out one by one before anything is asked with them. Runs inside the sandbox, behind the tables."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

_ROWS, _FIGURES = ("filter", "exclusion"), ("measure",)
_NUMBERS = ("line", "unit")
FEWEST = 2
"""Values beside those that its versions need for which a term has to work."""


def tried(names: dict[str, Any], order: Path, report: Path) -> None:
    """Write by slot what is wrong with a term, in words, "" where nothing is, and which of its values work.

    `order` is JSON: by slot, the kind, naive, code, candidates (code alone) and how many versions there will be.
    """
    warnings.filterwarnings("ignore")
    base = {name: value for name, value in names.items() if not name.startswith("_")}
    asked = json.loads(order.read_text())
    report.write_text(json.dumps({slot: _judged(each, base) for slot, each in asked.items()}))


def _judged(term: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    if wrong := _fault(term["kind"], term["naive"], base, is_naive=True):
        return {"fault": f"`naive` {wrong}", "works": []}
    faults = {
        number: _fault(term["kind"], term["code"].replace("{value}", value), base, is_naive=False)
        for number, value in enumerate(term["candidates"])
    }
    works = [number for number, fault in faults.items() if not fault]
    if len(works) >= min(len(faults), term["versions"] + FEWEST):
        return {"fault": "", "works": works}
    number, first = next((number, fault) for number, fault in faults.items() if fault)
    told = f"with {term['candidates'][number]} for {{value}}, `code` {first}"
    return {"fault": f"{told} ({len(faults) - len(works)} of {len(faults)} values will not do)", "works": works}


def _fault(kind: str, code: str, base: Mapping[str, Any], *, is_naive: bool) -> str:
    """Return what is wrong with an expression of a kind; "" where nothing is."""
    table: pd.DataFrame = base["df"]
    try:
        value = eval(code, dict(base))
        result = value(table.copy()) if kind in (*_ROWS, *_FIGURES) else value
    except Exception as error:  # noqa: BLE001 - code that nobody has read may raise anything
        return f"raises {type(error).__name__}: {str(error)[:120]}"
    if kind in _ROWS:
        if not isinstance(result, pd.DataFrame) or list(result.columns) != list(table.columns):
            return "returns no rows of the table as they are; write `lambda t: t[…]`"
        if not is_naive and not 0 < len(result) < len(table):
            return f"keeps {len(result):,} of {len(table):,} rows: some should be kept, and not all"
    if kind in _FIGURES:
        is_series = isinstance(result, pd.Series) and len(result) == len(table)
        if not is_series or not pd.api.types.is_numeric_dtype(result):
            return "returns no number for each row, as a series"
    if kind in _NUMBERS and not isinstance(value, int | float):
        return f"is no number but {type(value).__name__}"
    if kind == "rates" and not isinstance(value, dict):
        return f"is no dict but {type(value).__name__}"
    return ""
