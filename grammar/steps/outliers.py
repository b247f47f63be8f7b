"""Steps about what is out of the ordinary."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from company.records import ResultType
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Rows, Source
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.words import column_of, quantities


class OutlierBounds(Kind):
    """Where a measure begins to be out of the ordinary, by the interquartile range."""

    name = "outlier_bounds"
    gives: ClassVar[tuple[ResultType, ...]] = ("tuple",)
    slots = {"source": Source(), "column": ColumnName(), "rows": Rows()}
    verbs = (
        "(calculate|work out) the lower and the upper outlier bound of {column} in {source}, 1.5"
        " interquartile ranges below "
        "the first and above the third quartile",
        "determine the outlier limits for {column} in {source} by the 1.5 IQR rule, lower first",
        "apply the 1.5 IQR rule to {column} in {source} and take the lower and the upper bound",
    )
    nouns = (
        "the lower and the upper outlier bound of {column} in {source} by the 1.5 IQR rule",
        "the outlier limits for {column} in {source}, 1.5 interquartile ranges below the first and above the"
        " third quartile",
        "the two bounds that the 1.5 IQR rule gives for {column} in {source}, lower first",
    )
    motives = (
        "Some values of {column} look odd to me.",
        "From where on should I stop believing {column}?",
        "What would count as extreme for {column}?",
        "A few freak values of {column} could spoil every average.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures with many values whose middle half is not a point."""
        for column in focus.first(quantities(source, distinct=10), chance)[:4]:
            if column.quartiles is None or column.quartiles[0] < column.quartiles[2]:
                yield {"column": column.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A measure."""
        return super().sensible(slots, source) and source.named[slots["column"]].numeric

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_bounds."""
        return identifier(slots["column"], "bounds")

    def fences(self, slots: Slots, source: Var, style: random.Random) -> list[str]:
        """Lines that leave `lower` and `upper`."""
        values = column_of(source, slots["column"])
        if style.random() < 0.5:
            quartiles = f"q1, q3 = {values}.quantile([0.25, 0.75])"
            return [quartiles, "iqr = q3 - q1", "lower, upper = q1 - 1.5 * iqr, q3 + 1.5 * iqr"]
        return [
            f"q1 = {values}.quantile(0.25)",
            f"q3 = {values}.quantile(0.75)",
            "iqr = q3 - q1",
            "lower = q1 - 1.5 * iqr",
            "upper = q3 + 1.5 * iqr",
        ]

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Quartiles and fences."""
        return [*self.fences(dict(step.slots), source, style), f"{out} = (float(lower), float(upper))"]


class OutlierRows(OutlierBounds):
    """Rows with an outlying value."""

    name = "outlier_rows"
    gives = ("dataframe",)
    verbs = (
        "(find|pick out) the {rows} in {source} whose {column} is an outlier by the 1.5 IQR rule",
        "keep only the {rows} of {source} with {column} outside the 1.5 IQR bounds",
        "single out from {source} the {rows} in which {column} violates the 1.5 IQR rule",
    )
    nouns = (
        "the {rows} (in|of) {source} whose {column} is an outlier by the 1.5 IQR rule",
        "all {rows} of {source} with {column} outside the 1.5 IQR bounds",
        "the outlier {rows} of {source}, judged on {column} by the 1.5 IQR rule",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Measures that have values beyond the bounds."""
        for slots in super().offers(source, focus, chance):
            column = source.named[slots["column"]]
            if column.quartiles and isinstance(column.minimum, float) and isinstance(column.maximum, float):
                q1, _, q3 = column.quartiles
                if column.minimum < q1 - 1.5 * (q3 - q1) or column.maximum > q3 + 1.5 * (q3 - q1):
                    yield slots

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_outliers."""
        return identifier(slots["column"], "outliers")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A mask on both fences."""
        values = column_of(source, step.slots["column"])
        outside = f"outside = ({values} < lower) | ({values} > upper)"
        return [*self.fences(dict(step.slots), source, style), outside, f"{out} = {source.name}[outside].copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """A few of the rows."""
        return replace(source, name=out, rows=max(source.rows // 20, 1))


KINDS: tuple[Kind, ...] = (OutlierBounds(), OutlierRows())
