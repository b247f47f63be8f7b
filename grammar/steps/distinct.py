"""Which and how many different values a column has."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Source, literal
from grammar.steps.base import Kind, Slots, Step, identifier


class DistinctValues(Kind):
    """Which values a column has."""

    name = "distinct_values"
    gives = ("list", "array")
    slots = {"source": Source(), "column": ColumnName()}
    verbs = (
        "(collect|list|find) the (distinct|different) non-missing values of {column} in {source}, sorted",
        "go through {column} in {source} and collect every non-missing value once, in sorted order",
        "determine which different values {column} takes in {source}, without missing ones and in sorted order",
    )
    nouns = (
        "the (distinct|different|unique) non-missing values of {column} in {source}, sorted",
        "every (distinct|different) non-missing value of {column} that occurs in {source}, in sorted order",
        "all unique values of {column} in {source}, missing ones aside and in sorted order",
    )
    motives = (
        "What kinds of {column} are there in the first place?",
        "I'm not even sure which values {column} can take.",
        "Before I compare anything by {column}, let me see what there is.",
        "There may be spellings of {column} that I don't know of.",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Categories with some values."""
        for column in focus.first(source.groups(most=60), chance)[:4]:
            if column.distinct > 2:
                yield {"column": column.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. region_values."""
        return identifier(slots["column"], "values")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Unique, sorted."""
        values = f"{source.name}[{literal(step.slots['column'])}].dropna()"
        if step.result == "array":
            return [f"unique_values = {values}.unique()", f"{out} = np.array(sorted(unique_values))"]
        if style.random() < 0.5:
            return [f"{out} = sorted({values}.unique().tolist())"]
        return [f"{out} = {values}.drop_duplicates().sort_values().tolist()"]


class DistinctCount(Kind):
    """How many values a column has."""

    name = "distinct_count"
    gives = ("value",)
    slots = {"source": Source(), "column": ColumnName()}
    verbs = (
        "count (the|how many) (distinct|different) non-missing values of {column} (in|occur in) {source}",
        "(find out|determine) how many (distinct|different) {column} values, missing ones aside, occur in {source}",
        "count each non-missing {column} in {source} once and give the total",
    )
    nouns = (
        "the number of (distinct|different|unique) non-missing values of {column} in {source}",
        "how many different {column} values occur in {source}, missing ones aside",
        "the count of unique {column} entries in {source}, without missing ones",
    )
    motives = (
        "How varied is {column} anyway?",
        "I wonder how many different ones there really are.",
        "If there are only a few, we could look at each one.",
        "I would have guessed that {column} repeats quite often.",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Categories and texts with many values."""
        columns = focus.first(source.of_role("category", "text", "identifier"), chance)
        for column in columns[:5]:
            if column.distinct > 5:
                yield {"column": column.name}
        for column in focus.first(source.groups(), chance)[:2]:
            if column not in columns[:5]:
                yield {"column": column.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. number_of_regions."""
        return identifier("distinct", slots["column"], "count", longest=36)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """nunique, or the length of what is unique."""
        values = f"{source.name}[{literal(step.slots['column'])}]"
        if style.random() < 0.6:
            return [f"{out} = int({values}.nunique())"]
        return [f"unique_values = {values}.dropna().unique()", f"{out} = len(unique_values)"]


KINDS: tuple[Kind, ...] = (DistinctValues(), DistinctCount())
