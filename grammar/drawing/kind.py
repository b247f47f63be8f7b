"""What all types of plot have: how a figure of one is chosen, said, read back from words, and drawn."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from grammar.drawing.columns import COLOURS, CannotDraw, Columns, called
from grammar.drawing.forms import Form, Level, Slots

PANELS = Form(
    "There is one panel for each of these columns, side by side in one row in this order, titled with the column's "
    "name.",
    "Do this for each of the columns in a panel of its own; the panels stand side by side in one row, in the order in "
    "which the columns are named, and each is titled with its column's name.",
    {"panels": True},
)
FACETS = (
    Form(
        "There is one panel for each value of {facet}, side by side in one row in {facet_order:order} order, titled "
        "with the value; a panel shows the rows of its value alone, and takes groups, ranges and scales from them.",
        "Do this for each value of {facet} in a panel of its own, with the rows of that value alone, from which "
        "groups, ranges and scales are taken, too; the panels stand side by side in one row in {facet_order:order} "
        "order, and each is titled with its value.",
        unless="panes",
    ),
    Form(
        "There is one panel for each of the {panes:int} most frequent values of {facet} (of equally frequent ones, "
        "those that come first when they are sorted), side by side in one row in {facet_order:order} order, titled "
        "with the value; a panel shows the rows of its value alone, and takes groups, ranges and scales from them.",
        "Count the rows of each value of {facet}, and do this for each of the {panes:int} most frequent ones (of "
        "equally frequent ones, those that come first when they are sorted) in a panel of its own, with the rows of "
        "that value alone, from which groups, ranges and scales are taken, too; the panels stand side by side in one "
        "row in {facet_order:order} order, and each is titled with its value.",
    ),
)
ROWS = (
    Form(
        "First of all, leave out the rows in which a value of {missing:any} is missing.",
        "Before anything else, drop the rows in which a value of {missing:any} is missing.",
    ),
    Form(
        "Show only the rows with one of the {most:int} most frequent values of {of_most}; of equally frequent ones, "
        "those that come first when they are sorted.",
        "Count the rows of each value of {of_most}, and keep the rows of the {most:int} most frequent ones; of equally "
        "frequent values, keep those that come first when they are sorted.",
    ),
    Form(
        "Use the first {head:int} rows of the table alone.",
        "Keep the first {head:int} rows of the table, and drop all others.",
        unless="missing",
    ),
    Form(
        "Of the rows that are left, use the first {head:int} alone.",
        "Of the rows that are left, keep the first {head:int}, and drop all others.",
        beside="missing",
    ),
    Form(
        "Show only the {top:int} rows with the highest values of {by_top}; of equal ones, those that come first in the "
        "table.",
        "Keep the {top:int} rows in which {by_top} is highest; of rows with equal values, keep those that come first "
        "in "
        "the table.",
    ),
    Form(
        "All that follows, such as ranges and scales, is taken from the rows that are left.",
        "Do all that follows with the rows that are left: ranges and scales are taken from them alone.",
        {"fewer": True},
    ),
)
WORDS = (
    Form(
        ("Title the figure {title:text}.", "The title is {title:text}."),
        ("Set the title of the figure to {title:text}.",),
    ),
    Form(
        "The horizontal axis is named {xlabel:text}, the vertical axis {ylabel:text}.",
        "Label the horizontal axis {xlabel:text} and the vertical axis {ylabel:text}.",
        unless="zlabel",
    ),
    Form(
        "The first axis of the ground is named {xlabel:text}, the second one {ylabel:text}, the upright one "
        "{zlabel:text}.",
        "Label the first axis of the ground {xlabel:text}, the second one {ylabel:text}, and the upright one "
        "{zlabel:text}.",
    ),
    Form(
        "A legend titled {legend:text} tells the values of {by} apart.",
        "Add a legend titled {legend:text} with each value of {by}.",
    ),
    Form("Draw it in {colour:colour}.", "Colour all marks {colour:colour}."),
    Form(
        "The values of {by} have the colours {colours:colours}, in this order.",
        "Colour what belongs to the values of {by}, in their order, {colours:colours}.",
    ),
    Form(
        "The figure is {wide:int} inches wide and {high:int} inches high.",
        "Make the figure {wide:int} by {high:int} inches.",
    ),
)
_SIZES = {1: (8, 5), 2: (10, 5), 3: (12, 5)}
MOST_PANELS = 3
FACETED: Slots = {"facet": ""}
"""Of a figure whose panels are to be those of the values of some column."""
_MOST_FACETS, _LEAST_ROWS = 30, 15
"""Values of a column that may have panels, and rows that each has on average."""
_FEW_COLUMNS = 3
"""Columns below which panels are those of values, too, since those of columns are soon the same ones."""


class Kind(ABC):
    """A type of plot."""

    name: ClassVar[str]
    called: ClassVar[str]
    """With its article, as queries begin."""
    own: ClassVar[tuple[Form, ...]]
    """Its sentences, in the order in which they are said."""
    projection: ClassVar[str] = ""
    loops: ClassVar[bool] = True
    """Whether a panel is drawn for each column of `ys`, where there are several."""

    @abstractmethod
    def choose(self, table: Columns, hard: bool, chance: random.Random) -> Slots:
        """Return what a figure over a table shows. Raises CannotDraw where the table lacks what it needs."""

    @abstractmethod
    def marks(self, slots: Slots, y: str) -> list[str]:
        """Return the lines that draw on `ax`; `y` is the code of the column that has a panel of its own."""

    @property
    def forms(self) -> tuple[Form, ...]:
        """All sentences that a figure of this type may need."""
        opening = Form(
            (f"Draw {self.called}.", f"Please draw {self.called} of the data."),
            (f"Make {self.called}.",),
            {"type": self.name},
        )
        return (opening, *ROWS, *self.own, PANELS, *FACETS, *WORDS)

    def say(self, level: Level, slots: Slots, chance: random.Random) -> str:
        """Return the query for a figure."""
        said = [form.say(level, slots, chance) for form in self.forms if form.fits(slots)]
        if level == "simple":
            return " ".join(said)
        return "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(said, start=1))

    def read(self, text: str) -> Slots:
        """Return what a text asks for."""
        slots: Slots = {}
        for form in self.forms:
            slots |= form.read(text) or {}
        return slots

    def opens(self, text: str) -> bool:
        """Return whether a text asks for a figure of this type."""
        return self.forms[0].read(text) is not None

    # choosing

    def shown(self, names: Sequence[str], hard: bool, chance: random.Random) -> Slots:
        """Return the columns that are shown: one, or for a hard figure one for each of several panels.

        Where there are few, the panels may be those of the values of another column, which `finished` chooses.
        """
        if not names:
            raise CannotDraw("it needs a column of numbers that it does not show otherwise, and there is none")
        if not hard:
            return {"ys": tuple(names[:1])}
        if len(names) < 2 or (len(names) < _FEW_COLUMNS and chance.random() < 0.5):
            return {"ys": tuple(names[:1]), **FACETED}
        count = min(len(names), chance.randint(2, MOST_PANELS))
        return {"ys": tuple(names[:count]), "panels": True}

    def finished(self, table: Columns, slots: Slots, used: Sequence[str], chance: random.Random) -> Slots:
        """Return what a figure shows with what all figures have: rows without gaps, a colour, a size."""
        facets = facets_of(table, used) if "facet" in slots else {}
        lacking = table.missing([*used, *([facets["facet"]] if facets else [])])
        panels = len(slots["ys"]) if slots.get("panels") else facets.get("panes", MOST_PANELS) if facets else 1
        wide, high = _SIZES[panels]
        more: Slots = {**facets, "type": self.name, "wide": wide, "high": high}
        if facets:
            more["title"] = per_panel(slots["title"], facets)
        if lacking:
            more["missing"] = lacking
        if lacking or slots.keys() & {"most", "head", "top"}:
            more["fewer"] = True
        if "colours" not in slots and "plain" not in slots:
            more["colour"] = chance.choice(COLOURS)
        return {**{name: value for name, value in slots.items() if name != "plain"}, **more}

    # drawing

    def code(self, slots: Slots, file: str) -> str:
        """Return the script that draws a figure."""
        lines = [
            "import matplotlib.pyplot as plt",
            "import numpy as np",
            "import pandas as pd",
            "",
            f"df = pd.read_csv({file!r})",
            *rows_kept(slots),
            *self.page(slots),
        ]
        if any("gaussian_kde" in line for line in lines):
            lines.insert(3, "from scipy.stats import gaussian_kde")
        return "\n".join([*lines, "fig.tight_layout()"]) + "\n"

    def page(self, slots: Slots) -> list[str]:
        """Return the lines that make the figure, with one panel or several."""
        size = f"figsize=({slots['wide']}, {slots['high']})"
        kind = f', subplot_kw={{"projection": "{self.projection}"}}' if self.projection else ""
        y = repr(slots["ys"][0]) if slots.get("ys") else ""
        if "facet" in slots:
            inner = [*self.marks(slots, y), *labels(slots), "ax.set_title(str(pane))"]
            return [
                *panes_of(slots),
                *([f"series = sorted(df[{slots['by']!r}].unique())"] if "by" in slots else []),
                f"fig, axes = plt.subplots(1, len(panes), {size}{kind})",
                "rows = df",
                "for ax, pane in zip(np.atleast_1d(axes), panes):",
                f"    df = rows[rows[{slots['facet']!r}] == pane]",
                *(f"    {line}" for line in inner),
                f"fig.suptitle({slots['title']!r})",
            ]
        if self.loops and slots.get("panels"):
            inner = [*self.marks(slots, "column"), *labels(slots), "ax.set_title(column)"]
            return [
                f"columns = {list(slots['ys'])!r}",
                f"fig, axes = plt.subplots(1, {len(slots['ys'])}, {size}{kind})",
                "for ax, column in zip(axes, columns):",
                *(f"    {line}" for line in inner),
                f"fig.suptitle({slots['title']!r})",
            ]
        made = f"fig, ax = plt.subplots({size}{kind})"
        return [made, *self.marks(slots, y), *labels(slots), f"ax.set_title({slots['title']!r})"]


def rows_kept(slots: Slots) -> list[str]:
    """Return the lines that keep the rows which are asked for."""
    found = []
    if "missing" in slots:
        found.append(f"df = df.dropna(subset={list(slots['missing'])!r})")
    if "most" in slots:
        column = repr(slots["of_most"])
        found.append(f"counts = df[{column}].value_counts().sort_index()")
        found.append(f'kept = counts.sort_values(ascending=False, kind="stable").index[: {slots["most"]}]')
        found.append(f"df = df[df[{column}].isin(kept)]")
    if "head" in slots:
        found.append(f"df = df.head({slots['head']})")
    if "top" in slots:
        found.append(f'df = df.nlargest({slots["top"]}, {slots["by_top"]!r}, keep="first")')
    return found


def facets_of(table: Columns, used: Sequence[str]) -> Slots:
    """Return a column whose values have a panel each, at most the most frequent ones. Raises CannotDraw."""
    found = [
        name
        for name in (*table.groups(MOST_PANELS), *table.groups(_MOST_FACETS, MOST_PANELS + 1))
        if name not in used and table.rows >= _LEAST_ROWS * table.all[name]["distinct"]
    ]
    if not found:
        raise CannotDraw(
            "a hard one needs a second column to show, or one more that tells groups apart, for its panels"
        )
    distinct = table.all[found[0]]["distinct"]
    most = {"panes": MOST_PANELS} if distinct > MOST_PANELS else {}
    return {"facet": found[0], "facet_order": table.order(found[0]), **most}


def per_panel(title: str, slots: Slots) -> str:
    """Return the title of a figure, which tells whose values have panels."""
    return f"{title}, per {called(slots['facet'])}" if slots.get("facet") else title


def panes_of(slots: Slots) -> list[str]:
    """Return the lines that leave in `panes` the values which have a panel each."""
    column = f"df[{slots['facet']!r}]"
    if "panes" not in slots:
        return [f"panes = sorted({column}.unique())"]
    counts = f"counts = {column}.value_counts().sort_index()"
    return [counts, f'panes = sorted(counts.sort_values(ascending=False, kind="stable").index[: {slots["panes"]}])']


def same_series(slots: Slots) -> str:
    """Return the end of an expression that gives each panel the columns of all series, so that colours are the same."""
    return ".reindex(columns=series)" if "facet" in slots else ""


def labels(slots: Slots) -> list[str]:
    """Return the lines that name the axes, with room for the name of an upright one, and for days on narrow panels."""
    named = [f"ax.set_{axis}({slots[axis]!r})" for axis in ("xlabel", "ylabel", "zlabel") if axis in slots]
    if slots.get("key") == "months" and slots.keys() & {"panels", "facet"}:
        named.append('ax.tick_params(axis="x", rotation=45)')
    return [*named, *(["ax.set_box_aspect(None, zoom=0.85)"] if "zlabel" in slots else [])]


def few_rows(table: Columns, measure: str, chance: random.Random, most: int = 40) -> Slots:
    """Return which rows a figure of few values shows."""
    count = min(most, max(10, 5 * chance.randint(4, most // 5)))
    if table.rows <= count:
        return {}
    if chance.random() < 0.5:
        return {"head": count}
    return {"top": count, "by_top": measure}
