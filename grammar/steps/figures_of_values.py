"""Steps that draw matrices, columns, lists, arrays and dictionaries of numbers that earlier steps have left."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from typing import Any

from grammar.scene import Focus, Var
from grammar.slots import Number, Source, literal
from grammar.steps.base import Slots, Step
from grammar.steps.canvas import SEABORN, Canvas, Plot, heading, heatmap, worded
from grammar.steps.figures_of_results import CHART
from grammar.steps.words import is_numbers


class MatrixHeatmap(Plot):
    """A matrix of correlations as colours."""

    name = "heatmap_of_matrix"
    takes = frozenset({"matrix"})
    moment = "close"
    slots = {"source": Source()}
    verbs = (
        "(draw|plot) {source} as a heatmap",
        "(display|visualise|visualize) {source} as a heatmap",
        "turn {source} into a heatmap",
    )
    nouns = ("a heatmap of {source}", "{source} as a heatmap", "a heatmap that shows {source}")
    motives = (
        "In colours it would be easier to take in.",
        "So many numbers in a square are hard to read.",
        "Where are the strong links in there?",
        "A picture of it would help me to spot what belongs together.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Matrices that fit on a page."""
        if 2 <= source.rows <= 25:
            yield {}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Any matrix."""
        return True

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """By seaborn, or as an image with ticks."""
        return heatmap([], source.name, style)


class ValueHistogram(Plot):
    """How the values of a column or an array are distributed."""

    name = "histogram_of_values"
    takes = frozenset({"column", "array"})
    moment = "close"
    slots = {"source": Source(), "bins": Number()}
    verbs = (
        "(draw|plot) a histogram of (all|the) values in {source} with {bins} bins",
        "(show|plot) how the values of {source} are distributed, as a histogram with {bins} bins",
        "(display|visualise|visualize) {source} by a histogram with {bins} bins",
    )
    nouns = (
        "a histogram of (all|the) values in {source} with {bins} bins",
        "the distribution of the values in {source} as a histogram with {bins} bins",
        "a {bins}-bin histogram of {source}",
    )
    motives = (
        "What does the whole range of values look like?",
        "I can't tell from a list of numbers where most of them lie.",
        "Are there some far away from the rest?",
        "Let's look at how they are spread.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Numbers with many different values."""
        if self.sensible({"bins": 10}, source) and (source.type == "array" or source.columns[0].distinct >= 12):
            yield {"bins": chance.choice((20, 30, 15, 10))}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Numbers in one dimension, in a fair number of bins."""
        if not 2 <= slots["bins"] <= 200 or source.rows < 12:
            return False
        if source.type == "array":
            return _array(source) == (1, "float64") and "nan" not in source.preview
        return is_numbers(source)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """By matplotlib, or by seaborn."""
        canvas, bins = Canvas(style), step.slots["bins"]
        labels = canvas.end(f"Distribution of {worded(source.name)}", worded(source.name), "Number of values")
        values = source.name if source.type == "array" else f"{source.name}.dropna()"
        if style.random() < 0.6:
            return [canvas.start, f"{canvas.on}.hist({values}, bins={bins}, edgecolor='white')", *labels]
        return [SEABORN, canvas.start, f"sns.histplot(x={values}, bins={bins}{canvas.aimed})", *labels]


def _array(source: Var) -> tuple[int, str]:
    """Dimensions and dtype of an array, as far as the preview tells."""
    found = re.search(r"\[array of shape \((\d+),(?: (\d+))?\), (\w+)\]", source.preview)
    return (0, "") if found is None else (int(found[2]) if found[2] else 1, found[3])


class ValueBox(Plot):
    """Where the middle and the ends of a column lie."""

    name = "box_of_values"
    takes = frozenset({"column"})
    moment = "close"
    slots = {"source": Source()}
    weight = 0.6
    verbs = (
        "(draw|make) a single box plot of (all|the) values in {source}",
        "(show|plot) the spread of the values in {source} as one box plot",
        "(display|visualise|visualize) the values in {source} by a single box plot",
    )
    nouns = (
        "a single box plot of (all|the) values in {source}",
        "the spread of the values in {source} as one box plot",
        "one box plot for all values in {source}",
    )
    motives = (
        "Where do the middle half of the values lie?",
        "Are there any outliers in that?",
        "I'd like to see the median and the extremes in one picture.",
        "How far do the whiskers reach?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Numbers with many different values."""
        if self.sensible({}, source) and source.columns[0].distinct >= 12:
            yield {}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Enough numbers for quartiles."""
        return is_numbers(source) and source.rows >= 5

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """By matplotlib or pandas, with the column's name under the box."""
        name, column = source.name, source.columns[0].name
        pandas = style.random() < 0.4 and bool(column)
        canvas = Canvas(style, "ax" if pandas else None, size=(6, 5))
        labels = canvas.end(f"Spread of {worded(name)}", y=worded(column))
        if pandas:
            return [canvas.start, f"{name}.plot(kind='box', ax=ax)", *labels]
        ticks = canvas.ticks("[1]", f"[{literal(column or name)}]")
        return [canvas.start, f"{canvas.on}.boxplot({name}.dropna())", ticks, *labels]


class PointsOfArray(Plot):
    """Rows of two numbers as points."""

    name = "scatter_of_array"
    takes = frozenset({"array"})
    moment = "close"
    slots = {"source": Source()}
    verbs = (
        "(draw|make) a scatter plot of {source} with its first column on the x-axis and its second on the y-axis",
        "plot every row of {source} as a point, with its first column across and its second upwards",
        "(display|visualise|visualize) {source} as points, with its first column on the x-axis and its second on the"
        " y-axis",
    )
    nouns = (
        "a scatter plot of {source} with its first column on the x-axis and its second on the y-axis",
        "the rows of {source} as points, with its first column across and its second upwards",
        "the points in {source}, with its first column on the x-axis and its second on the y-axis",
    )
    motives = (
        "Perhaps some groups become visible in two dimensions.",
        "Now I'd like to see that map.",
        "Do they form one cloud or several?",
        "Are there some that lie far apart from all others?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Arrays of two columns."""
        if self.sensible({}, source):
            yield {}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Two columns of numbers."""
        return _array(source) == (2, "float64") and source.rows >= 5

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """By matplotlib or seaborn."""
        canvas, name = Canvas(style), source.name
        labels = canvas.end(heading(worded(name)), "first column", "second column")
        if style.random() < 0.6:
            return [canvas.start, f"{canvas.on}.scatter({name}[:, 0], {name}[:, 1], alpha=0.5)", *labels]
        draw = f"sns.scatterplot(x={name}[:, 0], y={name}[:, 1], alpha=0.5{canvas.aimed})"
        return [SEABORN, canvas.start, draw, *labels]


class NumbersLine(Plot):
    """A list of numbers in its order."""

    name = "line_of_numbers"
    takes = frozenset({"list"})
    moment = "close"
    slots = {"source": Source()}
    verbs = (
        "(draw|plot) {source} as a line[ with markers], with the positions counted from 1 on the x-axis",
        "connect the numbers in {source} by a line, with the first of them at position 1",
        "(display|visualise|visualize) {source} as a line over the positions 1, 2 and so on",
    )
    nouns = (
        "a line plot of {source} with the positions counted from 1 on the x-axis",
        "{source} as a line, with the first number at position 1",
        "a line through the numbers in {source} over the positions 1, 2 and so on",
    )
    motives = (
        "Where does it level off?",
        "I'd like to see the course of these numbers.",
        "Is there an elbow in that?",
        "How steep is it at the beginning?",
    )
    weight = 1.2

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Short lists of different numbers."""
        if self.sensible({}, source) and len(set(_numbers(source))) >= 3:
            yield {}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """All of its elements are numbers."""
        return len(_numbers(source)) >= 3

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Positions and numbers."""
        canvas, name = Canvas(style), source.name
        labels = canvas.end(heading(worded(name)), "position", "value")
        draw = f"{canvas.on}.plot(range(1, len({name}) + 1), {name}, marker='o')"
        if style.random() < 0.5:
            made = f"positions = list(range(1, len({name}) + 1))"
            return [made, canvas.start, f"{canvas.on}.plot(positions, {name}, marker='o')", *labels]
        return [canvas.start, draw, *labels]


class DictBars(Plot):
    """The figures of a dictionary as bars."""

    name = "bars_of_dictionary"
    takes = frozenset({"dict"})
    moment = "close"
    slots = {"source": Source(), "chart": CHART}
    verbs = (
        "(draw|plot) the figures in {source} as a {chart}, with one bar per key",
        "turn {source} into a {chart} with one bar per key",
        "(display|visualise|visualize) {source} in a {chart} with a bar for each key",
    )
    nouns = (
        "a {chart} of {source} with one bar per key",
        "the figures in {source} as a {chart}, with one bar per key",
        "a {chart} with a bar for each key of {source}",
    )
    motives = (
        "That would be clearer as a chart.",
        "I want to compare them at a glance.",
        "Can we see that as bars?",
        "A picture of it would be easier to pass on.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Dictionaries of two to twenty comparable figures."""
        if self.sensible({}, source) and not re.search("statistics|described", source.name):
            yield {"chart": chance.choice(("bar", "bar", "barh"))}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """All of its values are numbers."""
        return 2 <= len(_numbers(source)) <= 25

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Keys and values by matplotlib, or as a series by pandas."""
        canvas, name, chart = Canvas(style), source.name, step.slots["chart"]
        labels = canvas.end(heading(worded(name)), *(("value", "") if chart == "barh" else ("", "value")))
        if style.random() < 0.5:
            keys = f"labels = [str(key) for key in {name}]"
            return [keys, canvas.start, f"{canvas.on}.{chart}(labels, list({name}.values()))", *labels]
        return [canvas.start, f"pd.Series({name}).plot(kind={literal(chart)}{canvas.aimed})", *labels]


def _numbers(source: Var) -> list[float]:
    """The numbers in a list or the values of a dictionary, where its preview shows all of it and all are numbers."""
    try:
        found: Any = ast.literal_eval(source.preview)
    except (ValueError, SyntaxError):
        return []
    values = list(found.values()) if isinstance(found, dict) else list(found) if isinstance(found, list) else []
    plain = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    return values if plain else []


KINDS: tuple[Plot, ...] = (MatrixHeatmap(), ValueHistogram(), ValueBox(), PointsOfArray(), NumbersLine(), DictBars())
