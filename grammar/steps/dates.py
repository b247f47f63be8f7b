"""Dates: read from text, taken apart, and used to choose rows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import QUOTED, ColumnName, Number, Rows, Source, Words, literal
from grammar.steps.adding import (
    Alone,
    InCopy,
    InPlace,
    PerRow,
    copy_nouns,
    copy_verbs,
    place_nouns,
    place_verbs,
    row_nouns,
    row_verbs,
)
from grammar.steps.base import Kind, Slots, Step, identifier

ISO = "%Y-%m-%d"


@dataclass(frozen=True)
class Written:
    """How dates are written, where that has to be said: " (in the format '%d/%m/%Y')", or nothing."""

    pattern: str = rf"(?: \((?:in the format|written as) {QUOTED}\))?"

    def say(self, value: str, chance: random.Random) -> str:
        """The format in brackets; nothing for dates that need none."""
        return f" ({chance.choice(('in the format', 'written as'))} '{value}')" if value else ""

    def read(self, words: str) -> str:
        """The format, or empty text."""
        return words[words.index("'") + 1 : -2] if words else ""


def dated(source: Var) -> list[Column]:
    """Columns of dates that can be read: real ones, and texts of a known format."""
    return [
        column
        for column in source.of_role("date")
        if column.dtype.startswith("datetime") or (column.date_format and not column.numeric)
    ]


def written(column: Column) -> str:
    """The format to be said with a column: that of text which is not in ISO order."""
    return "" if column.dtype.startswith("datetime") or column.date_format == ISO else column.date_format or ""


def read_dates(step: Step, source: Var) -> str:
    """The expression of a column's dates."""
    name = step.slots["column"]
    values, column = f"{source.name}[{literal(name)}]", source.named[name]
    if column.dtype.startswith("datetime"):
        return values
    form = step.slots.get("written") or column.date_format
    return f"pd.to_datetime({values}, format={literal(form)})" if form else f"pd.to_datetime({values})"


def years(column: Column) -> tuple[int, int] | None:
    """First and last year of a column of dates, where they are known."""
    ends = [str(end)[:4] for end in (column.minimum, column.maximum) if end is not None]
    return (int(ends[0]), int(ends[1])) if len(ends) == 2 and all(end.isdigit() for end in ends) else None


def months(column: Column) -> int:
    """How many calendar months a column of dates spans; 0 where that is not known."""
    first, last = str(column.minimum), str(column.maximum)
    if not years(column) or not (first[5:7].isdigit() and last[5:7].isdigit()):
        return 0
    return (int(last[:4]) - int(first[:4])) * 12 + int(last[5:7]) - int(first[5:7]) + 1


class ParseDates(Kind):
    """Turn text into dates, in place."""

    name = "parse_dates"
    in_place = True
    slots = {"source": Source(), "column": ColumnName(), "form": ColumnName()}
    weight = 1.5
    verbs = (
        "(convert|turn) {column} of {source} in place (into|to) datetimes using the format {form}",
        "parse the text in {column} directly in {source} as dates of the format {form}",
        "replace {column} in {source} by real datetime values, reading it with the format {form}",
    )
    nouns = (
        "{source}, updated in place so that {column} holds datetimes read with the format {form}",
        "{source} itself after its column {column} has been parsed to datetimes with the format {form}",
        "{source} with {column} converted in place from text of the format {form} to datetimes",
    )
    motives = (
        "I care about when things happened, and {column} is only text so far.",
        "The dates are written as text, which is no basis for looking at time.",
        "Before we talk about trends, {column} has to be a proper date.",
        "Is it right that {column} is not even stored as a date?",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Dates that are still text."""
        for column in dated(source):
            if column.date_format and not column.dtype.startswith("datetime"):
                yield {"column": column.name, "form": column.date_format}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """The column is text."""
        return super().sensible(slots, source) and not source.named[slots["column"]].dtype.startswith("datetime")

    def stem(self, slots: Slots, source: Var) -> str:
        """The source keeps its name."""
        return source.name

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """pd.to_datetime, the format named first or not."""
        column, form = literal(step.slots["column"]), literal(step.slots["form"])
        if style.random() < 0.3:
            parsed = f"pd.to_datetime({source.name}[{column}], format=date_format)"
            return [f"date_format = {form}", f"{source.name}[{column}] = {parsed}"]
        return [f"{source.name}[{column}] = pd.to_datetime({source.name}[{column}], format={form})"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The column holds dates."""
        parsed = source.named[slots["column"]].model_copy(
            update={"dtype": "datetime64[ns]", "date_format": None, "role": "date"}
        )
        columns = [parsed if column.name == parsed.name else column for column in source.columns]
        return replace(source, name=out, columns=tuple(columns))


PART = Words(
    {
        "year": ("year", "calendar year"),
        "month": ("month as a number from 1 to 12", "number of the month"),
        "quarter": ("quarter as a number from 1 to 4", "number of the quarter"),
        "day_name()": ("English name of the weekday", "weekday by its English name"),
        "month_name()": ("English name of the month", "month by its English name"),
    }
)
_PART_NAMES = {"day_name()": "weekday", "month_name()": "month_name"}


class _DatePart(PerRow):
    """A part of each date."""

    slots = {
        "source": Source(),
        "part": PART,
        "column": ColumnName(),
        "written": Written(),
        "new": ColumnName(),
        "rows": Rows(),
    }
    role = "ordered_category"
    dtype = "int64"
    motives = (
        "The full date is more detail than I need.",
        "I have a hunch that timing matters here.",
        "To see a pattern over time, I first have to take {column} apart.",
        "Does it make a difference when in the calendar something happened?",
    )

    def fillings(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Parts in which the dates differ."""
        for column in focus.first(dated(source), chance)[:2]:
            span = months(column)
            parts = [*(["year"] if span > 18 else []), *(["month", "quarter", "month_name()"] if span > 6 else [])]
            chance.shuffle(parts)
            for part in [*parts, "day_name()"][:3] if column.distinct > 6 else parts:
                yield {"part": part, "column": column.name, "written": written(column)}

    def label(self, slots: Slots) -> str:
        """E.g. date_year."""
        return identifier(slots["column"], _PART_NAMES.get(str(slots["part"]), str(slots["part"])), longest=48)

    def column(self, slots: Slots, source: Var) -> Column:
        """Names are text, the other parts are whole numbers."""
        made = super().column(slots, source)
        return made.model_copy(update={"dtype": "object", "numeric": False}) if "name" in slots["part"] else made

    def values(self, step: Step, source: Var, style: random.Random) -> tuple[list[str], str]:
        """The dates named first, or in one expression."""
        dates = read_dates(step, source)
        if dates.startswith("pd.") and style.random() < 0.5:
            return [f"dates = {dates}"], f"dates.dt.{step.slots['part']}"
        return [], f"{dates}.dt.{step.slots['part']}"


_PARTS = ("the {part} of {column}{written}", "the {part} taken from {column}{written}")


class DatePartColumn(InCopy, _DatePart):
    """A copy with a part of the dates."""

    name = "date_part"
    verbs = copy_verbs(*_PARTS)
    nouns = copy_nouns(*_PARTS)


class DatePartInPlace(InPlace, _DatePart):
    """A part of the dates as a column of the frame."""

    name = "date_part_in_place"
    verbs = place_verbs(*_PARTS)
    nouns = place_nouns(*_PARTS)


class DatePartSeries(Alone, _DatePart):
    """A part of the dates, alone."""

    name = "date_part_alone"
    weight = 0.7
    verbs = row_verbs(*_PARTS)
    nouns = row_nouns(*_PARTS)


class YearRows(Kind):
    """Rows whose date falls in a year."""

    name = "rows_of_year"
    slots = {"source": Source(), "column": ColumnName(), "written": Written(), "year": Number(), "rows": Rows()}
    verbs = (
        "keep [only ](the|those) {rows} of {source} whose {column}{written} falls in the year {year}",
        "restrict {source} to {rows} whose {column}{written} lies in {year}",
        "select from {source} all {rows} with a {column}{written} in the year {year}",
    )
    nouns = (
        "(the|all) {rows} of {source} whose {column}{written} falls in the year {year}",
        "the part of {source} whose {column}{written} is in the year {year}",
        "all {rows} of {source} from the year {year} according to {column}{written}",
    )
    motives = (
        "One year at a time is easier to follow.",
        "Things may well have been different back then, so let me take a single year.",
        "I only have comparable figures for that year.",
        "Mixing all the years would hide what I'm after.",
        "Was {year} anything special?",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Years from the first to the last."""
        for column in focus.first(dated(source), chance)[:2]:
            ends = years(column)
            if ends and 1 <= ends[1] - ends[0] <= 60:
                for year in chance.sample(range(ends[0], ends[1] + 1), min(3, ends[1] - ends[0] + 1)):
                    yield {"column": column.name, "written": written(column), "year": year}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. rows_2016."""
        return identifier("year", str(slots["year"]), "rows")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A mask on the year."""
        dates, year = read_dates(step, source), step.slots["year"]
        if style.random() < 0.6:
            return [f"years = {dates}.dt.year", f"{out} = {source.name}[years == {year}].copy()"]
        return [f"{out} = {source.name}[{dates}.dt.year == {year}].copy()"]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """The same columns and fewer rows; the dates lie within the year."""
        ends = years(source.named[slots["column"]]) or (0, 9)
        year = {"minimum": f"{slots['year']}-01-01", "maximum": f"{slots['year']}-12-31"}
        columns = [c.model_copy(update=year) if c.name == slots["column"] else c for c in source.columns]
        rows = max(source.rows // (ends[1] - ends[0] + 1), 1)
        return replace(source, name=out, rows=rows, columns=tuple(columns))


class FirstAndLast(Kind):
    """The earliest and the latest date."""

    name = "first_and_last_date"
    gives = ("tuple", "list")
    weight = 0.6
    slots = {"source": Source(), "column": ColumnName(), "written": Written()}
    verbs = (
        "(find|determine) the earliest and the latest {column}{written} in {source}, both as text like '2024-03-31'",
        "look up when {column}{written} starts and ends in {source}, with first and last date as text like"
        " '2024-03-31'",
        "get the first and the last date of {column}{written} in {source}, each written like '2024-03-31'",
    )
    nouns = (
        "the earliest and the latest {column}{written} in {source}, both as text like '2024-03-31'",
        "the first and the last date of {column}{written} in {source}, each written like '2024-03-31'",
        "the time span of {column}{written} in {source}, from first to last date, both as text like '2024-03-31'",
    )
    motives = (
        "Which period are we looking at?",
        "I'd like to know how far back this goes.",
        "Before anything else: from when to when were these collected?",
        "I'm not sure how recent this is.",
    )
    moment = "open"

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Any column of dates with more than one."""
        for column in dated(source)[:2]:
            if column.distinct > 1:
                yield {"column": column.name, "written": written(column)}

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. date_span."""
        return identifier(slots["column"], "span")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Minimum and maximum, written in ISO order."""
        opening, closing = ("[", "]") if step.result == "list" else ("(", ")")
        lines = [f"dates = {read_dates(step, source)}"]
        if style.random() < 0.5:
            lines += ["first, last = dates.min(), dates.max()"]
            both = "first.strftime('%Y-%m-%d'), last.strftime('%Y-%m-%d')"
        else:
            lines += ["days = dates.dropna().dt.strftime('%Y-%m-%d')"]
            both = "days.min(), days.max()"
        return [*lines, f"{out} = {opening}{both}{closing}"]


KINDS: tuple[Kind, ...] = (
    ParseDates(),
    DatePartColumn(),
    DatePartInPlace(),
    DatePartSeries(),
    YearRows(),
    FirstAndLast(),
)
