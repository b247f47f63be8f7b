"""What every step on k-means clusters shares: its words, its settings and the lines that fit the clusters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from grammar.scene import Focus, Var
from grammar.slots import ColumnNames, Number, Source
from grammar.steps.base import Kind, Slots, Step
from grammar.steps.fitting import GAPS, SCALER, accepted, chosen, gappy, standardized

TAILS = (
    "k-means with {k} clusters on {columns} (in|from) {source}, (standardized with|scaled by) StandardScaler{gaps},"
    " with random_state 42 and n_init 10",
    "a k-means clustering of {source} into {k} clusters by {columns}, (standardized with|scaled by)"
    " StandardScaler{gaps}, random_state 42 and n_init 10",
    "k-means on the (standardized|scaled) columns {columns} of {source}, with {k} clusters, random_state 42 and n_init"
    " 10, using StandardScaler{gaps}",
)
"""What is clustered and how; every detail that the labels depend on."""


def ways(*templates: str) -> tuple[str, ...]:
    """Each template with each way to say the clustering in the place of CLUSTERING."""
    return tuple(template.replace("CLUSTERING", tail) for template in templates for tail in TAILS)


class Clustering(Kind):
    """Something about the clusters that k-means finds."""

    most: ClassVar[int] = 30_000
    slots = {"source": Source(), "k": Number(), "columns": ColumnNames(), "gaps": GAPS}
    weight = 0.8

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two or three measures and three or four clusters."""
        if source.rows <= self.most:
            for columns in chosen(source, focus, chance, *chance.sample((2, 3), 2)):
                yield {"k": chance.choice((3, 3, 4, 2, 5)), "columns": columns, "gaps": gappy(source, *columns)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Measures, and enough rows for the clusters."""
        several = isinstance(slots["k"], int) and 2 <= slots["k"] <= 10
        usable = several and accepted(source, *slots["columns"]) and source.rows <= self.most
        return usable and (slots["gaps"] or not gappy(source, *slots["columns"]))

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """k-means and the scaler."""
        return ("from sklearn.cluster import KMeans", SCALER)

    def labels(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """Lines that fit the clusters, and the expression of the labels."""
        lines = standardized(source, step.slots["columns"], style)
        made = f"KMeans(n_clusters={step.slots['k']}, random_state=42, n_init=10)"
        if style.random() < 0.5:
            return [*lines, f"kmeans = {made}", "cluster_labels = kmeans.fit_predict(scaled_inputs)"], "cluster_labels"
        return [*lines, f"kmeans = {made}.fit(scaled_inputs)"], "kmeans.labels_"
