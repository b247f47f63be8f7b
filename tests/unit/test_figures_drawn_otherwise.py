"""What a careful analyst may draw otherwise is right; the order of names counts where it is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("Agg")

from matplotlib import pyplot as plt

from company.results.likeness.aspects import likeness
from company.results.likeness.elements import elements
from company.results.portraits.reading import portrait


def drawn(draw: Callable[[Any], None]) -> Any:
    figure = plt.figure(dpi=40)
    try:
        draw(figure)
        figure.draw_without_rendering()
        return json.loads(json.dumps(portrait(figure), allow_nan=False))
    finally:
        plt.close(figure)


def named_bars(names: Sequence[str], *, lying: bool = False, backwards: bool = False) -> Any:
    def draw(figure: Any) -> None:
        axes = figure.subplots()
        (axes.barh if lying else axes.bar)(names, [len(each) for each in names])
        if backwards:
            (axes.invert_yaxis if lying else axes.invert_xaxis)()

    return drawn(draw)


def asked_order(axis: str) -> list[dict[str, str]]:
    return [{"aspect": "order", "element": f"axes[0].{axis}order", "value": "", "quote": ""}]


def test_an_order_of_names_counts_where_it_is_asked_for():
    reference, other = named_bars(["oat", "rye", "wheat"]), named_bars(["wheat", "oat", "rye"])
    assert likeness(reference, other).right
    found = likeness(reference, other, asked_order("x"))
    assert not found.right and found.aspects["data"] == 1 and found.aspects["encoding"] < 1
    assert not likeness(reference, named_bars(["oat", "rye", "wheat"], backwards=True), asked_order("x")).right
    assert likeness(reference, named_bars(["wheat", "rye", "oat"], backwards=True), asked_order("x")).right


def test_names_along_the_vertical_axis_are_read_from_either_end():
    reference = named_bars(["oat", "rye", "wheat"], lying=True)
    assert likeness(reference, named_bars(["wheat", "rye", "oat"], lying=True), asked_order("y")).right
    assert likeness(reference, named_bars(["oat", "rye", "wheat"], lying=True, backwards=True), asked_order("y")).right
    assert not likeness(reference, named_bars(["rye", "oat", "wheat"], lying=True), asked_order("y")).right


def test_names_around_a_circle_stand_at_their_angles():
    def around(first: float) -> Any:
        def draw(figure: Any) -> None:
            axes = figure.add_subplot(projection="polar")
            angles = first + np.arange(4) * np.pi / 2
            axes.bar(angles, [1, 2, 3, 5])
            axes.set_xticks(angles, list("abcd"))

        return drawn(draw)

    assert likeness(around(0), around(0), asked_order("x")).right
    assert likeness(around(0), around(0.5)).right
    assert not likeness(around(0), around(0.5), asked_order("x")).right


def several(draw: Callable[[Any, Any], None]) -> Any:
    """Return the portrait of two panels of two lines, named along their sides by `draw`."""

    def on(figure: Any) -> None:
        panels = figure.subplots(1, 2, sharey=True)
        for place, axes in enumerate(panels):
            axes.plot([1, 2], [3, 4 + place], label="one", color="#224466")
            axes.plot([1, 2], [5, 1 + place], label="other", color="#cc5500")
        draw(figure, panels)

    return drawn(on)


def on_each(figure: Any, panels: Any) -> None:
    for axes in panels:
        axes.set(xlabel="Day", ylabel="Tonnes")
        axes.legend(title="Field")


def once(figure: Any, panels: Any) -> None:
    figure.supxlabel("Day")
    panels[0].set_ylabel("Tonnes")
    panels[0].legend(title="Field")


def for_the_figure(figure: Any, panels: Any) -> None:
    figure.supxlabel("Day")
    figure.supylabel("Tonnes")
    figure.legend(*panels[0].get_legend_handles_labels(), title="Field")


@pytest.mark.parametrize("draw", [once, for_the_figure])
def test_words_may_be_written_once_for_several_panels(draw):
    reference = several(on_each)
    assert likeness(reference, several(draw), elements(reference)).right


def test_names_of_places_may_be_written_once_for_several_panels():
    def bars(*, shared: bool, named: bool = True) -> Any:
        def draw(figure: Any) -> None:
            for axes, long in zip(figure.subplots(1, 2, sharey=shared), ([3, 5, 4], [1, 2, 6]), strict=True):
                axes.barh(["rye", "oat", "spelt"], long)
                axes.tick_params(labelleft=named and (not shared or axes.get_subplotspec().is_first_col()))

        return drawn(draw)

    assert likeness(bars(shared=False), bars(shared=True)).right
    assert not likeness(bars(shared=False), bars(shared=True, named=False)).right


def test_words_that_are_written_nowhere_are_missing():
    reference = several(on_each)
    found = likeness(reference, several(lambda figure, panels: None), elements(reference))
    assert found.aspects["text"] < 1 and found.aspects["encoding"] < 1


@pytest.mark.parametrize("under", ["bar", "scatter"])
@pytest.mark.parametrize("reach", [1, 2])
def test_error_bars_may_be_drawn_by_another_call(under, reach):
    def together(figure: Any) -> None:
        axes = figure.subplots()
        if under == "bar":
            axes.bar([1, 2, 4], [5, 6, 7], yerr=[1, 2, 1.5], capsize=3)
        else:
            axes.errorbar([1, 2, 4], [5, 6, 7], yerr=[1, 2, 1.5], fmt="o")

    def apart(figure: Any) -> None:
        axes = figure.subplots()
        getattr(axes, under)([1, 2, 4], [5, 6, 7])
        axes.errorbar([4, 2, 1], [7, 6, 5], yerr=[1.5, 2, reach], fmt="none", capsize=4)

    assert likeness(drawn(together), drawn(apart)).right == (reach == 1)
    assert not likeness(drawn(together), drawn(lambda f: getattr(f.subplots(), under)([1, 2, 4], [5, 6, 7]))).right


def test_a_closed_line_may_be_filled():
    def radar(*, filled: bool, more: float = 0.0) -> Any:
        def draw(figure: Any) -> None:
            axes = figure.add_subplot(projection="polar")
            angles = np.arange(5) * 2 * np.pi / 5
            reach = np.array([3.0, 1, 4, 1, 5])
            axes.plot([*angles, 2 * np.pi], [*reach, reach[0]])
            if filled:
                axes.fill(angles, reach + more, alpha=0.2)

        return drawn(draw)

    assert likeness(radar(filled=False), radar(filled=True)).right
    assert not likeness(radar(filled=False), radar(filled=True, more=1)).right
