"""Steps that condense several measures into principal components."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from company.records import ResultType
from grammar.scene import Focus, Var
from grammar.slots import ColumnNames, Source
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.fitting import GAPS, SCALER, accepted, chosen, gappy, standardized


class Components(Kind):
    """Several measures in two dimensions."""

    name = "principal_components"
    gives: ClassVar[tuple[ResultType, ...]] = ("array",)
    slots = {"source": Source(), "columns": ColumnNames(), "gaps": GAPS}
    verbs = (
        "(reduce|condense) {columns} (in|from) {source} to two principal components with scikit-learn's PCA, scaled by"
        " StandardScaler{gaps}",
        "project the rows of {source} onto the first two principal components of {columns}, standardized with"
        " StandardScaler{gaps}, using scikit-learn's PCA",
        "run PCA from scikit-learn with 2 components on {columns} (in|from) {source}, standardized with"
        " StandardScaler{gaps}, and (take|keep) the scores of each row",
    )
    nouns = (
        "the scores on the first two principal components of {columns} (in|from) {source}, by scikit-learn's PCA on"
        " values standardized with StandardScaler{gaps}",
        "the rows of {source} as two principal components of {columns}, standardized with StandardScaler{gaps} and"
        " reduced by scikit-learn's PCA",
        "what PCA from scikit-learn makes of {columns} (in|from) {source} in 2 components, standardized with"
        " StandardScaler{gaps}",
    )
    motives = (
        "Several of these measures tell the same story, I think.",
        "I would like to look at all of that in two dimensions.",
        "Can we boil these figures down to something simpler?",
        "Too many measures at once are hard to keep in mind.",
    )
    weight = 0.7

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Three to five measures."""
        for columns in chosen(source, focus, chance, *chance.sample((3, 4, 5), 3)):
            yield {"columns": columns, "gaps": gappy(source, *columns)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """At least two measures."""
        columns = slots["columns"]
        return len(columns) >= 2 and accepted(source, *columns) and (slots["gaps"] or not gappy(source, *columns))

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. components_of_price_and_2_more."""
        return identifier("components_of", slots["columns"][0], f"and_{len(slots['columns']) - 1}_more", longest=40)

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """PCA and the scaler."""
        return ("from sklearn.decomposition import PCA", SCALER)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Scaled, fitted and transformed."""
        lines = standardized(source, step.slots["columns"], style)
        if style.random() < 0.5:
            return [*lines, f"{out} = PCA(n_components=2).fit_transform(scaled_inputs)"]
        return [*lines, "pca = PCA(n_components=2)", f"{out} = pca.fit_transform(scaled_inputs)"]


class ExplainedVariance(Components):
    """How much of several measures' variance the principal components hold."""

    name = "explained_variance"
    gives = ("list", "array")
    verbs = (
        "(compute|determine) the explained variance ratio of each of the first two principal components of {columns}"
        " (in|from) {source}, standardized with StandardScaler{gaps}",
        "run PCA with 2 components on {columns} (in|from) {source}, standardized with StandardScaler{gaps}, and"
        " (take|keep) the explained variance ratios",
        "find out which share of the variance the first two principal components of {columns} (in|from) {source} hold"
        " each, with values standardized by StandardScaler{gaps}",
    )
    nouns = (
        "the explained variance ratios of the first two principal components of {columns} (in|from) {source},"
        " standardized with StandardScaler{gaps}",
        "the share of the variance that each of the first two principal components of {columns} (in|from) {source}"
        " explains, with values standardized by StandardScaler{gaps}",
        "the two explained variance ratios of a PCA with 2 components on {columns} (in|from) {source}, standardized"
        " with StandardScaler{gaps}",
    )
    motives = (
        "How much would we lose by looking at two dimensions only?",
        "I suspect that a single factor stands behind most of these measures.",
        "Are these measures really different things?",
        "Would two combined figures be enough to tell most of the story?",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. variance_held_by_price_and_2_more."""
        return identifier("explained_by", slots["columns"][0], f"and_{len(slots['columns']) - 1}_more", longest=40)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The ratios of the fitted components."""
        lines = standardized(source, step.slots["columns"], style)
        tail = ".tolist()" if step.result == "list" else ""
        if style.random() < 0.5:
            lines = [*lines, "pca = PCA(n_components=2).fit(scaled_inputs)"]
        else:
            lines = [*lines, "pca = PCA(n_components=2)", "pca.fit(scaled_inputs)"]
        return [*lines, f"{out} = pca.explained_variance_ratio_{tail}"]


KINDS: tuple[Kind, ...] = (Components(), ExplainedVariance())
