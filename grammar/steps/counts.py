"""Steps that count: values of a category, and rows that meet conditions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Conditions, Rows, Source, literal
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.rows import condition, fits, mask
from grammar.steps.words import by_label, categories, column_of

_FREQUENT = ", (most frequent first|starting with the most frequent) and ties by label"
_LARGEST = ", (largest|biggest) first and ties by label"


class ValueCounts(Kind):
    """How often each value of a category occurs."""

    name = "value_counts"
    gives = ("series", "dict")
    slots = {"source": Source(), "by": ColumnName(), "rows": Rows()}
    verbs = (
        "count how (many {rows} there are|often each value occurs) for {by} in {source}" + _FREQUENT,
        "count the {rows} (in|of) {source} by {by}" + _FREQUENT,
        "(tally|count) the values of {by} in {source}" + _FREQUENT,
    )
    nouns = (
        "the number of {rows} (for each|per) {by} in {source}" + _FREQUENT,
        "the (counts|frequencies) of the values of {by} in {source}" + _FREQUENT,
        "how often each {by} occurs in {source}" + _FREQUENT,
    )
    motives = (
        "Let me see how {by} is spread before I read anything into it.",
        "I wonder whether one kind of {by} crowds out all the others.",
        "How many of each {by} do we actually have?",
        "Some kinds of {by} may be too rare to say anything about.",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Categories, some with many values."""
        for column in focus.first(categories(source, most=25), chance)[:4]:
            yield {"by": column.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. region_counts."""
        return identifier(slots["by"], "counts")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Counts in the order of the labels, then stably by count."""
        values, tail = column_of(source, step.slots["by"]), ".to_dict()" if step.result == "dict" else ""
        if style.random() < 0.6:
            return [
                f"counts = {values}.value_counts().sort_index()",
                f'{out} = counts.sort_values(ascending=False, kind="stable"){tail}',
            ]
        return [
            f"counts = {source.name}.groupby({literal(step.slots['by'])}, observed=True).size()",
            f'{out} = counts.sort_values(ascending=False, kind="stable"){tail}',
        ]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Counts by label."""
        return by_label(source, out, "count", slots["by"])


class ValueShares(ValueCounts):
    """Which share of the rows each value of a category has."""

    name = "value_shares"
    verbs = (
        "(calculate|work out) the share of each {by} in {source} as a fraction of its filled-in values" + _LARGEST,
        "(turn|convert) the counts of {by} in {source} into fractions of all filled-in values" + _LARGEST,
        "work out which fraction of the filled-in {rows} of {source} each {by} makes up" + _LARGEST,
    )
    nouns = (
        "the share of each {by} (in|within) {source} as a fraction of its filled-in values" + _LARGEST,
        "the relative frequencies of {by} in {source} as fractions of the filled-in values" + _LARGEST,
        "the fraction of the filled-in {rows} of {source} that each {by} makes up" + _LARGEST,
    )
    motives = (
        "Counts of {by} say little to me; shares would.",
        "Which part of the whole does each {by} make up?",
        "I suspect that a single {by} makes up most of it.",
        "Let's put the sizes of the {by} groups in proportion.",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. region_shares."""
        return identifier(slots["by"], "shares")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Normalised counts, or counts over their sum."""
        values, tail = column_of(source, step.slots["by"]), ".to_dict()" if step.result == "dict" else ""
        last = f'{out} = shares.sort_values(ascending=False, kind="stable"){tail}'
        if style.random() < 0.6:
            return [f"shares = {values}.value_counts(normalize=True).sort_index()", last]
        return [f"counts = {values}.value_counts().sort_index()", "shares = counts / counts.sum()", last]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Shares by label."""
        return by_label(source, out, "proportion", slots["by"])


class ShareOfRows(Kind):
    """Which share of the rows meets conditions."""

    name = "share_of_rows"
    gives = ("value",)
    slots = {"source": Source(), "conditions": Conditions(), "rows": Rows()}
    verbs = (
        "(calculate|work out) the fraction of all {rows} in {source} where {conditions}",
        "determine the share of {rows} in {source}, between 0 and 1, where {conditions}",
        "find out what share of all {rows} in {source}, as a fraction, have the property that {conditions}",
    )
    nouns = (
        "the fraction of all {rows} in {source} where {conditions}",
        "the share of {rows} in {source}, between 0 and 1, where {conditions}",
        "the proportion of {rows} of {source}, as a number between 0 and 1, for which {conditions}",
    )
    motives = (
        "Is that a rare thing, or does it concern half of them?",
        "I keep hearing that this is the typical case, but I have my doubts.",
        "How large is the part that I really care about?",
        "It would help to know how common this is.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """One condition on each of a few columns."""
        columns = focus.first(source.named.values(), chance)
        found = [made for column in columns[:30] if (made := condition(column, chance))]
        for one in found[:4]:
            yield {"conditions": (one,)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Every condition can be evaluated."""
        return all(fits(one, source) for one in slots["conditions"])

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. share_of_high_price."""
        column, comparison, operand = slots["conditions"][0]
        word = operand if comparison == "eq" and isinstance(operand, str) else column
        return identifier("share_of", {"gt": "high", "ge": "high", "lt": "low", "le": "low"}.get(comparison, ""), word)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The mean of a mask, or two counts."""
        masks = [f"({mask(one, source.name)})" for one in step.slots["conditions"]]
        matches = f"matches = {' & '.join(masks)}"
        if style.random() < 0.5:
            return [matches, f"{out} = float(matches.mean())"]
        return [matches, f"{out} = int(matches.sum()) / len({source.name})"]


class Mode(Kind):
    """The most frequent value."""

    name = "mode"
    gives = ("value",)
    slots = {"source": Source(), "by": ColumnName(), "rows": Rows()}
    verbs = (
        "(find|determine) the most (frequent|common) {by} in {source}, the first by label if several tie",
        "(look up|find out) which {by} (occurs|appears) most often in {source}, the first by label if several tie",
        "take {source} and (find|determine) the mode of {by}, the first by label if several tie",
    )
    nouns = (
        "the most (frequent|common) {by} in {source}, the first by label if several tie",
        "the {by} that most {rows} of {source} have, the first by label if several tie",
        "the mode of {by} in {source}, the first by label if several tie",
    )
    motives = (
        "What does the typical case look like as far as {by} goes?",
        "If I had to bet on one {by}, which would it be?",
        "I'd like to know the usual {by} around here.",
        "Everyone talks about one {by} as if it were the norm.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Categories."""
        for column in focus.first(categories(source, most=30, least=3), chance)[:4]:
            yield {"by": column.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. most_common_region."""
        return identifier("most_common", slots["by"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Pandas' mode, which is sorted, or the top of the counts."""
        values = column_of(source, step.slots["by"])
        if style.random() < 0.5:
            return [f"{out} = {values}.mode().iloc[0]"]
        return [f"counts = {values}.value_counts().sort_index()", f"{out} = counts.idxmax()"]


KINDS: tuple[Kind, ...] = (ValueCounts(), ValueShares(), ShareOfRows(), Mode())
