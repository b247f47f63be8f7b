"""Labels for each row: by a threshold, by levels, by a condition."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Conditions, Number, Rows, Source, Value, literal
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
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.conditions import condition, fits, mask, tidy
from grammar.steps.words import quantities

_TWO = (("high", "low"), ("large", "small"), ("upper", "lower"), ("high", "normal"))
LEVEL_NAMES = (("low", "medium", "high"), ("small", "mid", "large"), ("bottom", "middle", "top"))


def spread(source: Var, focus: Focus, chance: random.Random) -> list[Column]:
    """Measures in focus first whose quartiles and ends all differ."""
    found = []
    for column in quantities(source, distinct=8):
        low, high = column.minimum, column.maximum
        if column.quartiles and isinstance(low, float) and isinstance(high, float):
            points = (low, *column.quartiles, high)
            if column.role == "measure" and all(a < b for a, b in itertools.pairwise(points)):
                found.append(column)
    return focus.first(found, chance)


class _Threshold(PerRow):
    """One of two labels, by a threshold."""

    slots = {
        "source": Source(),
        "column": ColumnName(),
        "threshold": Number(),
        "upper": Value(),
        "lower": Value(),
        "new": ColumnName(),
        "rows": Rows(),
    }
    numbers = ("column",)
    role = "flag"
    dtype = "object"
    motives = (
        "For my purposes {column} comes down to a yes or no.",
        "I think in two camps when I look at {column}.",
        "Exact values of {column} are more than I need; a simple split will do.",
        "Where would you draw the line for {column}? I'd draw it like this.",
        "A plain split by {column} should make the comparison easier later on.",
    )

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Thresholds near the middle or the upper quartile of measures without gaps."""
        for column in [column for column in spread(source, focus, chance) if not column.missing][:4]:
            assert column.quartiles is not None
            assert isinstance(column.minimum, float) and isinstance(column.maximum, float)
            threshold = tidy(chance.choice(column.quartiles[1:]))
            if column.minimum <= threshold < column.maximum:
                upper, lower = chance.choice(_TWO)
                yield {"column": column.name, "threshold": threshold, "upper": upper, "lower": lower}

    def label(self, slots: Slots) -> str:
        """E.g. price_level."""
        return identifier(slots["column"], "level", longest=48)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """A small function that is applied, or np.where."""
        slots = step.slots
        values = f"{source.name}[{literal(slots['column'])}]"
        upper, lower, threshold = (literal(slots[name]) for name in ("upper", "lower", "threshold"))
        if style.random() < 0.65:
            function = identifier("label", slots["column"])
            lines = [
                f"def {function}(value):",
                f"    if value > {threshold}:",
                f"        return {upper}",
                f"    return {lower}",
                "",
            ]
            return lines, f"{values}.apply({function})"
        return [], f"np.where({values} > {threshold}, {upper}, {lower})"


_SPLIT = (
    "the label {upper} where {column} is above {threshold} and {lower} (otherwise|everywhere else)",
    "the level of {column}, namely {upper} (over|for values greater than) {threshold} and {lower} (otherwise|for all"
    " others)",
)


class ThresholdColumn(InCopy, _Threshold):
    """A copy with a label by a threshold."""

    name = "threshold_label"
    verbs = copy_verbs(*_SPLIT)
    nouns = copy_nouns(*_SPLIT)


class ThresholdInPlace(InPlace, _Threshold):
    """A label by a threshold, as a column of the frame."""

    name = "threshold_label_in_place"
    weight = 0.6
    verbs = place_verbs(*_SPLIT)
    nouns = place_nouns(*_SPLIT)


class _Levels(PerRow):
    """One of three labels, by two thresholds."""

    slots = {
        "source": Source(),
        "column": ColumnName(),
        "low": Number(),
        "high": Number(),
        "bottom": Value(),
        "middle": Value(),
        "top": Value(),
        "new": ColumnName(),
        "rows": Rows(),
    }
    numbers = ("column",)
    role = "ordered_category"
    dtype = "object"
    motives = (
        "Let me think of {column} in three steps rather than in single figures.",
        "When I talk to others, {column} needs to come down to three words.",
        "It would be easier to discuss {column} in a few levels.",
        "Are there clearly weak, ordinary and strong cases in {column}?",
    )

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Thresholds near the quartiles of measures without gaps."""
        for column in [column for column in spread(source, focus, chance) if not column.missing][:4]:
            assert column.quartiles is not None
            low, high = tidy(column.quartiles[0]), tidy(column.quartiles[2])
            bottom, middle, top = chance.choice(LEVEL_NAMES)
            inside = isinstance(column.minimum, float) and column.minimum < low < high
            if inside and isinstance(column.maximum, float) and high < column.maximum:
                yield {
                    "column": column.name, "low": low, "high": high, "bottom": bottom, "middle": middle, "top": top
                }  # fmt: skip

    def label(self, slots: Slots) -> str:
        """E.g. price_class."""
        return identifier(slots["column"], "class", longest=48)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """A small function that is applied, or np.select."""
        slots = step.slots
        values = f"{source.name}[{literal(slots['column'])}]"
        low, high, bottom, middle, top = (literal(slots[name]) for name in ("low", "high", "bottom", "middle", "top"))
        if style.random() < 0.65:
            function = identifier("classify", slots["column"])
            lines = [
                f"def {function}(value):",
                f"    if value < {low}:",
                f"        return {bottom}",
                f"    elif value > {high}:",
                f"        return {top}",
                "    else:",
                f"        return {middle}",
                "",
            ]
            return lines, f"{values}.apply({function})"
        lines = [f"conditions = [{values} < {low}, {values} > {high}]"]
        return lines, f"np.select(conditions, [{bottom}, {top}], default={middle})"


_LEVELS = (
    "the level {bottom} where {column} is below {low}, {top} where it is above {high} and {middle} (in"
    " between|otherwise)",
    "the level of {column}, namely {bottom} under {low}, {top} over {high} and {middle} from one limit to the other",
)


class LevelsColumn(InCopy, _Levels):
    """A copy with levels."""

    name = "levels"
    verbs = copy_verbs(*_LEVELS)
    nouns = copy_nouns(*_LEVELS)


class LevelsSeries(Alone, _Levels):
    """Levels alone."""

    name = "levels_alone"
    verbs = row_verbs(*_LEVELS)
    nouns = row_nouns(*_LEVELS)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """As for a column, with the index put back where NumPy drops it."""
        lines, values = super().values(step, source, style)
        if not values.startswith("np."):
            return lines, values
        name = literal(step.slots["column"])
        return [*lines, f"levels = {values}"], f"pd.Series(levels, index={source.name}.index, name={name})"


class _Flag(PerRow):
    """Whether a condition holds."""

    slots = {"source": Source(), "conditions": Conditions(), "new": ColumnName(), "rows": Rows()}
    role = "flag"
    dtype = "bool"
    motives = (
        "I don't want to throw anything away yet, only mark what interests me.",
        "Let me tag the ones that I care about.",
        "It would be good to see at a glance which of them qualify.",
        "How many of them meet my criterion, and which? Marking them is a start.",
    )

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """One condition that neither nearly all nor nearly none meet."""
        columns = focus.first(source.named.values(), chance)
        found = [one for column in columns if (one := condition(column, chance))]
        for one in found[:4]:
            yield {"conditions": (one,)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Every condition's column is there."""
        return all(fits(one, source) for one in slots["conditions"])

    def label(self, slots: Slots) -> str:
        """E.g. is_grass or high_price."""
        column, comparison, operand = slots["conditions"][0]
        if comparison == "eq" and isinstance(operand, str):
            return identifier(*(() if sum(map(str.isalpha, operand)) > 2 else (column,)), "is", operand, longest=32)
        word = {"gt": "high", "ge": "high", "lt": "low", "le": "low", "between": "mid"}
        return identifier(word.get(comparison, "selected"), column, longest=32)

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """The boolean mask."""
        masks = [mask(one, source.name) for one in step.slots["conditions"]]
        return [], masks[0] if len(masks) == 1 else " & ".join(f"({one})" for one in masks)


_FLAG = ("True where {conditions} and False otherwise", "a flag, True or False, that says whether {conditions}")


class FlagColumn(InCopy, _Flag):
    """A copy with a flag."""

    name = "flag_rows"
    verbs = copy_verbs(*_FLAG)
    nouns = copy_nouns(*_FLAG)


class FlagInPlace(InPlace, _Flag):
    """A flag as a column of the frame."""

    name = "flag_rows_in_place"
    weight = 0.6
    verbs = place_verbs(*_FLAG)
    nouns = place_nouns(*_FLAG)


KINDS: tuple[Kind, ...] = (
    ThresholdColumn(),
    ThresholdInPlace(),
    LevelsColumn(),
    LevelsSeries(),
    FlagColumn(),
    FlagInPlace(),
)
