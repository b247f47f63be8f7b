"""Plots of the rows of a frame: one column, or one against another."""

from __future__ import annotations

import random
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, ColumnNames, Number, Source, Words, literal
from grammar.steps.base import Kind, Slots, Step, pairs
from grammar.steps.canvas import SEABORN, Canvas, Plot, as_text, gappy, heading, slanting
from grammar.steps.words import MIDDLE, aggregates, categories, column_of, grouped, quantities

NAMES = {"mean": "mean", "median": "median", "sum": "total"}
_ORDER = Words(
    {
        "label": ("sorted by their labels", "in the order of their labels"),
        "value": ("sorted from highest to lowest", "from the highest to the lowest"),
    }
)


def bins_for(rows: int, distinct: int, chance: random.Random) -> int:
    """A number of bins that so many values can fill."""
    if rows < 100 or distinct < 40:
        return chance.choice((8, 10)) if distinct >= 12 else 6
    return chance.choice((15, 20, 25, 30))


class _OfMeasure(Plot):
    """Something about one measure, maybe by a category."""

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The columns are there, the measure holds numbers, and a category has few enough values to be read."""
        if not super().sensible(slots, source) or not source.named[slots["column"]].numeric:
            return False
        return "by" not in slots or source.named[slots["by"]].distinct <= 20


class Histogram(_OfMeasure):
    """How a measure is distributed."""

    name = "histogram"
    slots = {"source": Source(), "column": ColumnName(), "bins": Number()}
    verbs = (
        "(draw|plot) a histogram of {column} (in|from) {source} (with|using) {bins} equally wide bins",
        "show the distribution of {column} in {source} in a histogram (with|of) {bins} bins of equal width",
        "take {column} from {source} and draw a histogram with {bins} bins of equal width",
    )
    nouns = (
        "a histogram of {column} (in|from) {source} (with|using) {bins} equally wide bins",
        "the distribution of {column} in {source} as a histogram with {bins} bins of equal width",
        "a histogram with {bins} bins of equal width that shows the distribution of {column} in {source}",
    )
    motives = (
        "What does {column} look like as a whole?",
        "I expect {column} to have a long tail, but I have never looked.",
        "An average of {column} tells me little as long as I don't know its shape.",
        "Are there perhaps two humps in {column}?",
        "I can take in {column} much better with my eyes than from figures.",
    )
    moment = "open"
    weight = 1.2

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures with enough different values to fill some bins."""
        for column in focus.first(quantities(source, distinct=8), chance)[:4]:
            yield {"column": column.name, "bins": bins_for(source.rows, column.distinct, chance)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A number of bins that can be seen."""
        return super().sensible(slots, source) and isinstance(slots["bins"], int) and 2 <= slots["bins"] <= 200

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The values without gaps through matplotlib, or the column through pandas or seaborn."""
        column, bins = step.slots["column"], step.slots["bins"]
        values = column_of(source, column)
        way = style.choice(("matplotlib", "pandas", "seaborn"))
        canvas = Canvas(style, "ax" if way == "pandas" else None)
        end = canvas.end(f"Distribution of {column}", column, "Number of rows")
        if way == "matplotlib":
            known = f"{values}.dropna()" if gappy(source.named[column]) else values
            return [canvas.start, f'{canvas.on}.hist({known}, bins={bins}, edgecolor="white")', *end]
        if way == "pandas":
            return [canvas.start, f'{values}.plot(kind="hist", bins={bins}, ax=ax, edgecolor="black")', *end]
        draw = f"sns.histplot(data={source.name}, x={literal(column)}, bins={bins}{canvas.aimed})"
        return [SEABORN, canvas.start, draw, *end]


class BarsOfAggregate(_OfMeasure):
    """A measure compared between the groups of a category."""

    name = "bars_of_aggregate"
    slots = {"source": Source(), "agg": MIDDLE, "column": ColumnName(), "by": ColumnName(), "order": _ORDER}
    verbs = (
        "(draw|plot) a bar chart of the {agg} {column} per {by} in {source}, with the bars {order}",
        "compare the {agg} {column} across the groups of {by} in {source} in a bar chart, with the bars {order}",
        "(group|split) {source} by {by} and draw the {agg} {column} of each group as a bar, with the bars {order}",
    )
    nouns = (
        "a bar chart of the {agg} {column} (per|for each) {by} in {source}, with the bars {order}",
        "a bar chart that compares the {agg} {column} across the groups of {by} in {source}, with the bars {order}",
        "the {agg} {column} by {by} in {source} as a bar chart, with the bars {order}",
    )
    motives = (
        "I want to see at a glance where {column} stands out.",
        "Side by side the differences in {column} would be hard to miss.",
        "My guess is that {by} matters for {column}, and a picture would convince others too.",
        "Does {column} really depend on {by}?",
        "That would make a good slide for the part on {by}.",
    )
    weight = 1.4

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures and categories in focus first."""
        groups = focus.first(categories(source, most=20), chance)
        for measure, by in pairs(focus.first(quantities(source), chance), groups, 5):
            for agg in aggregates(measure, chance, "mean", "median", "sum")[:1]:
                order = chance.choice(("label", "value", "value"))
                yield {"agg": agg, "column": measure.name, "by": by.name, "order": order}

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The groups' figures first, then bars by matplotlib, pandas or seaborn."""
        agg, column, by = step.slots["agg"], step.slots["column"], step.slots["by"]
        figures = f"{grouped(source, by)}[{literal(column)}].{agg}()"
        figures += ".dropna()" if gappy(source.named[column]) else ""
        figures += ".sort_values(ascending=False)" if step.slots["order"] == "value" else ""
        lines = [f"bar_heights = {figures}"]
        way = style.choice(("matplotlib", "pandas", "seaborn"))
        canvas = Canvas(style, "ax" if way == "pandas" else None)
        group, name = source.named[by], f"{NAMES[agg]} {column}"
        end = canvas.end(heading(name, "by", by), by, heading(name), slanted=way != "pandas" and slanting(group))
        if way == "matplotlib":
            labels = f"bar_heights.index{as_text(group)}"
            return [*lines, canvas.start, f"{canvas.on}.bar({labels}, bar_heights)", *end]
        if way == "pandas":
            turn = 45 if slanting(group) else 0
            return [*lines, canvas.start, f'bar_heights.plot(kind="bar", ax=ax, rot={turn})', *end]
        axes = f"data={source.name}, x={literal(by)}, y={literal(column)}"
        options = f'estimator="{agg}", errorbar=None, order=bar_heights.index{canvas.aimed}'
        return [SEABORN, *lines, canvas.start, f"sns.barplot({axes}, {options})", *end]


class CountPlot(Plot):
    """How often each value of a category occurs."""

    name = "count_plot"
    slots = {"source": Source(), "column": ColumnName()}
    verbs = (
        "(draw|plot) how often each value of {column} occurs in {source} as bars, from the most to the least"
        " frequent value[, ties by label]",
        "(draw|make) a count plot of {column} in {source}, with the bars from the most to the least frequent value",
        "count the values of {column} in {source} and show the counts in a bar chart, most frequent value first",
    )
    nouns = (
        "a count plot of {column} in {source}, with the bars from the most to the least frequent value[, ties by"
        " label]",
        "a bar chart of how often each value of {column} occurs in {source}, most frequent value first",
        "the frequencies of the values of {column} in {source} as a bar chart, from the most to the least frequent",
    )
    motives = (
        "First I'd like to see what {column} consists of.",
        "Is {column} spread evenly, or does one value dominate?",
        "I don't know yet how {column} is distributed, so a quick picture would help.",
        "Before I compare by {column}, each group should have enough cases.",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Categories with few enough values to be read."""
        yield from ({"column": column.name} for column in focus.first(categories(source, most=20), chance)[:4])

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Few enough values to be read."""
        return super().sensible(slots, source) and source.named[slots["column"]].distinct <= 20

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Value counts, then bars by matplotlib, pandas or seaborn."""
        name = step.slots["column"]
        column, values = source.named[name], column_of(source, name)
        counts = f"bar_heights = {_present(column, values)}.value_counts()"
        counts += '.sort_index().sort_values(ascending=False, kind="stable")'
        way = style.choice(("matplotlib", "pandas", "seaborn"))
        canvas = Canvas(style, "ax" if way == "pandas" else None)
        slanted = way != "pandas" and slanting(column)
        end = canvas.end(f"Number of rows by {name}", name, "Number of rows", slanted=slanted)
        if way == "matplotlib":
            draw = f"{canvas.on}.bar(bar_heights.index{as_text(column)}, bar_heights)"
        elif way == "pandas":
            draw = f'bar_heights.plot(kind="bar", ax=ax, rot={45 if slanting(column) else 0})'
        else:
            draw = f"sns.countplot(data={source.name}, x={literal(name)}, order=bar_heights.index{canvas.aimed})"
        return [*([SEABORN] if way == "seaborn" else []), counts, canvas.start, draw, *end]


class Pie(Plot):
    """The shares of a category's values."""

    name = "pie_of_shares"
    slots = {"source": Source(), "column": ColumnName()}
    verbs = (
        "(draw|plot) a pie chart of the shares of the values of {column} in {source}",
        "show in a pie chart how {source} is divided by {column}",
        "draw a pie chart with one slice for each value of {column} in {source}, as large as its share of the rows",
    )
    nouns = (
        "a pie chart of the shares of the values of {column} in {source}",
        "a pie chart with one slice for each value of {column} in {source}, as large as its share of the rows",
        "a pie chart of how {source} is divided by {column}",
    )
    motives = (
        "I'd like to see how large each part of {column} is.",
        "Which part of the whole does each value of {column} make up?",
        "For the opening slide I need a simple picture of {column}.",
        "Is {column} split roughly in equal parts?",
    )
    moment = "open"
    weight = 0.5

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Categories with up to six values."""
        yield from ({"column": column.name} for column in focus.first(categories(source, most=6), chance)[:3])

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Up to six values."""
        return super().sensible(slots, source) and source.named[slots["column"]].distinct <= 6

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Value counts, then a pie by matplotlib or pandas, with the percentages in the slices."""
        name = step.slots["column"]
        shown = style.choice(('autopct="%1.1f%%"', 'autopct="%.0f%%", startangle=90'))
        normal = style.choice(("", "normalize=True"))
        counts = f"slice_sizes = {_present(source.named[name], column_of(source, name))}.value_counts({normal})"
        if style.random() < 0.6:
            canvas = Canvas(style, size=(6, 6))
            labels = f"slice_sizes.index{as_text(source.named[name])}"
            draw = f"{canvas.on}.pie(slice_sizes, labels={labels}, {shown})"
        else:
            canvas = Canvas(style, "ax", size=(6, 6))
            draw = f'slice_sizes.plot(kind="pie", ax=ax, ylabel="", {shown})'
        return [counts, canvas.start, draw, *canvas.end(f"Shares of {name}")]


def _present(column: Column, values: str) -> str:
    """The values of a category, without levels that do not occur."""
    return f"{values}.cat.remove_unused_categories()" if column.dtype == "category" else values


class CorrelationHeatmap(Plot):
    """Which measures go together, as colours."""

    name = "correlation_heatmap"
    slots = {"source": Source(), "columns": ColumnNames()}
    verbs = (
        "(draw|plot) a heatmap of the Pearson correlations between {columns} in {source}",
        "calculate the Pearson correlations between {columns} in {source} and draw them as a heatmap",
        "show in a heatmap how {columns} are correlated with each other in {source} by Pearson's coefficient",
    )
    nouns = (
        "a heatmap of the [pairwise ]Pearson correlations (between|of) {columns} in {source}",
        "a heatmap of the Pearson correlation matrix of {columns} in {source}",
        "the Pearson correlations between {columns} in {source} as a heatmap",
    )
    motives = (
        "Which of these go together?",
        "I suspect that some of the numbers tell the same story twice.",
        "Let me look at the connections all at once rather than pair by pair.",
        "A coloured grid would show me where to dig deeper.",
    )
    weight = 0.9

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Three to five measures, those in focus first."""
        columns = focus.first(quantities(source, distinct=5), chance)
        for size in (4, 3, 5):
            if len(columns) >= size and source.rows >= 10:
                yield {"columns": tuple(column.name for column in columns[:size])}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Correlations need numbers in more than one column."""
        names = slots["columns"]
        return super().sensible(slots, source) and len(names) > 1 and all(source.named[n].numeric for n in names)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The matrix of correlations, then its cells in colour with their values."""
        lines = [f"columns = {literal(step.slots['columns'])}", f"correlations = {source.name}[columns].corr()"]
        return heatmap(lines, "correlations", style)


def heatmap(lines: list[str], matrix: str, style: random.Random) -> list[str]:
    """Lines that draw a frame of correlations in colour, by seaborn or matplotlib."""
    canvas = Canvas(style, size=(7, 6))
    end = canvas.end("Correlations")
    if style.random() < 0.5:
        options = f'annot=True, fmt=".2f", cmap="coolwarm", vmin=-1, vmax=1{canvas.aimed}'
        return [SEABORN, *lines, canvas.start, f"sns.heatmap({matrix}, {options})", *end]
    bar = "fig" if canvas.on == "ax" else "plt"
    return [
        *lines,
        canvas.start,
        f'image = {canvas.on}.imshow({matrix}, cmap="coolwarm", vmin=-1, vmax=1)',
        f"{bar}.colorbar(image)",
        canvas.ticks(f"range(len({matrix}.columns))", f"{matrix}.columns", slanted=True),
        canvas.ticks(f"range(len({matrix}.index))", f"{matrix}.index", "y"),
        *end,
    ]


KINDS: tuple[Kind, ...] = (Histogram(), BarsOfAggregate(), CountPlot(), Pie(), CorrelationHeatmap())
