"""Missing values: counted, dropped, filled."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from company.records import Column, ResultType
from grammar.language import listed
from grammar.scene import Focus, Var
from grammar.slots import QUOTED, ColumnName, ColumnNames, Rows, Source, Words, literal, quoted
from grammar.steps.base import Kind, Slots, Step, identifier


class CountMissing(Kind):
    """How many values each column lacks."""

    name = "count_missing"
    takes = frozenset({"rows", "summary"})
    gives: ClassVar[tuple[ResultType, ...]] = ("series", "dict")
    slots = {"source": Source()}
    verbs = (
        "count the (missing|empty) (values|entries) in (each|every) column of {source}",
        "(go through|check) all columns of {source} and count how many values are missing in each [of them]",
        "(determine|find out) for (each|every) column of {source} how many values (it lacks|are missing)",
    )
    nouns = (
        "the number of missing values in (each|every) column of {source}",
        "the count of (gaps|missing entries) per column (in|of) {source}",
        "how many values are missing from each column of {source}",
    )
    motives: ClassVar[tuple[str, ...]] = (
        "Before I trust any of this, I want to know how complete it is.",
        "I have been burned by patchy records before.",
        "Are there holes in the data that we should know of?",
        "Something tells me that not every field was filled in carefully.",
        "How far can we rely on these fields?",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Where something is missing."""
        if any(column.missing for column in source.columns):
            yield {}

    def stem(self, slots: Slots, source: Var) -> str:
        """What they are."""
        return "missing_counts"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Isna and sum, or a loop over the columns for a dictionary."""
        if step.result == "dict":
            if style.random() < 0.4:
                return [
                    f"{out} = {{}}",
                    f"for column in {source.name}.columns:",
                    f"    {out}[column] = int({source.name}[column].isna().sum())",
                ]
            return [f"{out} = {source.name}.isna().sum().to_dict()"]
        if style.random() < 0.3:
            return [f"missing = {source.name}.isnull()", f"{out} = missing.sum()"]
        return [f"{out} = {source.name}.isna().sum()"]

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Column names must tell columns apart."""
        names = [column.name for column in source.columns]
        return len(set(names)) == len(names)


class ShareMissing(CountMissing):
    """What percentage of each column is missing."""

    name = "share_missing"
    verbs = (
        "(compute|calculate) the percentage of missing values in (each|every) column of {source}, rounded to"
        " 2 decimals",
        "(work out|determine) what percentage of each column in {source} is missing, rounded to 2 decimal places",
        "for (each|every) column of {source}, express its missing values as a percentage of all rows,"
        " rounded to two decimals",
    )
    nouns = (
        "the percentage of missing values in (each|every) column of {source}, rounded to 2 decimals",
        "the share of missing entries per column of {source} in percent, rounded to two decimals",
        "the missing values of (each|every) column in {source} as a percentage of the rows, rounded to 2 decimals",
    )
    motives = (
        "A raw count of gaps says little without the size of the data.",
        "Is any field so thin that we should not use it at all?",
        "I would like to know which fields I had better not lean on.",
        "How bad are the gaps, put in proportion?",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """What they are."""
        return "missing_percent"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The mean of isna, or counts over the number of rows."""
        if style.random() < 0.5:
            share = f"({source.name}.isna().mean() * 100).round(2)"
            return [f"{out} = {share}{'.to_dict()' if step.result == 'dict' else ''}"]
        lines = [f"missing = {source.name}.isna().sum()", f"{out} = (missing / len({source.name}) * 100).round(2)"]
        return [*lines, f"{out} = {out}.to_dict()"] if step.result == "dict" else lines


class ColumnsWithGaps(CountMissing):
    """Which columns lack values."""

    name = "columns_with_gaps"
    gives: ClassVar[tuple[ResultType, ...]] = ("list",)
    verbs = (
        "(name|find|identify) the columns of {source} that have [at least one|any] missing (value|values),"
        " in their order in the table",
        "go through {source} and collect the names of all columns with missing values, keeping the column order",
        "(check|look up) which columns of {source} have gaps, and keep their names in the order of the columns",
    )
    nouns = (
        "the names of (the|all) columns (in|of) {source} that (have|contain) missing values, in column order",
        "the columns with (gaps|missing entries) in {source}, by name and in the order in which they stand",
        "the names of the incomplete columns of {source}, in the order of the columns",
    )
    motives = (
        "Which fields do I have to be careful with?",
        "It would help to know where the holes are before we go on.",
        "I'd rather know now than later where something is missing.",
        "I guess that most fields are complete, but which are not?",
    )

    def stem(self, slots: Slots, source: Var) -> str:
        """What they are."""
        return "incomplete_columns"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Columns where any value is missing."""
        if style.random() < 0.5:
            return [
                f"{out} = [column for column in {source.name}.columns if {source.name}[column].isna().any()]",
            ]
        return [f"has_gaps = {source.name}.isna().any()", f"{out} = {source.name}.columns[has_gaps].tolist()"]


class AnyOf(ColumnNames):
    """One column or any of several: "'a', 'b' or 'c'"."""

    def __init__(self) -> None:
        super().__init__(rf"{QUOTED}(?:, {QUOTED})*(?: or {QUOTED})?")

    def say(self, value: tuple[str, ...], chance: random.Random) -> str:
        """'a', 'b' or 'c'."""
        return listed([quoted(name) for name in value], "or")


class DropMissing(Kind):
    """Leave out rows with gaps."""

    name = "drop_missing"
    slots = {"source": Source(), "columns": AnyOf(), "rows": Rows()}
    verbs = (
        "(drop|remove) (all|the) {rows} of {source} (with a missing value in|that lack a value in) {columns}",
        "leave out of {source} every row in which {columns} (is missing|has a gap)",
        "clean {source} by dropping {rows} with missing values in {columns}",
    )
    nouns = (
        "the {rows} of {source} (without a gap in|without missing values in) {columns}",
        "{source} without the {rows} that have missing values in {columns}",
        "what remains of {source} after dropping {rows} with gaps in {columns}",
    )
    motives = (
        "Incomplete cases would only blur the picture.",
        "I'd rather work with fewer cases that I can trust.",
        "Half-filled records are of no use to me here.",
        "Would the result change if we only took complete cases?",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Columns with gaps, alone or two together, where most rows stay."""
        few = [column for column in source.with_gaps() if column.missing * 2 <= source.rows]
        columns = focus.first(few, chance)[:4]
        if len(columns) > 1 and sum(column.missing for column in columns[:2]) < 0.7 * source.rows:
            yield {"columns": tuple(column.name for column in columns[:2])}
        for column in columns[:3]:
            yield {"columns": (column.name,)}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. complete_age_rows."""
        if len(slots["columns"]) == 1:
            return identifier("with", slots["columns"][0], longest=32)
        return "complete_rows"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Dropna, or a mask of what is filled in."""
        names = step.slots["columns"]
        if len(names) == 1 and style.random() < 0.3:
            return [f"{out} = {source.name}[{source.name}[{literal(names[0])}].notna()].copy()"]
        return [f"{out} = {source.name}.dropna(subset={literal(names)}).copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Fewer rows, and no gaps in those columns."""
        gone = max((source.named[name].missing for name in slots["columns"]), default=0)
        return replace(_filled(source, slots["columns"]), name=out, rows=max(source.rows - gone, 1))


def _filled(source: Var, names: tuple[str, ...]) -> Var:
    columns = [c.model_copy(update={"missing": 0}) if c.name in names else c for c in source.columns]
    return replace(source, columns=tuple(columns))


STATISTIC = Words(
    {
        "median": ("median", "median value"),
        "mean": ("mean", "average"),
        "mode": ("most frequent value", "most common value", "mode"),
    }
)


class FillMissing(Kind):
    """Fill gaps of a column with a typical value, in a copy."""

    name = "fill_missing"
    slots = {"source": Source(), "column": ColumnName(), "statistic": STATISTIC, "rows": Rows()}
    verbs = (
        "make a copy of {source} and fill (its gaps|the missing values) in {column} with the {statistic} of"
        " (that column|the column)",
        "copy {source} and replace (missing|empty) values of {column} there by the column's {statistic}",
        "fill the gaps in {column} with its {statistic} in a copy of {source}",
    )
    nouns = (
        "a copy of {source} (where|in which) missing values of {column} are (filled with|replaced by) the"
        " column's {statistic}",
        "all {rows} of {source} with the gaps in {column} filled by its {statistic}",
        "a version of {source} whose missing {column} values are set to the {statistic} of the column",
    )
    motives = (
        "I would hate to lose cases just because {column} was not recorded.",
        "Some {column} values are missing; something typical will do for now.",
        "Dropping every case without {column} seems too harsh to me.",
        "Can we put something sensible where {column} is blank?",
        "The gaps in {column} would get in the way later.",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """The median or mean of measures, the clearly most frequent value of categories."""
        few = [column for column in source.with_gaps() if column.missing * 2 < source.rows]
        for column in focus.first(few, chance)[:5]:
            if column.numeric and column.role == "measure" and column.distinct >= 3:
                yield {"column": column.name, "statistic": "mean" if chance.random() < 0.25 else "median"}
            elif _has_favourite(column):
                yield {"column": column.name, "statistic": "mode"}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A median needs numbers."""
        return super().sensible(slots, source) and (
            slots["statistic"] == "mode" or source.named[slots["column"]].numeric
        )

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. filled_age."""
        return identifier(slots["column"], "filled", longest=32)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The typical value named first; fillna assigned back."""
        frame = source.name if self.in_place else out
        copied = [] if self.in_place else [f"{out} = {source.name}.copy()"]
        column, statistic = literal(step.slots["column"]), step.slots["statistic"]
        typical = f"{source.name}[{column}].{statistic}()" + ("[0]" if statistic == "mode" else "")
        if style.random() < 0.65:
            value = identifier("most_common" if statistic == "mode" else statistic, step.slots["column"])
            return [*copied, f"{value} = {typical}", f"{frame}[{column}] = {frame}[{column}].fillna({value})"]
        return [*copied, f"{frame}[{column}] = {frame}[{column}].fillna({typical})"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The same frame without gaps in the column."""
        return replace(_filled(source, (slots["column"],)), name=out)


def _has_favourite(column: Column) -> bool:
    """Whether one value of a category is clearly the most frequent one."""
    counts = [count for _, count in column.values[:2]]
    known = column.role in ("category", "ordered_category", "flag") and len(counts) == 2
    return known and counts[0] > counts[1]


class FillMissingInPlace(FillMissing):
    """Fill gaps of a column with a typical value, in the frame itself."""

    name = "fill_missing_in_place"
    in_place = True
    weight = 0.8
    verbs = (
        "fill (the gaps|the missing values|missing values) in {column} of {source} in place with the"
        " column's {statistic}",
        "replace the missing values of {column} directly in {source} by the {statistic} of (that column|the column)",
        "update {source} itself so that gaps in {column} hold the column's {statistic}",
    )
    nouns = (
        "{source}, updated in place so that missing values of {column} are (filled with|replaced by) its {statistic}",
        "{source} itself once its gaps in {column} are filled with the column's {statistic}",
        "{source} after filling missing {column} values in place with the {statistic} of the column",
    )


KINDS: tuple[Kind, ...] = (
    CountMissing(),
    ShareMissing(),
    ColumnsWithGaps(),
    DropMissing(),
    FillMissing(),
    FillMissingInPlace(),
)
