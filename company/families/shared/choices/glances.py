"""What somebody reads off a figure who is off by a little. Runs inside the sandbox, beside the options of a case.

The answer of a question about a figure is computed again from what is just not to be told from what is drawn
(`company.results.eyes`). Nothing is decided here: `gate.figure_questions` does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from company.results.eyes import Eye, adverse, slight
from company.results.figures import pages

Evaluate = Callable[[str, Any], dict[str, Any]]
"""Gives the value of an expression where the figure shows these pages."""


def glanced(figure: Any, asked: Mapping[str, Any], evaluate: Evaluate) -> dict[str, Any]:
    """Return what can be taken from a figure instead of the answer of `asked`, and what stands in it.

    "slight" has the answers where one reading, or all in one direction, are off; "adverse" those where one is off in
    one direction and the others in the other. Each is the answer's value and, of statements, those of the options.
    "labels" are the texts that the figure shows, "written" the numbers that are written into it.
    """
    low, exact, high = (pages(figure, off) for off in (-1, 0, 1))
    versions = {"slight": slight(low, exact, high), "adverse": adverse(low, high)}
    found: dict[str, Any] = {kind: _taken(asked, pages_, evaluate) for kind, pages_ in versions.items()}
    written = sorted({number for ax in figure.axes for number, _ in Eye(ax).written})
    return {**found, "labels": labels_of(exact), "written": written}


def _taken(asked: Mapping[str, Any], versions: Iterator[Any], evaluate: Evaluate) -> list[dict[str, Any]]:
    """Return the different values that come of the versions."""
    claims = [each["code"] for each in asked["options"]] if asked["answer"] == "True" else []
    found: dict[str, dict[str, Any]] = {}
    for drawn in versions:
        values = {
            "answer": _plain(evaluate(asked["answer"], drawn)),
            "options": [_plain(evaluate(code, drawn)) if code else None for code in claims],
        }
        found[json.dumps(values, sort_keys=True)] = values
    return [found[key] for key in sorted(found)]


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """Return a value without its digest."""
    return {key: each for key, each in value.items() if key != "digest"}


def labels_of(drawn: Any) -> list[str]:
    """Return the texts in what a figure shows."""
    found: set[str] = set()
    stack = [drawn]
    while stack:
        each = stack.pop()
        if isinstance(each, str):
            found |= {each} - {""}
        elif isinstance(each, dict | list):
            stack += each.values() if isinstance(each, dict) else each
    return sorted(found)
