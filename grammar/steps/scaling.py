"""Measures on a common scale."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from grammar.scene import Focus, Var
from grammar.slots import ColumnNames, Rows, Source, literal
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.words import quantities


class Standardize(Kind):
    """Measures with mean 0 and deviation 1."""

    name = "standardize"
    takes = frozenset({"rows", "summary"})
    gives = ("dataframe", "array")
    scaler = "StandardScaler"
    slots = {"source": Source(), "columns": ColumnNames(), "rows": Rows()}
    verbs = (
        "standardize the columns {columns} of {source} with StandardScaler[, keeping the row order]",
        "bring {columns} from {source} to mean 0 and population standard deviation 1",
        "(apply|use) scikit-learn's StandardScaler (on|to scale) the columns {columns} of {source}",
    )
    nouns = (
        "the columns {columns} of {source}, standardized with StandardScaler",
        "{columns} from {source} on a scale with mean 0 and population standard deviation 1",
        "the standardized columns {columns} of {source}, as StandardScaler gives them",
    )
    motives = (
        "These figures live on very different scales.",
        "One of them would drown the others if we compared them as they are.",
        "I want to weigh them equally.",
        "How would they look on one common scale?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two to four measures."""
        measures = focus.first((c for c in quantities(source) if c.role == "measure" and not c.missing), chance)
        for size in (3, 2, 4):
            if len(measures) >= size:
                yield {"columns": tuple(column.name for column in measures[:size])}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Only numbers can be scaled."""
        return super().sensible(slots, source) and all(source.named[name].numeric for name in slots["columns"])

    def stem(self, slots: Slots, source: Var) -> str:
        """What they are."""
        return identifier("scaled", slots["columns"][0], f"and_{len(slots['columns']) - 1}_more", longest=36)

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """The scaler."""
        return (f"from sklearn.preprocessing import {self.scaler}",)

    def by_hand(self, columns: str, out: str) -> str:
        """The same without the scaler."""
        return f"{out} = ({columns} - {columns}.mean()) / {columns}.std(ddof=0)"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The scaler; for a frame with index and names put back, sometimes calculated by hand."""
        lines = [f"columns = {literal(step.slots['columns'])}"]
        if step.result == "array":
            return [*lines, f"scaler = {self.scaler}()", f"{out} = scaler.fit_transform({source.name}[columns])"]
        if style.random() < 0.3:
            return [*lines, f"selected = {source.name}[columns]", self.by_hand("selected", out)]
        return [
            *lines,
            f"scaler = {self.scaler}()",
            f"scaled_values = scaler.fit_transform({source.name}[columns])",
            f"{out} = pd.DataFrame(scaled_values, columns=columns, index={source.name}.index)",
        ]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The same rows, only these columns."""
        scaled = {"dtype": "float64", "role": "measure", "quartiles": None, "minimum": None, "maximum": None}
        columns = [source.named[name].model_copy(update=scaled) for name in slots["columns"]]
        return replace(source, name=out, columns=tuple(columns))


class MinMaxScale(Standardize):
    """Measures from 0 to 1."""

    name = "min_max_scale"
    scaler = "MinMaxScaler"
    verbs = (
        "scale the columns {columns} of {source} to the range from 0 to 1[ with MinMaxScaler]",
        "bring {columns} from {source} to a common range, with 0 for the column's minimum and 1 for its maximum",
        "(apply|use) scikit-learn's MinMaxScaler (on|to scale) the columns {columns} of {source}",
    )
    nouns = (
        "the columns {columns} of {source}, scaled to the range from 0 to 1",
        "{columns} from {source} after min-max scaling, 0 being each column's minimum and 1 its maximum",
        "the columns {columns} of {source} as MinMaxScaler scales them, between 0 and 1",
    )

    def by_hand(self, columns: str, out: str) -> str:
        """The same without the scaler."""
        return f"{out} = ({columns} - {columns}.min()) / ({columns}.max() - {columns}.min())"


KINDS: tuple[Kind, ...] = (Standardize(), MinMaxScale())
