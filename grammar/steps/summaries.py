"""Steps that say one column in a few numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, ColumnNames, Number, Rows, Source, Words, literal
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.words import (
    AGGREGATE,
    WordList,
    aggregates,
    column_of,
    quantities,
)


class _OfMeasure(Kind):
    """Something about one measure."""

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The column is there and holds numbers."""
        return super().sensible(slots, source) and source.named[slots["column"]].numeric


class Aggregate(_OfMeasure):
    """One aggregate of one measure."""

    name = "aggregate"
    gives = ("value",)
    slots = {"source": Source(), "agg": AGGREGATE, "column": ColumnName(), "rows": Rows()}
    verbs = (
        "(calculate|work out) the {agg} {column} (over all {rows} in|in|of) {source}",
        "(look up|determine|find) the {agg} {column} (across|in) {source}",
        "take {source} and (calculate|determine) the {agg} {column}",
    )
    nouns = (
        "the {agg} {column} (of|in|across) {source}",
        "the overall {agg} {column} (of|in) {source}",
        "the {agg} {column} over all {rows} (of|in) {source}",
    )
    motives = (
        "I want one number for {column} that I can keep in my head.",
        "Before I compare anything, where does {column} stand overall?",
        "My colleagues always ask me about {column}, and I only ever guess.",
        "I need a yardstick for {column}, otherwise every figure looks big to me.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """An average or another aggregate of each measure."""
        for column in focus.first(quantities(source), chance)[:4]:
            yield {"agg": aggregates(column, chance)[0], "column": column.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price."""
        return identifier(slots["agg"], slots["column"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The aggregate of the column, as a float."""
        values, agg = column_of(source, step.slots["column"]), step.slots["agg"]
        if style.random() < 0.5:
            return [f"{out} = float({values}.{agg}())"]
        return [f"values = {values}.dropna()", f"{out} = float(values.{agg}())"]


class SeveralAggregates(_OfMeasure):
    """Some statistics of one measure, by name."""

    name = "several_aggregates"
    gives = ("dict", "series")
    slots = {
        "source": Source(),
        "aggs": WordList({name: (name,) for name in ("mean", "median", "std", "min", "max", "sum", "count")}),
        "column": ColumnName(),
    }
    verbs = (
        "(calculate|work out) the {aggs} of {column} (in|from) {source}, (labelled with|under) exactly these names",
        "(summarise|summarize|sum up) {column} (in|from) {source} by its {aggs}, with exactly these names as labels",
        "work out for {column} in {source} the {aggs}, with these words as labels",
    )
    nouns = (
        "the {aggs} of {column} (in|from) {source}, (labelled with|under) exactly these names",
        "the {aggs} of the values of {column} in {source}, with exactly these names as labels",
        "the figures {aggs} for {column} in {source}, with these words as labels",
    )
    motives = (
        "One number for {column} would hide too much.",
        "I'd like to know both where {column} usually lies and how far it strays.",
        "Is {column} steady, or is it all over the place?",
        "For my report I need a few key figures on {column}.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two to four statistics of each measure."""
        sets = [("mean", "median", "std"), ("min", "median", "max"), ("mean", "std"), ("count", "mean", "min", "max")]
        for column in focus.first(quantities(source), chance)[:4]:
            yield {"aggs": chance.choice(sets), "column": column.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_statistics."""
        return identifier(slots["column"], "statistics")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """One `agg` call, or one call for each statistic."""
        values, names = column_of(source, step.slots["column"]), list(step.slots["aggs"])
        if style.random() < 0.5:
            tail = ".to_dict()" if step.result == "dict" else ""
            return [f"statistics = {literal(names)}", f"{out} = {values}.agg(statistics){tail}"]
        inside = [f"    {literal(name)}: {'int' if name == 'count' else 'float'}(values.{name}())," for name in names]
        if step.result == "dict":
            return [f"values = {values}", f"{out} = {{", *inside, "}"]
        return [f"values = {values}", f"{out} = pd.Series({{", *inside, "})"]


class TwoFigures(_OfMeasure):
    """Two statistics of one measure that belong together."""

    name = "two_figures"
    gives = ("tuple",)
    slots = {
        "source": Source(),
        "pair": Words(
            {
                ("min()", "max()"): ("the lowest and the highest value", "first the minimum and then the maximum"),
                ("mean()", "std()"): (
                    "the mean and the sample standard deviation",
                    "first the average and then the sample standard deviation",
                ),
                ("mean()", "median()"): ("the mean and the median", "first the average and then the median"),
                ("quantile(0.25)", "quantile(0.75)"): (
                    "the lower and the upper quartile",
                    "first the 25th and then the 75th percentile",
                ),
            }
        ),
        "column": ColumnName(),
    }
    verbs = (
        "(calculate|determine) {pair} of {column} (in|from) {source}",
        "(look at|take) {column} in {source} and (calculate|determine) {pair}",
        "(find|work out) for {column} (in|from) {source} {pair}",
    )
    nouns = (
        "{pair} of {column} (in|from) {source}",
        "{pair} of the values that {column} has in {source}",
        "{pair} for the column {column} of {source}",
    )
    motives = (
        "How far apart are the values of {column}, really?",
        "I have no feeling yet for what is usual in {column}.",
        "Someone told me that {column} is lopsided here, and I'd like to check.",
        "Two numbers on {column} are enough for my slide.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A pair for each measure."""
        pairs = [("min()", "max()"), ("mean()", "std()"), ("mean()", "median()"), ("quantile(0.25)", "quantile(0.75)")]
        for column in focus.first(quantities(source), chance)[:4]:
            yield {"pair": chance.choice(pairs), "column": column.name}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_range."""
        word = {"min()": "range", "mean()": "centre", "quantile(0.25)": "quartiles"}[slots["pair"][0]]
        return identifier(slots["column"], "mean_and_std" if slots["pair"][1] == "std()" else word)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Both statistics as floats."""
        values, (first, second) = column_of(source, step.slots["column"]), step.slots["pair"]
        if style.random() < 0.5:
            return [f"values = {values}", f"{out} = (float(values.{first}), float(values.{second}))"]
        return [
            f"first = float({values}.{first})",
            f"second = float({values}.{second})",
            f"{out} = (first, second)",
        ]


class Describe(Kind):
    """The usual description of several measures."""

    name = "describe"
    slots = {"source": Source(), "columns": ColumnNames()}
    verbs = (
        "(produce|calculate) the (usual|standard) descriptive statistics of {columns} (in|from) {source}",
        "describe the columns {columns} of {source} with the (usual|standard) statistics",
        "(summarise|summarize) {columns} (in|from) {source} by count, mean, std, min, quartiles and max",
    )
    nouns = (
        "the (usual|standard) descriptive statistics of {columns} (in|from) {source}",
        "a statistical description of {columns} (in|from) {source}, with count, mean, std, min, quartiles and max",
        "the summary statistics that pandas gives for {columns} (in|from) {source}",
    )
    motives = (
        "I would like to know the orders of magnitude before I go into detail.",
        "Let me get a feeling for the numbers first.",
        "What is normal here, and what would be extreme?",
        "I never trust a single average, so let's see the whole picture.",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two to four measures."""
        columns = focus.first(quantities(source), chance)
        for size in (3, 2, 4):
            if size <= len(columns):
                yield {"columns": tuple(column.name for column in columns[:size])}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """All columns are there and hold numbers."""
        return super().sensible(slots, source) and all(source.named[name].numeric for name in slots["columns"])

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_and_rooms_statistics."""
        return identifier(slots["columns"][0], f"and_{len(slots['columns']) - 1}_more", "statistics")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`describe`, in one line or two."""
        names = literal(step.slots["columns"])
        if style.random() < 0.5:
            return [f"measures = {names}", f"{out} = {source.name}[measures].describe()"]
        return [f"{out} = {source.name}[{names}].describe()"]


class Quantile(_OfMeasure):
    """One percentile of a measure."""

    name = "quantile"
    gives = ("value",)
    slots = {"source": Source(), "percent": Number(), "column": ColumnName(), "rows": Rows()}
    verbs = (
        "(calculate|find) the {percent}th percentile of {column} (in|from) {source}",
        "(determine|look up) which {column} marks the {percent}th percentile in {source}",
        "take {source} and (find|calculate) the {percent}th percentile of {column}",
    )
    nouns = (
        "the {percent}th percentile of {column} (in|from) {source}",
        "the {column} at the {percent}th percentile of {source}",
        "the {percent}th percentile of the column {column} over all {rows} in {source}",
    )
    motives = (
        "Where does {column} begin to be out of the ordinary?",
        "I need a sensible cut-off for {column}.",
        "An average of {column} tells me little about the far end.",
        "What value of {column} would already put one at the edge of the field?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A percentile away from the middle."""
        for column in focus.first(quantities(source, distinct=8), chance)[:4]:
            yield {"percent": chance.choice((10, 25, 75, 80, 90, 95)), "column": column.name}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A measure, and a percentage."""
        return super().sensible(slots, source) and 0 <= slots["percent"] <= 100

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_p90."""
        return identifier(slots["column"], f"p{slots['percent']}")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Pandas' or numpy's quantile."""
        values, share = column_of(source, step.slots["column"]), repr(step.slots["percent"] / 100)
        if style.random() < 0.5:
            return [f"{out} = float({values}.quantile({share}))"]
        return [f"values = {values}.dropna()", f"{out} = float(np.quantile(values, {share}))"]


KINDS: tuple[Kind, ...] = (Aggregate(), SeveralAggregates(), TwoFigures(), Describe(), Quantile())
