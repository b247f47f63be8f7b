"""The facts that prompts carry, in the same form for every model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from company.families.dialogues.budgets import (
    BUDGETS,
    FRESH,
    LEFT_OUT,
    SHORT,
    Spoken,
    beginning,
    narrowed,
    shortened,
    within,
)
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Persona, Plan, Scenario, Turn
from company.records import Column, Message, Result, Variable
from company.results.drawn_facts import without_marks
from company.results.facts import WHOLE
from company.results.plain import cut
from company.tables.record import Table

MOST_COLUMNS = 60
"""Columns of a table that a prompt describes."""
MOST_VARIABLES = 16
"""Variables that a prompt lists, the latest ones."""
_VALUES = 8
_WIDE = 24
_ENDS = ("minimum", "maximum")
"""What is told beside of columns of which all values are shown."""
_BEGINNING = 60
"""Characters that are shown of a variable that nobody speaks of."""
_DRAWN = "plot"
"""The type of figures and axes: what a notebook draws on, of which no code is written later."""
_HEAD = 2
"""Rows that are told of a long data frame of the history."""
_CODED = 3
"""Turns of the history that whoever writes code is told the code of, the latest ones."""
_ASKED, _CODED_FOR = 600, 300
"""Characters that are told of an older query, to whoever asks and to whoever writes code."""
_LOADED = ("file", "description", "said_meanings")
"""What of a table nobody needs who writes code on it: it is loaded."""


def table_brief(table: Table, named: Collection[str] | None = None) -> dict[str, Any]:
    """Return the table as staff see it; of wide tables the first `MOST_COLUMNS`, and those that are named.

    `named` holds the columns that are told in full, where not all are; of the others, what code has to know. Where
    there is none, the table keeps to its budget. `said_meanings` names the columns whose meaning is in a person's own
    words, where there are any.
    """
    shown = [one for place, one in enumerate(table.columns) if place < MOST_COLUMNS or one.name in (named or ())]
    whole = {column.name for column in shown} if named is None else named
    brief = {
        "name": table.name,
        "variable": VARIABLE,
        "file": table.file,
        "rows": table.rows,
        "row_meaning": table.row_meaning,
        "description": table.description,
        "columns": [column_brief(one, 12, fields=None if one.name in whole else SHORT) for one in shown],
        "meanings": {
            one.name: table.meanings[one.name] for one in shown if one.name in table.meanings and one.name in whole
        },
        "more_columns": len(table.columns) - len(shown),
        **({"said_meanings": list(table.told_meanings)} if table.told_meanings else {}),
    }
    if named is not None:
        return brief
    fitting = shortened({"table": brief}, Spoken(), BUDGETS["table"])
    return {**fitting["table"], **({LEFT_OUT: fitting[LEFT_OUT]} if LEFT_OUT in fitting else {})}


def said_brief(table: Table) -> dict[str, Any]:
    """Return what a person has said of the table: no guess, and not to be rewritten; {} where nobody has."""
    kinds = {column.name: column.meant for column in table.columns if column.told}
    words: dict[str, Any] = {name: getattr(table, name) for name in table.told}
    meanings = {name: table.meanings[name] for name in table.told_meanings}
    told = {**words, "meanings": meanings, "kinds": kinds}
    return {name: value for name, value in told.items() if value}


def column_brief(column: Column, values: int, *, fields: Collection[str] | None = None) -> dict[str, Any]:
    """Return a column without its empty fields and its place, and with at most `values` of its values; of its fields
    just those in `fields`, where they are given.
    """
    is_listed = column.values and column.role in ("category", "ordered_category")
    more = column.distinct - len(column.values[:values]) if is_listed else 0
    short = column.model_copy(update={"values": column.values[:values], "more_values": more})
    brief = short.model_dump(mode="json", exclude_defaults=True, exclude={"position"})
    return {
        key: value
        for key, value in brief.items()
        if (key, value) != ("missing", 0) and (fields is None or key in fields)
    }


def named_columns(table: Table, texts: Sequence[str]) -> set[str]:
    """Return the columns of a table that texts name."""
    return {column.name for column in table.columns if _is_named(column.name, texts)}


def _is_named(name: str, texts: Sequence[str]) -> bool:
    """Return whether a name stands in one of these texts as a word of its own."""
    return any(name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for text in texts)


def planned_columns(table: Table, plan: Plan) -> set[str]:
    """Return the columns of a table that a plan is about."""
    texts = [text for question in plan.questions for text in (question.text, *question.conditions)]
    return {*named_columns(table, texts), *(name for question in plan.questions for name in question.columns)}


@dataclass(frozen=True)
class Context:
    """Where a dialogue stands, for a reply that is about some texts."""

    table: Table
    variables: Sequence[Variable]
    asked: Collection[str]
    """The names of the variables that were asked for."""
    turns: Sequence[Turn]
    """The latest turns, the oldest first."""
    about: Sequence[str]

    @cached_property
    def _texts(self) -> list[str]:
        return [*self.about, *(turn.query for turn in self.turns)]

    @cached_property
    def _named(self) -> set[str]:
        return named_columns(self.table, self._texts)

    @cached_property
    def _spoken(self) -> set[str]:
        """The variables that the texts name."""
        return {each.name for each in self.variables if _is_named(each.name, self._texts)}

    def within(self, brief: dict[str, Any], plan: Plan | None = None) -> dict[str, Any]:
        """Return a brief that this context is part of, within its budget; columns of a `plan` are spoken of, too."""
        planned = planned_columns(self.table, plan) if plan else set()
        return within(
            brief, Spoken({*self._named, *planned}, {*self._spoken, *self.asked}, {*self.asked} - self._spoken)
        )

    def asking(self) -> dict[str, Any]:
        """Return for whoever asks what came of the latest turns, and the variables.

        A table's column that neither the texts nor the turns name is told of a variable by its name alone.
        """
        aside = {column.name for column in self.table.columns} - self._named
        return {"history": history_brief(self.turns, aside), "variables": self._variables()}

    def coding(self, coded: int = _CODED) -> dict[str, Any]:
        """Return for whoever writes code the table, the code of the `coded` latest turns, and the variables.

        Columns that neither the texts nor the turns name are told in short, as are answers that code was given with.
        """
        told = table_brief(self.table, self._named)
        return {
            "table": {key: value for key, value in told.items() if key not in _LOADED},
            "history": coded_brief(self.turns, coded),
            "variables": self._variables(),
        }

    def _variables(self) -> list[dict[str, Any]]:
        return variables_brief(self.variables, self.asked, self.table, self._named, {*self._spoken, *self.asked})


def variables_brief(
    variables: Sequence[Variable],
    asked: Collection[str],
    table: Table,
    named: Collection[str],
    whole: Collection[str] | None = None,
) -> list[dict[str, Any]]:
    """Return the latest variables, those in `whole` in full: all where there is none. What was drawn on is none.

    A column that is as in the table, or of its name and not in `named`, is told by its name. A variable with just the
    table's columns has no `columns`.
    """
    shown = table.columns[:MOST_COLUMNS]
    names = Counter(column.name for column in shown)
    known = {column.name: column for column in shown if names[column.name] == 1}
    return [
        _variable(variable, known, named, is_whole=whole is None or variable.name in whole)
        for variable in latest([each for each in variables if each.type != _DRAWN], {*asked, *(whole or ())})
    ]


def latest(variables: Sequence[Variable], asked: Collection[str]) -> list[Variable]:
    """Return the table's variable and the latest others: first those in `asked`, then data frames and functions, then
    what else was made on the way.
    """
    loaded = [variable for variable in variables if variable.name == VARIABLE]
    others = [variable for variable in variables if variable.name != VARIABLE]
    order = sorted(range(len(others)), key=lambda at: (_rank(others[at], asked), at))
    return [*loaded, *(others[at] for at in sorted(order[-MOST_VARIABLES:]))]


def _rank(variable: Variable, asked: Collection[str]) -> int:
    return 2 if variable.name in asked else 1 if variable.type in ("dataframe", "function") else 0


def _as_in(column: Column, found: Column) -> Column:
    """Return a variable's column as the table's column of its name, where all its values may be from there."""
    if found.dtype != column.dtype or not _inside(column, found):
        return found
    same = ("role", "kind", "doubt", "told", "unit", "date_format", "odd", "tied_to")
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


def _variable(
    variable: Variable, known: Mapping[str, Column], named: Collection[str], *, is_whole: bool
) -> dict[str, Any]:
    most = MOST_COLUMNS if len(variable.columns) <= MOST_COLUMNS else _WIDE
    shown = [one for place, one in enumerate(variable.columns) if place < most or (is_whole and one.name in named)]
    brief = variable.model_dump(mode="json", exclude_defaults=True, exclude={"columns"})
    is_small = not variable.columns or (variable.shape or (0,))[0] <= WHOLE
    if variable.columns and not (is_whole and is_small):  # nobody speaks of it, or its columns tell what is in it
        brief.pop("preview", None)
    elif variable.preview and not is_whole:
        brief["preview"] = cut(variable.preview, _BEGINNING)
    fields = SHORT if not is_whole else (*SHORT, *_ENDS) if is_small else None
    columns = [_told(column, known.get(column.name), named if is_whole else (), fields) for column in shown]
    is_told = columns or variable.type == "dataframe"
    return {**brief, "columns": columns} if is_told and columns != list(known) else brief


def _told(
    column: Column, own: Column | None, named: Collection[str], fields: Collection[str] | None
) -> str | dict[str, Any]:
    """Return a variable's column, or its name where the table's column `own` tells what there is to know."""
    if own is not None:
        alike = _as_in(own, column)
        is_own = alike.model_copy(update={"position": own.position}) == own
        if is_own or (alike is not column and own.name not in named):
            return own.name
        column = alike
    return column_brief(column, _VALUES, fields=fields)


def persona_brief(persona: Persona) -> dict[str, str]:
    """Return the facts about the client."""
    return {key: getattr(persona, key) for key in ("name", "location", "job_title", "background")}


def colleagues_brief(others: Iterable[Persona]) -> list[dict[str, str]]:
    """Return what other clients do, and what they most want to know where it was written down."""
    return [
        {"job_title": other.job_title, "interest": (other.conversation[-1].content or {}).get("interest", "")}
        for other in others
        if other.conversation
    ]


def scenario_brief(scenario: Scenario) -> dict[str, str]:
    """Return what the client wants to find out."""
    return {key: getattr(scenario, key) for key in ("name", "description", "goal")}


def talk_brief(talk: Iterable[Message]) -> list[dict[str, str]]:
    """Return what was said before, without what came beside the words."""
    return [{"speaker": message.speaker, "text": message.text} for message in talk]


def plan_brief(plan: Plan) -> dict[str, Any]:
    """Return the questions that were agreed on."""
    return {"speech": plan.speech, "questions": [question.model_dump(mode="json") for question in plan.questions]}


def texts_of(plan: Plan, question: int) -> list[str]:
    """Return the texts and columns of a plan's question, numbered from 1, and of the one that follows it."""
    following = plan.questions[max(question - 1, 0) :][:2]
    return [text for one in following for text in (one.text, *one.columns, *one.conditions)]


def result_brief(result: Result) -> dict[str, Any]:
    """Return a result as a colleague may talk about it."""
    return {"name": result.name, "type": result.type, "shown": result.shown, "facts": result.facts}


def history_brief(turns: Sequence[Turn], aside: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return earlier turns for whoever asks, oldest first: the latest one with its code, and what came out of each.

    Of a long data frame some rows are told, without the columns in `aside`. Of older queries the beginning is told, and
    of older figures not each mark.
    """
    return [
        {
            "question": turn.question,
            "query": query,
            "answer": turn.answer,
            **({"code": turn.code} if turn is turns[-1] else {}),
            "status": turn.status,
            "results": [
                {
                    "name": each.name,
                    "type": each.type,
                    "facts": _few_rows(each.facts if turn is turns[-1] else without_marks(each.facts), aside),
                }
                for each in turn.results
            ],
        }
        for turn, query in zip(turns, _queries(turns, _ASKED), strict=True)
    ]


def coded_brief(turns: Sequence[Turn], coded: int = _CODED) -> list[dict[str, Any]]:
    """Return earlier turns for whoever writes code, oldest first: the latest `coded` ones with their code.

    Of older queries the beginning is told. An answer is told where it is the last, or stands in place of code.
    """
    return [
        {
            "query": query,
            **({"answer": turn.answer} if turn is turns[-1] or turn.code is None else {}),
            **({"code": turn.code} if number >= len(turns) - coded and turn.code is not None else {}),
            "results": [{"name": each.name, "type": each.type} for each in turn.results],
        }
        for number, (turn, query) in enumerate(zip(turns, _queries(turns, _CODED_FOR), strict=True))
    ]


def _queries(turns: Sequence[Turn], length: int) -> list[str]:
    """Return the queries of turns: the latest ones in full, of others at most so many characters."""
    older = len(turns) - FRESH
    return [beginning(turn.query, length) if number < older else turn.query for number, turn in enumerate(turns)]


def _few_rows(facts: Mapping[str, Any], aside: Collection[str]) -> dict[str, Any]:
    """Return the facts of a result; of a long data frame few rows, with its first column and those not in `aside`."""
    if facts.get("rows", 0) <= WHOLE or "columns" not in facts:
        return dict(facts)
    kept = [place for place, name in enumerate(facts["columns"]) if place == 0 or name not in aside]
    told = narrowed(facts, kept)
    return {**told, **{key: told[key][:_HEAD] for key in ("head", "index") if key in told},
            **({"tail": told["tail"][-1:]} if "tail" in told else {})}  # fmt: skip
