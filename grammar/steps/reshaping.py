"""Steps that lay figures out anew: pivot tables, cross tables, long and wide forms."""

from __future__ import annotations

import random
from collections.abc import Iterator

from grammar.scene import Focus, Var
from grammar.slots import ColumnName, ColumnNames, Rows, Source, literal
from grammar.steps.base import Kind, Slots, Step, identifier, pairs
from grammar.steps.groups import OfGroups
from grammar.steps.words import (
    AGGREGATE,
    aggregates,
    categories,
    column_of,
    grouped,
    is_figures,
    quantities,
)


class PivotTable(OfGroups):
    """One aggregate of a measure for two categories, crosswise."""

    name = "pivot_table"
    most = 10
    slots = {"source": Source(), "agg": AGGREGATE, "column": ColumnName(), "by": ColumnName(), "other": ColumnName()}
    verbs = (
        "(pivot|reshape) {source} so that {by} runs down the rows and {other} across the columns, with the"
        " {agg} {column} "
        "in the cells",
        "(build|create) a pivot table from {source} with {by} as the index, {other} as the columns and the"
        " {agg} {column} "
        "in the cells",
        "cross {by} as rows with {other} as columns in {source} and (show|fill in) the {agg} {column}",
    )
    nouns = (
        "a pivot table of {source} with {by} as the index, {other} as the columns and the {agg} {column} in the cells",
        "a grid of the {agg} {column} in {source}, with {by} down the rows and {other} across the columns",
        "the {agg} {column} in {source} laid out with {by} as rows and {other} as columns",
    )
    motives = (
        "I find such things easier to read when they cross each other.",
        "Maybe {by} and {other} only show their effect on {column} together.",
        "Which combination of {by} and {other} sticks out?",
        "I'd like to put {by} against {other} and see where {column} changes.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A measure with two small categories."""
        for measure, group in self.couples(source, focus, chance):
            others = [c for c in categories(source, most=8) if c.name not in (measure.name, group.name)]
            if others:
                agg = aggregates(measure, chance, "mean", "median", "sum", "max")[0]
                names = {"by": group.name, "other": chance.choice(others).name}
                yield {"agg": agg, "column": measure.name, **names}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_region_channel_pivot."""
        return identifier(slots["column"], "pivot", slots["by"], slots["other"])

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`pivot_table`, or a grouping that is unstacked."""
        slots = step.slots
        if style.random() < 0.5:
            return [
                f"{out} = {source.name}.pivot_table(",
                f"    index={literal(slots['by'])},",
                f"    columns={literal(slots['other'])},",
                f"    values={literal(slots['column'])},",
                f"    aggfunc={literal(slots['agg'])},",
                "    observed=True,",
                ")",
            ]
        groups = grouped(source, slots["by"], slots["other"])
        return [f"figures = {groups}[{literal(slots['column'])}].{slots['agg']}()", f"{out} = figures.unstack()"]


class Crosstab(Kind):
    """How often two categories occur together."""

    name = "crosstab"
    slots = {"source": Source(), "by": ColumnName(), "other": ColumnName(), "rows": Rows()}
    verbs = (
        "(cross-tabulate|cross tabulate) {by} as rows against {other} as columns in {source}, counting the {rows}",
        "count the {rows} (in|of) {source} for {by} down the side and {other} across the top",
        "(build|create) a contingency table of {source} with {by} as rows, {other} as columns and counts in the cells",
    )
    nouns = (
        "a contingency table of {source} with {by} as rows, {other} as columns and counts in the cells",
        "the cross table of {by} as rows against {other} as columns in {source}, with counts of {rows}",
        "the number of {rows} (in|of) {source} with {by} down the side and {other} across the top",
    )
    motives = (
        "Do {by} and {other} go hand in hand?",
        "I suspect that some combinations of {by} and {other} hardly ever occur.",
        "Let me see how {other} is spread within each {by}.",
        "It could be that {by} and {other} are almost the same thing.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two small categories."""
        groups = focus.first(categories(source, most=10), chance)
        names = [column.name for column in groups]
        small = [column.name for column in groups if column.distinct <= 6]
        for by, other in pairs(names, small, 4):
            yield {"by": by, "other": other}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Two different columns that are there."""
        return super().sensible(slots, source) and slots["by"] != slots["other"]

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. region_channel_counts."""
        return identifier(slots["by"], slots["other"], "counts")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`crosstab`, or a grouping that is unstacked."""
        by, other = step.slots["by"], step.slots["other"]
        if style.random() < 0.6:
            return [f"{out} = pd.crosstab({column_of(source, by)}, {column_of(source, other)})"]
        return [
            f"counts = {source.name}.groupby({literal([by, other])}, observed=True).size()",
            f"{out} = counts.unstack(fill_value=0)",
        ]


class CrosstabShares(Crosstab):
    """Within each value of one category, how the other is spread."""

    name = "crosstab_shares"
    verbs = (
        "(cross-tabulate|cross tabulate) {by} as rows against {other} as columns in {source} as fractions of"
        " each row total",
        "(work out|calculate) for each {by} in {source} which fraction of its {rows} each {other} has, leaving "
        "out where either is missing",
        "(build|create) a contingency table of {source} with {by} as rows and {other} as columns, each row"
        " as fractions "
        "that add up to 1",
    )
    nouns = (
        "the cross table of {by} as rows against {other} as columns in {source}, as fractions of each row total",
        "a contingency table of {source} with {by} as rows and {other} as columns, each row as fractions"
        " that add up to 1",
        "the distribution of {other} across columns within each {by} as rows in {source}, as fractions of"
        " the row total",
    )
    motives = (
        "The groups of {by} differ in size, so counts would mislead me.",
        "Is the mix of {other} the same for every {by}?",
        "For which {by} is {other} split most unevenly?",
        "I would expect {other} to be split alike whatever the {by}, but is it?",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. region_channel_shares."""
        return identifier(slots["by"], slots["other"], "shares")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Normalised by row, at once or after counting."""
        by, other = (column_of(source, step.slots[name]) for name in ("by", "other"))
        if style.random() < 0.5:
            return [f'{out} = pd.crosstab({by}, {other}, normalize="index")']
        return [f"counts = pd.crosstab({by}, {other})", f"{out} = counts.div(counts.sum(axis=1), axis=0)"]


class Melt(Kind):
    """Several measures below each other, in long form."""

    name = "melt"
    slots = {"source": Source(), "by": ColumnName(), "columns": ColumnNames()}
    verbs = (
        "(melt|reshape) {source} into long form with {by} as the identifier and one row per measurement from {columns}"
        ", keeping the name of the measurement and its value",
        "stack the columns {columns} of {source} below each other, with {by} beside the column name and the value",
        "bring {source} from wide to long: keep {by} and turn {columns} into pairs of variable and value",
    )
    nouns = (
        "the long form of {source} with {by} as the identifier and {columns} melted into variable and value",
        "the columns {columns} of {source} stacked below each other, with {by} beside the column name and the value",
        "{columns} from {source} in long form, one row per {by} entry and measurement, with the measurement"
        " name and value",
    )
    motives = (
        "For a comparison side by side I need them all in one column.",
        "The wide layout is awkward for what I want to do next.",
        "I'd like to treat these measurements alike, whichever column they come from.",
        "My colleague's charting tool only takes the long layout.",
    )
    weight = 0.6

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two or three measures with a category or identifier to keep."""
        kept = [*source.of_role("identifier"), *categories(source)]
        measures = [column.name for column in focus.first(quantities(source), chance)]
        for by in focus.first(kept, chance)[:3]:
            columns = [name for name in measures if name != by.name]
            if len(columns) >= 2:
                yield {"by": by.name, "columns": tuple(columns[: chance.choice((2, 3))])}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Columns that are there, without the one that is kept."""
        return super().sensible(slots, source) and slots["by"] not in slots["columns"]

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. long_price_and_1_more."""
        return identifier(slots["columns"][0], f"and_{len(slots['columns']) - 1}_more", "long")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`melt`, or the columns concatenated."""
        by, columns = step.slots["by"], step.slots["columns"]
        if style.random() < 0.6:
            names = f"id_vars={literal(by)}, value_vars={literal(columns)}"
            return [f"{out} = {source.name}.melt({names})"]
        return [
            f"measurements = {literal(columns)}",
            f"{out} = pd.melt({source.name}, id_vars=[{literal(by)}], value_vars=measurements)",
        ]


class Transpose(Kind):
    """A summary with rows and columns exchanged."""

    name = "transpose"
    takes = frozenset({"summary"})
    slots = {"source": Source()}
    verbs = (
        "transpose {source}",
        "(swap|exchange) the rows and columns of {source}",
        "turn {source} on its side so that its columns become the rows",
    )
    nouns = (
        "the transpose of {source}",
        "{source} with (rows and columns|columns and rows) (swapped|exchanged)",
        "{source} turned on its side so that its columns become the rows",
    )
    motives = (
        "It would fit my page better the other way round.",
        "I'm used to reading such figures from left to right.",
        "Somehow I find it hard to compare them like this.",
        "For the slide I'd rather have it lying down.",
    )
    weight = 0.4

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Any summary of a readable size."""
        if source.rows >= 2 and source.rows <= 20:
            yield {}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_summary_transposed."""
        return identifier(source.name, "transposed", longest=48)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`T` or `transpose`."""
        return [f"{out} = {source.name}.{'T' if style.random() < 0.6 else 'transpose()'}"]


class ToFrame(Kind):
    """Figures by label as an ordinary two-column frame."""

    name = "to_frame"
    takes = frozenset({"grouped"})
    slots = {"source": Source(), "label": ColumnName(), "value": ColumnName()}
    verbs = (
        "turn {source} into two ordinary columns named {label} and {value}",
        "reset the index of {source} so that there are two columns called {label} and {value}",
        "(write|put) the labels of {source} into a column {label} and its figures into a column {value}",
    )
    nouns = (
        "{source} as two ordinary columns named {label} and {value}",
        "the labels and figures of {source} as two columns, {label} and {value}",
        "two columns {label} and {value} made from the labels and figures of {source}",
    )
    motives = (
        "I want to hand this on to somebody who works with spreadsheets.",
        "It would be handier as a proper table.",
        "For the next steps I'd like the labels to be an ordinary column.",
        "Let me have that in a shape that I can join with other things.",
    )
    weight = 0.7

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """The index's name and a name for the figures."""
        if is_figures(source) and source.index_name is not None:
            own = source.columns[0].name
            value = own if own in ("count", "proportion") else identifier(source.name, longest=30)
            if value != source.index_name:
                yield {"label": source.index_name, "value": value}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Two different names."""
        return bool(slots["label"] != slots["value"])

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. mean_price_table."""
        return identifier(source.name, "table", longest=48)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """`reset_index` with names, or a frame from the parts."""
        label, value = literal(step.slots["label"]), literal(step.slots["value"])
        if style.random() < 0.6:
            return [f"{out} = {source.name}.rename_axis({label}).reset_index(name={value})"]
        return [
            f"{out} = pd.DataFrame({{",
            f"    {label}: {source.name}.index,",
            f"    {value}: {source.name}.to_numpy(),",
            "})",
        ]


KINDS: tuple[Kind, ...] = (PivotTable(), Crosstab(), CrosstabShares(), Melt(), Transpose(), ToFrame())
