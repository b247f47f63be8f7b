"""Budgets of prompts: wide tables and long dialogues stay within them, what is spoken of stays, the rest in order."""

from __future__ import annotations

import copy
import functools
import itertools
import random
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

from company.families.dialogues.briefs import Context
from company.families.dialogues.budgets import BUDGETS, given_way, within
from company.families.dialogues.excerpts import beginning, ending
from company.families.dialogues.giving_way import ORDER, OTHERS, Spoken
from company.families.dialogues.table_briefs import table_brief
from company.prompts import brief_text
from grammar.coding import write_code
from grammar.scene import in_full, scene_of
from tests.unit.test_briefs import context, result, table_of, turn, variable

WORDS = "wheat that was sown late and stood in water for most of the spring, so that little of it was left to cut; "
WIDE = pd.DataFrame({
    f"{'note' if number % 4 else 'share'} of field {number}": [
        f"{WORDS * 3}{row % 9}" if number % 4 else float(row + number) for row in range(40)
    ]
    for number in range(80)
})  # fmt: skip
NAMED = ("share of field 4", "note of field 71")
QUERY = f"Please take the mean of '{NAMED[0]}' by '{NAMED[1]}' in `kept_5`."


def length(brief: dict[str, Any]) -> int:
    return len(brief_text(brief))


@functools.cache
def hostile(turns: int = 30, asked: tuple[str, ...] = ("kept_3", "kept_5")) -> Context:
    """Return where a dialogue stands that has long gone on about a wide table in long queries."""
    codes = [f"made_{number} = {number}\n" * 60 + f"kept_{number % 15}.head()" for number in range(1, turns + 1)]
    told = [turn(number, f"Question {number}: {WORDS * 12}", WIDE, answer=WORDS * 4, code=code)
            for number, code in enumerate(codes, start=1)]  # fmt: skip
    kept = [variable(f"kept_{number}", WIDE, preview=WORDS * 3) for number in range(15)]
    made = [variable(f"made_{number}", number) for number in range(1, turns + 1)]
    named = " ".join(f"`{each.name}`" for each in made)
    return Context(table_of(WIDE), [variable("df", WIDE), *made, *kept], asked, told, [QUERY, named])


def brief_of(task: str, here: Context) -> dict[str, Any]:
    brief = {"task": task, **here.coding(), "query": QUERY}
    if task in ("ask", "reword", "decide"):
        asked = [{"query": WORDS * 12, "results": []} for _ in range(40)]
        brief.pop("more_variables", None)
        brief = {**brief, **here.asking(), "results_so_far": ["kept_3", "kept_5"], "asked_before": asked}
    return brief


TASKS = [task for task in BUDGETS if task not in ("table", "diagnose", "find_insight", "report_result")]


@pytest.mark.thorough
@pytest.mark.parametrize("task", TASKS)
def test_the_hostile_stay_within_their_budgets_and_what_is_spoken_of_stays(task: str) -> None:
    here = hostile()
    brief = brief_of(task, here)
    assert length(brief) > 1.5 * BUDGETS[task]
    told = here.within(brief)
    assert length(told) <= BUDGETS[task]
    named = {each["name"]: each for each in told["table"]["columns"]}
    assert set(NAMED) <= set(named)
    assert named[NAMED[0]]["maximum"] == 43.0
    more = told.get("more_variables", [])
    assert {"df", "kept_5"} <= {each["name"] for each in told["variables"]}
    assert "kept_3" in {*more, *(each["name"] for each in told["variables"])}
    assert told["query"] == QUERY
    whole = [each.get("query") for each in brief["history"][-2:]]
    assert [each.get("query") for each in told["history"][-2:]] == whole
    assert told["history"][-1] == brief["history"][-1]
    if "more_columns" in brief["table"]:  # a query that names what code needs is told no others
        assert told["table"]["more_columns"] == 80 - len(named)
    named_alone = len(more) - len(brief.get("more_variables", ()))
    assert named_alone == len(brief["variables"]) - len(told["variables"])
    assert here.within(brief) == told


@pytest.mark.thorough
def test_many_earlier_results_keep_their_names_and_the_columns_that_are_spoken_of() -> None:
    asked = tuple(f"kept_{number}" for number in range(8))
    apart = {name: WIDE.rename(columns=lambda column, name=name: f"{name[5:]}{column}") for name in asked}
    made = [variable(name, frame.assign(**{NAMED[0]: 1.5})) for name, frame in apart.items()]
    here = replace(hostile(asked=asked), variables=[variable("df", WIDE), *made])
    told = here.within(brief_of("ask", here))
    assert length(told) <= BUDGETS["ask"]
    variables = {each["name"]: each for each in told["variables"]}
    assert set(variables) == {"df", *asked}
    assert variables["kept_5"]["columns"][-1]["name"] == NAMED[0]
    assert len(variables["kept_5"]["columns"]) > 1


def test_a_wide_table_that_is_told_whole_keeps_to_its_budget() -> None:
    told = table_brief(table_of(WIDE))
    assert length({"table": told}) <= BUDGETS["table"]
    assert len(told["columns"]) + told["more_columns"] == 80


def test_a_named_column_beyond_the_first_ones_is_told() -> None:
    told = table_brief(table_of(WIDE), {"note of field 71"})
    (column,) = told["columns"]
    assert column["name"] == "note of field 71" and column["values"]
    others = told[OTHERS]
    assert sum(map(len, others.values())) == 60
    assert others["str text"]["note of field 1"] == 9


def test_an_ordinary_dialogue_is_untouched() -> None:
    here = context([turn(1, "the mean 'yield' of `df`", 4.5), turn(2, "and of the 'acres'?", 3.0)])
    for task in TASKS:
        brief = brief_of(task, here) | {"asked_before": []}
        before = copy.deepcopy(brief)
        assert here.within(brief) == before


@pytest.mark.thorough
def test_a_brief_is_not_changed_where_it_stands() -> None:
    here = hostile()
    brief = brief_of("ask", here)
    before = copy.deepcopy(brief)
    here.within(brief)
    assert brief == before


@pytest.mark.thorough
def test_things_give_way_in_their_order() -> None:
    brief = brief_of("ask", hostile())
    order = [said for said, _ in ORDER]
    seen: list[list[str]] = []
    for most in range(length(brief) - 1, 9_000, -5_000):
        told, gone = given_way(brief, Spoken(NAMED, ("kept_3", "kept_5"), ("kept_3",)), most)
        assert length(told) <= most
        places = [order.index(said) for said in gone]
        assert places == sorted(places)
        seen.append(gone)
    for less, more in itertools.pairwise(seen):
        assert more[: len(less)] == less
    assert seen[0] == ["parts of older queries"]
    assert "parts of older queries" in seen[-1]


def test_only_as_much_gives_way_as_has_to() -> None:
    here = context([turn(number, "the 'yield' of `df`", 4.5) for number in range(1, 5)],
                   variables=[variable(name, [1] * 30, preview=name * 30) for name in ("one", "two")])  # fmt: skip
    here = replace(here, asked=["one", "two"])
    brief = {"task": "write_code", **here.coding()}
    told, gone = given_way(brief, Spoken({"yield"}), length(brief) - 1)
    assert ["preview" in each for each in told["variables"]] == [False, True]
    assert gone == ["previews of variables"]
    assert told["history"] == brief["history"]


def test_drafts_and_attempts_are_not_counted() -> None:
    here = context([turn(1, "the mean 'yield' of `df`", 4.5)])
    brief = {"task": "write_wrong", **here.coding(), "drafts": [{"reply": {"code": "x" * 50_000}, "wrong": "it fails"}]}
    assert here.within(brief) == brief


def test_claims_keep_their_columns() -> None:
    columns = table_brief(table_of(WIDE), set(WIDE))["columns"]
    brief = {"task": "diagnose", "columns": columns, "claims": [], "query": QUERY}
    told = within(brief, Spoken(NAMED))
    assert length(told) <= BUDGETS["diagnose"]
    assert set(NAMED) <= {each["name"] for each in told["columns"]}


def test_a_text_is_only_marked_as_cut_where_something_is_left_out() -> None:
    assert beginning("sum of the acres", 16) == "sum of the acres"
    assert beginning("sum of the acres", 15) == "sum of the […]"
    assert beginning("x" * 40, 15) == "x" * 11 + " […]"


def test_of_a_cut_query_the_last_sentences_are_told_and_none_ends_within_a_short_form() -> None:
    query = "For Typ/Herst. Kerner rows alone, " + "Take the mean of each. " * 9 + "Then rank the Masch./Gr. groups."
    assert ending(query, 90) == "[…] Take the mean of each. Take the mean of each. Then rank the Masch./Gr. groups."
    assert ending(query, len(query)) == query


def test_of_a_last_sentence_that_is_too_long_the_first_words_are_told() -> None:
    query = "So be that. Now give me the mean of each group, the largest first, " + "and its rank beside it, " * 9
    told = ending(query, 80)
    assert len(told) <= 80
    assert told.startswith("[…] Now give me the mean of each group, the largest first") and told.endswith(" […]")


@pytest.mark.thorough
def test_the_built_in_company_answers_what_has_been_shortened() -> None:
    here = hostile()
    brief = here.within(brief_of("write_code", here))
    scene = scene_of(brief["table"], brief["variables"], None)
    assert set(NAMED) <= {column.name for column in scene.variables["kept_5"].columns}
    brief["table"]["columns"] = [in_full(each) for each in brief["table"]["columns"]]
    assert write_code(brief, random.Random(1))["message"]


def test_a_wide_result_is_told_by_its_first_columns_and_those_that_are_named() -> None:
    wide = result("made", WIDE).model_dump(include={"name", "facts"})
    brief = {"task": "report_result", "query": QUERY, "code": "made = df", "output": "", "results": [wide]}
    assert length(brief) > 2 * BUDGETS["report_result"]
    told, gone = given_way(brief, Spoken([*WIDE][10:12]), BUDGETS["report_result"])
    assert length(told) <= BUDGETS["report_result"]
    facts = told["results"][0]["facts"]
    assert facts["columns"] == [*WIDE][:8] + [*WIDE][10:12]
    assert {len(row) for row in facts["head"]} == {10}
    assert (facts["rows"], facts["width"]) == (40, 80)
    assert gone == ["columns of wide results", "prose in results"]


def test_results_are_what_the_reply_is_about() -> None:
    brief = {"task": "find_insight", "table": table_brief(table_of(WIDE), set()), "query": QUERY,
             "results": [result("made", WIDE.iloc[:9, :3]).model_dump(include={"name", "facts"})]}  # fmt: skip
    told = within(brief, Spoken(NAMED))
    assert told["results"] == brief["results"]
    assert length(told) <= BUDGETS["find_insight"] or told["table"]["columns"] == []


def test_the_conditions_of_a_question_that_was_asked_twice_give_way_first() -> None:
    questions = [{"text": "is it so?", "conditions": ["above 3"]} for _ in range(3)]
    brief = {"task": "ask", "plan": {"questions": questions}, "turns_per_question": [2, 1, 0]}
    told, gone = given_way(brief, Spoken(), length(brief) - 1)
    assert ["conditions" in each for each in told["plan"]["questions"]] == [False, True, True]
    assert gone == ["conditions of questions that were asked twice"]
