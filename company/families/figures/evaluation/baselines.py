"""What D gives to those who know nothing: bounds below which a score says nothing of having understood a query."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from company.benchmark.reading import Benchmark
from company.evaluation.contract import Line
from company.families.shared.chances import chance_of
from company.results.likeness.aspects import likeness
from company.results.likeness.controls import blank
from company.results.likeness.wrong_data import random_data
from company.statistics.resampling import drawn, estimate, mean

Portraits = Mapping[str, Any]
NAMES = {
    "blank": "axes and texts as they should be, and nothing drawn",
    "another": "another case's figure, of the same type where there is one",
    "random": "random data under the right words",
    "pandas": "what pandas draws of the data by default",
}
"""By name, what is drawn."""


def baselines_of(content: Benchmark) -> dict[str, dict[str, Any]]:
    """Return the mean D of each baseline, from 0 to 100, over the cases that tell what their references draw."""
    lines = [line for line in content.entries if line.get("portrait")]
    portraits = {line["data_id"]: _portrait(content.folder / line["portrait"]) for line in lines}
    defaults = _defaults(content, lines)
    found: dict[str, list[tuple[str, float]]] = {name: [] for name in NAMES}
    for line in lines:
        own = portraits[line["data_id"]]
        for name, other in _others(line, own, lines, portraits, defaults):
            found[name].append((line["data_id"], _score(own, other, line)))
    return {name: {"what": NAMES[name], **_told(each)} for name, each in found.items() if each}


def _others(
    line: Line, own: Any, lines: list[dict[str, Any]], portraits: Portraits, defaults: Portraits
) -> Iterator[tuple[str, Any]]:
    yield "blank", blank(own)
    others = [each for each in lines if each["data_id"] != line["data_id"]]
    alike = [each for each in others if each["plot_type"] == line["plot_type"]] or others
    if alike:
        yield "another", portraits[chance_of(line["data_id"], "another").choice(alike)["data_id"]]
    for _, wrong in random_data(own):
        yield "random", wrong
    file = next(iter(line["data_files"]), None)
    if file is not None and file in defaults:
        yield "pandas", defaults[file]


def _score(own: Any, other: Any, line: Line) -> float:
    """Return D; what cannot be compared is not alike, as for answers."""
    try:
        return likeness(own, other, line["requirements"]).score
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError):
        return 0.0


def _told(scores: list[tuple[str, float]]) -> dict[str, Any]:
    names = [name for name, _ in scores]
    draws = drawn(names)
    values = mean(draws.places(names), np.array([score for _, score in scores]), draws.counts)
    return {**estimate(values, len(draws.clusters), "undefined").as_json(), "cases": len(scores)}


def _defaults(content: Benchmark, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the portrait of what pandas draws of each table by default, by its file."""
    import matplotlib as mpl
    import pandas as pd

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    from company.results.portraits.reading import portrait

    found = {}
    for file in sorted({name for line in lines for name in line["data_files"][:1]}):
        path = content.resource / file
        if path.suffix != ".csv" or not path.is_file():
            continue
        with warnings.catch_warnings(), plt.rc_context():
            warnings.simplefilter("ignore")
            try:
                axes = pd.read_csv(path).plot()
            except (TypeError, ValueError):  # a table without a number cannot be drawn so
                continue
            found[file] = json.loads(json.dumps(portrait(axes.figure), allow_nan=False))
            plt.close("all")
    return found


def _portrait(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))
