"""Every kind of plot is like itself however it looks, and like nothing with other values or another encoding."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("Agg")

from matplotlib import pyplot as plt

from company.results.likeness.aspects import likeness
from company.results.likeness.controls import controls
from company.results.likeness.elements import elements
from company.results.portraits.reading import portrait
from tests.support.kinds_of_plot import KINDS, OTHER, PLAIN, Draw, Look, Values, wrong_values

SHAPES = ("bar", "pie", "scatter", "heatmap", "panels")
"""Kinds whose figures others are not to be taken for."""


def drawn(draw: Draw, values: Values, look: Look = PLAIN, **more: Any) -> Any:
    figure = plt.figure(**{"dpi": 40, **more})
    try:
        draw(figure, values, look)
        figure.draw_without_rendering()
        return json.loads(json.dumps(portrait(figure), allow_nan=False))
    finally:
        plt.close(figure)


@cache
def reference(name: str) -> Any:
    return drawn(KINDS[name].draw, KINDS[name].values)


@pytest.mark.parametrize("name", KINDS)
def test_a_figure_is_right_with_all_that_is_on_it(name: str) -> None:
    found = likeness(reference(name), reference(name), elements(reference(name)))
    assert found.right
    assert found.score == 100


@pytest.mark.parametrize("name", KINDS)
def test_what_is_free_changes_nothing(name: str) -> None:
    """Another order of calls, other colours, another size and resolution; the same words."""
    again = drawn(KINDS[name].draw, KINDS[name].values, OTHER, figsize=(9, 4), dpi=60)
    words = [each for each in elements(reference(name)) if each["aspect"] == "text"]
    found = likeness(reference(name), again, words)
    assert found.right, found.aspects


@pytest.mark.thorough
@pytest.mark.parametrize("name", KINDS)
def test_other_values_are_wrong(name: str) -> None:
    for label, values in wrong_values(KINDS[name].values).items():
        found = likeness(reference(name), drawn(KINDS[name].draw, values))
        assert not found.right, label
        assert found.score < 100, label


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.encodings])
def test_another_encoding_is_wrong(name: str) -> None:
    for label, draw in KINDS[name].encodings.items():
        found = likeness(reference(name), drawn(draw, KINDS[name].values))
        assert not found.right, label
        assert found.score < 100, label


def lying(is_lying: bool) -> dict[str, Any]:
    """Return how a box plot is told which way it stands: the older word warns from matplotlib 3.11 on."""
    if mpl.__version_info__ < (3, 10):
        return {"vert": not is_lying}
    return {"orientation": "horizontal" if is_lying else "vertical"}


@pytest.mark.thorough
@pytest.mark.parametrize("is_lying", [False, True])
@pytest.mark.parametrize("outliers", [False, True])
@pytest.mark.parametrize("filled", [False, True])
@pytest.mark.parametrize("names", [(), ("a", "b", "c", "d", "e", "f", "g", "h")])
@pytest.mark.parametrize("count", [1, 2, 8])
def test_every_wrong_box_plot_is_refused(is_lying, outliers, filled, names, count):
    chance = np.random.default_rng(count)
    values = [chance.lognormal(0, 1, 30) + place for place in range(count)]

    def draw(figure: Any, held: Values, look: Look) -> None:
        axes = figure.subplots()
        axes.boxplot(values, showfliers=outliers, patch_artist=filled, **lying(is_lying))
        if names:
            set_ticks = axes.set_yticks if is_lying else axes.set_xticks
            set_ticks(range(1, count + 1), names[:count])

    page = drawn(draw, {})
    assert likeness(page, page).right
    made = dict(controls(page))
    assert ("with two boxes exchanged" in made) == (count > 1)
    assert [label for label, wrong in made.items() if likeness(page, wrong).right] == []


def test_a_box_plot_whose_outliers_alone_change_places_is_no_wrong_one():
    """Outliers of one box stand above each other: no reader sees which of them was drawn first."""
    page = drawn(lambda figure, values, look: figure.subplots().boxplot([[1, 2, 3, 4, 20, 30, 40]]), {})
    assert "y shuffled" not in dict(controls(page))


def test_numbers_that_name_boxes_are_read_once():
    def boxes(*names: str) -> Any:
        def draw(figure: Any, values: Values, look: Look) -> None:
            axes = figure.subplots()
            axes.boxplot([[1, 2, 3, 4], [5, 6, 7, 9]])
            axes.set_xticks([1, 2], names)

        return drawn(draw, {})

    assert not likeness(boxes("1", "2"), boxes("2", "1")).right
    assert likeness(boxes("4", "8"), boxes("4", "8")).right


@pytest.mark.parametrize("name", KINDS)
def test_every_control_is_refused(name: str) -> None:
    asked = elements(reference(name))[:6]
    others = [reference(other) for other in SHAPES if other != name]
    made = controls(reference(name), asked, others)
    assert {"a blank page", "with random data", "another figure"} <= {label for label, _ in made}
    for label, wrong in made:
        found = likeness(reference(name), wrong, asked)
        assert not found.right, label
        assert found.score < 100, label
