"""Figures that were read wrong, each as it was met."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns

from company.families.dialogues.body.openness import order_of_bars
from company.families.shared.outlines import outline
from company.results.capture import capture_figure
from company.results.drawing import drawn, same_drawing
from company.results.drawn_facts import BUDGET, without_marks
from company.results.exported import check_code
from company.results.figures import pages
from company.results.leeway import Leeway
from company.results.perturb import perturbed

MONTHS = [f"{year}-{month:02}" for year in (1863, 1864) for month in range(1, 13)]
VALUES = [float((place * 7) % 24) for place in range(24)]


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    plt.close("all")
    yield
    plt.close("all")


def page() -> dict[str, Any]:
    (found,) = pages(plt.gcf())
    plt.close("all")
    return found


def drawing(draw: Callable[[], object]) -> Any:
    plt.close("all")
    draw()
    return json.loads(json.dumps(drawn(plt.gcf())))


# lines and bars over categories


def test_a_line_over_months_as_text_peaks_at_a_month_or_where_no_label_is() -> None:
    pd.Series(VALUES, index=MONTHS).plot(xticks=range(24))
    (line,) = page()["lines"]
    assert line["places"] == MONTHS
    pd.Series(VALUES, index=MONTHS).plot(xticks=range(0, 24, 6))
    (line,) = page()["lines"]
    assert line["places"][:7] == ["1863-01", None, None, None, None, None, "1863-07"]


def test_labels_that_are_the_places_once_more_are_labels() -> None:
    plt.bar(["0", "1", "2"], [3, 1, 2])
    assert [(bar["name"], bar["length"]) for bar in page()["bars"]] == [("0", 3), ("1", 1), ("2", 2)]
    pd.Series([3, 1, 2]).plot.bar()
    found = page()
    assert [bar["name"] for bar in found["bars"]] == ["0", "1", "2"] and not found["bins"]


def test_means_by_group_are_no_histogram() -> None:
    scores = pd.Series([0.4, -0.3, 1.2, -1.3], index=range(4))
    for draw in (lambda: scores.plot.bar(width=1.0), lambda: plt.bar(range(4), scores, width=1.0, align="edge")):
        draw()
        found = page()
        assert not found["bins"] and [bar["length"] for bar in found["bars"]] == scores.tolist()


def test_years_and_dates_are_labels() -> None:
    pd.Series([1.0, 3.0, 2.0], index=[2007, 2008, 2009]).plot()
    assert page()["lines"][0]["places"] == ["2007", "2008", "2009"]
    pd.Series([1.0, 3.0, 2.0], index=pd.date_range("2008-01-01", periods=3, freq="MS")).plot()
    assert page()["lines"][0]["places"] == ["2008-01", "2008-02", "2008-03"]
    plt.plot(pd.to_datetime(["2008-01-05", "2008-03-01"]), [1, 2])
    assert page()["lines"][0]["places"] == ["2008-01-05", "2008-03-01"]


@pytest.mark.parametrize("under", ["first", "middle"])
@pytest.mark.parametrize("width", [0.15, 0.27, 1 / 3])
def test_grouped_bars_are_read_right_whatever_their_width(width: float, under: str) -> None:
    places = np.arange(4)
    for number, own in enumerate(("a", "b", "c")):
        plt.bar(places + number * width, [number + 1, 2, 3, 4 + number], width, label=own)
    plt.xticks(places + (width if under == "middle" else 0), ["p", "q", "r", "s"])
    plt.legend()
    found = {(bar["name"], bar["series"]): bar["length"] for bar in page()["bars"]}
    assert found == {
        (name, own): value
        for number, own in enumerate("abc")
        for name, value in zip("pqrs", [number + 1, 2, 3, 4 + number], strict=True)
    }


# legends


def by_two(legend: list[str] | None = None) -> Callable[[], object]:
    def draw() -> None:
        ax = plt.figure().subplots()
        pd.DataFrame({"men": [1, 2, 3], "women": [4, 5, 6]}, index=["x", "y", "z"]).plot.bar(ax=ax)
        if legend:
            ax.legend(legend)

    return draw


def test_a_series_is_called_what_the_legend_shows() -> None:
    by_two(["women", "men"])()
    assert {bar["series"] for bar in page()["bars"] if bar["length"] < 4} == {"women"}
    plt.plot([1, 2, 3], label="hidden")
    assert page()["lines"][0]["label"] == ""


def test_swapped_labels_of_a_legend_are_another_figure() -> None:
    reference = drawing(by_two())
    assert same_drawing(reference, drawing(by_two(["men", "women"])))
    assert same_drawing(reference, drawing(by_two(["M", "W"])))  # words are free
    assert not same_drawing(reference, drawing(by_two(["women", "men"])))
    ends = [[1, 2, 3], [3, 1, 2]]
    lines = [drawing(lambda names=names: (plt.plot(np.transpose(ends)), plt.legend(names))) for names in ("ab", "ba")]
    assert not same_drawing(*lines)


# order


def test_an_order_of_bars_counts_where_it_was_asked_for() -> None:
    fallen, risen = (drawing(lambda s=s: plt.bar([*s], [ord(x) for x in s])) for s in ("cba", "abc"))
    assert same_drawing(fallen, risen)
    assert not same_drawing(fallen, risen, ordered=True)
    tied = [drawing(lambda s=s: plt.bar([*s], [2, 1, 1])) for s in ("cba", "cab")]
    assert same_drawing(*tied, ordered=True)
    lying = drawing(lambda: plt.barh([*"abc"], [ord(x) for x in "abc"]))
    assert same_drawing(fallen, lying, ordered=True)  # lying bars may begin at either end


# guides


LEVEL = {
    "axhline": lambda: plt.axhline(2.5, ls="--"),
    "hlines": lambda: plt.hlines(2.5, -0.5, 2.5, linestyles="dashed"),
    "hlines in the axes": lambda: plt.gca().hlines(2.5, *plt.gca().get_xlim()),
    "plot": lambda: plt.plot([-0.5, 2.5], [2.5, 2.5], "--"),
}


@pytest.mark.parametrize("over", ["bars", "line", "points"])
def test_a_dashed_line_across_is_the_same_however_it_is_drawn(over: str) -> None:
    base = {
        "bars": lambda: plt.bar([*"abc"], [1, 4, 3]),
        "line": lambda: plt.plot([1, 4, 3]),
        "points": lambda: plt.scatter([0, 1, 2], [1, 4, 3]),
    }
    figures = {name: drawing(lambda line=line: (base[over](), line())) for name, line in LEVEL.items()}
    for one in figures:
        for other in figures:
            assert same_drawing(figures[one], figures[other]), (one, other)
        assert not same_drawing(figures[one], drawing(base[over]))
        assert not same_drawing(figures[one], drawing(lambda: (base[over](), plt.axhline(2.6))))


def test_a_line_across_has_no_place_along_the_other_axis() -> None:
    plt.bar([*"abc"], [1, 4, 3])
    plt.axhline(2.5)
    plt.axvline(1)
    found = page()
    assert found["lines"] == [] and len(found["bars"]) == 3
    assert found["guides"] == [{"axis": "y", "at": 2.5}, {"axis": "x", "at": "b"}]


# what is told of a figure


def test_a_box_plot_is_boxes_and_not_lines() -> None:
    rows = pd.DataFrame({"kind": [*"aabb"] * 10, "size": np.arange(40.0)})
    for draw in (lambda: sns.boxplot(rows, x="kind", y="size"), lambda: rows.boxplot("size", by="kind")):
        draw()
        found = capture_figure(plt.gcf())
        assert found["facts"]["axes"][0]["artists"] == {"boxes": 2} and "lines" not in found["shown"]
        plt.close("all")


def test_a_colour_bar_is_no_second_axes() -> None:
    sns.heatmap(pd.DataFrame([[1.0, 2.0], [3.0, 4.0]]))
    facts = capture_figure(plt.gcf())["facts"]
    assert [axes["artists"] for axes in facts["axes"]] == [{"grids": 1}]


def test_what_is_told_of_a_figure_says_what_a_reader_sees() -> None:
    plt.hist([1, 2, 2, 3, 9], bins=4)
    plt.axvline(2)
    assert capture_figure(plt.gcf())["facts"]["axes"][0]["artists"] == {"bins": 4, "guides": 1}


def shows() -> dict[str, Any]:
    (axes,) = capture_figure(plt.gcf())["facts"]["axes"]
    return dict(axes["shows"])


@pytest.mark.parametrize("lying", [False, True])
def test_error_bars_are_told_as_such_and_their_caps_are_no_points(lying: bool) -> None:
    draw, error = (plt.barh, "xerr") if lying else (plt.bar, "yerr")
    draw([*"ab"], [2.0, 3.0], **{error: [0.5, 0.25]}, capsize=3)
    (axes,) = capture_figure(plt.gcf())["facts"]["axes"]
    assert axes["artists"] == {"bars": 2, "error_bars": 2}
    assert axes["shows"]["error_bars"] == [["a", 1.5, 2.5], ["b", 2.75, 3.25]]
    plt.close("all")
    plt.errorbar([1, 2, 4], [5, 6, 7], yerr=[1, 1, 2], fmt="o", capsize=2)
    (axes,) = capture_figure(plt.gcf())["facts"]["axes"]
    assert axes["artists"] == {"points": 3, "error_bars": 3}
    assert axes["shows"]["points"] == [{"label": "", "points": [[1, 5], [2, 6], [4, 7]]}]


def test_an_error_bar_that_crosses_the_whole_figure_is_no_line_across() -> None:
    plt.errorbar([-0.3136601251, 1.2], [2.7, 2.8], yerr=[3.2604, 0.1], fmt="o")
    plt.ylim(-0.5, 5.9)
    plt.axvline(0.5)
    (axes,) = capture_figure(plt.gcf())["facts"]["axes"]
    assert axes["artists"] == {"points": 2, "guides": 1, "error_bars": 2}
    assert axes["shows"]["guides"] == [["x", 0.5]]


def test_whoever_asks_about_a_figure_is_told_of_error_bars_and_of_few_points() -> None:
    plt.errorbar([13, 19, 21], [0, 1, 2], xerr=[7, 9, 15], fmt="o", capsize=4)
    plt.yticks([0, 1, 2], ["north", "east", "south"])
    plt.axvline(10)
    (page,) = pages(plt.gcf())
    assert [each["axis"] for each in page["guides"]] == ["x"], "what goes across for want of room is an error bar"
    assert page["error_bars"][0] == {"at": "north", "from": 6.0, "to": 20.0}
    told = outline(page)
    assert told["points"] == [{"label": "", "points": [[13.0, "north"], [19.0, "east"], [21.0, "south"]]}]
    assert len(told["error_bars"]) == 3


def test_of_many_points_none_is_told() -> None:
    plt.scatter(range(100), range(100))
    (axes,) = capture_figure(plt.gcf())["facts"]["axes"]
    assert axes["artists"] == {"points": 100} and "shows" not in axes


def test_boxes_are_told_with_their_numbers_and_outliers() -> None:
    plt.boxplot([[1, 2, 3, 4, 5], [10, 20, 30, 40, 50, 150, 160]], tick_labels=["in", "out"])
    plt.axhline(25, linestyle="--")
    told = shows()
    assert told["boxes"]["columns"][0] == "name" and told["boxes"]["columns"][-1] == "outliers"
    assert told["boxes"]["rows"] == [["in", 1, 2, 3, 4, 5, 0], ["out", 10, 25, 40, 100, 160, 0]]
    assert told["guides"] == [["y", 25]], "a line across is at a value"
    plt.close("all")
    plt.boxplot([[1, 2, 3, 4, 90, -80], [5, 6, 7, 8, 9]], tick_labels=["in", "out"], orientation="horizontal")
    assert [row[-1] for row in shows()["boxes"]["rows"]] == [2, 0]


def test_cells_of_a_small_heat_map_are_told_and_the_ends_of_a_large_one() -> None:
    names = ["stays", "leaves"]
    sns.heatmap(pd.DataFrame([[50, 4], [9, 37]], index=names, columns=names), annot=True)
    (grid,) = shows()["grids"]
    assert grid == {"rows": names, "columns": names, "values": [[50, 4], [9, 37]]}
    plt.close("all")
    many = [*"abcdefgh"]
    plt.imshow(np.arange(64).reshape(8, 8))
    plt.xticks(range(8), many)
    plt.yticks(range(8), many)
    (ends,) = shows()["grids"]
    assert ends == {"highest": ["h", "h", 63], "lowest": ["a", "a", 0]}


def test_a_colour_bar_in_axes_of_its_own_making_is_no_second_axes() -> None:
    figure, (left, right) = plt.subplots(1, 2)
    figure.colorbar(left.imshow([[1.0, 2.0], [3.0, 4.0]]), cax=right)
    assert len(capture_figure(figure)["facts"]["axes"]) == 1 and len(pages(figure)) == 1


def test_who_looks_back_on_a_figure_is_not_told_its_marks() -> None:
    plt.bar([*"ab"], [2, 3])
    facts = capture_figure(plt.gcf())["facts"]
    (axes,) = without_marks(facts)["axes"]
    assert "shows" in facts["axes"][0] and "shows" not in axes and axes["tallest"] == ["b", 3.0]
    assert without_marks({"rows": 3}) == {"rows": 3}


def test_bars_lines_slices_and_bins_are_told_with_their_labels() -> None:
    plt.bar([*"ab"], [2, 3], label="one")
    plt.bar([*"ab"], [4, 5], bottom=[2, 3], label="two")
    plt.legend()
    assert shows()["bars"] == [["a", "one", 2], ["b", "one", 3], ["a", "two", 4], ["b", "two", 5]]
    plt.close("all")
    plt.pie([1, 3], labels=["x", "y"])
    assert shows()["slices"] == [["x", 0.25], ["y", 0.75]]
    plt.close("all")
    plt.plot([2001, 2002, 2003], [1.5, 4, 3], label="n")
    plt.legend()
    (line,) = shows()["lines"]
    assert line["label"] == "n" and [value for _, value in line["points"]] == [1.5, 4, 3]
    plt.close("all")
    plt.hist([1, 2, 2, 3, 9], bins=4)
    assert shows()["bins"][0] == [1, 3, 3]


@pytest.mark.filterwarnings("ignore")
def test_what_has_no_place_is_not_told() -> None:
    nothing = np.full((9, 9), np.nan)
    plt.imshow(nothing)
    plt.xticks(range(9), [*"abcdefghi"])
    plt.yticks(range(9), [*"abcdefghi"])
    plt.plot([1, 2, 3, 4], [1, np.nan, np.inf, 4])
    plt.plot([1, 2], [np.nan, np.nan])
    told = capture_figure(plt.gcf())["facts"]
    assert json.loads(json.dumps(told, allow_nan=False)) == told


@pytest.mark.thorough
def test_what_is_told_of_a_figure_is_bounded() -> None:
    for count in (1, 4):
        figure, axes = plt.subplots(1, count, squeeze=False)
        for ax in axes.flat:
            for series in range(5):
                ax.plot(range(400), np.random.default_rng(series).normal(size=400), label=f"series {series}")
            ax.bar([f"a long label {place}" for place in range(60)], np.arange(60) + 0.12345678)
        told = capture_figure(figure)["facts"]
        assert len(json.dumps(told)) <= BUDGET + 20
        if count == 1:
            (line, *_) = told["axes"][0]["shows"]["lines"]
            assert {"begins", "ends", "highest", "lowest"} <= {*line}
            assert told["axes"][0]["shows"]["left_out"] == ["bars"], "what there was no room for is named"
        plt.close("all")


ORDERED = (
    "Draw a bar chart of the mean price per city, with the bars sorted from highest to lowest.",
    "Make a count plot of city, most frequent value first.",
    "Draw the totals as bars in the order GBA, DS, PSP.",
    "Plot the shares as a bar chart in the same order.",
    "Show the counts in a bar chart in descending order!",
)
UNORDERED = (
    "Draw a bar chart of the mean price per city.",
    "Sort the table by price and give it back. Then draw a bar chart of the mean price per city.",
    "I want to see in order to decide: a bar chart of the mean price per city, please.",
)


def test_an_order_is_asked_for_in_the_sentence_about_the_bars() -> None:
    assert all(map(order_of_bars, ORDERED))
    assert not any(map(order_of_bars, UNORDERED))


def test_bars_in_the_opposite_order_are_a_wrong_answer_where_an_order_is_asked_for() -> None:
    fallen = drawing(lambda: plt.bar([*"cba"], [3, 2, 1]))
    label = "with its bars in the opposite order"
    assert label in dict(perturbed("plot", fallen, Leeway(order="descending")))
    assert label not in dict(perturbed("plot", fallen))
    plot = [SimpleNamespace(name="plot", type="plot")]
    assert "ordered=True" in check_code(plot, {"plot": Leeway(order="descending")}).splitlines()[-1]
    assert "ordered=True" not in check_code(plot, {}).splitlines()[-1]


def test_a_drawing_that_was_saved_before_legends_were_is_still_compared() -> None:
    reference = drawing(by_two())
    older = {"axes": [{key: each for key, each in axes.items() if key != "legend"} for axes in reference["axes"]]}
    assert same_drawing(older, older) and same_drawing(older, reference)
    assert not any(same_drawing(older, wrong) for _, wrong in perturbed("plot", older))
