"""What prompts tell of a table and its columns, in the same form for every model."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from company.families.dialogues.beside_briefs import beside_brief
from company.families.dialogues.budgets import BUDGETS, shortened
from company.families.dialogues.columns_in_texts import GROUPING, STEM, telling_words
from company.families.dialogues.excerpts import sentences
from company.families.dialogues.giving_way import OTHERS, Spoken
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.result_briefs import few_digits
from company.families.dialogues.short_meanings import short_meaning
from company.families.dialogues.spelling_briefs import merged_spellings
from company.prompts import prompt
from company.records import Column
from company.tables.record import Table

BY_ROLE = "other_columns"
"""Where a table tells of columns by their names alone: role → names."""
UNKNOWN_ROW = "record"
"""What a row stands for where nobody has said it."""
MOST_COLUMNS = 60
"""Columns of a table that a prompt describes."""
_UNGROUPED = ("identifier", "text")
"""Roles of columns of which nobody is told what they mean before they are spoken of."""
_FEW_COLUMNS = 16
"""Columns up to which it is told of each what it means, whether it is spoken of or not."""
PART = ("name", "role", "kind", "unit", "missing", "minimum", "maximum", "quartiles", "values", "more_values")
"""What is told of where a column's numbers lie, and of its groups."""
_OUTLINE = (
    "name",
    "role",
    "kind",
    "distinct",
    "distinct_but_for_spelling",
    "missing",
    "unit",
    "numeric",
    "tied_to",
    "values",
    "more_values",
)
"""What is told of a column that is not talked about, to whoever writes no code."""
_OF_PEOPLE = ("name", "role", "dtype", "numeric", "values", "unit")
"""What is told of a column to whoever only says whom it may matter to."""
_MEASURED = ("mean", "quartiles")
"""What is told of a column in few digits: nobody finds a row by it."""
_OF_SPELLING = ("distinct_but_for_spelling", "also_written", "more_also_written", "values_with_at_least")
"""What is told of how values are written, and of how many rows they have."""
_ENDS = ("minimum", "maximum")
_OF_VALUES = ("values", "more_values", "odd", "order", *_ENDS, "mean", "numeric", *_OF_SPELLING)
"""What is told of a column's values, and of where its numbers end."""
_FEW_VALUES, _MORE_VALUES = 5, 12
"""Values that are told of a column, and of one that is talked about."""
_OF_SEVERAL, _OF_MEASURES = 8, 4
"""Values that are told of a column that has more than can be listed, and of one of many numbers."""
_OF_TEXT = 3
"""Values that are told of a column of texts, of which hardly two are alike."""
_MANY, _OF_MANY = 40, 4
"""Different values from which on a column is told by few of them: nobody compares with each of so many."""
_FEW_ODD = 2
"""Odd values that are told of such a column: they show what is wrong with it."""
_LINE, _SKETCH = 150, 80
"""Characters of a meaning that is told in a line, and in a few words."""
_OF_GROUPS = 220
"""Characters of a meaning that says what groups stand for."""
_NUMBERED = re.compile(r"\d+|\b(?:first|second|third|one|two|three)\b")
"""What the meanings of numbered columns of one kind differ in."""
_FIRST = re.compile(r"; |\.\s")
"""Where the first thing that a meaning says ends."""
_ECHO = 60
"""Characters of a meaning that may say no more than its header."""
_OF_NUMBERS = ("int", "uint", "float")
"""How the names of dtypes begin whose values are numbers."""


def table_brief(table: Table, named: Collection[str] | None = None) -> dict[str, Any]:
    """Return the table as staff see it; of wide tables the first `MOST_COLUMNS`, and those that are named.

    `named` holds the columns that are told in full, where not all are; of the others, their type, role and number of
    values. Where there is none, the table keeps to its budget. `said_meanings` names the columns whose meaning is in a
    person's own words, where there are any.
    """
    shown = [one for place, one in enumerate(table.columns) if place < MOST_COLUMNS or one.name in (named or ())]
    whole = {column.name for column in shown} if named is None else named
    others = [one for one in shown if one.name not in whole]
    brief = {
        "name": table.name,
        "variable": VARIABLE,
        "file": table.file,
        "rows": table.rows,
        **rows_brief(table),
        "description": table.description,
        "columns": [column_brief(one, 12) for one in shown if one.name in whole],
        **({OTHERS: _by_type(others)} if others else {}),
        "meanings": {
            one.name: table.meanings[one.name] for one in shown if one.name in table.meanings and one.name in whole
        },
        "more_columns": len(table.columns) - len(shown),
        **({"said_meanings": list(table.told_meanings)} if table.told_meanings else {}),
    }
    if named is not None:
        return brief | beside_brief(table)
    fitting = shortened({"table": brief}, Spoken(), BUDGETS["table"])
    return {**fitting["table"], **beside_brief(table)}


def _by_type(columns: Sequence[Column]) -> dict[str, dict[str, int]]:
    """Return how many different values columns have, by their type and role."""
    kinds: dict[str, dict[str, int]] = {}
    for column in columns:
        kinds.setdefault(f"{column.dtype} {column.role}", {})[column.name] = column.distinct
    return kinds


def outline_brief(
    table: Table, named: Collection[str] = (), *, others: bool = True, is_known: bool = False
) -> dict[str, Any]:
    """Return the table as people speak of it who write no code, within the budget of tables.

    Columns in `named` are told in full. Where none are, some values of categories are told, too; where some are, the
    others by their type, role and number of values, and what they mean where they are few: words for them may be in
    another language. Where others are not to be told, their names are in `more_names`. Where a meaning is told, no
    doubt is, nor the guess that it is about. To whom it `is_known` what the table is about, columns are told in fewer
    words. Empty fields are left out.
    """
    first = [one for at, one in enumerate(table.columns) if one.name in named or (others and at < MOST_COLUMNS)]
    shown = [one for one in first if one.name in named] if named else first
    aside = [one for one in first if one not in shown]
    said = sketch if is_known else in_short
    meant = first if len(table.columns) <= _FEW_COLUMNS else shown
    meanings = {
        one.name: (said if one.name in named else sketch)(table, one.name)
        for one in meant
        if table.meanings.get(one.name)
        and (one.name in named or one.role not in _UNGROUPED or one.name in table.told_meanings)
    }
    brief = {
        **_names_of(table),
        **({"description": ""} if is_known else {}),
        "columns": [_outlined(one, is_whole=one.name in named, is_told=one.name in meanings) for one in shown],
        OTHERS: _by_type(aside),
        "meanings": few_meanings(table, meanings),
        "more_columns": len(table.columns) - len(first),
        "more_names": [] if others else [one.name for one in table.columns[:MOST_COLUMNS] if one not in first],
        "said_meanings": [name for name in table.told_meanings if others or name in meanings],
    }
    fitting: dict[str, Any] = shortened({"table": brief}, Spoken(named), BUDGETS["table"])["table"]
    fitting = fitting | beside_brief(table)
    return {key: value for key, value in fitting.items() if value}


def people_brief(table: Table) -> dict[str, Any]:
    """Return the table as somebody needs to know it who only invents people for it: its columns by their names, those
    of groups with some of these, and what they mean in the fewest words.
    """
    told = outline_brief(table)
    columns = [{key: value for key, value in one.items() if key in _OF_PEOPLE} for one in told["columns"]]
    plain = [one for one in columns if {*one} == {"name", "role"}]
    by_role = {
        role: [one["name"] for one in plain if one["role"] == role] for role in {one["role"]: 0 for one in plain}
    }
    meanings = {name: _by_itself(table, name, words) for name, words in told.get("meanings", {}).items()}
    others = [one for one in columns if one not in plain]
    brief = {**told, "columns": others, BY_ROLE: by_role, "meanings": meanings}
    return {key: value for key, value in brief.items() if value}


def _by_itself(table: Table, name: str, words: str) -> str:
    """Return the first sentence of a meaning without what follows a semicolon, such as the likely unit; all that a
    person said.
    """
    return words if name in table.told_meanings else _FIRST.split(words, maxsplit=1)[0]


def choosing_brief(table: Table, named: Collection[str]) -> dict[str, Any]:
    """Return what there is in a table: the names of its columns, and what those in `named` mean, in a few words.

    Of a description that nobody has told, the beginning is enough: the names say what is in the table.
    """
    names = [column.name for column in table.columns]
    meanings = {name: sketch(table, name) for name in names if name in named and table.meanings.get(name)}
    words = table.description
    brief = {
        **_names_of(table),
        "description": words if "description" in table.told else sentences(words, _LINE),
        "columns": names[:MOST_COLUMNS],
        "more_columns": len(names[MOST_COLUMNS:]),
        "meanings": meanings,
        "said_meanings": [name for name in table.told_meanings if name in meanings],
        **beside_brief(table),
    }
    return {key: value for key, value in brief.items() if value}


def _names_of(table: Table) -> dict[str, Any]:
    return {"name": table.name, "rows": table.rows, **rows_brief(table), "description": table.description}


def rows_brief(table: Table) -> dict[str, str]:
    """Return what a row stands for; nothing where nobody has said it, and "record" is all that is known."""
    is_known = table.row_meaning != UNKNOWN_ROW or "row_meaning" in table.told
    return {"row_meaning": table.row_meaning} if is_known else {}


def meaning_of(table: Table, name: str, named: Collection[str] = ()) -> str:
    """Return what a column means: in full where it is talked about or a person said it, else in a line."""
    meaning = table.meanings[name]
    return meaning if name in named or name in table.told_meanings else short_meaning(meaning, _LINE)


def few_meanings(table: Table, meanings: Mapping[str, str]) -> dict[str, str]:
    """Return meanings without those that say no more than the header, and one for "Rank_1" and "Rank_2" and the like.

    What a person said stands as it is.
    """
    told: dict[str, str] = {}
    first: dict[tuple[str, str], str] = {}
    for name, meaning in meanings.items():
        if name in table.told_meanings:
            told[name] = meaning
        elif not _echoes(table, name, meaning):
            alike = first.setdefault((STEM.sub("", name), _NUMBERED.sub("#", meaning.casefold())), name)
            told[name] = meaning if alike == name else f"like `{alike}`"
    return told


def _echoes(table: Table, name: str, meaning: str) -> bool:
    """Return whether a meaning has one telling word at the most that neither the header nor a row's meaning has."""
    known = {*telling_words(name), *telling_words(table.row_meaning)}
    return len(meaning) <= _ECHO and not any(map(str.isdigit, meaning)) and len({*telling_words(meaning)} - known) <= 1


def sketch(table: Table, name: str, length: int = _SKETCH) -> str:
    """Return what a column means in a few words; all that a person said of it."""
    return table.meanings[name] if name in table.told_meanings else short_meaning(table.meanings[name], length)


def in_short(table: Table, name: str) -> str:
    """Return what a column means: more of it where it says what groups stand for, else in a line."""
    is_grouping = any(one.name == name and one.role in GROUPING for one in table.columns)
    if not is_grouping or name in table.told_meanings:
        return meaning_of(table, name)
    return short_meaning(table.meanings[name], _OF_GROUPS, is_whole=True)


def _outlined(column: Column, *, is_whole: bool, is_told: bool) -> dict[str, Any]:
    brief = _all_of(column, _MORE_VALUES if is_whole else _FEW_VALUES)
    fields = {*brief} if is_whole else {*_OUTLINE, *(_ENDS if column.role == "date" else ())}
    fields -= {"mean", "date_format"}
    if column.role == "measure" and column.numeric:
        fields -= {"dtype", "numeric"}  # as measures are
    elif column.role != "measure":
        fields -= {"dtype"}
    if is_told and column.doubt and column.role != "date":
        fields -= {"doubt", "kind", *(("role",) if column.role == "measure" else ())}
        fields |= {"numeric"}
    told = {key: value for key, value in brief.items() if key in fields}
    return told if is_whole else _by_name_of_values(told, column)


def _by_name_of_values(told: dict[str, Any], column: Column) -> dict[str, Any]:
    """Return a column of which nobody speaks yet with the names of some groups; of many numbers not how many."""
    if column.role not in GROUPING:
        told.pop("values", None)
    elif "values" in told:
        told["values"] = [value for value, _ in told["values"]]
    if column.role in ("measure", "date", "text") and column.numeric and column.distinct > _MANY:
        told.pop("distinct", None)
    return told


def said_brief(table: Table) -> dict[str, Any]:
    """Return what a person has said of the table: no guess, and not to be rewritten; {} where nobody has."""
    kinds = {column.name: column.meant for column in table.columns if column.told}
    words: dict[str, Any] = {name: getattr(table, name) for name in table.told}
    meanings = {name: table.meanings[name] for name in table.told_meanings}
    told = {**words, "meanings": meanings, "kinds": kinds}
    return {name: value for name, value in told.items() if value}


def column_line(column: Column, *, is_ranged: bool = False) -> str:
    """Return a column of which nobody speaks in a line: "price: float64 measure, 126 values, 2 missing".

    Where it `is_ranged`, the least and the greatest of its numbers are told, too: "…, 126 values, 2.5 to 99, …".
    """
    ends = few_digits([column.minimum, column.maximum])
    is_ranged = is_ranged and all(isinstance(end, int | float) for end in ends)
    return (
        f"{column.name}: {column.dtype} {column.role}, {column.distinct} values"
        f"{f', {ends[0]} to {ends[1]}' if is_ranged else ''}"
        f"{f', {column.missing} missing' if column.missing else ''}"
    )


def without_values(told: Mapping[str, Any]) -> str | dict[str, Any]:
    """Return a column that is told in full without its values and ends: in a line where nothing but its type, role and
    number of values is left to tell.
    """
    kept = {key: value for key, value in told.items() if key not in _OF_VALUES}
    if not {*kept} <= {"name", "dtype", "role", "distinct", "missing"}:
        return kept
    missing = f", {kept['missing']} missing" if "missing" in kept else ""
    return f"{kept['name']}: {kept['dtype']} {kept['role']}, {kept['distinct']} values{missing}"


def column_brief(column: Column, values: int, *, fields: Collection[str] | None = None) -> dict[str, Any]:
    """Return a column without its empty fields and its place, and with at most `values` of its values; of its fields
    just those in `fields`, where they are given. `numeric` is told where the dtype does not say it, and the dtype of
    measures that are written as text in any case: nothing is reckoned with them as they are.
    """
    told = _all_of(column, values)
    if fields is not None and column.role == "measure" and not column.numeric:
        fields = (*fields, "dtype")
    brief = {key: value for key, value in told.items() if fields is None or key in fields}
    if brief.get("dtype", "").lower().startswith(_OF_NUMBERS):
        brief.pop("numeric", None)
    return brief


def _all_of(column: Column, values: int) -> dict[str, Any]:
    values = min(values, _OF_TEXT) if column.role == "text" else values
    values = min(values, _OF_MEASURES) if column.role == "measure" and column.distinct > _FEW_VALUES else values
    values = min(values, _OF_SEVERAL) if column.distinct > _MORE_VALUES else values
    values = min(values, _OF_MANY) if column.distinct >= _MANY else values
    is_listed = bool(column.values) and column.role in ("category", "ordered_category")
    if is_listed and column.distinct == values + 1:
        values += 1  # to say that there is one more is no shorter than that one
    more = column.distinct - len(column.values[:values]) if is_listed else 0
    odd = column.odd if column.distinct < _MANY or column.spellings else column.odd[:_FEW_ODD]
    short = column.model_copy(update={"values": column.values[:values], "more_values": more, "odd": odd})
    brief = merged_spellings(short.model_dump(mode="json", exclude_defaults=True, exclude={"position"}))
    return {
        key: few_digits(value) if key in _MEASURED else _whole(value) if key in _ENDS else value
        for key, value in brief.items()
        if (key, value) not in (("missing", 0), ("unit", ""), ("more_values", 0))
    }


def _whole(end: Any) -> Any:
    """Return where numbers end, whole ones without a point."""
    return int(end) if isinstance(end, float) and end.is_integer() else end


def rule(name: str, about: object, **values: object) -> str:
    """Return the words of `name`.md, to follow a sentence, where there is what they are about; else nothing."""
    return f" {prompt(name, **values).strip()}" if about else ""


def tied_rule(brief: Mapping[str, Any]) -> str:
    """Return what columns that are tied to others are, where a brief's table has such."""
    return rule("rule_tied_columns", any("tied_to" in column for column in brief["columns"]))
