"""Counts and averages over periods of time."""

from __future__ import annotations

import random
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Rows, Source, Words, literal
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.dates import Written, dated, months, read_dates, written, years
from grammar.steps.words import quantities

PERIOD = Words(
    {
        "year": ("year", "calendar year"),
        "month": ("month written like '2024-03'", "calendar month in the form '2024-03'"),
        "quarter": ("quarter written like '2024Q1'", "calendar quarter in the form '2024Q1'"),
    }
)


def periods(dates: str, period: str) -> tuple[list[str], str]:
    """Lines and the expression of each date's period: a number for years, else text."""
    lines = [f"dates = {dates}"] if dates.startswith("pd.") else []
    values = "dates" if lines else dates
    if period == "year":
        return lines, f"{values}.dt.year"
    return lines, f"{values}.dt.strftime('%Y-%m')" if period == "month" else f"{values}.dt.to_period('Q').astype(str)"


def fitting_periods(column: Column) -> list[str]:
    """Periods of which a column of dates spans several, but not too many."""
    span, ends = months(column), years(column)
    found = []
    if ends and 1 <= ends[1] - ends[0] <= 60:
        found.append("year")
    if 4 <= span <= 72:
        found.append("month")
    if 7 <= span <= 120:
        found.append("quarter")
    return found


class CountByPeriod(Kind):
    """How many rows fall into each period."""

    name = "count_by_period"
    gives = ("series", "dict")
    slots = {"source": Source(), "period": PERIOD, "column": ColumnName(), "written": Written(), "rows": Rows()}
    verbs = (
        "count the {rows} of {source} per {period} of {column}{written}, in chronological order",
        "(determine|find out) how many {rows} of {source} fall into each {period} of {column}{written}, from"
        " the earliest on",
        "count how many {rows} there are in {source} for every {period} of {column}{written}, sorted by time",
    )
    nouns = (
        "the number of {rows} in {source} (per|for each) {period} of {column}{written}, in chronological order",
        "the count of {rows} in {source} by {period} of {column}{written}, from the earliest to the latest",
        "how many {rows} {source} holds for each {period} of {column}{written}, in order of time",
    )
    motives = (
        "Is this becoming more frequent or less?",
        "I would like to see whether the records are spread evenly over time.",
        "I suspect that some periods are hardly covered.",
        "Has anything changed over time in the sheer number of cases?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Periods of which there are several."""
        for column in focus.first(dated(source), chance)[:2]:
            for period in fitting_periods(column):
                yield {"period": period, "column": column.name, "written": written(column)}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. rows_per_year."""
        return identifier("count_per", slots["period"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Value counts in order, or groups and their sizes."""
        lines, labels = periods(_known(step, source), step.slots["period"])
        name = step.slots["period"]
        lines = [*lines, f"{name}s = {labels}"]
        counts = f"{name}s.value_counts().sort_index()" if style.random() < 0.5 else f"{name}s.groupby({name}s).size()"
        return [*lines, f"{out} = {counts}{'.to_dict()' if step.result == 'dict' else ''}"]


def _known(step: Step, source: Var) -> str:
    """The dates without gaps."""
    dates = read_dates(step, source)
    return f"{dates}.dropna()" if source.named[step.slots["column"]].missing else dates


class MeanByPeriod(Kind):
    """A measure's average in each period."""

    name = "mean_by_period"
    gives = ("series", "dict")
    weight = 1.2
    slots = {
        "source": Source(),
        "other": ColumnName(),
        "period": PERIOD,
        "column": ColumnName(),
        "written": Written(),
    }
    verbs = (
        "average {other} in {source} per {period} of {column}{written}, in chronological order",
        "(compute|calculate) the (mean|average) {other} in {source} for each {period} of {column}{written},"
        " sorted by time",
        "work out how high {other} is on average in {source} in every {period} of {column}{written}, from"
        " the earliest on",
    )
    nouns = (
        "the (average|mean) {other} (in|from) {source} (per|for each) {period} of {column}{written}, in"
        " chronological order",
        "the (average|mean) of {other} by {period} of {column}{written} in {source}, from the earliest to the latest",
        "how {other} averages out in {source} for every {period} of {column}{written}, in order of time",
    )
    motives = (
        "Is {other} going up or down over time?",
        "I have the impression that {other} used to be different.",
        "Anything that lasts for years changes; what about {other}?",
        "A snapshot does not tell me where {other} is heading.",
        "Let me see the development of {other} rather than one figure.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures in focus first, by periods of which there are several."""
        measures = focus.first((c for c in quantities(source) if c.role == "measure"), chance)[:3]
        for column in focus.first(dated(source), chance)[:1]:
            choices = fitting_periods(column)
            chance.shuffle(choices)
            for measure, period in zip(measures, choices * 3, strict=False):
                yield {"other": measure.name, "period": period, "column": column.name, "written": written(column)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """An average needs numbers."""
        return super().sensible(slots, source) and source.named[slots["other"]].numeric

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_per_year."""
        return identifier("mean", slots["other"], "per", slots["period"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The measure grouped by the period of its date, with the period named first or not."""
        column, name = source.named[step.slots["column"]], step.slots["period"]
        values = f"{source.name}[{literal(step.slots['other'])}]"
        lines, labels = periods(read_dates(step, source), name)
        if column.missing and name == "quarter":
            labels = labels.replace(".astype(str)", "")
            tail = [f"{out}.index = {out}.index.astype(str)"]
        else:
            tail = []
        if style.random() < 0.6:
            lines, labels = [*lines, f"{name}s = {labels}"], f"{name}s"
        lines = [*lines, f"{out} = {values}.groupby({labels}).mean()", *tail]
        return [*lines, f"{out} = {out}.to_dict()"] if step.result == "dict" else lines


KINDS: tuple[Kind, ...] = (CountByPeriod(), MeanByPeriod())
