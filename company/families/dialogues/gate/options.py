"""Executes the options of a choice case. Runs inside the sandbox, on the state that the case's history left behind.

Called by a small script that has run `ref_code_all` before; everything that is found goes to one JSON file, and
nothing is decided here.
"""

from __future__ import annotations

import ast
import json
import numbers
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from company.results.digests import digest
from company.results.figures import pages

DRAWN = "drawn"
"""In the expressions of an option: what the open figure shows, one `company.results.figures.pages` dict per axes."""
_LONGEST = 300


def judge(namespace: dict[str, Any], order: Path, report: Path) -> None:
    """Evaluate the answer and every option of `order` (the field `choice` of a line) and write what came out.

    The report holds, for the answer and for each option, "digest" and "said" of its value, or "error". Each
    expression sees the names as the history left them; it is not told what the others did. Where the order has
    "pages", so has the report: what is drawn, whole.
    """
    asked = json.loads(order.read_text())
    if shown := _pages():
        namespace = {**namespace, DRAWN: shown}
    found: dict[str, Any] = {
        "answer": _evaluated(asked["answer"], namespace),
        "options": [_evaluated(each["code"], namespace) if each["code"] else None for each in asked["options"]],
    }
    if asked.get("pages"):
        found["pages"] = shown
    report.write_text(json.dumps(found))


def _pages() -> list[dict[str, Any]]:
    import matplotlib.pyplot as plt

    return pages(plt.gcf()) if plt.get_fignums() else []


def _evaluated(code: str, namespace: Mapping[str, Any]) -> dict[str, str]:
    try:
        value = eval(compile(ast.parse(code.strip(), mode="eval"), "option", "eval"), dict(namespace))
        return {"digest": digest(value), "said": said(value)}
    except Exception as problem:  # noqa: BLE001 - whatever generated code does is a finding
        return {"error": f"{type(problem).__name__}: {problem}"[:_LONGEST]}


def said(value: Any) -> str:
    """Return a value in words, as options show it: numbers with four digits at most, lists joined by commas."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "nothing"}[value]
    if isinstance(value, numbers.Integral):
        return f"{int(value):,}"
    if isinstance(value, numbers.Real):
        return _number(float(value))
    if isinstance(value, pd.Timestamp):
        return str(value.date()) if value == value.normalize() else str(value)
    if isinstance(value, pd.Interval):
        return f"{said(value.left)} to {said(value.right)}"
    if isinstance(value, Mapping):
        return ", ".join(f"{said(key)}: {said(each)}" for key, each in value.items())
    if isinstance(value, list | tuple | set | frozenset) or hasattr(value, "tolist"):
        parts = value.tolist() if hasattr(value, "tolist") else value
        return ", ".join(said(each) for each in (sorted(parts, key=str) if isinstance(parts, set) else parts))
    return str(value)


def _number(value: float) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        return "not a number" if value != value else f"{value}"
    if value.is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    text = f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"
    return text if "e" not in text else f"{value:.3e}"
