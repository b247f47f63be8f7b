"""Plots: what was drawn decides; wording, looks and the library that drew it do not."""

import json
from functools import cache
from itertools import permutations

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt
import seaborn as sns

from company.results.capture import capture, capture_figure
from company.results.drawing import drawn, same_drawing
from company.results.perturb import perturbed

pytestmark = pytest.mark.usefixtures("clean_pages")


def table(seed=0):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "city": rng.choice(["Lyon", "Oslo", "Bari"], 120),
            "kind": rng.choice(["a", "b"], 120),
            "size": rng.normal(50, 12, 120),
            "price": rng.gamma(3, 20, 120),
            "day": pd.date_range("2023-01-01", periods=120),
        }
    )


DF = table()
MEANS = DF.groupby("city")["price"].mean()
COUNTS = DF["city"].value_counts()
MONTHS = DF.groupby(DF["day"].dt.to_period("M"))["price"].sum()
CORR = DF[["size", "price"]].corr()


def draw(make):
    plt.close("all")
    make()
    return json.loads(json.dumps(drawn(plt.gcf()), allow_nan=False))


@cache
def reference_of(name):
    return draw(PLOTS[name])


def own_boxes():
    plt.boxplot([group["price"].to_numpy() for _, group in DF.groupby("city")])


def stacked(seed=0):
    pd.crosstab(table(seed)["city"], table(seed)["kind"]).plot.bar(stacked=True)


def two_panels(df):
    _, axes = plt.subplots(1, 2)
    axes[0].hist(df["size"], bins=8)
    axes[1].bar(*zip(*df["city"].value_counts().items(), strict=True))


PLOTS = {
    "bars of means": lambda: MEANS.plot.bar(),
    "bars of counts": lambda: COUNTS.plot.bar(),
    "histogram of size": lambda: plt.hist(DF["size"], bins=10),
    "histogram of price": lambda: plt.hist(DF["price"], bins=10),
    "scatter": lambda: plt.scatter(DF["size"], DF["price"]),
    "line by month": lambda: plt.plot(MONTHS.index.to_timestamp(), MONTHS.to_numpy()),
    "line by day": lambda: plt.plot(DF["day"], DF["price"]),
    "boxes": lambda: sns.boxplot(DF, x="city", y="price", order=sorted(COUNTS.index)),
    "pie": lambda: COUNTS.plot.pie(),
    "heat map": lambda: sns.heatmap(CORR),
    "stacked": stacked,
    "density": lambda: sns.kdeplot(DF["price"]),
    "violins": lambda: sns.violinplot(DF, x="city", y="price"),
    "panels": lambda: two_panels(DF),
    "area": lambda: MEANS.plot.area(),
    "steps": lambda: plt.hist(DF["price"], bins=10, histtype="step"),
    "points by city": lambda: plt.plot(DF["size"], DF["price"], "o"),
}

RESTYLED = [
    ("bars of means", lambda: sns.barplot(DF, x="city", y="price")),
    ("bars of means", lambda: plt.bar(MEANS.index, MEANS, color="red", width=0.4)),
    ("bars of means", lambda: MEANS.sort_values().plot.barh(title="Mean", figsize=(12, 3))),
    ("bars of means", lambda: plt.barh(MEANS.index, MEANS)),
    ("bars of means", lambda: plt.bar(MEANS.index, MEANS, yerr=2, capsize=4)),
    ("bars of means", lambda: plt.bar(range(3), MEANS)),
    ("bars of means", lambda: (MEANS.plot.bar(), plt.axhline(MEANS.mean(), ls="--"), plt.grid())),
    ("bars of counts", lambda: sns.countplot(DF, x="city")),
    ("bars of counts", lambda: sns.countplot(DF, y="city", order=sorted(COUNTS.index))),
    ("histogram of size", lambda: sns.histplot(DF["size"], bins=10)),
    ("histogram of size", lambda: sns.histplot(DF, x="size", bins=10, kde=True)),
    ("histogram of size", lambda: DF["size"].hist(bins=10, edgecolor="black", figsize=(3, 3))),
    ("histogram of size", lambda: DF["size"].plot.hist(bins=10)),
    ("histogram of size", lambda: plt.hist(DF["size"], bins=10, orientation="horizontal")),
    ("scatter", lambda: sns.scatterplot(DF, x="size", y="price", hue="kind", s=90)),
    ("scatter", lambda: DF.plot.scatter("size", "price", alpha=0.2, marker="x")),
    ("scatter", lambda: [plt.scatter(g["size"], g["price"], label=k) for k, g in DF.groupby("kind")]),
    ("scatter", lambda: sns.regplot(DF, x="size", y="price")),
    ("line by month", lambda: MONTHS.plot()),
    ("line by month", lambda: plt.plot(MONTHS.index.astype(str), MONTHS, "r--o")),
    ("line by month", lambda: plt.plot(MONTHS.index.to_timestamp(), MONTHS.to_numpy(), marker="o", lw=3)),
    ("line by day", lambda: sns.lineplot(DF, x="day", y="price")),
    ("line by day", lambda: DF.plot(x="day", y="price", legend=False)),
    ("boxes", own_boxes),
    ("boxes", lambda: DF.boxplot(column="price", by="city")),
    ("boxes", lambda: sns.boxplot(DF, x="price", y="city", showfliers=False)),
    ("pie", lambda: plt.pie(COUNTS, labels=COUNTS.index, startangle=90, autopct="%.1f")),
    ("pie", lambda: plt.pie(COUNTS.sort_values(), labels=COUNTS.sort_values().index, explode=[0.1, 0, 0])),
    ("heat map", lambda: plt.imshow(CORR, cmap="coolwarm")),
    ("heat map", lambda: sns.heatmap(CORR, annot=True, cbar=False)),
    ("stacked", lambda: pd.crosstab(DF["city"], DF["kind"]).plot.barh(stacked=True, cmap="viridis")),
    ("density", lambda: DF["price"].plot.kde()),
    ("panels", lambda: (two_panels(DF), plt.suptitle("two"), plt.tight_layout())),
]

OTHER = table(1)
OTHER_DATA = [
    ("bars of means", lambda: OTHER.groupby("city")["price"].mean().plot.bar()),
    ("bars of means", lambda: plt.bar(MEANS.index, MEANS.to_numpy()[::-1])),
    ("bars of means", lambda: MEANS.iloc[:2].plot.bar()),
    ("histogram of size", lambda: plt.hist(DF["size"], bins=12)),
    ("histogram of size", lambda: plt.hist(OTHER["size"], bins=10)),
    ("histogram of size", lambda: plt.hist(DF["size"] + 1, bins=10)),
    ("scatter", lambda: plt.scatter(DF["size"], OTHER["price"])),
    ("scatter", lambda: plt.scatter(DF["size"].iloc[1:], DF["price"].iloc[1:])),
    ("line by month", lambda: MONTHS.iloc[::-1].reset_index(drop=True).plot()),
    ("boxes", lambda: sns.boxplot(OTHER, x="city", y="price")),
    ("pie", lambda: OTHER["city"].value_counts().plot.pie()),
    ("heat map", lambda: sns.heatmap(OTHER[["size", "price"]].corr())),
    ("stacked", lambda: stacked(1)),
    ("density", lambda: sns.kdeplot(OTHER["price"])),
    ("violins", lambda: sns.violinplot(OTHER, x="city", y="price")),
    ("panels", lambda: two_panels(OTHER)),
]


@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_is_itself_and_no_blank_page(name):
    reference = reference_of(name)
    assert same_drawing(reference, draw(PLOTS[name]))
    assert not same_drawing(reference, draw(plt.figure))
    assert not same_drawing(reference, draw(plt.subplots))
    assert not same_drawing(reference, {"axes": []})


@pytest.mark.parametrize(("name", "again"), RESTYLED, ids=lambda x: x if isinstance(x, str) else "")
def test_another_look_of_the_same_data_is_the_same(name, again):
    assert same_drawing(reference_of(name), draw(again))


@pytest.mark.parametrize(("name", "other"), OTHER_DATA, ids=lambda x: x if isinstance(x, str) else "")
def test_other_data_is_not_the_same(name, other):
    assert not same_drawing(reference_of(name), draw(other))


def test_different_plots_are_never_the_same():
    drawings = {name: reference_of(name) for name in PLOTS}
    passed = [(a, b) for a, b in permutations(drawings, 2) if same_drawing(drawings[a], drawings[b])]
    # Points are points, whichever call drew them.
    assert sorted(passed) == [("points by city", "scatter"), ("scatter", "points by city")]


@pytest.mark.parametrize("name", PLOTS)
def test_wrong_versions_of_a_drawing_fail(name):
    reference = reference_of(name)
    wrong = dict(perturbed("plot", reference))
    assert {"a blank page", "with other data", "another plot"} <= set(wrong)
    assert not any(same_drawing(reference, each) for each in wrong.values())


def test_a_blank_reference_passes_nothing():
    blank = draw(plt.figure)
    assert not same_drawing(blank, blank)


def test_a_large_plot_stays_small_and_still_tells_data_apart():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 100_000))
    reference = draw(lambda: plt.scatter(x, y))
    assert len(json.dumps(reference)) < 60_000
    shuffled = rng.permutation(len(x))
    assert same_drawing(reference, draw(lambda: plt.scatter(x[shuffled], y[shuffled], s=1)))
    assert not same_drawing(reference, draw(lambda: plt.scatter(x, y[::-1])))


def test_saving_the_picture_first_changes_nothing():
    reference = draw(PLOTS["stacked"])
    plt.gcf().canvas.draw()
    assert drawn(plt.gcf()) == reference


def test_bars_keep_their_sign():
    assert not same_drawing(draw(lambda: plt.bar(["a", "b"], [1, -2])), draw(lambda: plt.bar(["a", "b"], [1, 2])))


def test_a_figure_is_summed_up():
    _, ax = plt.subplots()
    ax.bar(["a", "b"], [1, 2])
    ax.set(title="Sales", xlabel="Shop", ylabel="Euro")
    found = capture_figure(ax.figure)
    (page,) = found["facts"]["axes"]
    assert page | {"title": "Sales", "xlabel": "Shop", "ylabel": "Euro", "artists": {"bars": 2}} == page
    assert (page["tallest"], page["shortest"]) == (["b", 2.0], ["a", 1.0])
    assert capture("plot", ax)["digest"] == found["digest"]
    with pytest.raises(ValueError, match="no figure"):
        capture_figure([ax])


@pytest.mark.parametrize("points", [3, 5, 6, 7, 8, 12])
def test_a_line_of_any_length_is_itself(points: int) -> None:
    fig, ax = plt.subplots()
    ax.plot(range(points), [(-1) ** place * place for place in range(points)])
    drawing = drawn(fig)
    assert same_drawing(drawing, drawing)
    other, ax = plt.subplots()
    ax.plot(range(points), [(-1) ** place * place + 1 for place in range(points)])
    assert not same_drawing(drawing, drawn(other))


def by_kind(named=("a", "b"), order=(0, 1), moved=0.0, legend=True, backwards=False):
    """The points of two kinds, by what the legend calls them, as separate series."""
    groups = [group for _, group in DF.groupby("kind")]
    for place in order:
        group = groups[place].iloc[::-1] if backwards else groups[place]
        price = group["price"].to_numpy().copy()
        price[3] += moved
        plt.scatter(group["size"], price, color=("teal", "red")[place], label=named[place])
    if legend:
        plt.legend()


def test_the_points_of_a_series_are_its_own() -> None:
    reference = draw(by_kind)
    for again in ({"order": (1, 0)}, {"backwards": True}, {"legend": False}, {"named": ("first", "second")}):
        assert same_drawing(reference, draw(lambda again=again: by_kind(**again))), again
    assert same_drawing(reference, draw(lambda: plt.scatter(DF["size"], DF["price"])))
    assert same_drawing(reference, draw(lambda: sns.scatterplot(DF, x="size", y="price", hue="kind")))
    for other in ({"named": ("b", "a")}, {"moved": 5.0}, {"moved": 5.0, "legend": False}):
        assert not same_drawing(reference, draw(lambda other=other: by_kind(**other))), other
    swapped = DF.assign(kind=DF["kind"].map({"a": "b", "b": "a"}))
    assert not same_drawing(reference, draw(lambda: sns.scatterplot(swapped, x="size", y="price", hue="kind")))


def test_points_with_gaps_are_the_points_without() -> None:
    fig, ax = plt.subplots()
    ax.scatter([1, 2, np.nan, 4], [2, 3, 4, np.nan])
    other, ax = plt.subplots()
    ax.scatter([1, 2], [2, 3])
    assert same_drawing(drawn(fig), drawn(other))
