"""What gives way in a brief that would be too long, in which order; each function takes out one thing after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.families.dialogues.excerpts import beginning, telling

FRESH = 2
"""Turns of the history that give way last: the latest ones. The query of the very last never does."""
OTHERS = "other_columns_by_number_of_values"
"""Where a table tells of the columns that nobody speaks of: type and role → name → how many different values it has."""
SHORT = ("name", "dtype", "role", "distinct", "numeric", "missing")
"""What is told of a column that is not talked about."""
LINE = re.compile(r"(?s)\A(.+): [^:]+, \d+ values(?:, [^,]+)*\Z")
"""A column that is told in a line, as in `table_briefs.column_line`; its name is the first group."""
_FEW_COLUMNS = 8
"""Columns of a wide result that are told, beside those that the query names."""
_PROSE = 60
"""Characters beyond which a value is prose, which nobody compares with."""
_ANSWER, _QUERY = 300, 160
"""Characters that are told at least of an older answer and of an older query."""
_ASKED = 2
"""Messages after which the conditions of a question have been said."""
_NAMES = 30
"""Names of other columns that stay in any case: nobody can ask for a column that is not named."""
Brief = dict[str, Any]


@dataclass(frozen=True)
class Spoken:
    """What a reply is about."""

    columns: Collection[str] = ()
    variables: Collection[str] = ()
    """The variables that are named, and those that were asked for."""
    earlier: Collection[str] = ()
    """Of these, the ones that were asked for and are not named."""


def narrowed(facts: Mapping[str, Any], places: Sequence[int]) -> dict[str, Any]:
    """Return the facts of a data frame with the columns at some places alone; its `width` stays."""
    names = [facts["columns"][place] for place in places]
    told: dict[str, Any] = {**facts, "columns": names}
    told |= {"head": [_at(places, row) for row in facts["head"]]} if "head" in facts else {}
    told |= {"tail": [[label, _at(places, row)] for label, row in facts["tail"]]} if "tail" in facts else {}
    for key in ("ends", "missing"):
        if isinstance(facts.get(key), Mapping):
            told[key] = {name: value for name, value in facts[key].items() if name in names}
    return told


def _at(places: Sequence[int], row: Sequence[Any]) -> list[Any]:
    return [row[place] for place in places]


def _older(brief: Brief) -> list[Brief]:
    """Return the turns of the history that are not the latest ones."""
    return list(brief.get("history", ())[:-FRESH])


def _others(brief: Brief, spoken: Spoken) -> list[Brief]:
    """Return the variables that nobody speaks of."""
    table = brief.get("table", {}).get("variable")
    named = {*spoken.variables, table}
    return [each for each in brief.get("variables", ()) if each["name"] not in named]


def _bases(brief: Brief) -> set[str]:
    """Return the names of the variables that others are told by what sets them apart from."""
    return {each["as"] for each in brief.get("variables", ()) if "as" in each}


def _lists(brief: Brief) -> Iterator[list[Any]]:
    """Yield the lists of columns, those of the variables first."""
    for variable in brief.get("variables", ()):
        yield variable.get("columns", [])
    yield brief.get("columns", [])
    yield brief.get("table", {}).get("columns", [])


def name_of(column: str | Brief) -> str:
    """Return the name of a column that is told in full, in a line, or by its name."""
    return LINE.sub(r"\1", column) if isinstance(column, str) else str(column["name"])


def _columns(brief: Brief, spoken: Spoken, *, others: bool) -> Iterator[Brief]:
    """Yield the columns of which more is told than a name, the last of each list first: others, or those spoken of."""
    for columns in _lists(brief):
        yield from (
            each for each in columns[::-1] if isinstance(each, dict) and (each["name"] not in spoken.columns) == others
        )


def _asked_conditions(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for number, turns in enumerate(brief.get("turns_per_question", ())):
        question = brief["plan"]["questions"][number]
        if turns >= _ASKED and question.pop("conditions", None):
            yield


def _previews(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for variable in _others(brief, spoken):
        if variable.pop("preview", None) is not None:
            yield


def _older_facts(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for turn in _older(brief):
        for result in turn.get("results", ()):
            if _without_facts(result):
                yield


def _values(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for column in _columns(brief, spoken, others=True):
        if column.pop("values", None) is not None:
            yield


def _meanings(brief: Brief, spoken: Spoken) -> Iterator[None]:
    meanings = brief.get("table", {}).get("meanings", {})
    for name in [*meanings][::-1]:
        if name not in spoken.columns:
            del meanings[name]
            yield


def _sketches(brief: Brief, spoken: Spoken) -> Iterator[None]:
    table = brief.get("table", {})
    while table.get("other_meanings"):
        table["other_meanings"].popitem()
        if not table["other_meanings"]:
            del table["other_meanings"]
        yield


def _figures(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for column in _columns(brief, spoken, others=True):
        beside = [key for key in column if key not in SHORT]
        for key in beside:
            del column[key]
        if beside:
            yield


def _wide_results(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for result in _frames(brief):
        names = result["facts"]["columns"]
        kept = [at for at, name in enumerate(names) if at < _FEW_COLUMNS or name in spoken.columns]
        if len(kept) < len(names):
            result["facts"] = narrowed(result["facts"], kept)
            yield


def _prose_in_results(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for result in _frames(brief):
        rows = [*result["facts"].get("head", ()), *(row for _, row in result["facts"].get("tail", ()))]
        for row in rows:
            long = [at for at, cell in enumerate(row) if isinstance(cell, str) and len(cell) > _PROSE]
            for at in long:
                row[at] = beginning(row[at], _PROSE)
            if long:
                yield


def _frames(brief: Brief) -> list[Brief]:
    """Return the results of the answer that the reply is about, as far as they are data frames."""
    results = [each for each in brief.get("results", ()) if isinstance(each, dict)]
    return [each for each in results if "columns" in each.get("facts", ())]


def _older_code(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for turn in brief.get("history", ())[:-1]:
        if turn.pop("code", None) is not None:
            if "query" not in turn:  # without its code, nothing is left to know of it
                brief["history"].remove(turn)
            yield


def _older_answers(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for turn in _older(brief):
        if len(turn.get("answer", "")) > _ANSWER:
            turn["answer"] = beginning(turn["answer"], _ANSWER)
            yield


def _table_columns(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for holder in (brief, brief.get("table", {})):
        if others := holder.pop(OTHERS, None):
            names = [name for kind in others.values() for name in kind]
            holder["more_columns"] = holder.get("more_columns", 0) + len(names)
            holder["more_names"] = [*names, *holder.get("more_names", ())]
            yield
        columns = holder.get("columns", [])
        for column in columns[::-1]:
            if (name := name_of(column)) not in spoken.columns:
                columns.remove(column)
                holder["more_columns"] = holder.get("more_columns", 0) + 1
                holder.setdefault("more_names", []).insert(0, name)
                yield


def _variables(brief: Brief, spoken: Spoken) -> Iterator[None]:
    while free := [each for each in _others(brief, spoken) if each["name"] not in _bases(brief)]:
        first = min(free, key=_rows)  # what is long may be gone on from
        brief["variables"].remove(first)
        brief.setdefault("more_variables", []).append(_in_a_line(first))
        yield


def _rows(variable: Brief) -> int:
    return int(variable["shape"][0]) if variable["type"] == "dataframe" and variable.get("shape") else 0


def _in_a_line(variable: Brief) -> str:
    """Return a variable by its name; of a data frame, what somebody needs to know who goes on from it."""
    if variable["type"] != "dataframe":
        return str(variable["name"])
    base = f", as {variable['as']}" if "as" in variable else ""
    names = ", ".join(map(name_of, _own_columns(variable)[:_FEW_COLUMNS]))
    return f"{variable['name']}: {_rows(variable)} rows{base}{f', with {names}' if names else ''}"


def _own_columns(variable: Brief) -> list[str | Brief]:
    """Return the columns of a data frame but for those that hold part of what the one in its `as` has."""
    columns = variable.get("columns", [])
    return [one for one in columns if "as" not in variable or isinstance(one, str) or "dtype" in one]


def _columns_of_variables(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for variable in _others(brief, spoken):
        columns, names = variable.get("columns", []), [*map(name_of, _own_columns(variable))]
        if variable["name"] not in _bases(brief) and names != columns:
            variable["columns"] = names
            yield


def _older_queries(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for turn in (*brief.get("asked_before", ()), *_older(brief)):
        if len(turn["query"]) > _QUERY:
            turn["query"] = telling(turn["query"], _QUERY, [*spoken.columns, *spoken.variables])
            yield


def _query_before_last(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for turn in brief.get("history", ())[-FRESH:-1]:
        if len(turn.get("query", "")) > _QUERY:
            turn["query"] = telling(turn["query"], _QUERY, [*spoken.columns, *spoken.variables])
            yield


def _long_values(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for column in _columns(brief, spoken, others=False):
        values = column.get("values", [])
        kept = [pair for pair in values if len(str(pair[0])) <= _PROSE]
        if len(kept) < len(values):
            column["values"] = kept
            yield


def _names(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for holder in (brief, brief.get("table", {})):
        while len(holder.get("more_names", ())) > _NAMES:
            holder["more_names"].pop()
            yield


def _earlier_results(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for variable in brief.get("variables", ()):
        if variable["name"] in spoken.earlier:
            shown = variable.pop("preview", None)
            columns = variable.get("columns", [])
            kept = [
                one if name_of(one) in spoken.columns else name_of(one)
                for at, one in enumerate(columns)
                if at < _FEW_COLUMNS or name_of(one) in spoken.columns
            ]
            if columns:
                variable["columns"] = kept
            if len(kept) < len(columns):
                variable["more_columns"] = len(columns) - len(kept)
            if shown is not None or kept != columns:
                yield


def _oldest_queries(brief: Brief, spoken: Spoken) -> Iterator[None]:
    while brief.get("asked_before"):
        brief["asked_before"].pop(0)
        if not brief["asked_before"]:
            del brief["asked_before"]
        yield


def _latest_facts(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for turn in brief.get("history", ())[:-1]:
        for result in turn.get("results", ()):
            if _without_facts(result):
                yield


def _without_facts(result: Brief) -> bool:
    """Take what is in a result out of it, but for the names of its columns; return whether there was anything."""
    facts = result.pop("facts", None)
    if facts and result["type"] == "dataframe" and "columns" in facts:
        result["columns"] = facts["columns"]
    return bool(facts)


def _oldest_turns(brief: Brief, spoken: Spoken) -> Iterator[None]:
    for turn in _older(brief):
        brief["history"].remove(turn)
        yield


ORDER: tuple[tuple[str, Callable[[Brief, Spoken], Iterator[None]]], ...] = (
    ("conditions of questions that were asked twice", _asked_conditions),
    ("previews of variables", _previews),
    ("code of older turns", _older_code),
    ("previews and columns of earlier results, but for their names", _earlier_results),
    ("values of other columns", _values),
    ("meanings of other columns", _meanings),
    ("figures of other columns", _figures),
    ("columns of other variables, but for their names", _columns_of_variables),
    ("other columns, but for their names", _table_columns),
    ("parts of older queries", _older_queries),
    ("values that are prose", _long_values),
    ("other variables, but for their names", _variables),
    ("what other columns mean in a few words", _sketches),
    ("columns of wide results", _wide_results),
    ("prose in results", _prose_in_results),
    ("the oldest queries", _oldest_queries),
    ("results of older turns", _older_facts),
    ("ends of older answers", _older_answers),
    ("names of other columns", _names),
    ("results before the last turn", _latest_facts),
    ("the oldest turns", _oldest_turns),
    ("parts of the query before the last", _query_before_last),
)
"""What gives way, in words: what is first of no use to the reply comes first."""
