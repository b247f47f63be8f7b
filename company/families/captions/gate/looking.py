"""Looks at the figure that code has left open, and executes claims on it. Runs inside the sandbox; decides nothing."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from company.families.captions.gate.elsewhere import together
from company.results.drawing import digest_drawing, drawn
from company.results.figures import KINDS, pages

_LONGEST = 300
_DPI = 100
OTHER_TEXT = "another text"
"""What stands in the place of every text on the figure that is a control."""


def look(namespace: dict[str, Any], order: Path, report: Path) -> None:
    """Write what the open figure shows, and what claims come to on it.

    The order has `claims` (expressions over `drawn`, `texts` and the names that the code left), and says whether the
    `picture` is wanted. Of each claim there is a list: what it comes to as drawn, for an eye that is just off downwards
    and upwards, on a blank page, and where every text is another one. True and False are that; a text is an error.
    Of each list of claims in `together` there is whether they may all hold on one figure (`elsewhere`).
    """
    import matplotlib.pyplot as plt

    asked = json.loads(order.read_text())
    numbers = plt.get_fignums()
    if len(numbers) != 1:
        report.write_text(json.dumps({"fault": f"it leaves {len(numbers)} figures open; one is wanted"}))
        return
    figure = plt.figure(numbers[0])
    figure.canvas.draw()
    exact = pages(figure)
    texts = texts_of(figure)
    versions = [
        (exact, texts),
        (pages(figure, -1), texts),
        (pages(figure, 1), texts),
        ([_blank(page) for page in exact], []),
        (_renamed(exact), [OTHER_TEXT] * len(texts)),
    ]
    found: dict[str, Any] = {
        "drawn": exact,
        "texts": texts,
        "digest": digest_drawing(drawn(figure)),
        "claims": [[_held(code, namespace, *version) for version in versions] for code in asked["claims"]],
    }
    found["together"] = [
        together(exact, codes, lambda code, shown: _held(code, namespace, shown, texts) is True)
        for codes in asked.get("together", ())
    ]
    if asked.get("picture"):
        content = io.BytesIO()
        figure.savefig(content, format="png", dpi=_DPI)
        found["picture"] = base64.b64encode(content.getvalue()).decode()
    report.write_text(json.dumps(found))


def texts_of(figure: Any) -> list[str]:
    """Return every text that a reader of the figure sees, each once: axes, legends, ticks, what is written inside."""
    found: list[str] = []
    for ax in figure.axes:
        found += [ax.get_title(), ax.get_xlabel(), ax.get_ylabel()]
        legend = ax.get_legend()
        if legend is not None:
            found += [legend.get_title().get_text(), *(text.get_text() for text in legend.get_texts())]
        found += [text.get_text() for text in ax.texts]
        for axis, limits in ((ax.xaxis, ax.get_xlim()), (ax.yaxis, ax.get_ylim())):
            low, high = sorted(limits)
            ticks = zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=False)
            found += [text.get_text() for place, text in ticks if low <= place <= high and text.get_visible()]
    found += [text.get_text() for text in figure.texts]
    return [text for text in dict.fromkeys(each.replace("\u2212", "-").strip() for each in found) if text]


def _held(code: str, namespace: Mapping[str, Any], shown: Any, texts: Sequence[str]) -> bool | str:
    try:
        return bool(eval(_compiled(code.strip()), {**namespace, "drawn": shown, "texts": texts}))
    except Exception as problem:  # noqa: BLE001 - whatever a claim's code does is a finding
        return f"{type(problem).__name__}: {problem}"[:_LONGEST]


@cache
def _compiled(code: str) -> CodeType:
    return compile(code, "claim", "eval")


def _blank(page: Mapping[str, Any]) -> dict[str, Any]:
    return {**dict.fromkeys(("title", "xlabel", "ylabel"), ""), **{kind: [] for kind in KINDS if kind in page}}


def _renamed(value: Any) -> Any:
    """Return what is drawn with every text another one; places that are texts stay apart."""
    if isinstance(value, dict):
        return {key: OTHER_TEXT if isinstance(each, str) else _renamed(each) for key, each in value.items()}
    if isinstance(value, list):
        return [f"{OTHER_TEXT} {at}" if isinstance(each, str) else _renamed(each) for at, each in enumerate(value)]
    return value
