"""The facts that prompts carry, in the same form for every model."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from company.families.dialogues.budgets import shortened, within
from company.families.dialogues.columns_in_texts import (
    EVERYDAY,
    hinted_columns,
    is_named,
    meant_columns,
    named_columns,
    planned_columns,
    read_columns,
    valued_columns,
)
from company.families.dialogues.excerpts import telling
from company.families.dialogues.giving_way import FRESH, OTHERS, Spoken
from company.families.dialogues.history_briefs import CODED, coded_brief, history_brief, looked_back
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.programs import names as names_in
from company.families.dialogues.records import Plan, Turn
from company.families.dialogues.table_briefs import (
    MOST_COLUMNS,
    PART,
    column_brief,
    few_meanings,
    in_short,
    sketch,
)
from company.families.dialogues.told_tables import (
    by_name,
    grouped,
    in_use,
    loaded_columns,
    told_once,
    told_table,
    without,
)
from company.families.dialogues.variable_briefs import LASTING, variables_brief
from company.records import Variable
from company.results.facts import WHOLE
from company.tables.record import Table

_LISTED, _LISTED_IN_SHORT = 12, 5
"""Values of a column that are told to whoever thinks of decisions: of one that is spoken of, and of another."""
_ADDED = 8
"""Columns up to which all that a data frame has beside the table's are told as long as can be."""
_DECIDED = 120
"""Characters that are told of each query to whoever thinks of what may come next."""
_SKETCH = 70
"""Characters of what each other column means that whoever asks is told, where the client has a new wish."""
_ALIKE = 2
"""Columns up to which a word in everyday words says that all of them may be meant: "screens" of two kinds."""
_WORDS_OF_REQUESTS = "column figure frame group index label list order rank result series share test tie"
_OF_REQUESTS = frozenset(_WORDS_OF_REQUESTS.split())
"""Words of any request, which are no variables unless they stand in backticks."""
_NAME = re.compile(r"[^\W\d]\w*")
_LOOKS_BACK = re.compile(r"(?i)\b(?:again|before|earlier|last|likewise|previous|same)\b")
"""What a text says that takes something up from the turn before it."""
_OF_MEANINGS = ("meanings", "said_meanings")


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
    plain: Sequence[str] = ()
    """Texts of these that may speak of columns in everyday words."""
    is_new: bool = False
    """Whether these say a wish that nobody has taken up yet, and that may be about any column."""
    code: str = ""
    """The code that the reply is about."""
    planned: Collection[str] = ()
    """Columns of the plan's question that the reply serves: its texts may speak of these in any words."""

    @cached_property
    def _texts(self) -> list[str]:
        return [*self.about, *(turn.query for turn in self.turns[-FRESH:])]

    @cached_property
    def _named(self) -> set[str]:
        hinted = hinted_columns(self.table, self.plain, _ALIKE) | valued_columns(self.table, self.plain)
        return named_columns(self.table, self._texts) | hinted

    @cached_property
    def _coded(self) -> set[str]:
        """The columns that the texts and the code of the reply name, or of which the texts name a value; where none,
        those of the latest turns.
        """
        own = named_columns(self.table, [*self.about, self.code]) | valued_columns(self.table, self.about)
        own |= meant_columns(self.table, self.about, self.planned)
        return own or hinted_columns(self.table, self.plain) or self._named

    @cached_property
    def _spoken(self) -> set[str]:
        """The variables that the texts name.

        What code left on its way and nobody asked for is named by its name in backticks, or by one that is no word.
        """
        columns = {column.name for each in self.variables for column in each.columns}
        used = names_in(self.code)
        return {
            each.name
            for each in self.variables
            if each.name in used
            or is_named(_as_written(each.name, columns, is_asked=each.name in self.asked), self._texts)
            or (self._lasts(each) and self._is_source(each.name))
        }

    @cached_property
    def _spoken_of(self) -> set[str]:
        """The variables that the reply's own texts name; none where they answer a question, of what is asked for there.

        What may be a plain word ("the rows of usable") is taken for the variable that people speak of: to tell of one
        too many costs less than to tell of all. Where the texts look back ("the same"), the latest results are spoken
        of, too.
        """
        if self.turns and self.turns[-1].code is None:
            return set()
        words = {*_NAME.findall(" ".join(self.about))}
        own = replace(self, turns=())._spoken | {
            each.name for each in self.variables if each.name in words - _OF_REQUESTS and self._lasts(each)
        }
        latest = {result.name for turn in self.turns[-1:] for result in turn.results if result.type != "plot"}
        return own | latest if own and any(map(_LOOKS_BACK.search, self.about)) else own

    def _is_source(self, name: str) -> bool:
        """Return whether the texts go on from something of that name, which may be a plain word."""
        return any(re.search(rf"(?i)\bfrom {re.escape(name)}\b(?!\s+to\b)", text) for text in self._texts)

    def _lasts(self, variable: Variable) -> bool:
        """Return whether a variable is one that people speak of: it was asked for, or is worked on."""
        return variable.name in self.asked or variable.type in LASTING

    @cached_property
    def _fresh(self) -> set[str]:
        """What the latest turns were asked for."""
        return {result.name for turn in self.turns[-FRESH:] for result in turn.results}

    @cached_property
    def _present(self) -> list[Variable]:
        """The variables that a reply may go on from: the table, what was asked for or is spoken of, and what the code
        of the latest turns works on.
        """
        code = [turn.code for turn in self.turns[-FRESH:] if turn.code]
        known = {VARIABLE, *self.asked, *self._spoken}
        return [each for each in self.variables if each.name in known or (_is_kept(each) and is_named(each.name, code))]

    def within(self, brief: dict[str, Any], plan: Plan | None = None, most: int | None = None) -> dict[str, Any]:
        """Return a brief that this context is part of, within its budget, or `most` characters; columns of a `plan` are
        spoken of, too.
        """
        planned = planned_columns(self.table, plan) if plan else set()
        meant = meant_columns(self.table, self.about, self.planned)
        columns = {*self._named, *meant, *planned, *self._made}
        spoken = Spoken(columns, {*self._spoken, *self.asked}, {*self.asked} - self._spoken)
        return within(brief, spoken) if most is None else shortened(brief, spoken, most)

    @cached_property
    def _made(self) -> set[str]:
        """The columns that the dialogue has added, where these are few, in data frames that are spoken of or fresh."""
        loaded = loaded_columns(self.table)
        frames = [each for each in self.variables if each.name in {*self._spoken, *self._fresh}]
        made = [{column.name for column in each.columns} - loaded for each in frames]
        return {name for names in made if len(names) <= _ADDED for name in names}

    def asking(self) -> dict[str, Any]:
        """Return for whoever asks the table, what came of the latest turns, and the variables.

        A table's column that neither the texts nor the turns name is told of a variable by its name alone, and what one
        means in a line: who writes the code is told all of it. Once the dialogue goes on from rows that were made of
        the table, so are the table's. Where the client has a wish in everyday words (`plain`), which may be about any
        column, `other_meanings` says in a few words what each of the others is.
        """
        history = looked_back(history_brief(self.turns, loaded_columns(self.table) - self._named, self.about))
        answered = {result.name for turn in self.turns for result in turn.results if result.facts}
        variables = self._variables(self._named, answered)
        known = ("mean", "odd") if self.turns else ("mean",)
        table = told_once(without(told_table(self.table, self._named), *known), variables)
        table = by_name(self._unlisted(table)) if self._goes_on else table
        return {
            "table": self._explained(table),
            "history": history,
            "variables": variables,
        }

    def _unlisted(self, table: dict[str, Any]) -> dict[str, Any]:
        """Return a table without what nobody needs of it who goes on from rows that were made of it: values of texts
        that nobody speaks of, and where numbers lie of which each value is told.
        """
        said = " ".join(self._texts)
        columns = [one if isinstance(one, str) else in_use(one, said) for one in table["columns"]]
        return {**table, "columns": columns}

    def _explained(self, table: dict[str, Any]) -> dict[str, Any]:
        """Return a table with what its columns mean that are told in full; where the client has a new wish, of the
        others, too, which need no naming besides.
        """
        meanings = few_meanings(self.table, self._meant(table["meanings"]))
        sketched = self._sketched if self.is_new else {}
        left = [name for name in table.get("more_names", ()) if name not in sketched]
        told = {key: value for key, value in table.items() if key not in ("meanings", "more_names")}
        return {
            **told,
            **({"more_names": left} if left else {}),
            **({"meanings": meanings} if meanings else {}),
            **({"other_meanings": sketched} if sketched else {}),
        }

    @property
    def _goes_on(self) -> bool:
        """Return whether the latest turns have made, or the texts speak of, rows that are not the table's own."""
        in_hand = {*self._spoken, *self._fresh} - {VARIABLE}
        return any(each.type == "dataframe" and _is_kept(each) for each in self.variables if each.name in in_hand)

    def _meant(self, names: Iterable[str]) -> dict[str, str]:
        """Return what columns mean for whoever asks: once turns have gone on from them, of those that the texts name,
        in a few words.
        """
        if not self.turns:
            return {name: in_short(self.table, name) for name in names}
        own = named_columns(self.table, self.about) | hinted_columns(self.table, self.plain, _ALIKE)
        return {name: sketch(self.table, name) for name in names if name in own}

    @cached_property
    def _sketched(self) -> dict[str, str]:
        """What each column means that nobody speaks of, in a few words."""
        others = [one.name for one in self.table.columns[:MOST_COLUMNS] if one.name not in self._named]
        return {name: sketch(self.table, name, _SKETCH) for name in others if self.table.meanings.get(name)}

    def coding(self, coded: int = CODED) -> dict[str, Any]:
        """Return for whoever writes code the table, the code of the `coded` latest turns, and the variables.

        Columns that neither the texts nor the latest turns name are told in short. Who is told no code has some before
        them: of the variables, they are told the table's and those that it works on.
        """
        told = by_name(without(told_table(self.table, self._coded), "mean", "quartiles"))
        history = coded_brief(self.turns, coded, self._spoken_of if coded else self._spoken, self.about)
        shown = {result["name"] for turn in history for result in turn["results"] if "facts" in result}
        variables, others = self._coded_on(shown) if coded else (self._used(), [])
        told = self._unnamed(told, variables) if coded else told
        meant = {name: sketch(self.table, name) for name in told["meanings"] if name not in self._settled}
        meanings = few_meanings(self.table, meant)
        return {
            "table": {
                **{key: value for key, value in told_once(told, variables).items() if key not in _OF_MEANINGS},
                **({"meanings": meanings} if meanings else {}),
            },
            "history": history,
            "variables": variables,
            **({"more_variables": others} if others else {}),
        }

    def _unnamed(self, table: dict[str, Any], variables: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return a table for code of which a query says what it is about: where it calls columns by their headers,
        with the names of such others alone as variables have, and without the values of groups that it only tells
        apart.
        """
        own = valued_columns(self.table, self.about) | read_columns(self.table, self.about)
        told = {**table, "columns": [one if one["name"] in own else grouped(one) for one in table["columns"]]}
        if not named_columns(self.table, self.about):
            return told
        cited = {name for each in variables for name in each.get("columns", ()) if isinstance(name, str)}
        left = [name for name in table.get("more_names", ()) if name in cited]
        kept = {key: value for key, value in told.items() if key not in ("more_columns", "more_names")}
        return {**kept, **({"more_names": left} if left else {})}

    @cached_property
    def _settled(self) -> set[str]:
        """The columns that the reply's own texts call by their headers: how they are taken is said there, but for
        numbers that are written as text.
        """
        written = {one.name for one in self.table.columns if one.role == "measure" and not one.numeric}
        return named_columns(self.table, self.about) - written

    def going_on(self) -> dict[str, Any]:
        """Return for whoever says anew what a text asks for the table and the variables that it speaks of."""
        return {key: told for key, told in self.coding().items() if key != "history"}

    def _coded_on(self, shown: Collection[str]) -> tuple[list[dict[str, Any]], list[str]]:
        """Return the variables that code may go on from, and the names of others: those that are spoken of, and the
        table; all of them where none are.
        """
        told = self._variables(self._coded, shown)
        if not self._spoken_of - {VARIABLE}:
            return told, []
        kept = {VARIABLE, *self._spoken_of}
        bases = {each["as"] for each in told if each["name"] in kept and "as" in each}
        others = [each["name"] for each in told if each["name"] not in kept | bases]
        return [each for each in told if each["name"] in kept | bases], others

    def deciding(self) -> dict[str, Any]:
        """Return for whoever thinks of what may come next the table, what was asked, and the data frames there are."""
        told = {key: value for key, value in told_table(self.table, self._named).items() if key != OTHERS}
        measures = [one.name for one in self.table.columns[:MOST_COLUMNS] if one.role == "measure"]
        names = [*dict.fromkeys([*measures, *told["meanings"]])]
        meant = {name: sketch(self.table, name) for name in names if self.table.meanings.get(name)}
        return {
            "table": {**told, "columns": self._lying(), "meanings": meant},
            "asked_before": [{"query": telling(turn.query, _DECIDED, self.about)} for turn in self.turns],
            "variables": [each for each in self._variables(self._named) if each["type"] == "dataframe"],
        }

    def _lying(self) -> list[dict[str, Any]]:
        """Return the table's columns with where their numbers lie, and what groups there are.

        By numbers that are written as text, nothing can be decided: they are left out.
        """
        return [
            column_brief(one, _LISTED) if one.name in self._named else column_brief(one, _LISTED_IN_SHORT, fields=PART)
            for one in self.table.columns[:MOST_COLUMNS]
            if one.name in self._named or (one.numeric if one.role == "measure" else one.role != "text")
        ]

    def _variables(self, named: Collection[str], told: Collection[str] = ()) -> list[dict[str, Any]]:
        whole = {*self._spoken, *self._fresh}
        return variables_brief(self._present, self.asked, self.table, named, whole, told)

    def _used(self) -> list[dict[str, Any]]:
        used_by_code = {VARIABLE, *(names_in(self.code) or self._spoken)}
        used = [each for each in self.variables if each.name in used_by_code]
        return variables_brief(used, [each.name for each in used], self.table, self._coded)


def _is_kept(variable: Variable) -> bool:
    """Return whether later code may go on from a variable that nobody asked for: rows of a table, and no summary."""
    return variable.type in LASTING and (variable.type != "dataframe" or (variable.shape or (0,))[0] > WHOLE)


def _as_written(name: str, columns: Collection[str], *, is_asked: bool) -> str:
    """Return how a variable stands in a text that is about it: one that may mean something else, in backticks."""
    words = {name, name.removesuffix("s")}
    is_word = name in columns or words & (EVERYDAY | _OF_REQUESTS) or not (is_asked or "_" in name)
    return f"`{name}`" if is_word else name
