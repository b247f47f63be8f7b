"""The admin's account of a table: what it is about, and what every column means with its values in words."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from company.records import Column
from grammar.language import listed
from grammar.scene import is_place
from grammar.slots import number
from grammar.subject import UNKNOWN, Subject, subject_of
from grammar.voices import an, sentence, spoken

_OPENINGS = (
    "The table holds {count} records of {subject}[, one for each {row}].",
    "This is a collection of {count} {rows}; (every|each) row (stands for|describes) one {row}.",
    "{count} {rows} are recorded here, with {width} columns (for each of them|each).",
    "Each of the {count} rows describes {one} by {width} columns.",
)
_NEUTRAL_OPENINGS = (
    "The table has {count} rows and {width} columns.",
    "{count} records (are collected|are kept) here, with {width} columns (for each of them|each).",
    "There are {count} rows, each with (values|entries) in up to {width} columns.",
    "(This is|Here is) a table of {count} rows by {width} columns.",
)
"""For rows of which nobody knows what they stand for."""
_MIDDLES = (
    "(Besides|Apart from) {a}, it (records|gives) {b}[ and {c}].",
    "Among other things it (tells|records) {a} and {b}.",
    "(The most telling|The central) columns are probably {a}[, {b}] and {c}.",
    "Much of it is about {a}.",
)
_ENDINGS = (
    "It (may be used|is suited|can serve) to {use}[ and to {other}].",
    "(Somebody|One) could use it to {use} or to {other}.",
    "(Typical uses are|It is most useful) to {use}[, and perhaps to {other}].",
)
_GAPS = (
    "(Some care|A little care) is needed with gaps in {gaps}.",
    "(Note|Be aware of) the missing values in {gaps}.",
)


def describe_table(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `describe_table` brief: description, row_meaning, meanings."""
    subject = subject_of(brief["table"])
    rows = max(int(brief["table"]["rows"]), 1)
    meanings = {column.name: _meaning(column, subject, rows, chance) for column in subject.var.columns}
    return {
        "description": _description(brief["table"], subject, chance),
        "row_meaning": subject.row,
        "meanings": meanings,
    }


def _description(table: Mapping[str, Any], subject: Subject, chance: random.Random) -> str:
    names = [f"the {subject.said(name)}" for name in subject.any_columns()[:6]]
    chance.shuffle(names)
    uses = chance.sample(subject.theme.purposes, 2)
    known = {
        "count": f"{table['rows']:,}",
        "width": str(len(table["columns"]) + int(table.get("more_columns", 0))),
        "subject": subject.theme.subject,
        "row": subject.row,
        "rows": subject.rows if table["rows"] != 1 else subject.row,
        "one": an(subject.row),
        "use": uses[0],
        "other": uses[1],
        **dict(zip("abc", names, strict=False)),
    }
    gaps = [subject.said(column.name) for column in subject.var.with_gaps()]
    parts = [sentence(_NEUTRAL_OPENINGS if subject.row == UNKNOWN else _OPENINGS, chance, known)]
    if len(names) >= 3 or chance.random() < 0.5:
        parts.append(sentence(_MIDDLES, chance, known))
    parts.append(sentence(_ENDINGS, chance, known))
    if gaps and len(parts) < 3:
        shown = gaps[:3]
        parts.append(sentence(_GAPS, chance, {"gaps": listed([f"the {name}" for name in shown])}))
    return " ".join(parts)


def _meaning(column: Column, subject: Subject, rows: int, chance: random.Random) -> str:
    """One column: what it says of a row, then its values."""
    words = subject.words.get(column.name) or column.name.strip() or "unnamed column"
    known = {"what": words, "row": subject.row, "rows": subject.rows}
    if column.distinct == 0:
        return sentence(("{what}; no row has a value.", "{what}, which is empty throughout."), chance, known)
    parts = [_values(column, known, rows, chance)]
    if column.distinct == 1 and column.values:
        parts = [sentence(("{what} of the {row}[, the same in every row].",), chance, known)]
        parts.append(f"The only value is '{column.values[0][0]}'.")
    if column.missing:
        share = {"share": share_of(column.missing, rows), "gaps": f"{column.missing:,}"}
        parts.append(sentence(_MISSING, chance, share))
    return " ".join(parts)


_MISSING = (
    "It is (missing|not given) in {share} of the rows.",
    "There is no value in {gaps} of the rows.",
    "About {share} of the values are missing.",
)


def share_of(part: int, whole: int) -> str:
    """A share in per cent, as people say it."""
    share = 100 * part / whole
    return "less than 1 %" if 0 < share < 1 else "nearly all" if 99 <= share < 100 else f"{share:.0f} %"


def _values(column: Column, known: dict[str, str], rows: int, chance: random.Random) -> str:
    """The values of a column, by what they are."""
    if column.role == "date":
        return _dates(column, known, chance)
    if column.meant == "id":
        return sentence(_IDENTIFIERS, chance, known)
    if column.role == "measure" or (column.numeric and column.meant in ("count", "quantity")):
        return _measure(column, known, chance)
    if column.role in ("category", "ordered_category", "flag") and column.values:
        return _categories(column, known, rows, chance)
    if column.numeric and isinstance(column.minimum, float) and isinstance(column.maximum, float):
        ends = {"low": number(column.minimum), "high": number(column.maximum)}
        return sentence(_CODES if column.meant == "code" else _STEPS, chance, {**known, **ends})
    templates = _TEXTS if column.distinct > 1 else ("{what} as text[, the same for every {row}].",)
    return sentence(templates, chance, {**known, "count": f"{column.distinct:,}"})


_CODES = (
    "{what}, a code from {low} to {high}; it is not meant for calculation.",
    "Code from {low} to {high} for the {what} of the {row}.",
)
_STEPS = (
    "{what} of the {row}, in steps from {low} to {high}.",
    "{what}: whole numbers in an order, from {low} to {high}.",
)
_IDENTIFIERS = (
    "{what}, (which tells|by which one can tell) one {row} from another.",
    "{what}: (a label|an identifier) that is different for (nearly every|each) {row}; it is not meant for calculation.",
    "Identifier ('{what}') of the {row}.",
)
_TEXTS = (
    "{what} as text; {count} different entries.",
    "{what} of the {row}, written (freely|out), with {count} different entries.",
    "(Text for|Words giving) the {what}; there are {count} different ones.",
)
_MEASURES = (
    "{what} of (the|a) {row}, from {low} to {high}[, {middle}].",
    "{what}, (a number|numeric) between {low} and {high}[; {middle}].",
    "The {what} (recorded|noted) for each {row}. Values (run|go) from {low} to {high}, and {middle}.",
    "{what}: {middle}, with {low} as the (lowest and {high} as the highest|smallest and {high} as the largest) value.",
)
_WRITTEN = (
    "{what} of the {row}, written with its unit {unit}, so it has to be turned into a number before calculating.",
    "{what} as text with {unit} around the number.",
)
_SPANS = (
    "{what}, from {low} to {high}[, written as {format}].",
    "The {what} of the {row}; the earliest is {low} and the latest {high}.",
    "{what} of the {row}; the table (covers|spans) {low} to {high}.",
)


def _measure(column: Column, known: dict[str, str], chance: random.Random) -> str:
    if not column.numeric and column.unit:
        return sentence(_WRITTEN, chance, {**known, "unit": f"'{column.unit}'"})
    if isinstance(column.minimum, float) and isinstance(column.maximum, float):
        known = {**known, "low": readable(column.minimum), "high": readable(column.maximum)}
        if column.quartiles:
            low, middle, high = (readable(value) for value in column.quartiles)
            known["middle"] = spoken(
                ("half of them lie between {q1} and {q3}", "(a typical value|the median) is {q2}")
                if low != high
                else ("(most are|a typical value is) {q2}",),
                chance,
                {"q1": low, "q2": middle, "q3": high},
            )
            if is_place(column.name):
                known["middle"] = "the numbers are places rather than amounts"
            return sentence(_MEASURES, chance, known)
        return sentence(("{what} of (the|a) {row}, from {low} to {high}.",), chance, known)
    return sentence(("{what} of (the|a) {row}[, a number].", "The {what} of each {row}[, as a number]."), chance, known)


def readable(value: float) -> str:
    """A number with at most four significant digits and with separators from 10,000 on."""
    if abs(value) >= 10_000:
        return f"{float(f'{value:.4g}'):,.0f}"
    return number(float(f"{value:.4g}"))


def _dates(column: Column, known: dict[str, str], chance: random.Random) -> str:
    if column.minimum is None or column.maximum is None:
        return sentence(("{what} of the {row}, a date.", "The date of the {row}."), chance, known)
    form = ""
    for sign, words in (("%Y", "yyyy"), ("%y", "yy"), ("%m", "mm"), ("%d", "dd"), ("%b", "mon"), ("%B", "month"),
                        ("%H", "hh"), ("%M", "mm"), ("%S", "ss")):  # fmt: skip
        form = (form or column.date_format or "").replace(sign, words)
    low, high = (number(end) if isinstance(end, float) else str(end)[:10] for end in (column.minimum, column.maximum))
    ends = {"low": low, "high": high, "format": form}
    templates = _SPANS if form else _SPANS[1:]
    return sentence(templates, chance, {**known, **ends})


def _categories(column: Column, known: dict[str, str], rows: int, chance: random.Random) -> str:
    filled = max(rows - column.missing, 1)
    shown = [f"{_named(value, column)} ({share_of(count, filled)})" for value, count in column.values[:3]]
    top = _named(column.values[0][0], column)
    known = {**known, "count": f"{column.distinct:,}", "common": listed(shown), "top": top}
    if column.order:
        few = column.order if len(column.order) <= 6 else (*column.order[:2], "…", *column.order[-2:])
        steps = ", ".join(_named(value, column) if value != "…" else value for value in few)
        return sentence(_ORDERED, chance, {**known, "steps": steps})
    if column.distinct <= 3 and len(column.values) == column.distinct:
        return sentence(_FEW, chance, known)
    return sentence(_MANY if column.distinct <= 60 else _VERY_MANY, chance, known)


def _named(value: str, column: Column) -> str:
    """A value as it is named in a sentence: numbers as such, words between quotes."""
    return value.removesuffix(".0") if column.numeric else f"'{value}'"


_ORDERED = (
    "{what} of the {row}, in an order: from low to high {steps}.",
    "{what} in {count} ordered steps: {steps}. Most frequent is {top}.",
)
_VERY_MANY = (
    "{what}, with {count} different values; {top} is the most frequent.",
    "{what} of the {row}, one of {count}; {top} comes up most often.",
    "Which {what} it is, out of {count}. The most frequent one is {top}.",
)
_FEW = (
    "{what} of the {row}: {common}.",
    "{what}; the values are {common}.",
    "{what}, one of {common}.",
)
_MANY = (
    "{what} of the {row}, one of {count} values; the most frequent are {common}.",
    "{what} in {count} (groups|categories), (mostly|above all) {common}.",
    "{what}; of {count} different values, {common} (come first|lead).",
    "{what} with {count} different values, {top} being the most common.",
)
