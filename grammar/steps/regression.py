"""What linear regressions share: their words, their settings and the lines that fit them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, ColumnNames, Source
from grammar.steps.base import Kind, Slots, Step
from grammar.steps.fitting import GAPS, accepted, gappy, inputs, sides

TAILS = (
    "a linear regression of {column} on {columns} in {source}{gaps}",
    "a linear regression that (predicts|explains) {column} (from|by) {columns} in {source}{gaps}",
    "an ordinary least squares model of {column} based on {columns} in {source}{gaps}",
)


def ways(*templates: str) -> tuple[str, ...]:
    """Each template with each way to say the model in the place of MODEL."""
    return tuple(template.replace("MODEL", tail) for template in templates for tail in TAILS)


class Regression(Kind):
    """Something about a linear regression of one measure on others."""

    sizes: ClassVar[tuple[int, ...]] = (1, 2, 3)
    slots = {"source": Source(), "column": ColumnName(), "columns": ColumnNames(), "gaps": GAPS}

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """The measure in focus, explained by one to three others."""
        names = [column.name for column in focus.first(inputs(source), chance)]
        for target in names[:2]:
            others = [name for name in names if name != target]
            for size in chance.sample(self.sizes, len(self.sizes)):
                columns = tuple(others[:size])
                if len(columns) == size and accepted(source, target, *columns):
                    yield {"column": target, "columns": columns, "gaps": gappy(source, target, *columns)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A measure and others than itself, and the gaps are spoken of."""
        names = (slots["column"], *slots["columns"])
        return accepted(source, *names) and (slots["gaps"] or not gappy(source, *names))

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """The model."""
        return ("from sklearn.linear_model import LinearRegression",)

    def fitted(self, step: Step, source: Var, style: random.Random, name: str = "model") -> list[str]:
        """Lines that fit the model on all complete rows."""
        lines = sides(source, step.slots["column"], step.slots["columns"], style)
        if style.random() < 0.5:
            return [*lines, f"{name} = LinearRegression()", f"{name}.fit(X, y)"]
        return [*lines, f"{name} = LinearRegression().fit(X, y)"]
