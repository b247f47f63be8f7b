"""Steps that go on from small results: one column, a dictionary, two numbers, an array."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from typing import ClassVar

from company.records import ResultType
from grammar.scene import Focus, Var
from grammar.slots import Source, Words
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.words import AGGREGATES, elements, is_numbers


class ColumnFigure(Kind):
    """One statistic of a single column."""

    name = "column_figure"
    takes = frozenset({"column"})
    gives = ("value",)
    slots = {"source": Source(), "aggs": AGGREGATES}
    verbs = (
        "(calculate|work out) the {aggs} of the values in {source}",
        "take all values of {source} and determine their {aggs}",
        "boil {source} down to the {aggs} of its values",
    )
    nouns = (
        "the {aggs} of the values in {source}",
        "the {aggs} over all values of {source}",
        "for the values of {source} the {aggs}",
    )
    motives = (
        "One number would do to sum that up.",
        "That's too many values to take in.",
        "What is that on the whole?",
        "I need a figure that I can quote.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """An average, a middle or an end of numbers that are no codes."""
        if is_numbers(source) and source.columns[0].role == "measure" and source.columns[0].distinct > 2:
            for agg in chance.sample(("mean", "median", "max", "min", "std"), 3):
                yield {"aggs": (agg,)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """One statistic of numbers."""
        return is_numbers(source) and len(slots["aggs"]) == 1

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_of_prices."""
        return identifier(slots["aggs"][0], "of", source.name)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The method of that name."""
        agg = step.slots["aggs"][0]
        if style.random() < 0.6:
            return [f"{out} = float({source.name}.{agg}())"]
        return [f"filled = {source.name}.dropna()", f"{out} = float(filled.{agg}())"]


class RankDictionary(Kind):
    """A dictionary of figures in order."""

    name = "rank_dictionary"
    takes = frozenset({"dict"})
    gives: ClassVar[tuple[ResultType, ...]] = ("series", "list")
    slots = {"source": Source(), "ascending": Words({False: ("highest", "largest"), True: ("lowest", "smallest")})}
    verbs = (
        "(sort|rank) the keys of {source} by figure with the {ascending} first, leaving ties as they stand",
        "put the keys of {source} into order by figure, the {ascending} first and ties as they stand",
        "arrange the keys in {source} by their figures with the {ascending} at the front and ties as they stand",
    )
    nouns = (
        "the keys of {source} (sorted|ranked) by figure with the {ascending} first, leaving ties as they stand",
        "the keys of {source} in order of their figures, the {ascending} first and ties as they stand",
        "a ranking of the keys in {source} by figure, the {ascending} first and ties as they stand",
    )
    motives = (
        "In this order it's hard to read.",
        "Who comes first there?",
        "I would like to see them ranked.",
        "Let me see which end each of them is at.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two entries or more."""
        if source.rows >= 2 and _figures(source) and not {"mean", "median"} & set(elements(source)):
            yield {"ascending": chance.random() < 0.3}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Figures by key."""
        return _figures(source)

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_by_region_ranked."""
        return identifier(source.name, "ranked")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A series in order, or the keys in order."""
        name, ascending = source.name, step.slots["ascending"]
        if step.result == "list" and style.random() < 0.5:
            sign = "" if ascending else "-"
            return [f"{out} = sorted({name}, key=lambda key: {sign}{name}[key])"]
        tail = ".index.tolist()" if step.result == "list" else ""
        sort = f'sort_values(ascending={ascending}, kind="stable"){tail}'
        if style.random() < 0.5:
            return [f"figures = pd.Series({name})", f"{out} = figures.{sort}"]
        return [f"{out} = pd.Series({name}).{sort}"]


class CompareTwo(Kind):
    """Two earlier numbers against each other."""

    name = "compare_two"
    takes = frozenset({"tuple", "dict"})
    gives = ("value",)
    slots = {
        "source": Source(),
        "way": Words(
            {
                "-": ("the second minus the first", "the second less the first"),
                "/": ("the second divided by the first", "the ratio of the second to the first"),
            }
        ),
    }
    verbs = (
        "(calculate|work out) {way} of the two numbers in {source}",
        "take the two numbers in {source} and (calculate|work out) {way}",
        "compare the two numbers of {source} by {way}",
    )
    nouns = (
        "{way} of the two numbers in {source}",
        "for the two numbers in {source} {way}",
        "{way} among the two figures of {source}",
    )
    motives = (
        "How do the two compare?",
        "I can't tell from these two whether the gap is large.",
        "Is the second really that different from the first?",
        "Put the two in relation for me.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A difference; a ratio where both are positive. No test statistics."""
        numbers = _two(source)
        if numbers is None or (source.nature == "tuple" and (0 <= numbers[1] <= 1 or "test" in source.name)):
            return
        if numbers[0] > 0 and numbers[1] > 0:
            yield {"way": "/"}
        yield {"way": "-"}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Two numbers, the first not 0 where it divides."""
        numbers = _two(source)
        return numbers is not None and (slots["way"] == "-" or numbers[0] != 0)

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_quartiles_gap."""
        return identifier(source.name, "ratio" if slots["way"] == "/" else "gap")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Unpack and calculate."""
        values = f"{source.name}.values()" if source.nature == "dict" else source.name
        return [f"first, second = {values}", f"{out} = float(second {step.slots['way']} first)"]


class CountElements(Kind):
    """How often each element of an array occurs."""

    name = "count_elements"
    takes = frozenset({"array"})
    gives: ClassVar[tuple[ResultType, ...]] = ("dict", "series")
    slots = {"source": Source()}
    verbs = (
        "count how often each (value|element) occurs in {source}, in ascending order of the values",
        "tally the (values|elements) of {source}, in ascending order of the values",
        "find out how often {source} holds each of its values, in ascending order of the values",
    )
    nouns = (
        "the (counts|frequencies) of the values in {source}, in ascending order of the values",
        "how often each (value|element) occurs in {source}, in ascending order of the values",
        "the number of times that each value stands in {source}, in ascending order of the values",
    )
    motives = (
        "Are they evenly spread, or does one dominate?",
        "How many are there of each?",
        "I'd like to see the sizes before I trust that.",
        "Some of them may hardly occur.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A flat array of whole numbers or texts."""
        if self.sensible({}, source):
            yield {}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """One dimension, and no numbers with fractions."""
        return bool(re.search(r"\[array of shape \(\d+,\), (?:int|uint|bool|str|object|<U)", source.preview))

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. labels_counts."""
        return identifier(source.name, "counts")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """NumPy's unique, or pandas' counts."""
        tail = ".to_dict()" if step.result == "dict" else ""
        if style.random() < 0.5:
            return [f"{out} = pd.Series({source.name}).value_counts().sort_index(){tail}"]
        unique = f"values, counts = np.unique({source.name}, return_counts=True)"
        if step.result == "dict":
            return [unique, f"{out} = dict(zip(values.tolist(), counts.tolist()))"]
        return [unique, f"{out} = pd.Series(counts, index=values)"]


def _figures(source: Var) -> bool:
    """Whether a dictionary holds plain numbers only, as far as its preview tells."""
    return bool(_numbers(source))


def _numbers(source: Var) -> list[float]:
    """The numbers in a tuple or a dictionary whose preview shows all of it and nothing else; else none."""
    if "…" in source.preview:
        return []
    try:
        found = ast.literal_eval(source.preview.strip())
    except (ValueError, SyntaxError):
        return []
    items = list(found.values()) if isinstance(found, dict) else list(found) if isinstance(found, tuple) else []
    numeric = all(isinstance(item, int | float) and not isinstance(item, bool) for item in items)
    return [float(item) for item in items] if numeric else []


def _two(source: Var) -> tuple[float, float] | None:
    """The two numbers of a tuple or a dictionary, as far as the preview tells."""
    numbers = _numbers(source)
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None


KINDS: tuple[Kind, ...] = (ColumnFigure(), RankDictionary(), CompareTwo(), CountElements())
