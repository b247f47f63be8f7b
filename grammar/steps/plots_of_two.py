"""Plots of a measure against another column: points, boxes and lines."""

from __future__ import annotations

import random
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Source, Values, Words, literal, sayable
from grammar.steps.base import Kind, Slots, Step, pairs
from grammar.steps.canvas import SEABORN, Canvas, Plot, slanting
from grammar.steps.dates import Written, dated, read_dates, written
from grammar.steps.periods import fitting_periods, periods
from grammar.steps.words import categories, column_of, grouped, quantities, textual

_PERIOD = Words({"year": ("calendar year", "year"), "month": ("calendar month", "month of each year")})


class _OfTwo(Plot):
    """A measure against something."""

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The columns are there, differ, and the measure holds numbers."""
        others = [slots[key] for key in ("by", "other") if key in slots]
        return (
            super().sensible(slots, source) and source.named[slots["column"]].numeric and slots["column"] not in others
        )


class Scatter(_OfTwo):
    """One measure against another, point by point."""

    name = "scatter_plot"
    slots = {"source": Source(), "column": ColumnName(), "other": ColumnName()}
    verbs = (
        "(draw|plot) a scatter plot of {source} with {other} on the x axis and {column} on the y axis",
        "plot {column} on the y axis against {other} on the x axis for all rows of {source}, as points",
        "draw every row of {source} as a point, with {other} on the x axis and {column} on the y axis",
    )
    nouns = (
        "a scatter plot of {source} with {other} on the x axis and {column} on the y axis",
        "a scatter plot of {column} on the y axis against {other} on the x axis, for all rows of {source}",
        "a cloud of points for the rows of {source}, with {other} on the x axis and {column} on the y axis",
    )
    motives = (
        "Does {column} rise with {other}, or is there no pattern at all?",
        "I would have thought that {other} and {column} go hand in hand.",
        "A single coefficient can deceive, so I want to look at {column} and {other} myself.",
        "Perhaps the link between {other} and {column} is not a straight line.",
        "Are there points far from all the others in {column}?",
    )
    weight = 1.4

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Pairs of measures, those in focus first."""
        measures = focus.first(quantities(source, distinct=8), chance)
        for column, other in pairs(measures, measures, 5):
            yield {"column": column.name, "other": other.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Both are numbers."""
        return super().sensible(slots, source) and source.named[slots["other"]].numeric

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Points by matplotlib, pandas or seaborn; a row without one of the two has no point."""
        other, column = step.slots["other"], step.slots["column"]
        x, y = literal(other), literal(column)
        way = style.choice(("matplotlib", "pandas", "seaborn"))
        canvas = Canvas(style, "ax" if way == "pandas" else None)
        end = canvas.end(f"{column} against {other}", other, column)
        known = f"plot_rows = {source.name}[[{x}, {y}]].dropna()"
        if way == "matplotlib":
            draw = f"{canvas.on}.scatter(plot_rows[{x}], plot_rows[{y}], alpha=0.6)"
            return [known, canvas.start, draw, *end]
        if way == "pandas":
            return [known, canvas.start, f'plot_rows.plot(kind="scatter", x={x}, y={y}, ax=ax, alpha=0.5)', *end]
        return [SEABORN, canvas.start, f"sns.scatterplot(data={source.name}, x={x}, y={y}{canvas.aimed})", *end]


class BoxPlots(_OfTwo):
    """How a measure is spread in each group."""

    name = "box_plots"
    slots = {"source": Source(), "column": ColumnName(), "by": ColumnName()}
    verbs = (
        "(draw|plot) a box plot of {column} for each value of {by} in {source}",
        "compare the spread of {column} between the groups of {by} in {source} with box plots",
        "show in box plots how {column} is spread for each {by} in {source}",
    )
    nouns = (
        "a box plot of {column} for each value of {by} in {source}",
        "box plots of {column} by {by} in {source}",
        "box plots that compare the spread of {column} between the groups of {by} in {source}",
    )
    motives = (
        "Averages hide how far {column} scatters within each {by}.",
        "Do the groups of {by} overlap in {column}, or are they clearly apart?",
        "Some groups of {by} may simply have a few extreme cases of {column}.",
        "I'd like to see the middle and the spread of {column} next to each other.",
    )
    weight = 1.1

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures by categories with up to twelve values."""
        measures = focus.first(quantities(source, distinct=8), chance)
        for column, by in pairs(measures, focus.first(categories(source, most=12), chance), 4):
            if source.rows >= 4 * by.distinct:
                yield {"column": column.name, "by": by.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Few enough groups to be read."""
        return super().sensible(slots, source) and source.named[slots["by"]].distinct <= 20

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Boxes by matplotlib group for group, or by pandas or seaborn."""
        column, by = step.slots["column"], step.slots["by"]
        group = source.named[by]
        # Groups that are numbers are labels here; the boxes of pandas stand at 1, 2, 3 under them.
        way = style.choice(("matplotlib", "pandas", "seaborn") if textual(group) else ("matplotlib", "seaborn"))
        canvas = Canvas(style, "ax" if way == "pandas" else None)
        end = canvas.end(f"{column} by {by}", by, column, slanted=way != "matplotlib" and slanting(group))
        if way == "seaborn":
            axes = f"data={source.name}, x={literal(by)}, y={literal(column)}"
            return [SEABORN, canvas.start, f"sns.boxplot({axes}{canvas.aimed})", *end]
        if way == "pandas":
            draw = f"{source.name}.boxplot(column={literal(column)}, by={literal(by)}, ax=ax, grid=False)"
            return [canvas.start, draw, 'fig.suptitle("")', *end]
        rows = f"{column_of(source, by)} == label"
        return [
            f"labels = sorted({column_of(source, by)}.dropna().unique())",
            "samples = []",
            "for label in labels:",
            f"    samples.append({source.name}.loc[{rows}, {literal(column)}].dropna())",
            canvas.start,
            f"{canvas.on}.boxplot(samples, positions=range(len(labels)))",
            canvas.ticks("range(len(labels))", "labels", slanted=slanting(group)),
            *end,
        ]


class _LineOfMeans(_OfTwo):
    """The average of a measure along something."""

    def drawn(self, lines: list[str], canvas: Canvas, way: str, end: list[str]) -> list[str]:
        """The series `line_values` as a line."""
        if way == "pandas":
            return [*lines, canvas.start, 'line_values.plot(kind="line", marker="o", ax=ax)', *end]
        return [*lines, canvas.start, f'{canvas.on}.plot(line_values.index, line_values, marker="o")', *end]


class LineOverNumbers(_LineOfMeans):
    """The average of a measure for each value of a number with few steps."""

    name = "line_over_numbers"
    slots = {"source": Source(), "column": ColumnName(), "by": ColumnName()}
    verbs = (
        "(draw|plot) the average {column} for each value of {by} in {source} as a line, from the lowest to the highest",
        "(draw|make) a line chart of the mean {column} over the values of {by} in {source}",
        "show in a line chart how the mean {column} changes with {by} in {source}",
    )
    nouns = (
        "a line chart of the (mean|average) {column} over the values of {by} in {source}",
        "a line of the (mean|average) {column} for each value of {by} in {source}, from the lowest to the highest",
        "a line chart of how the (mean|average) {column} changes with {by} in {source}",
    )
    motives = (
        "Does {column} climb steadily with {by}, or does it level off?",
        "I would expect {column} to change with {by}, step by step.",
        "Is there a turning point in {column} as {by} goes up?",
        "I'd like to follow {column} along {by} with my finger.",
    )
    weight = 0.8

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures along whole numbers with few steps."""
        measures = focus.first((c for c in quantities(source, distinct=8) if c.role == "measure"), chance)
        for column, by in pairs(measures, focus.first(_steps(source), chance), 4):
            yield {"column": column.name, "by": by.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Both are numbers."""
        return super().sensible(slots, source) and source.named[slots["by"]].numeric

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The groups' means and a line through them; seaborn takes the means itself."""
        column, by = step.slots["column"], step.slots["by"]
        way = style.choice(("matplotlib", "pandas", "seaborn"))
        canvas = Canvas(style, "ax" if way == "pandas" else None)
        end = canvas.end(f"Mean {column} by {by}", by, f"Mean {column}")
        if way == "seaborn":
            axes = f"data={source.name}, x={literal(by)}, y={literal(column)}"
            draw = f'sns.lineplot({axes}, estimator="mean", errorbar=None, marker="o"{canvas.aimed})'
            return [SEABORN, canvas.start, draw, *end]
        means = f"line_values = {grouped(source, by)}[{literal(column)}].mean()"
        return self.drawn([means], canvas, way, end)


def _steps(source: Var) -> list[Column]:
    """Whole numbers with four to forty different values: quantities, years and parts of the calendar."""
    known = [column.name for column in quantities(source, distinct=4)]
    return [
        column
        for column in source.named.values()
        if column.numeric
        and 4 <= column.distinct <= min(40, source.rows // 3)
        and all(float(value).is_integer() for value in (*(column.quartiles or (0.5,)), _low(column)))
        and (column.name in known or column.role == "ordered_category" or column.meant == "date")
    ]


def _low(column: Column) -> float:
    return column.minimum if isinstance(column.minimum, float) else 0.5


class LineOverScale(_LineOfMeans):
    """The average of a measure along a scale of words."""

    name = "line_over_scale"
    slots = {"source": Source(), "column": ColumnName(), "by": ColumnName(), "order": Values()}
    verbs = (
        "(draw|plot) the average {column} for each {by} in {source} as a line, in the order {order}",
        "(draw|make) a line chart of the mean {column} along {by} in {source}, in the order {order}",
        "show in a line chart how the mean {column} changes along {by} in {source}, in the order {order}",
    )
    nouns = (
        "a line chart of the (mean|average) {column} along {by} in {source}, in the order {order}",
        "a line of the (mean|average) {column} for each {by} in {source}, in the order {order}",
        "a line chart of how the (mean|average) {column} changes along {by} in {source}, in the order {order}",
    )
    motives = (
        "If {by} means anything, {column} should change from step to step.",
        "Does {column} go one way along the scale of {by}?",
        "I wonder whether {column} follows the scale of {by} or jumps around.",
        "The values of {by} have a natural order, and I'd like to see {column} along it.",
    )
    weight = 0.5

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures along scales of three to eight words."""
        scales = [c for c in source.of_role("ordered_category") if textual(c) and 3 <= len(c.order) <= 8]
        scales = [c for c in scales if all(map(sayable, c.order)) and c.dtype != "category"]
        for column, by in pairs(focus.first(quantities(source), chance), focus.first(scales, chance), 3):
            yield {"column": column.name, "by": by.name, "order": by.order}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The order holds words that the column has."""
        by = source.named.get(slots["by"])
        return super().sensible(slots, source) and by is not None and set(slots["order"]) <= set(by.order)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The groups' means put in order, and a line through them."""
        column, by = step.slots["column"], step.slots["by"]
        way = style.choice(("matplotlib", "pandas"))
        canvas = Canvas(style, "ax" if way == "pandas" else None)
        end = canvas.end(f"Mean {column} by {by}", by, f"Mean {column}")
        means = f"line_values = {grouped(source, by)}[{literal(column)}].mean().reindex(scale)"
        return self.drawn([f"scale = {literal(step.slots['order'])}", means], canvas, way, end)


class LineOverTime(_LineOfMeans):
    """The average of a measure in each period of time."""

    name = "line_over_time"
    slots = {
        "source": Source(),
        "other": ColumnName(),
        "period": _PERIOD,
        "column": ColumnName(),
        "written": Written(),
    }
    verbs = (
        "(draw|plot) the average {other} in {source} for each {period} of {column}{written} as a line",
        "(draw|make) a line chart of the mean {other} per {period} of {column}{written} in {source}",
        "show in a line chart how the mean {other} in {source} develops by {period} of {column}{written}",
    )
    nouns = (
        "a line chart of the (mean|average) {other} in {source} (per|for each) {period} of {column}{written}",
        "a line of the (mean|average) {other} for each {period} of {column}{written} in {source}",
        "a line chart of how the (mean|average) {other} in {source} develops by {period} of {column}{written}",
    )
    motives = (
        "I'd like to see where {other} has been heading.",
        "Was there a break in {other} at some point?",
        "People say that {other} is not what it used to be.",
        "Is the change in {other} a trend or just noise?",
    )
    weight = 1.2

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures in focus first, by periods of which there are several."""
        measures = focus.first((c for c in quantities(source) if c.role == "measure"), chance)[:3]
        for column in focus.first(dated(source), chance)[:1]:
            choices = [period for period in fitting_periods(column) if period in ("year", "month")]
            chance.shuffle(choices)
            for measure, period in zip(measures, choices * 3, strict=False):
                yield {"other": measure.name, "period": period, "column": column.name, "written": written(column)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """An average needs numbers, and a period dates."""
        if not Kind.sensible(self, slots, source) or not source.named[slots["other"]].numeric:
            return False
        return source.named[slots["column"]] in dated(source)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The measure averaged by the period of its date, and a line through it."""
        other, period = step.slots["other"], step.slots["period"]
        lines, labels = periods(read_dates(step, source), period)
        lines = [*lines, f"{period}s = {labels}", f"line_values = {column_of(source, other)}.groupby({period}s).mean()"]
        way = style.choice(("matplotlib", "pandas"))
        canvas = Canvas(style, "ax" if way == "pandas" else None, size=(10, 5))
        end = canvas.end(f"Mean {other} per {period}", period.title(), f"Mean {other}", slanted=period == "month")
        return self.drawn(lines, canvas, way, end)


KINDS: tuple[Kind, ...] = (Scatter(), BoxPlots(), LineOverNumbers(), LineOverScale(), LineOverTime())
