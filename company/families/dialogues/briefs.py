"""The facts that prompts carry, in the same form for every model."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from company.families.dialogues.records import Persona, Plan, Scenario, Turn
from company.records import Column, Result, Variable
from company.tables.record import Table

MOST_COLUMNS = 60
"""Columns of a table that a prompt describes."""
MOST_VARIABLES = 16
"""Variables that a prompt lists, the latest ones."""
_VALUES = 8
_WIDE = 24


def table_brief(table: Table, variable: str) -> dict[str, Any]:
    """Return the table as staff see it; wide tables are cut after `MOST_COLUMNS`.

    `said_meanings` names the columns whose meaning is in a person's own words, where there are any.
    """
    shown = table.columns[:MOST_COLUMNS]
    return {
        "name": table.name,
        "variable": variable,
        "file": table.file,
        "rows": table.rows,
        "row_meaning": table.row_meaning,
        "description": table.description,
        "columns": [column_brief(column, 12) for column in shown],
        "meanings": {column.name: table.meanings[column.name] for column in shown if column.name in table.meanings},
        "more_columns": len(table.columns) - len(shown),
        **({"said_meanings": list(table.told_meanings)} if table.told_meanings else {}),
    }


def said_brief(table: Table) -> dict[str, Any]:
    """Return what a person has said of the table: no guess, and not to be rewritten; {} where nobody has."""
    kinds = {column.name: column.meant for column in table.columns if column.told}
    words: dict[str, Any] = {name: getattr(table, name) for name in table.told}
    meanings = {name: table.meanings[name] for name in table.told_meanings}
    told = {**words, "meanings": meanings, "kinds": kinds}
    return {name: value for name, value in told.items() if value}


def column_brief(column: Column, values: int) -> dict[str, Any]:
    """Return a column without its empty fields, and with at most `values` of its values."""
    short = column.model_copy(update={"values": column.values[:values]})
    return short.model_dump(mode="json", exclude_defaults=True)


def variables_brief(
    variables: Sequence[Variable], table_variable: str, asked: Collection[str], table: Table | None = None
) -> list[dict[str, Any]]:
    """Return the table's variable and the latest others; those that were asked for come before intermediate ones.

    Columns that come from `table` as they are, all or some of their values, are what they are there.
    """
    known = {} if table is None else {column.name: column for column in table.columns}
    variables = [_known(variable, known) for variable in variables]
    loaded = [variable for variable in variables if variable.name == table_variable]
    others = [variable for variable in variables if variable.name != table_variable]
    ranked = sorted(enumerate(others), key=lambda pair: (pair[1].name in asked, pair[0]))[-MOST_VARIABLES:]
    return [_variable(variable) for variable in (*loaded, *(others[place] for place, _ in sorted(ranked, key=_place)))]


def _known(variable: Variable, known: Mapping[str, Column]) -> Variable:
    columns = tuple(_as_in(known[each.name], each) if each.name in known else each for each in variable.columns)
    return variable.model_copy(update={"columns": columns})


def _as_in(column: Column, found: Column) -> Column:
    """Return a variable's column as the table's column of its name, where all its values may be from there."""
    if found.dtype != column.dtype or not _inside(column, found):
        return found
    same = ("role", "kind", "doubt", "told", "unit", "date_format")
    order = found.order or (column.order if column.role == "ordered_category" else ())
    return found.model_copy(update={**{name: getattr(column, name) for name in same}, "order": order})


def _inside(column: Column, found: Column) -> bool:
    ends = [column.minimum, found.minimum, found.maximum, column.maximum]
    numbers = [end for end in ends if isinstance(end, float)]
    if len(numbers) == len(ends):
        return numbers == sorted(numbers) and found.distinct <= column.distinct
    if len(column.values) == column.distinct:
        return {value for value, _ in found.values} <= {value for value, _ in column.values}
    return found.distinct <= column.distinct


def _place(pair: tuple[int, Variable]) -> int:
    return pair[0]


def _variable(variable: Variable) -> dict[str, Any]:
    shown = variable.columns[: MOST_COLUMNS if len(variable.columns) <= MOST_COLUMNS else _WIDE]
    brief = variable.model_dump(mode="json", exclude_defaults=True, exclude={"columns"})
    return {**brief, "columns": [column_brief(column, _VALUES) for column in shown]}


def persona_brief(persona: Persona) -> dict[str, str]:
    """Return the facts about the client."""
    return {key: getattr(persona, key) for key in ("name", "location", "job_title", "background")}


def scenario_brief(scenario: Scenario) -> dict[str, str]:
    """Return what the client wants to find out."""
    return {key: getattr(scenario, key) for key in ("name", "description", "goal")}


def plan_brief(plan: Plan) -> dict[str, Any]:
    """Return the questions that were agreed on."""
    return {"speech": plan.speech, "questions": [question.model_dump(mode="json") for question in plan.questions]}


def result_brief(result: Result) -> dict[str, Any]:
    """Return a result as a colleague may talk about it."""
    return {"name": result.name, "type": result.type, "shown": result.shown, "facts": result.facts}


def history_brief(turns: Iterable[Turn]) -> list[dict[str, Any]]:
    """Return earlier turns, oldest first."""
    return [
        {
            "question": turn.question,
            "query": turn.query,
            "answer": turn.answer,
            "code": turn.code,
            "status": turn.status,
            "results": [result_brief(result) for result in turn.results],
        }
        for turn in turns
    ]
