"""The turns of a dialogue, as prompts look back on them: to ask on, to write code, and to end it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from company.families.dialogues.excerpts import telling
from company.families.dialogues.giving_way import FRESH
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.programs import bound_names, lines_making
from company.families.dialogues.records import Turn
from company.families.dialogues.result_briefs import facts_brief, few_rows, is_small
from company.families.dialogues.table_briefs import rows_brief
from company.records import Result
from company.results.drawn_facts import without_marks
from company.tables.record import Table

CODED = 1
"""Turns of the history that whoever writes code is told the code of in any case, the latest ones."""
_ASKED, _CODED_FOR, _CLOSED = 300, 200, 160
"""Characters that are told of an older query, to whoever asks and to whoever writes code, and of any to who closes."""


def history_brief(
    turns: Sequence[Turn], aside: Collection[str] = (), about: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return earlier turns for whoever asks, oldest first: what was asked, answered and found.

    `status` stands where a turn was not accepted as it was. Of a long data frame some rows are told, without the
    columns in `aside`; of older queries what has to do with the texts in `about`; of older figures not each mark.
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
        for turn, query in zip(turns, _queries(turns, _ASKED, about), strict=True)
    ]


def looked_back(history: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a history in which the latest turns alone tell what is in their results: of others, the answers do.

    A figure beside another result was drawn of that.
    """
    for turn in history[:-FRESH]:
        turn["results"] = [_named(each) for each in turn["results"]]
    for turn in history[-FRESH:]:
        is_alone = len(turn["results"]) == 1
        turn["results"] = [each if is_alone or each["type"] != "plot" else _named(each) for each in turn["results"]]
    return history


def closing_brief(table: Table, turns: Sequence[Turn], about: Sequence[str] = ()) -> dict[str, Any]:
    """Return for whoever ends a dialogue what its table is about, and what was asked, answered and found; of queries
    what has to do with the texts in `about`, the dialogue's aim.

    Of results that are long, and of models and figures, the answers tell what matters.
    """
    told = {"name": table.name, "variable": VARIABLE, "rows": table.rows, **rows_brief(table)}
    history = history_brief(turns)
    for turn, whole in zip(history, turns, strict=True):
        turn["query"] = telling(whole.query, _CLOSED, about)
        turn["results"] = [_closing(result) for result in turn["results"]]
    return {"table": told, "history": history}


def _named(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result without what is in it."""
    return {key: told for key, told in result.items() if key != "facts"}


def _closing(result: dict[str, Any]) -> dict[str, Any]:
    """Return a result, with its facts where these are all of it: few rows or entries."""
    is_short = result["type"] not in ("plot", "model") and is_small(result["facts"])
    return result if is_short else _named(result)


def coded_brief(
    turns: Sequence[Turn], coded: int = CODED, spoken: Collection[str] = (), about: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return earlier turns for whoever writes code, oldest first: those that made a variable which is `spoken` of, or
    where none did, the `coded` latest ones and those before them that drew nothing.

    Of code, what leads to variables that are `spoken` of is told, where it makes such. Whose code is told needs no
    query; of older ones is told what has to do with the texts in `about`. An answer is told where it stands in place of
    code.
    """
    drawing = {turn.id for turn in turns if turn.intents and all(each.type == "plot" for each in turn.intents)}
    last = turns[-1].id if turns else ""
    coding = [turn for turn in turns if turn.code is not None and (turn.id not in drawing or turn.id == last)]
    makers = _makers(turns)
    named = {makers[name] for name in spoken if name in makers}
    with_code = named or {turn.id for turn in coding[-coded or len(coding) :]}
    shown = {turn.id for turn in turns if turn.code is not None} & with_code
    fresh = {turn.id for turn in turns[-(coded or FRESH) :]}
    return [
        {
            **({} if turn.id in shown and coded else {"query": query}),
            **({"answer": turn.answer} if turn.code is None else {}),
            **({"code": _making(turn, spoken)} if coded and turn.id in shown else {}),
            "results": [_held(each, is_told=each.name in spoken) for each in turn.results],
        }
        for turn, query in zip(turns, _queries(turns, _CODED_FOR, about), strict=True)
        if turn.id in (named or fresh | with_code) or not coded
    ]


def _making(turn: Turn, spoken: Collection[str]) -> str:
    """Return the code of a turn, or what of it leads to the variables that are spoken of, where it makes any."""
    assert turn.code is not None
    made = set(bound_names(turn.code)) & set(spoken)
    return lines_making(turn.code, made) if made else turn.code


def _held(result: Result, *, is_told: bool) -> dict[str, Any]:
    """Return a result for whoever writes code: a short data frame that the query names, by its rows."""
    is_short = "columns" in result.facts and is_small(result.facts)
    facts = {"facts": facts_brief(result.facts)} if is_told and is_short else {}
    return {"name": result.name, "type": result.type, **facts}


def _makers(turns: Sequence[Turn]) -> dict[str, str]:
    """Return the latest turn whose code gave each variable its value."""
    return {name: turn.id for turn in turns if turn.code is not None for name in bound_names(turn.code)}


def _queries(turns: Sequence[Turn], length: int, about: Sequence[str]) -> list[str]:
    """Return the queries of turns: the latest one in full; of others, in at most so many characters, what has to do
    with the texts in `about` and says what the turn's results are.
    """
    older = [telling(turn.query, length, [*about, *(each.name for each in turn.results)]) for turn in turns[:-1]]
    return [*older, *(turn.query for turn in turns[-1:])]
