"""Executes the options of a choice case. Runs inside the sandbox, on the state that the case's history left behind.

Called by a small script that has run `ref_code_all` before; everything that is found goes to one JSON file, and
nothing is decided here.
"""

from __future__ import annotations

import ast
import json
import numbers
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pandas as pd

from company.families.shared.choices.glances import glanced, labels_of
from company.families.shared.choices.inputs import all_shown
from company.families.shared.choices.reach import Reach, reach_of
from company.results.digests import digest
from company.results.figures import pages

DRAWN = "drawn"
"""In the expressions of an option: what the open figure shows, one `company.results.figures.pages` dict per axes."""
ASSUMING = "assuming"
"""In the expressions of an option: what becomes of a decision where a reading of a word is assumed (`gate.reach`)."""
_LONGEST = 300


def judge(namespace: dict[str, Any], order: Path, report: Path) -> None:
    """Evaluate the answer and every option of `order` (the field `choice` of a line) and write what came out.

    The report holds, for the answer and for each option, "digest" and "said" of its value, or "error". Each
    expression sees the names as the history left them; it is not told what the others did. Where the order has
    "pages", so has the report: what is drawn, whole. Where it has a "guess", the report says under "guess" what each
    way to read the question makes of it; where it has a "text", under "shown" whether what decides stands there.
    Where it asks about a "figure", values have a "number", too, and "figure" is what could be read off instead.
    """
    asked = json.loads(order.read_text())
    labels: list[str] | None = None
    if shown := _pages():
        namespace = {**namespace, DRAWN: shown}
        labels = labels_of(shown) if asked.get("figure") else None
    guess = asked.get("guess")
    if guess:
        reach = cache(partial(reach_of, namespace, guess))  # what was tried for one option is known for the next
        namespace = {**namespace, ASSUMING: _assuming(partial(reach, ""), guess["by"])}
    found: dict[str, Any] = {
        "answer": _evaluated(asked["answer"], namespace, labels),
        "options": [_evaluated(each["code"], namespace, labels) if each["code"] else None for each in asked["options"]],
    }
    if asked.get("pages"):
        found["pages"] = shown
    if labels is not None:
        found["figure"] = _glanced(asked, namespace, labels)
    if guess:
        found["guess"] = [
            _guessed(namespace, partial(reach, code), guess, asked["options"]) for code in ("", *guess["alternatives"])
        ]
    if "text" in asked:
        found["shown"] = all_shown(_deciding(asked), asked["setup"], asked["text"], namespace, (DRAWN,))
    report.write_text(json.dumps(found))


def _pages() -> list[dict[str, Any]]:
    import matplotlib.pyplot as plt

    return pages(plt.gcf()) if plt.get_fignums() else []


def _glanced(asked: dict[str, Any], namespace: dict[str, Any], labels: Sequence[str]) -> dict[str, Any]:
    import matplotlib.pyplot as plt

    return glanced(plt.gcf(), asked, lambda code, drawn: _evaluated(code, {**namespace, DRAWN: drawn}, labels))


def _assuming(reach_in: Callable[[], Reach], by: float) -> Callable[[float | None, float | None], str]:
    def assuming(low: float | None, high: float | None) -> str:
        return reach_in().judged(low, high, by)

    return assuming


def _guessed(
    namespace: dict[str, Any], reach_in: Callable[[], Reach], guess: dict[str, Any], options: Sequence[dict[str, str]]
) -> dict[str, Any]:
    """Return what a case comes to in one way to read its question: its readings' decisions, its options."""
    try:
        leads = [reach_in().decision(*limits) for limits in guess["readings"]]
        seen = {**namespace, ASSUMING: _assuming(reach_in, guess["by"])}
        verdicts = {each["letter"]: _evaluated(each["code"], seen) for each in options if each["code"]}
    except Exception as problem:  # noqa: BLE001 - whatever generated code does is a finding
        return {"error": f"{type(problem).__name__}: {problem}"[:_LONGEST]}
    return {"leads": leads, "verdicts": {letter: each.get("said", "") for letter, each in verdicts.items()}}


def _deciding(asked: Mapping[str, Any]) -> list[str]:
    """Return the code that says which option is right: that of the right one, else of all others."""
    right = [each["code"] for each in asked["options"] if each["letter"] == asked["right"] and each["code"]]
    return [*(right or [each["code"] for each in asked["options"]]), asked["answer"]]


def _evaluated(code: str, namespace: Mapping[str, Any], labels: Sequence[str] | None = None) -> dict[str, Any]:
    """Return the value of an expression; with the labels of a figure also its number, None of what is a label."""
    try:
        value = eval(compile(ast.parse(code.strip(), mode="eval"), "option", "eval"), dict(namespace))
        found = {"digest": digest(value), "said": said(value)}
    except Exception as problem:  # noqa: BLE001 - whatever generated code does is a finding
        return {"error": f"{type(problem).__name__}: {problem}"[:_LONGEST]}
    if labels is None:
        return found
    label = found["said"].replace(",", "")
    if label in labels:
        return {**found, "said": label, "number": None}
    return {**found, "number": _number_of(value)}


def _number_of(value: Any) -> float | None:
    """Return a value as a number, also where it is written as one; None for all else."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if number - number == 0 else None


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
