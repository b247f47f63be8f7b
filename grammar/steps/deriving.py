"""Numbers for each row: two measures combined, shares, standing, logarithms."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Rows, Source, Words, literal
from grammar.steps.adding import (
    Alone,
    InCopy,
    InPlace,
    PerRow,
    copy_nouns,
    copy_verbs,
    place_nouns,
    place_verbs,
    row_nouns,
    row_verbs,
)
from grammar.steps.base import Kind, Slots, Step, identifier, pairs, plain
from grammar.steps.words import additive, quantities

OPERATION = Words(
    {
        "/": ("divided by",),
        "-": ("minus", "less"),
        "*": ("times", "multiplied by"),
        "+": ("plus",),
    }
)
_JOINING = {"/": "per", "-": "minus", "*": "times", "+": "plus"}
_NO_UNIT = re.compile(
    r"(?<![a-z])(?:rate|rating|score|rank|share|ratio|percent|pct|odd|temperature|distance|since|best|commitment|age|ph)"
    r"s?(?![a-z])",
    re.IGNORECASE,
)
_METHODS = {"/": "div", "-": "sub", "*": "mul", "+": "add"}


def positive(column: Column) -> bool:
    """Whether every number of a measure is known to be above zero."""
    return isinstance(column.minimum, float) and column.minimum > 0


def related(first: Column, second: Column) -> bool:
    """Whether two columns are called alike, such as Rank_1 and Rank_2 or sat_fat and total_fat."""
    words = [set(re.findall(r"[a-z]{3,}", plain(column.name))) for column in (first, second)]
    return bool(words[0] & words[1])


def comparable(first: Column, second: Column) -> bool:
    """Whether a ratio may mean something: the same thing twice, or an amount per unit of something."""
    return related(first, second) or (additive(first) and not _NO_UNIT.search(plain(second.name)))


def alike(first: Column, second: Column) -> bool:
    """Whether two measures are the same kind of thing and of one size, so that a difference means something."""
    known = first.quartiles and second.quartiles and positive(first) and positive(second)
    if not known or not related(first, second):
        return False
    assert first.quartiles and second.quartiles
    low, high = sorted((first.quartiles[1], second.quartiles[1]))
    return low * 4 >= high


class _Combined(PerRow):
    """Two measures, divided, subtracted, multiplied or added."""

    slots = {
        "source": Source(),
        "column": ColumnName(),
        "operation": OPERATION,
        "other": ColumnName(),
        "new": ColumnName(),
        "rows": Rows(),
    }
    numbers = ("column", "other")
    motives = (
        "I wonder whether {column} only means something next to {other}.",
        "Taken alone, {column} can mislead; I want to set it against {other}.",
        "How do {column} and {other} play together from one case to the next?",
        "A figure that brings {column} and {other} together would help me judge single cases.",
        "My feeling is that neither {column} nor {other} tells the whole story alone.",
    )

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Ratios first; differences where both are of one size."""
        measures = focus.first((c for c in quantities(source, distinct=5) if c.role == "measure"), chance)
        for first, second in pairs(measures, measures, most=8):
            if positive(second) and comparable(first, second):
                yield {"column": first.name, "operation": "/", "other": second.name}
            if alike(first, second):
                yield {"column": first.name, "operation": "-", "other": second.name}

    def label(self, slots: Slots) -> str:
        """E.g. price_per_room."""
        return identifier(slots["column"], _JOINING[slots["operation"]], slots["other"], longest=48)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """The sign between two columns, or the method."""
        first, second = (f"{source.name}[{literal(step.slots[name])}]" for name in ("column", "other"))
        sign = step.slots["operation"]
        if style.random() < 0.25:
            return [], f"{first}.{_METHODS[sign]}({second})"
        return [], f"{first} {sign} {second}"


_COMBINED = ("{column} {operation} {other}", "the (result|outcome) of {column} {operation} {other}")


class CombinedColumn(InCopy, _Combined):
    """A copy with two measures combined."""

    name = "combine_columns"
    verbs = copy_verbs(*_COMBINED)
    nouns = copy_nouns(*_COMBINED)


class CombinedInPlace(InPlace, _Combined):
    """Two measures combined, as a column of the frame."""

    name = "combine_columns_in_place"
    weight = 0.6
    verbs = place_verbs(*_COMBINED)
    nouns = place_nouns(*_COMBINED)


class CombinedSeries(Alone, _Combined):
    """Two measures combined, alone."""

    name = "combine_columns_alone"
    verbs = row_verbs(*_COMBINED)
    nouns = row_nouns(*_COMBINED)


class _Measured(PerRow):
    """One measure, restated."""

    takes = frozenset({"rows", "summary"})
    slots = {"source": Source(), "column": ColumnName(), "new": ColumnName(), "rows": Rows()}
    numbers = ("column",)
    addition = "{}"

    def suits(self, column: Column, rows: int) -> bool:
        """Whether the measure can be restated so, in a frame with so many rows."""
        return True

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures in focus first."""
        fitting = (c for c in quantities(source) if c.role == "measure" and self.suits(c, source.rows))
        for column in focus.first(fitting, chance)[:4]:
            yield {"column": column.name}

    def label(self, slots: Slots) -> str:
        """E.g. price_share."""
        return identifier(self.addition.format(slots["column"]), longest=48)


class _Percentage(_Measured):
    """What each row contributes to a column's total."""

    addition = "{} percent"
    motives = (
        "How much of the overall {column} does each of them account for?",
        "Raw {column} is hard to judge, so I'd like to see who contributes how much.",
        "I suspect that a few of them carry most of the {column}.",
        "Is {column} spread out, or does it sit with a handful of them?",
    )

    def suits(self, column: Column, rows: int) -> bool:
        """A total needs amounts: none below zero."""
        amounts = isinstance(column.minimum, float) and column.minimum >= 0 and column.maximum != 0
        return amounts and additive(column)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """With the total named first, or in one expression."""
        values = f"{source.name}[{literal(step.slots['column'])}]"
        if style.random() < 0.6:
            total = identifier("total", step.slots["column"])
            return [f"{total} = {values}.sum()"], f"{values} / {total} * 100"
        return [], f"{values} / {values}.sum() * 100"


_PERCENTAGE = (
    "the percentage, from 0 to 100, that each value of {column} makes up of the (total|sum) of that same column",
    "the share in percent of the (column's|overall) sum of {column}",
)
_PERCENTAGE_ALONE = (
    "the percentage, from 0 to 100, of the column total of {column}",
    "the share in percent of the overall sum of {column}",
)


class PercentageColumn(InCopy, _Percentage):
    """A copy with each row's percentage of a total."""

    name = "percent_of_total"
    verbs = copy_verbs(*_PERCENTAGE)
    nouns = copy_nouns(*_PERCENTAGE)


class PercentageSeries(Alone, _Percentage):
    """Each row's percentage of a total."""

    name = "percent_of_total_alone"
    verbs = row_verbs(*_PERCENTAGE_ALONE)
    nouns = row_nouns(*_PERCENTAGE_ALONE)


class _ZScore(_Measured):
    """Distance from the mean in standard deviations."""

    addition = "{} z score"
    motives = (
        "Which of them are really unusual in {column}, and which only look it?",
        "I need a yardstick that tells me how extreme a {column} is.",
        "Some of the {column} figures look odd to me; how far out are they?",
        "I want to judge {column} relative to what is typical here.",
    )

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """Mean and deviation named first, or in one expression."""
        values = f"{source.name}[{literal(step.slots['column'])}]"
        if style.random() < 0.6:
            mean, spread = (identifier(word, step.slots["column"]) for word in ("mean", "std"))
            return [f"{mean} = {values}.mean()", f"{spread} = {values}.std()"], f"({values} - {mean}) / {spread}"
        return [], f"({values} - {values}.mean()) / {values}.std()"


_Z = (
    "the z-score of {column}, (using|based on) the sample standard deviation",
    "how many sample standard deviations {column} lies above or below its (mean|average)",
)


class ZScoreColumn(InCopy, _ZScore):
    """A copy with z-scores."""

    name = "z_score"
    verbs = copy_verbs(*_Z)
    nouns = copy_nouns(*_Z)


class ZScoreSeries(Alone, _ZScore):
    """Z-scores alone."""

    name = "z_score_alone"
    verbs = row_verbs(_Z[0])
    nouns = row_nouns(_Z[0])


class _Rank(_Measured):
    """Standing of each row."""

    addition = "{} rank"
    motives = (
        "Where does each of them stand when it comes to {column}?",
        "I keep losing track of who is ahead in {column}.",
        "The exact {column} matters less to me than the standing.",
        "Could we give every one of them a position by {column}?",
    )

    def suits(self, column: Column, rows: int) -> bool:
        """Ranks need values that mostly differ."""
        return column.distinct >= 50 or column.distinct * 4 >= rows

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """Series.rank, or the negated values ranked upwards."""
        values = f"{source.name}[{literal(step.slots['column'])}]"
        if style.random() < 0.2:
            return [], f"(-{values}).rank(method='min')"
        return [], f"{values}.rank(ascending=False, method='min')"


_RANK = (
    "the rank by {column}, where 1 is the highest value and ties share the (smallest|best) rank",
    "the position by {column} from the highest, ranked 1, down to the lowest, equal values sharing the best rank",
)


class RankColumn(InCopy, _Rank):
    """A copy with ranks."""

    name = "rank_column"
    verbs = copy_verbs(*_RANK)
    nouns = copy_nouns(*_RANK)


class RankSeries(Alone, _Rank):
    """Ranks alone."""

    name = "rank_alone"
    verbs = row_verbs(*_RANK)
    nouns = row_nouns(*_RANK)


_LOG = ("the natural logarithm of 1 plus {column}", "log1p of {column}, that is the natural log of 1 plus the value")


class LogColumn(InCopy, _Measured):
    """A copy with a logarithm."""

    name = "log_column"
    addition = "log {}"
    motives = (
        "A few very large values of {column} dominate everything.",
        "The {column} figures are stretched out by some extremes; a logarithm would tame them.",
        "I doubt that {column} should be judged on its plain scale.",
        "Would {column} be easier to compare on a logarithmic scale?",
    )
    weight = 0.6
    verbs = copy_verbs(*_LOG)
    nouns = copy_nouns(*_LOG)

    def suits(self, column: Column, rows: int) -> bool:
        """Skewed to the right, and nothing below zero."""
        if not (isinstance(column.minimum, float) and isinstance(column.maximum, float) and column.quartiles):
            return False
        return column.minimum >= 0 and column.maximum > 3 * max(column.quartiles[2], 1.0)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """NumPy's log1p, or the logarithm spelled out."""
        values = f"{source.name}[{literal(step.slots['column'])}]"
        return [], f"np.log1p({values})" if style.random() < 0.7 else f"np.log({values} + 1)"


KINDS: tuple[Kind, ...] = (
    CombinedColumn(),
    CombinedInPlace(),
    CombinedSeries(),
    PercentageColumn(),
    PercentageSeries(),
    ZScoreColumn(),
    ZScoreSeries(),
    RankColumn(),
    RankSeries(),
    LogColumn(),
)
