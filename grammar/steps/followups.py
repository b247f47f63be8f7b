"""Steps that go on from figures by label: order them, pick some, relate them to each other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from company.records import ResultType
from grammar.scene import Focus, Var
from grammar.slots import Number, Source, Words
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.words import is_figures

_END = Words({False: ("highest", "largest"), True: ("lowest", "smallest")})


class OfFigures(Kind):
    """Something about a series of figures by label."""

    takes = frozenset({"grouped"})
    gives: ClassVar[tuple[ResultType, ...]] = ("series",)
    slots = {"source": Source()}
    least: int = 3

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Any series of comparable figures that is long enough."""
        if is_figures(source) and source.rows >= self.least and source.columns[0].distinct > 1:
            yield {}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Figures can be compared; a description cannot."""
        return is_figures(source)


class SortFigures(OfFigures):
    """Figures from one end to the other."""

    name = "sort_figures"
    slots = {
        "source": Source(),
        "ascending": Words(
            {
                False: ("from highest to lowest", "in descending order"),
                True: ("from lowest to highest", "in ascending order"),
            }
        ),
    }
    verbs = (
        "(sort|order|rank) {source} {ascending} by value, leaving ties as they stand",
        "put {source} into order by value {ascending}, leaving ties as they stand",
        "arrange {source} by value {ascending}, with ties left as they stand",
    )
    nouns = (
        "{source} (sorted|ordered|ranked) {ascending} by value, leaving ties as they stand",
        "the figures of {source} (sorted|ordered) by value {ascending}, with ties left as they stand",
        "a ranking of {source} by value {ascending}, with ties left as they stand",
    )
    motives = (
        "Like this I can't see at a glance who is ahead.",
        "In this order it's hard to read.",
        "Let me see the two ends of that.",
        "Which of them are at the top, and which at the bottom?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Mostly with the highest first."""
        for _ in super().offers(source, focus, chance):
            yield {"ascending": chance.random() < 0.3}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_sorted."""
        return identifier(source.name, "sorted")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A stable sort, or a stable order of positions."""
        ascending = step.slots["ascending"]
        if style.random() < 0.6 or source.columns[0].missing:
            return [f'{out} = {source.name}.sort_values(ascending={ascending}, kind="stable")']
        keys = source.name if ascending else f"-{source.name}"
        return [f'order = np.argsort(({keys}).to_numpy(), kind="stable")', f"{out} = {source.name}.iloc[order]"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The same figures."""
        return replace(source, name=out)


class TopLabels(OfFigures):
    """The labels of the highest or lowest figures."""

    name = "top_labels"
    gives = ("list", "index")
    least = 4
    slots = {"source": Source(), "n": Number(), "ascending": _END}
    verbs = (
        "(pick|name|take) the labels of the {n} {ascending} figures in {source}, the most extreme first and"
        " ties as they stand",
        "keep from {source} the {n} labels with the {ascending} figures, the most extreme first and ties as they stand",
        "find out which {n} labels have the {ascending} figures in {source}, the most extreme first and ties"
        " as they stand",
    )
    nouns = (
        "the labels of the {n} {ascending} figures in {source}, the most extreme first and ties as they stand",
        "the {n} labels with the {ascending} figures in {source}, the most extreme first and ties as they stand",
        "the {n} labels from {source} whose figures are {ascending}, the most extreme first and ties as they stand",
    )
    motives = (
        "I can't follow up on all of them, a few will do.",
        "Just the ones at the far end, please.",
        "Which of them deserve a closer look?",
        "I'd like to carry on with only a few of these.",
    )
    weight = 1.6

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two to five, fewer than there are."""
        filled = source.rows - source.columns[0].missing if source.columns else 0
        sizes = [n for n in (3, 2, 5) if n < filled]
        for _ in super().offers(source, focus, chance):
            for n in sizes[:2]:
                yield {"n": n, "ascending": chance.random() < 0.25}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A whole number of labels that there are."""
        return super().sensible(slots, source) and isinstance(slots["n"], int) and 1 <= slots["n"] <= source.rows

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. top_3_region."""
        return identifier("bottom" if slots["ascending"] else "top", str(slots["n"]), source.index_name or source.name)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The index of the extremes, or of the head of a stable sort."""
        n, ascending = step.slots["n"], step.slots["ascending"]
        tail = ".tolist()" if step.result == "list" else ""
        if style.random() < 0.5:
            return [f"{out} = {source.name}.{'nsmallest' if ascending else 'nlargest'}({n}).index{tail}"]
        return [
            f'ordered = {source.name}.sort_values(ascending={ascending}, kind="stable")',
            f"{out} = ordered.head({n}).index{tail}",
        ]


class ExtremeLabel(OfFigures):
    """The label of the highest or lowest figure."""

    name = "extreme_label"
    gives = ("value",)
    slots = {"source": Source(), "ascending": _END}
    verbs = (
        "(find|tell me|determine) which label has the {ascending} figure in {source}, the earlier one in a tie",
        "look up in {source} whose figure is {ascending}, the earlier one in a tie",
        "name the label of the {ascending} figure in {source}, the earlier one in a tie",
    )
    nouns = (
        "the label of the {ascending} figure in {source}, the earlier one in a tie",
        "the label in {source} whose figure is {ascending}, the earlier one in a tie",
        "the label from {source} that has the {ascending} figure, the earlier one in a tie",
    )
    motives = (
        "And who is at the very end of the scale?",
        "If I had to name just one of these, which would it be?",
        "I want the extreme case by name.",
        "One of them must stand out.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """One of the ends."""
        for _ in super().offers(source, focus, chance):
            yield {"ascending": chance.random() < 0.4}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. lowest_region."""
        return identifier("lowest" if slots["ascending"] else "highest", source.index_name or source.name)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`idxmax`, or the first label of a stable sort."""
        if style.random() < 0.6:
            return [f"{out} = {source.name}.{'idxmin' if step.slots['ascending'] else 'idxmax'}()"]
        ordered = f'{source.name}.sort_values(ascending={step.slots["ascending"]}, kind="stable")'
        return [f"ordered = {ordered}", f"{out} = ordered.index[0]"]


class Spread(OfFigures):
    """How far the highest figure is from the lowest, as a ratio or a difference."""

    name = "spread"
    gives = ("value",)
    slots = {
        "source": Source(),
        "way": Words(
            {
                "/": ("the ratio of the highest to the lowest", "the quotient of the highest and the lowest"),
                "-": (
                    "the difference between the highest and the lowest",
                    "the gap between the highest and the lowest",
                ),
            }
        ),
    }
    verbs = (
        "(calculate|work out|determine) {way} figure in {source}",
        "look at {source} and (calculate|work out) {way} figure",
        "take {source} and determine {way} figure",
    )
    nouns = ("{way} figure in {source}", "{way} value among {source}", "{way} of all figures in {source}")
    motives = (
        "How far apart are the two ends?",
        "Is that a big gap, or do they all lie close together?",
        "One number for the contrast would be handy.",
        "I can't tell whether such a spread is worth talking about.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A ratio where all figures are known to be positive, else a difference."""
        for _ in super().offers(source, focus, chance):
            lowest = source.columns[0].minimum
            if isinstance(lowest, float) and lowest > 0:
                yield {"way": "/"}
            yield {"way": "-"}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_ratio."""
        return identifier(source.name, "ratio" if slots["way"] == "/" else "gap")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The two ends, divided or subtracted."""
        name, way = source.name, step.slots["way"]
        if style.random() < 0.5:
            return [f"{out} = float({name}.max() {way} {name}.min())"]
        return [f"highest = {name}.max()", f"lowest = {name}.min()", f"{out} = float(highest {way} lowest)"]


KINDS: tuple[Kind, ...] = (SortFigures(), TopLabels(), ExtremeLabel(), Spread())
