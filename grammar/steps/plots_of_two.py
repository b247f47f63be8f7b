"""The plot of a measure over time."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Source, Words
from grammar.steps.base import Kind, Slots, Step
from grammar.steps.canvas import Canvas, Plot
from grammar.steps.dating import Written, dates_of, fitting_periods, format_said, is_dated, period_of
from grammar.steps.words import column_of, quantities

_PERIOD = Words({"year": ("calendar year", "year"), "month": ("calendar month", "month of each year")})


class LineOverTime(Plot):
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
        for column in focus.first(filter(is_dated, source.named.values()), chance)[:1]:
            choices = [period for period in fitting_periods(column) if period in ("year", "month")]
            chance.shuffle(choices)
            for measure, period in zip(measures, choices * 3, strict=False):
                yield {"other": measure.name, "period": period, "column": column.name, "written": format_said(column)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """An average needs numbers, and a period dates."""
        if not Kind.sensible(self, slots, source) or not source.named[slots["other"]].numeric:
            return False
        return is_dated(source.named[slots["column"]])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The measure averaged by the period of its date, and a line through it."""
        other, period = step.slots["other"], step.slots["period"]
        dates = f"dates = {dates_of(source, step.slots['column'], step.slots['written'])}"
        averaged = f"line_values = {column_of(source, other)}.groupby({period}s).mean()"
        lines = [dates, f"{period}s = {period_of('dates', period)}", averaged]
        way = style.choice(("matplotlib", "pandas"))
        canvas = Canvas(style, "ax" if way == "pandas" else None, size=(10, 5))
        end = canvas.end(f"Mean {other} per {period}", period.title(), f"Mean {other}", slanted=period == "month")
        if way == "pandas":
            return [*lines, canvas.start, 'line_values.plot(kind="line", marker="o", ax=ax)', *end]
        return [*lines, canvas.start, f'{canvas.on}.plot(line_values.index, line_values, marker="o")', *end]


KINDS: tuple[Kind, ...] = (LineOverTime(),)
