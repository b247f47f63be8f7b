"""Figures with known content: each is drawn in one of many ways, and comes with what a reader should find in it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import seaborn as sns

Content = Any
"""What `company.results.figures.pages` should find, in a form that can be sorted and compared."""
WORDS = ("rye", "oat", "wheat", "spelt", "corn", "teff", "rice", "barley")
SERIES = ("north", "south", "east", "west")


@dataclass(frozen=True)
class Labels:
    """Categories as data, and as a reader of an axis sees them."""

    values: tuple[Any, ...]
    shown: tuple[str, ...]


def labels(chance: random.Random, least: int = 2, most: int = 7) -> Labels:
    """Categories of one of many types."""
    count = chance.randint(least, most)
    start = chance.randint(1950, 2015)
    whole = chance.choice(
        (range(count), range(1, count + 1), range(start, start + count), range(10, 10 + 5 * count, 5))
    )
    months = pd.date_range(f"{start}-01-01", periods=count, freq="MS")
    days = pd.date_range(f"{start}-03-05", periods=count, freq=chance.choice(("D", "W")))
    kinds: tuple[tuple[Any, Any], ...] = (
        (chance.sample(WORDS, count), None),
        (list(whole), None),
        ([f"{place}" for place in range(count)], None),
        ([f"{month:%Y-%m}" for month in months], None),
        (list(months), [f"{month:%Y-%m}" for month in months]),
        (list(days), [f"{day:%Y-%m-%d}" for day in days]),
        ([0.5 + place for place in range(count)], None),
        ([False, True], None),
    )
    values, shown = chance.choice(kinds)
    return Labels(tuple(values), tuple(shown or [str(value) for value in values]))


def heights(count: int, chance: random.Random, *, least: float = -5.0) -> list[float]:
    """Values of bars or lines: counts, means, or both signs."""
    match chance.randrange(3):
        case 0:
            return [float(chance.randint(1, 90)) for _ in range(count)]
        case 1:
            return [chance.uniform(0.5, 9) for _ in range(count)]
        case _:
            return [
                chance.choice((-1, 1)) * chance.uniform(0.4, 5) if least < 0 else chance.uniform(1, 5)
                for _ in range(count)
            ]


def _texts(values: tuple[Any, ...]) -> list[str]:
    return [f"{value:%Y-%m-%d}" if isinstance(value, pd.Timestamp) else str(value) for value in values]


def bars(ax: Any, chance: random.Random) -> Content:
    """One series of bars, standing or lying, by pandas, matplotlib or seaborn."""
    names = labels(chance)
    values = heights(len(names.values), chance)
    dates = isinstance(names.values[0], pd.Timestamp)
    lying, way = chance.random() < 0.4, chance.choice(("pandas", "texts", "places", "numbers", "seaborn"))
    shown = names.shown
    if way == "pandas":
        pd.Series(values, index=list(names.values)).plot(
            kind="barh" if lying else "bar", ax=ax, width=chance.uniform(0.2, 1)
        )
    elif way == "seaborn":
        texts = _texts(names.values)
        sns.barplot(
            **{"x": values, "y": texts} if lying else {"x": texts, "y": values}, ax=ax, orient="h" if lying else "v"
        )
        shown = tuple(texts)
    elif way == "places" or (way == "numbers" and (dates or isinstance(names.values[0], str | bool))):
        places = np.arange(len(values)) * chance.choice((1, 2, 0.5)) + chance.choice((0, 1))
        (ax.barh if lying else ax.bar)(places, values, chance.uniform(0.1, 0.4))
        (ax.set_yticks if lying else ax.set_xticks)(places, list(shown))
    elif way == "numbers":
        step = min(np.diff(names.values))
        (ax.barh if lying else ax.bar)(names.values, values, step * chance.uniform(0.3, 0.9))
        shown = tuple(f"{value:.6g}" for value in names.values)
    else:
        texts = _texts(names.values)
        (ax.barh if lying else ax.bar)(texts, values, chance.uniform(0.2, 1))
        shown = tuple(texts)
    if way == "pandas" and dates:
        return {
            "bars": [(_as_pandas_writes(ax, name, lying), "", v) for name, v in zip(names.values, values, strict=True)]
        }
    return {"bars": [(name, "", value) for name, value in zip(shown, values, strict=True)]}


def _as_pandas_writes(ax: Any, name: pd.Timestamp, lying: bool) -> str:
    """How a date stands under a bar of pandas: as its index prints, or along an axis of dates."""
    axis = ax.yaxis if lying else ax.xaxis
    texts = [text.get_text() for text in axis.get_ticklabels()]
    return str(name) if str(name) in texts else f"{name:%Y-%m}" if name.day == 1 else f"{name:%Y-%m-%d}"


def grouped(ax: Any, chance: random.Random) -> Content:
    """Bars of several series, side by side or stacked, with a legend whose order may be another."""
    names = labels(chance, 3, 5)
    while isinstance(names.values[0], pd.Timestamp):
        names = labels(chance, 3, 5)
    series = chance.sample(SERIES, chance.randint(2, 4))
    table = pd.DataFrame({own: heights(len(names.values), chance, least=0) for own in series}, index=list(names.values))
    lying, stacked = chance.random() < 0.3, chance.random() < 0.3
    way = chance.choice(("pandas", "matplotlib", "seaborn"))
    if way == "pandas":
        table.plot(kind="barh" if lying else "bar", stacked=stacked, ax=ax, width=chance.uniform(0.3, 0.95))
    elif way == "seaborn":
        long = table.rename(index=dict(zip(names.values, names.shown, strict=True))).stack().reset_index()
        long.columns = pd.Index(["name", "series", "value"])
        axes = {"x": "value", "y": "name"} if lying else {"x": "name", "y": "value"}
        sns.barplot(long, **axes, hue="series", ax=ax, width=chance.uniform(0.3, 0.9), errorbar=None)
    else:
        _by_hand(ax, table, names, lying, stacked, chance)
    if chance.random() < 0.5:
        handles, texts = ax.get_legend_handles_labels()
        order = chance.sample(range(len(texts)), len(texts))
        ax.legend([handles[place] for place in order], [texts[place] for place in order])
    return {
        "bars": [
            (name, own, value) for own in series for name, value in zip(names.shown, table[own].tolist(), strict=True)
        ]
    }


def _by_hand(ax: Any, table: pd.DataFrame, names: Labels, lying: bool, stacked: bool, chance: random.Random) -> None:
    """Bars series by series, with ticks in the middle of a group, or below its first bar."""
    count = table.shape[1]
    step = chance.choice((1.0, 2.0))
    places = np.arange(len(table)) * step
    width = step * chance.uniform(0.3, 0.95) / (1 if stacked else count)
    draw = ax.barh if lying else ax.bar
    bottoms = np.zeros(len(table))
    for number, own in enumerate(table):
        if stacked:
            draw(places, table[own], width, label=own, **{"left" if lying else "bottom": bottoms})
            bottoms += table[own].to_numpy()
        else:
            draw(places + number * width, table[own], width, label=own)
    at = places if stacked else places + chance.choice((0, (count - 1) * width / 2))
    (ax.set_yticks if lying else ax.set_xticks)(at, list(names.shown))
    ax.legend()


def lines(ax: Any, chance: random.Random) -> Content:
    """One line or several, over categories, numbers or dates."""
    names = labels(chance, 3, 8)
    series = [""] if chance.random() < 0.5 else chance.sample(SERIES, chance.randint(2, 4))
    values = {own: heights(len(names.values), chance) for own in series}
    way = chance.choice(("pandas", "matplotlib", "seaborn"))
    index = list(names.values)
    text = isinstance(index[0], str | bool)
    if way == "pandas":
        frame = pd.DataFrame(values, index=index)
        (frame if series != [""] else frame[""]).plot(
            ax=ax, marker=chance.choice((None, "o")), xticks=range(len(index)) if text else None
        )
    elif way == "seaborn" and series != [""]:
        long = pd.DataFrame(
            [(at, own, value) for own in series for at, value in zip(index, values[own], strict=True)],
            columns=["at", "series", "value"],
        )
        long["at"] = long["at"].astype(str) if text else long["at"]
        sns.lineplot(long, x="at", y="value", hue="series", ax=ax, errorbar=None, style=chance.choice((None, "series")))
    else:
        for own in series:
            ax.plot([str(at) for at in index] if text else index, values[own], label=own, ls=chance.choice(("-", "--")))
    if series != [""]:
        ax.legend()
    if chance.random() < 0.4:
        (ax.axhline if chance.random() < 0.5 else lambda at, **more: ax.hlines(at, *ax.get_xlim(), **more))(
            2.5, ls="--"
        )
        return {"lines": _along(names, values), "guides": [("y", 2.5)]}
    return {"lines": _along(names, values)}


def _along(names: Labels, values: dict[str, list[float]]) -> Any:
    shown = names.shown if not isinstance(names.values[0], int | float) or isinstance(names.values[0], bool) else None
    places = list(shown) if shown else [f"{at:.9g}" for at in names.values]
    return [(own, places, told) for own, told in values.items()]


def histogram(ax: Any, chance: random.Random) -> Content:
    """Counts or densities of intervals, also with empty ones."""
    values = np.random.default_rng(chance.randrange(10**6)).normal(chance.uniform(-5, 50), chance.uniform(0.5, 9), 80)
    values = np.append(values, values.max() + chance.choice((0.0, 20.0)))
    bins, density = chance.randint(4, 20), chance.random() < 0.3
    way = chance.choice(("pandas", "matplotlib", "seaborn"))
    lying = chance.random() < 0.2
    if way == "pandas":
        pd.Series(values).plot.hist(
            bins=bins, ax=ax, density=density, orientation="horizontal" if lying else "vertical"
        )
    elif way == "seaborn":
        sns.histplot(**{"y" if lying else "x": values}, bins=bins, stat="density" if density else "count", ax=ax)
    else:
        ax.hist(values, bins=bins, density=density, orientation="horizontal" if lying else "vertical")
    counts, edges = np.histogram(values, bins=bins, density=density)
    return {"bins": [(low, high, own) for low, high, own in zip(edges, edges[1:], counts, strict=False)]}


def boxes(ax: Any, chance: random.Random) -> Content:
    """Box plots of groups, or of one; standing or lying."""
    names = labels(chance, 2, 6)
    samples = [
        np.random.default_rng(place + chance.randrange(10**6)).normal(place, 2, 40)
        for place in range(len(names.values))
    ]
    shown, lying = names.shown, chance.random() < 0.3
    if chance.random() < 0.5:
        ax.boxplot(samples, orientation="horizontal" if lying else "vertical", patch_artist=chance.random() < 0.5)
        (ax.set_yticklabels if lying else ax.set_xticklabels)(list(shown))
    else:
        rows = [(name, value) for name, own in zip(shown, samples, strict=True) for value in own]
        long = pd.DataFrame(rows, columns=["name", "value"])
        sns.boxplot(long, **{"x": "value", "y": "name"} if lying else {"x": "name", "y": "value"}, ax=ax)
    quartiles = [np.percentile(own, (25, 50, 75)).tolist() for own in samples]
    return {"boxes": [(name, "", *own) for name, own in zip(shown, quartiles, strict=True)]}


def boxes_by_series(ax: Any, chance: random.Random) -> Content:
    """Box plots in groups, with a legend."""
    names, series = chance.sample(WORDS, 3), chance.sample(SERIES, 2)
    rng = np.random.default_rng(chance.randrange(10**6))
    long = pd.DataFrame(
        [(name, own, value) for name in names for own in series for value in rng.normal(rng.integers(9), 1, 30)],
        columns=["name", "series", "value"],
    )
    sns.boxplot(long, x="name", y="value", hue="series", ax=ax)
    found = long.groupby(["name", "series"])["value"].quantile([0.25, 0.5, 0.75]).unstack()
    return {"boxes": [(*key, *row) for key, row in zip(found.index, found.to_numpy().tolist(), strict=True)]}


def pie(ax: Any, chance: random.Random) -> Content:
    """Slices with their names beside them, or in a legend."""
    names = chance.sample(WORDS, chance.randint(2, 6))
    values = np.array([chance.uniform(1, 9) for _ in names])
    match chance.randrange(3):
        case 0:
            pd.Series(values, index=names).plot.pie(ax=ax, autopct="%.1f%%")
        case 1:
            ax.pie(values, labels=names, startangle=90, counterclock=False)
        case _:
            slices = ax.pie(values)[0]
            ax.legend(slices, names)
    return {"slices": list(zip(names, (values / values.sum()).tolist(), strict=True))}


def scatter(ax: Any, chance: random.Random) -> Content:
    """Points, of one group or of several with a legend."""
    rng = np.random.default_rng(chance.randrange(10**6))
    x, y = rng.normal(size=(2, 30))
    groups = rng.choice(SERIES[:2], 30)
    way = chance.choice(("plain", "pandas", "groups", "seaborn"))
    if way == "plain":
        ax.scatter(x, y, s=chance.choice((5, 40)))
    elif way == "pandas":
        pd.DataFrame({"x": x, "y": y}).plot.scatter("x", "y", ax=ax)
    elif way == "groups":
        for own in dict.fromkeys(groups):
            ax.scatter(x[groups == own], y[groups == own], label=own)
        ax.legend()
    else:
        sns.scatterplot(x=x, y=y, hue=groups, ax=ax)
    named = groups if way in ("groups", "seaborn") else [""] * 30
    return {"points": [(str(own), *point) for own, *point in zip(named, x.tolist(), y.tolist(), strict=True)]}


def heat_map(ax: Any, chance: random.Random) -> Content:
    """Cells in colour, with labels along both sides."""
    rows, columns = chance.sample(WORDS, chance.randint(2, 5)), labels(chance, 2, 5)
    values = np.array([[chance.uniform(-1, 1) for _ in columns.shown] for _ in rows])
    table = pd.DataFrame(values, index=rows, columns=list(columns.shown))
    match chance.randrange(3):
        case 0:
            sns.heatmap(table, ax=ax, annot=chance.random() < 0.5, cbar=True)
        case 1:
            image = ax.imshow(table)
            ax.figure.colorbar(image)
            ax.set_xticks(range(len(columns.shown)), columns.shown)
            ax.set_yticks(range(len(rows)), rows)
        case _:
            ax.pcolormesh(table)
            ax.set_xticks(np.arange(len(columns.shown)) + 0.5, columns.shown)
            ax.set_yticks(np.arange(len(rows)) + 0.5, rows)
            rows, values = rows[::-1], values[::-1]
    return {"grids": [(rows, list(columns.shown), values.tolist())]}


DRAWERS: tuple[Callable[[Any, random.Random], Content], ...] = (
    bars,
    grouped,
    lines,
    bars,
    grouped,
    lines,
    histogram,
    boxes,
    boxes_by_series,
    pie,
    scatter,
    heat_map,
)
"""Ways to draw, the ones with more variety more often."""
