"""The facts that prompts carry, in the same form for every model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from company.families.dialogues.budgets import FRESH, SHORT, Spoken, ending, within
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Persona, Plan, Scenario, Turn
from company.families.dialogues.result_briefs import facts_brief, few_rows
from company.families.dialogues.table_briefs import (
    EVERYDAY,
    MOST_COLUMNS,
    column_brief,
    is_named,
    named_columns,
    planned_columns,
    table_brief,
)
from company.records import Column, Message, Variable
from company.results.drawn_facts import without_marks
from company.results.facts import WHOLE
from company.results.plain import cut
from company.tables.record import Table

MOST_VARIABLES = 16
"""Variables that a prompt lists, the latest ones."""
_VALUES = 8
_WIDE = 24
_ENDS = ("minimum", "maximum")
"""What is told beside of columns of which all values are shown."""
_LISTED = 12
"""Values of a column that are told to whoever thinks of decisions."""
_PART = ("name", "role", "kind", "unit", "missing", "minimum", "maximum", "quartiles", "values", "more_values")
"""What is told of where a column's numbers lie, and of its groups."""
_BEGINNING = 60
"""Characters that are shown of a variable that nobody speaks of."""
_DRAWN = "plot"
"""The type of figures and axes: what a notebook draws on, of which no code is written later."""
_LASTING = ("dataframe", "function", "model")
"""Types of variables that are worked on later even where nobody asked for them or spoke of them."""
_CODED = 2
"""Turns of the history that whoever writes code is told the code of, the latest ones."""
_ASKED, _CODED_FOR = 600, 300
"""Characters that are told of an older query, to whoever asks and to whoever writes code."""
_LOADED = ("file", "description")
"""What of a table nobody needs in a dialogue: it is loaded."""


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
        return [*self.about, *(turn.query for turn in self.turns[-FRESH:])]

    @cached_property
    def _named(self) -> set[str]:
        return named_columns(self.table, self._texts)

    @cached_property
    def _spoken(self) -> set[str]:
        """The variables that the texts name, or the code of the latest turns."""
        columns = {column.name for each in self.variables for column in each.columns}
        code = [turn.code for turn in self.turns[-FRESH:] if turn.code]
        return {
            each.name
            for each in self.variables
            if is_named(_as_written(each.name, columns), self._texts) or is_named(each.name, code)
        }

    def within(self, brief: dict[str, Any], plan: Plan | None = None) -> dict[str, Any]:
        """Return a brief that this context is part of, within its budget; columns of a `plan` are spoken of, too."""
        planned = planned_columns(self.table, plan) if plan else set()
        return within(
            brief, Spoken({*self._named, *planned}, {*self._spoken, *self.asked}, {*self.asked} - self._spoken)
        )

    def asking(self) -> dict[str, Any]:
        """Return for whoever asks the table, what came of the latest turns, and the variables.

        A table's column that neither the texts nor the turns name is told of a variable by its name alone.
        """
        aside = {column.name for column in self.table.columns} - self._named
        told = {result.name for turn in self.turns for result in turn.results if result.facts}
        return {
            "table": told_table(self.table, self._named),
            "history": history_brief(self.turns, aside),
            "variables": [_begun(each) if each["name"] in told else each for each in self._variables()],
        }

    def coding(self, coded: int = _CODED) -> dict[str, Any]:
        """Return for whoever writes code the table, the code of the `coded` latest turns, and the variables.

        Columns that neither the texts nor the latest turns name are told in short.
        """
        told = told_table(self.table, self._named)
        return {
            "table": {key: value for key, value in told.items() if key != "said_meanings"},
            "history": coded_brief(self.turns, coded),
            "variables": self._variables(),
        }

    def deciding(self) -> dict[str, Any]:
        """Return for whoever thinks of what may come next the table, what was asked, and the data frames there are."""
        return {
            "table": {**told_table(self.table, self._named), "columns": self._lying()},
            "history": coded_brief(self.turns, 0),
            "variables": [each for each in self._variables() if each["type"] == "dataframe"],
        }

    def _lying(self) -> list[dict[str, Any]]:
        """Return the table's columns with where their numbers lie, and what groups there are."""
        return [
            column_brief(one, _LISTED, fields=None if one.name in self._named else _PART)
            for one in self.table.columns[:MOST_COLUMNS]
        ]

    def _variables(self) -> list[dict[str, Any]]:
        return variables_brief(self.variables, self.asked, self.table, self._named, {*self._spoken, *self.asked})


def told_table(table: Table, named: Collection[str]) -> dict[str, Any]:
    """Return the table to staff who work on it, with the columns in `named` in full."""
    told = table_brief(table, named)
    return {key: value for key, value in told.items() if key not in _LOADED and (key, value) != ("more_columns", 0)}


def variables_brief(
    variables: Sequence[Variable],
    asked: Collection[str],
    table: Table,
    named: Collection[str],
    whole: Collection[str] | None = None,
) -> list[dict[str, Any]]:
    """Return the latest variables, those in `whole` in full: all where there is none.

    What was drawn on is none, nor what code left on its way (masks, loops, random numbers) that nobody spoke of.

    A column that is as in the table, or of its name and not in `named`, is told by its name; of one with
    part of the table's numbers it is told where they lie. A variable with just the table's columns has no `columns`.
    """
    spoken = {*asked, *(each.name for each in variables if whole is None or each.name in whole)}
    shown = table.columns[:MOST_COLUMNS]
    names = Counter(column.name for column in shown)
    known = {column.name: column for column in shown if names[column.name] == 1}
    return [
        _variable(variable, known, named, is_whole=whole is None or variable.name in whole)
        for variable in latest([each for each in variables if _lasts(each, spoken)], {*asked, *(whole or ())})
    ]


def _as_written(name: str, columns: Collection[str]) -> str:
    """Return how a variable stands in a text that is about it: one that may mean something else, in backticks."""
    return f"`{name}`" if name in columns or {name, name.removesuffix("s")} & EVERYDAY else name


def _begun(variable: dict[str, Any]) -> dict[str, Any]:
    """Return a variable of which the history tells what is in it."""
    if variable["type"] == "dataframe" or "preview" not in variable:
        return variable
    return {**variable, "preview": cut(variable["preview"], _BEGINNING)}


def _lasts(variable: Variable, spoken: Collection[str]) -> bool:
    """Return whether later code may have a use for a variable."""
    return variable.type in _LASTING or (variable.type != _DRAWN and variable.name in spoken)


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
    same = ("role", "kind", "doubt", "told", "unit", "date_format", "tied_to")
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
        is_own = alike.model_copy(update={"position": own.position, "odd": own.odd}) == own
        if is_own or (alike is not column and own.name not in named):
            return own.name
        if alike is not column and own.numeric and not own.values:
            fields = [name for name in _PART if fields is None or name in fields]
        column = alike
    return column_brief(column, _VALUES, fields=fields)


def persona_brief(persona: Persona) -> dict[str, str]:
    """Return the facts about the client."""
    return {key: getattr(persona, key) for key in ("name", "location", "job_title", "background")}


def client_brief(persona: Persona) -> dict[str, str]:
    """Return who the client is, for whoever speaks of them."""
    return {key: getattr(persona, key) for key in ("name", "job_title")}


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


def history_brief(turns: Sequence[Turn], aside: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return earlier turns for whoever asks, oldest first: what was asked, answered and found.

    `status` stands where a turn was not accepted as it was. Of a long data frame some rows are told, without the
    columns in `aside`; of older queries the end, and of older figures not each mark.
    """
    return [
        {
            "question": turn.question,
            "query": query,
            "answer": turn.answer,
            **({"status": turn.status} if turn.status != "accepted" else {}),
            "results": [
                {"name": each.name, "type": each.type, "facts": facts_brief(few_rows(facts, aside))}
                for each in turn.results
                for facts in (each.facts if turn is turns[-1] else without_marks(each.facts),)
            ],
        }
        for turn, query in zip(turns, _queries(turns, _ASKED), strict=True)
    ]


def closing_brief(table: Table, turns: Sequence[Turn]) -> dict[str, Any]:
    """Return for whoever ends a dialogue what its table is about, and what was asked, answered and found."""
    about = {"name": table.name, "variable": VARIABLE, "rows": table.rows, "row_meaning": table.row_meaning}
    return {"table": about, "history": history_brief(turns)}


def coded_brief(turns: Sequence[Turn], coded: int = _CODED) -> list[dict[str, Any]]:
    """Return earlier turns for whoever writes code, oldest first: the latest `coded` ones with their code.

    Of older queries the end is told. An answer is told where it is the last, or stands in place of code.
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
    return [ending(turn.query, length) if number < older else turn.query for number, turn in enumerate(turns)]
