"""Figures show whole years and lines without hidden gaps, so that what is said of change and extremes can be seen."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import matplotlib
import pandas as pd
import pytest

from company.families.captions.gate.drawing import Look, unfit
from company.families.captions.gate.gaps import broken
from grammar.captioning.plotting import plot_figure


def line(places: list[Any], label: str = "") -> dict[str, Any]:
    return {"label": label, "places": places, "values": [float((7 * at) % 5) for at in range(len(places))]}


@pytest.mark.parametrize(
    ("places", "gap"),
    [
        ([1.0, 2.0, 3.0, 5.0, 6.0], (3.0, 5.0)),
        (["2015", "2016", "2018", "2019"], ("2016", "2018")),
        (["2020-01-01", "2020-02-01", "2020-03-01", "2020-06-01"], ("2020-03-01", "2020-06-01")),
        (["2020-01-01", "2020-02-01", "2020-03-01", "2020-04-01"], None),
        ([1.0, 2.0, 4.0, 8.0, 16.0], None),
        (["low", "mid", "high", "top"], None),
    ],
)
def test_a_place_that_is_missing_in_even_steps_is_a_gap(places: list[Any], gap: tuple[Any, Any] | None) -> None:
    assert broken([line(places)]) == gap
    page = {"title": "", "xlabel": "Year", "ylabel": "Price", "lines": [line(places)], "bars": []}
    page |= {kind: [] for kind in ("boxes", "slices", "grids", "bins")}
    told = unfit(Look([page], (), "", (), b""), "line")
    assert (told is None) is (gap is None) and (told is None or "no value" in told)


def test_lines_that_are_told_apart_are_two_at_the_least() -> None:
    page = {"title": "", "xlabel": "Year", "ylabel": "Price", "bars": []}
    page |= {kind: [] for kind in ("boxes", "slices", "grids", "bins")}
    lines = [line([1.0, 2.0, 3.0, 4.0], name) for name in ("house", "unit")]
    lines[1]["values"].reverse()
    two, one = (Look([page | {"lines": lines[:count]}], (), "", (), b"") for count in (2, 1))
    assert unfit(two, "line", apart=True) is None and unfit(one, "line") is None
    told = unfit(one, "line", apart=True)
    assert told is not None and "draw two to five" in told


def test_a_line_leads_across_no_label_at_which_another_has_a_value() -> None:
    whole = line(["low", "mid", "high", "top", "peak"], "a")
    assert broken([whole, line(["low", "mid", "top", "peak"], "b")]) == ("mid", "top")
    assert broken([whole, line(["mid", "high", "top", "peak"], "b")]) is None


def years_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: pd.DatetimeIndex, *, by: bool = False) -> list[Any]:
    """Return the places of each line of the figure that the built-in company draws of these days."""
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    table = pd.DataFrame({"sold": days, "price": [100 + at % 37 for at in range(len(days))]})
    table["kind"] = ["flat", "house"] * (len(days) // 2) + ["flat"] * (len(days) % 2)
    table.to_csv("t.csv", index=False)
    columns = [
        {"name": "sold", "role": "date", "distinct": len(days)},
        {"name": "price", "role": "measure", "numeric": True, "distinct": 37, "minimum": 100, "maximum": 136},
        {"name": "kind", "role": "category", "distinct": 2, "values": [["flat", 9], ["house", 9]]},
    ]
    figure = {
        "question": "How does the mean price change with sold",
        "columns": ["sold", "price", *(["kind"] if by else [])],
        "chart": "line",
    }
    state: dict[str, Any] = {}
    brief = {"table": {"file": "t.csv", "columns": columns}, "figure": figure}
    exec(plot_figure(brief, random.Random(1))["code"], state)
    drawn = [list(each.get_xdata()) for each in state["ax"].get_lines()]
    state["plt"].close("all")
    return drawn


@pytest.mark.parametrize("by", [False, True])
def test_years_that_are_only_partly_in_the_table_are_not_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: bool
) -> None:
    days = pd.date_range("2011-09-15", "2018-03-20", freq="5D")
    for own in years_of(tmp_path, monkeypatch, days, by=by):
        assert own == list(range(2012, 2018))


def test_years_with_one_day_each_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days = pd.DatetimeIndex([f"{year}-01-01" for year in range(2010, 2018) for _ in range(4)])
    assert years_of(tmp_path, monkeypatch, days) == [list(range(2010, 2018))]


def test_of_a_line_with_a_gap_the_longest_part_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days = pd.date_range("2008-01-01", "2020-12-31", freq="7D")
    few = days[(days.year != 2012) | (days.day_of_year < 12)]  # two days of 2012 are left, too few for a value
    none = days[days.year != 2012]
    for kept in (few, none):
        assert years_of(tmp_path, monkeypatch, kept) == [list(range(2013, 2021))]
