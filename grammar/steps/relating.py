"""Steps that relate figures by label to each other or to a limit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from company.records import ResultType
from grammar.scene import Focus, Var
from grammar.slots import Number, Source, Words, number
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.followups import OfFigures


class Relate(OfFigures):
    """Every figure in relation to all of them."""

    name = "relate_figures"
    slots = {
        "source": Source(),
        "way": Words(
            {
                "from_mean": (
                    "its difference from the plain average of all figures",
                    "how far it lies above the plain average of all figures",
                ),
                "share": ("its share of their total, as a fraction", "its fraction of their sum"),
                "of_max": ("its ratio to the highest figure", "its fraction of the highest figure"),
                "z": (
                    "its z-score with the sample standard deviation",
                    "its standardized value with the sample standard deviation",
                ),
                "min_max": (
                    "its position between the lowest as 0 and the highest as 1",
                    "its min-max scaled value between 0 and 1",
                ),
                "rank": (
                    "its rank with 1 for the highest and ties sharing the smaller rank",
                    "its rank from the highest down with ties sharing the smaller rank",
                ),
            }
        ),
    }
    verbs = (
        "(calculate|work out) for (each|every) figure in {source} {way}",
        "(turn|convert) (each|every) figure of {source} into {way}",
        "replace (each|every) figure in {source} by {way}",
    )
    nouns = (
        "for (each|every) figure in {source} {way}",
        "for (each|every) label of {source} with its figure {way}",
        "(each|every) figure of {source} expressed as {way}",
    )
    motives = (
        "On their own these figures mean little to me.",
        "I'd rather see them relative to one another.",
        "Are these differences large, compared with all of them together?",
        "It would be easier to explain on a common footing.",
    )
    weight = 1.5

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Shares of counts and positive figures; distances and ranks of any."""
        for _ in super().offers(source, focus, chance):
            lowest, name = source.columns[0].minimum, f"{source.name} {source.columns[0].name}"
            ways = ["from_mean", "z", "min_max", "rank"]
            if isinstance(lowest, float) and lowest > 0:
                ways.append("of_max")
                ways += ["share", "share"] if any(word in name for word in ("sum", "total", "count", "number")) else []
            chance.shuffle(ways)
            yield from ({"way": way} for way in ways[:3])

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_ranks."""
        words = {
            "from_mean": "deviation",
            "share": "shares",
            "of_max": "relative",
            "z": "z_scores",
            "min_max": "scaled",
        }
        return identifier(source.name, words.get(slots["way"], "ranks"))

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Arithmetic on the whole series, in one line or with named parts."""
        name = source.name
        named, inline = {
            "from_mean": ([f"average = {name}.mean()", f"{out} = {name} - average"], f"{name} - {name}.mean()"),
            "share": ([f"total = {name}.sum()", f"{out} = {name} / total"], f"{name} / {name}.sum()"),
            "of_max": ([f"highest = {name}.max()", f"{out} = {name} / highest"], f"{name} / {name}.max()"),
            "z": (
                [f"average, deviation = {name}.mean(), {name}.std()", f"{out} = ({name} - average) / deviation"],
                f"({name} - {name}.mean()) / {name}.std()",
            ),
            "min_max": (
                [f"low, high = {name}.min(), {name}.max()", f"{out} = ({name} - low) / (high - low)"],
                f"({name} - {name}.min()) / ({name}.max() - {name}.min())",
            ),
            "rank": (
                [f'ranks = {name}.rank(method="min", ascending=False)', f"{out} = ranks"],
                f'{name}.rank(ascending=False, method="min")',
            ),
        }[step.slots["way"]]
        return named if style.random() < 0.5 else [f"{out} = {inline}"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Figures for the same labels."""
        first = source.columns[0].model_copy(update={"minimum": None, "maximum": None, "quartiles": None, "mean": None})
        return replace(source, name=out, columns=(first,))


class FilterFigures(OfFigures):
    """The figures above or below a threshold."""

    name = "filter_figures"
    gives: ClassVar[tuple[ResultType, ...]] = ("series", "dict")
    slots = {
        "source": Source(),
        "sign": Words({">": ("above", "greater than"), "<": ("below", "less than")}),
        "limit": Number(),
    }
    verbs = (
        "(keep|leave) only the figures in {source} that are {sign} {limit}",
        "drop everything from {source} except the figures that are {sign} {limit}",
        "narrow {source} down to the labels with figures {sign} {limit}",
    )
    nouns = (
        "the figures in {source} that are {sign} {limit}, with their labels",
        "only those entries of {source} with a figure {sign} {limit}",
        "all entries of {source} whose figure is {sign} {limit}",
    )
    motives = (
        "The rest of them hardly matter for what I have in mind.",
        "I'd draw a line somewhere.",
        "Which of these go past a limit that I would call notable?",
        "Some of them I can safely forget.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A round limit near the middle or a quarter that keeps some figures and drops others."""
        column = source.columns[0] if source.columns else None
        for _ in super().offers(source, focus, chance):
            if column is None or column.quartiles is None:
                return
            assert isinstance(column.minimum, float) and isinstance(column.maximum, float)
            for value in (column.quartiles[1], column.quartiles[2]):
                limit = float(number(float(f"{value:.3g}")))
                if column.minimum < limit < column.maximum:
                    whole = int(limit) if limit == int(limit) else limit
                    yield {"sign": chance.choice((">", "<")), "limit": whole}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. high_mean_price."""
        return identifier("high" if slots["sign"] == ">" else "low", source.name)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A mask on the series."""
        condition = f"{source.name} {step.slots['sign']} {step.slots['limit']!r}"
        tail = ".to_dict()" if step.result == "dict" else ""
        if style.random() < 0.5:
            return [f"{out} = {source.name}[{condition}]{tail}"]
        return [f"selected = {condition}", f"{out} = {source.name}.loc[selected]{tail}"]


class CountFigures(FilterFigures):
    """How many figures or values are above or below a threshold."""

    name = "count_figures"
    takes = frozenset({"grouped", "column"})
    gives = ("value",)
    verbs = (
        "count how many (figures|values) in {source} are {sign} {limit}",
        "(find out|determine) how many (figures|values) of {source} are {sign} {limit}",
        "go through {source} and count the (figures|values) {sign} {limit}",
    )
    nouns = (
        "the number of (figures|values) in {source} that are {sign} {limit}",
        "how many (figures|values) of {source} are {sign} {limit}",
        "the count of (figures|values) {sign} {limit} in {source}",
    )
    motives = (
        "How many of them does that concern?",
        "Is that common or an exception?",
        "I wonder how many pass such a mark.",
        "A quick head count would help me here.",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_high_count."""
        return identifier(source.name, "high" if slots["sign"] == ">" else "low", "count")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The sum of a mask, or the length of what passes."""
        condition = f"{source.name} {step.slots['sign']} {step.slots['limit']!r}"
        if style.random() < 0.5:
            return [f"{out} = int(({condition}).sum())"]
        return [f"selected = {source.name}[{condition}]", f"{out} = len(selected)"]


KINDS: tuple[Kind, ...] = (Relate(), FilterFigures(), CountFigures())
