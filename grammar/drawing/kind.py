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
    unless="facet",
)
FACETS = Form(
    "There is one panel for each value of {facet}, side by side in one row in {facet_order:order} order, titled with "
    "the value; each shows only the rows that have its value, and ranges and scales are taken from these.",
    "Do this for the rows of each value of {facet} in a panel of its own, ranges and scales included; the panels stand "
    "side by side in one row, in {facet_order:order} order of the values, and each is titled with its value.",
    unless="grid",
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
        "The values of {whole:columns} are whole numbers, and are written without decimals.",
        "Make the values of {whole:columns} whole numbers, which are written without decimals.",
    ),
    Form(
        "Panels show the {many:int} most frequent values of {facet} alone, and rows with others are left out; of "
        "equally frequent ones, take those that come first when they are sorted.",
        "For the panels, count the rows of each value of {facet}, and drop those of all but the {many:int} most "
        "frequent ones; of equally frequent values, take those that come first when they are sorted.",
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
TIMES = ("weeks", "months", "quarters")
"""Groupings whose places are dates."""
_SIZES = {1: (8, 5), 2: (10, 5), 3: (12, 5), 4: (12, 8)}
MOST_PANELS = 3
_OF_FACETS = 0.25
"""Share of hard figures with a panel for each group, where there could be one for each of several columns."""


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
        return (opening, *ROWS, *self.own, PANELS, FACETS, *WORDS)

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

    def shown(
        self, table: Columns, names: Sequence[str], hard: bool, chance: random.Random, but: Sequence[str] = ()
    ) -> Slots:
        """Return the columns that are shown: one, or for a hard figure one for each of several panels, or one in a
        panel for each value of a column that is not in `but`. Raises CannotDraw.
        """
        if not names:
            raise CannotDraw("it needs a column of numbers that is not shown otherwise, and there is none")
        if not hard:
            return {"ys": tuple(names[:1])}
        facets = table.facets(2 if self.projection == "3d" else MOST_PANELS, but)
        if facets and (len(names) < 2 or chance.random() < _OF_FACETS):
            return {"ys": tuple(names[:1]), **facets[0]}
        if len(names) < 2:
            raise CannotDraw(
                "a hard one needs two columns of numbers to show in panels, or one more column that tells groups "
                "apart, and there is none"
            )
        count = min(len(names), chance.randint(2, MOST_PANELS))
        return {"ys": tuple(names[:count]), "panels": True}

    def finished(self, table: Columns, slots: Slots, used: Sequence[str], chance: random.Random) -> Slots:
        """Return what a figure shows with what all figures have: rows without gaps, a colour, a size."""
        facet = slots.get("facet")
        lacking = table.missing([*used, facet] if facet else used)
        panels = slots.get("many") or table.panels(facet, MOST_PANELS) if facet else 1
        wide, high = _SIZES[len(slots["ys"]) if slots.get("panels") else panels]
        more: Slots = {"type": self.name, "wide": wide, "high": high}
        if whole := tuple(name for name in lacking if table.is_whole(name)):
            more["whole"] = whole
        if facet:
            more["title"] = per_panel(slots["title"], slots)
        if lacking:
            more["missing"] = lacking
        if lacking or slots.keys() & {"most", "many", "head", "top"}:
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
        if self.loops and slots.get("panels"):
            inner = [*self.marks(slots, "column"), *labels(slots), f"ax.set_title(column{above(slots)})"]
            return [
                f"columns = {list(slots['ys'])!r}",
                f"fig, axes = plt.subplots(1, {len(slots['ys'])}, {size}{kind})",
                "for ax, column in zip(axes, columns):",
                *(f"    {line}" for line in inner),
                f"fig.suptitle({slots['title']!r})",
            ]
        y = repr(slots["ys"][0]) if slots.get("ys") else ""
        if self.loops and "facet" in slots:
            inner = [*self.marks(slots, y), *labels(slots), f"ax.set_title(str(value){above(slots)})"]
            return [
                f"whole, values = df, sorted(df[{slots['facet']!r}].unique())",
                *coloured(slots),
                f"fig, axes = plt.subplots(1, len(values), {size}{kind})",
                "for ax, value in zip(axes, values):",
                f"    df = whole[whole[{slots['facet']!r}] == value]",
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
    if "whole" in slots:
        found.append(f"df = df.astype(dict.fromkeys({list(slots['whole'])!r}, int))")
    for count, of in (("most", "of_most"), ("many", "facet")):
        if count not in slots:
            continue
        column = repr(slots[of])
        found.append(f"counts = df[{column}].value_counts().sort_index()")
        found.append(f'kept = counts.sort_values(ascending=False, kind="stable").index[: {slots[count]}]')
        found.append(f"df = df[df[{column}].isin(kept)]")
    if "head" in slots:
        found.append(f"df = df.head({slots['head']})")
    if "top" in slots:
        found.append(f'df = df.nlargest({slots["top"]}, {slots["by_top"]!r}, keep="first")')
    return found


def per_panel(title: str, slots: Slots) -> str:
    """Return the title of a figure, which tells whose values have panels."""
    return f"{title}, for each {called(slots['facet'])}" if "facet" in slots else title


def coloured(slots: Slots) -> list[str]:
    """Return the lines that tie colours to the values of a column, so that they are the same in all panels."""
    if not slots.keys() >= {"by", "colours"}:
        return []
    return [f"colour_of = dict(zip(sorted(df[{slots['by']!r}].unique()), {list(slots['colours'])!r}))"]


def colours(slots: Slots) -> str:
    """Return the code for the colours of the columns of `data`, which may lack some in a panel of few rows."""
    return "[colour_of[name] for name in data.columns]" if "facet" in slots else repr(list(slots["colours"]))


def legend(slots: Slots, placed: str = "") -> str:
    """Return the line that adds a legend: above a panel of several, where it hides nothing."""
    if slots.keys() & {"panels", "facet"}:
        placed = ', loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, fontsize="small", frameon=False'
    return f"ax.legend(title={slots['legend']!r}{placed})"


def above(slots: Slots) -> str:
    """Return how far a panel's title stands above its legend, as a parameter."""
    return ", pad=62" if "legend" in slots else ""


def labels(slots: Slots) -> list[str]:
    """Return the lines that name the axes; those in space leave room for the name of the upright one."""
    named = [f"ax.set_{axis}({slots[axis]!r})" for axis in ("xlabel", "ylabel", "zlabel") if axis in slots]
    if slots.keys() & {"panels", "facet"} and (slots.get("key") in TIMES or "day" in slots):
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
