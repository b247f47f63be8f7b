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
from grammar.words import words

_SAID = words("people")["describing"]


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
    parts = [sentence(_SAID["neutral_openings"] if subject.row == UNKNOWN else _SAID["openings"], chance, known)]
    if len(names) >= 3 or chance.random() < 0.5:
        parts.append(sentence(_SAID["middles"], chance, known))
    parts.append(sentence(_SAID["endings"], chance, known))
    if gaps and len(parts) < 3:
        shown = gaps[:3]
        parts.append(sentence(_SAID["gaps"], chance, {"gaps": listed([f"the {name}" for name in shown])}))
    return " ".join(parts)


def _meaning(column: Column, subject: Subject, rows: int, chance: random.Random) -> str:
    """One column: what it says of a row, then its values."""
    what = subject.words.get(column.name) or column.name.strip() or "unnamed column"
    known = {"what": what, "row": subject.row, "rows": subject.rows}
    if column.distinct == 0:
        return sentence(("{what}; no row has a value.", "{what}, which is empty throughout."), chance, known)
    parts = [_values(column, known, rows, chance)]
    if column.distinct == 1 and column.values:
        parts = [sentence(("{what} of the {row}[, the same in every row].",), chance, known)]
        parts.append(f"The only value is '{column.values[0][0]}'.")
    if column.missing:
        share = {"share": share_of(column.missing, rows), "gaps": f"{column.missing:,}"}
        parts.append(sentence(_SAID["missing"], chance, share))
    return " ".join(parts)


def share_of(part: int, whole: int) -> str:
    """A share in per cent, as people say it."""
    share = 100 * part / whole
    return "less than 1 %" if 0 < share < 1 else "nearly all" if 99 <= share < 100 else f"{share:.0f} %"


def _values(column: Column, known: dict[str, str], rows: int, chance: random.Random) -> str:
    """The values of a column, by what they are."""
    if column.role == "date":
        return _dates(column, known, chance)
    if column.meant == "id":
        return sentence(_SAID["identifiers"], chance, known)
    if column.role == "measure" or (column.numeric and column.meant in ("count", "quantity")):
        return _measure(column, known, chance)
    if column.role in ("category", "ordered_category", "flag") and column.values:
        return _categories(column, known, rows, chance)
    if column.numeric and isinstance(column.minimum, float) and isinstance(column.maximum, float):
        ends = {"low": number(column.minimum), "high": number(column.maximum)}
        return sentence(_SAID["codes"] if column.meant == "code" else _SAID["steps"], chance, {**known, **ends})
    templates = _SAID["texts"] if column.distinct > 1 else ("{what} as text[, the same for every {row}].",)
    return sentence(templates, chance, {**known, "count": f"{column.distinct:,}"})


def _measure(column: Column, known: dict[str, str], chance: random.Random) -> str:
    if not column.numeric and column.unit:
        return sentence(_SAID["written"], chance, {**known, "unit": f"'{column.unit}'"})
    if isinstance(column.minimum, float) and isinstance(column.maximum, float):
        known = {**known, "low": readable(column.minimum), "high": readable(column.maximum)}
        if column.quartiles:
            low, middle, high = (readable(value) for value in column.quartiles)
            middles = _SAID["quartiles"] if low != high else _SAID["same_quartiles"]
            known["middle"] = spoken(middles, chance, {"q1": low, "q2": middle, "q3": high})
            if is_place(column.name):
                known["middle"] = "the numbers are places rather than amounts"
            return sentence(_SAID["measures"], chance, known)
        return sentence(("{what} of (the|a) {row}, from {low} to {high}.",), chance, known)
    return sentence(("{what} of (the|a) {row}[, a number].", "The {what} of each {row}[, as a number]."), chance, known)


def readable(value: float) -> str:
    """A number with at most four significant digits and with separators from 10,000 on."""
    return f"{float(f'{value:.4g}'):,.0f}" if abs(value) >= 10_000 else number(float(f"{value:.4g}"))


def _dates(column: Column, known: dict[str, str], chance: random.Random) -> str:
    if column.minimum is None or column.maximum is None:
        return sentence(("{what} of the {row}, a date.", "The date of the {row}."), chance, known)
    form = ""
    for sign, letters in _SAID["format"].items():
        form = (form or column.date_format or "").replace(sign, letters)
    low, high = (number(end) if isinstance(end, float) else str(end)[:10] for end in (column.minimum, column.maximum))
    ends = {"low": low, "high": high, "format": form}
    templates = _SAID["spans"] if form else _SAID["spans"][1:]
    return sentence(templates, chance, {**known, **ends})


def _categories(column: Column, known: dict[str, str], rows: int, chance: random.Random) -> str:
    filled = max(rows - column.missing, 1)
    shown = [f"{_named(value, column)} ({share_of(count, filled)})" for value, count in column.values[:3]]
    top = _named(column.values[0][0], column)
    known = {**known, "count": f"{column.distinct:,}", "common": listed(shown), "top": top}
    if column.order:
        few = column.order if len(column.order) <= 6 else (*column.order[:2], "…", *column.order[-2:])
        steps = ", ".join(_named(value, column) if value != "…" else value for value in few)
        return sentence(_SAID["ordered"], chance, {**known, "steps": steps})
    if column.distinct <= 3 and len(column.values) == column.distinct:
        return sentence(_SAID["few"], chance, known)
    return sentence(_SAID["many"] if column.distinct <= 60 else _SAID["very_many"], chance, known)


def _named(value: str, column: Column) -> str:
    """A value as it is named in a sentence: numbers as such, words between quotes."""
    return value.removesuffix(".0") if column.numeric else f"'{value}'"
