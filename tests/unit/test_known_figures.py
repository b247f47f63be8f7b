"""What is read off figures is what was drawn: 500 figures with known content, in every way that people draw them."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest

from company.results.figures import pages
from tests.support.known_figures import DRAWERS

COUNT = 500


@pytest.fixture(scope="module")
def figure() -> Iterator[Any]:
    shared = plt.figure(figsize=(4, 3), dpi=80)
    yield shared
    plt.close(shared)


@pytest.mark.slow  # it starts no process, and takes a sixth of the time of all tests that do not
def test_500_figures_hold_what_was_drawn(figure: Any) -> None:
    wrong = [f"{seed} {name}: {said}" for seed in range(COUNT) for name, said in [_misread(figure, seed)] if said]
    assert not wrong, f"{len(wrong)} of {COUNT} are read wrong:\n" + "\n".join(wrong[:12])


def _misread(figure: Any, seed: int) -> tuple[str, str]:
    chance = random.Random(seed)
    draw = DRAWERS[seed % len(DRAWERS)]
    figure.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = draw(figure.subplots(), chance)
        found = pages(figure)
    if len(found) != 1:
        return draw.__name__, f"{len(found)} axes"
    return draw.__name__, _differences(wanted, found[0])


def _differences(wanted: dict[str, Any], page: dict[str, Any]) -> str:
    """Return in words what is not as it was drawn; empty where all is."""
    for kind, forms in FORMS.items():
        ours, theirs = wanted.get(kind, []), [forms(each) for each in page[kind]]
        theirs = [point for group in theirs for point in group] if kind == "points" else theirs
        if not _same(sorted(ours, key=str), sorted(theirs, key=str)) and not _same_sorted(ours, theirs):
            return f"{kind}: {ours} was drawn, {theirs} is read"
    return ""


def _same_sorted(ours: list[Any], theirs: list[Any]) -> bool:
    """Whether each of ours is among theirs."""
    free = list(theirs)
    for one in ours:
        place = next((place for place, other in enumerate(free) if _same(one, other)), None)
        if place is None:
            return False
        del free[place]
    return not free


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple):
        return isinstance(other, list | tuple) and len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, str) or isinstance(other, str):
        return one == (f"{other:.9g}" if isinstance(other, float) else other)
    return bool(np.isclose(one, other, rtol=1e-6, atol=1e-9))


FORMS: dict[str, Any] = {
    "bars": lambda bar: (bar["name"], bar["series"], bar["length"]),
    "bins": lambda bar: (bar["from"], bar["to"], bar["length"]),
    "boxes": lambda box: (box["name"], box["series"], box["lower_quartile"], box["median"], box["upper_quartile"]),
    "slices": lambda part: (part["name"], part["share"]),
    "lines": lambda line: (line["label"], line["places"], line["values"]),
    "points": lambda group: [(group["label"], x, y) for x, y in zip(group["x"], group["y"], strict=True)],
    "grids": lambda grid: (grid["rows"], grid["columns"], grid["values"]),
    "guides": lambda guide: (guide["axis"], guide["at"]),
}
