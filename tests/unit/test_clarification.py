"""A query that leaves something open is a case only where query and answer settle it, and another reading differs."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from company.benchmark.reading import Benchmark
from company.families.dialogues.body.entries import Situation
from company.families.dialogues.categories import OF_MEANING
from company.families.dialogues.stages.actions.clarification import STAGE, entry_of, exchange
from company.families.dialogues.stages.actions.left_open import (
    KINDS,
    fault,
    may_leave_open,
    mislabelled,
)
from company.families.dialogues.stages.actions.replies import Clarified, Reading
from company.families.dialogues.statistics.composition import _left_open
from company.records import Intent
from company.sandbox import Sandbox
from grammar.changing import points, settled
from grammar.moves import Move
from grammar.opening import leave_open
from grammar.scene import Scene, scene_of
from grammar.understanding import understand
from tests.support.gating import gate_of

QUERY = "I wonder about the towns. Please compute the average 'sales' per 'city' in the full data and return a Series."
CODE = 'by_city = shops.groupby("city")["sales"].mean()'
MEDIAN = 'by_city = shops.groupby("city")["sales"].median()'


def said(**changes: Any) -> Clarified:
    whole = {
        "query": QUERY.replace("average", "typical"),
        "open": "statistic",
        "taken_out": "average",
        "question": "Do you mean the average or the median?",
        "answer": "I am after the average.",
        "meant": "the average",
        "readings": (Reading(text="the median", code=MEDIAN),),
    }
    return Clarified(**{**whole, **changes})


def brief(dialogue: Any, **changes: Any) -> dict[str, Any]:
    table = dialogue.table.model_dump(mode="json") | {"variable": "shops"}
    whole = {
        "table": table,
        "variables": [],
        "history": [],
        "query": QUERY,
        "results": [{"name": "by_city", "type": "series"}],
        "asked_back": None,
        "open": KINDS,
        "drafts": [],
    }
    return whole | changes


def read(dialogue: Any, query: str) -> tuple[Scene, list[Move]]:
    scene = scene_of(brief(dialogue)["table"], (), None)
    return scene, understand(query, scene)


def entry(dialogue: Any, draft: Clarified) -> dict[str, Any]:
    here = exchange(Situation(dialogue.table, dialogue.prelude, dialogue.variable), draft)
    return entry_of(
        here, draft, CODE, [Intent(name="by_city", type="series")], "shops.p1.s1.d1.t01.clarification"
    ).line()


def test_an_opened_query_reads_otherwise_and_the_answer_settles_it(dialogue: Any) -> None:
    scene, moves = read(dialogue, QUERY)
    found = {point.slot: point for point in points(QUERY, moves, scene, random.Random(1))}
    assert {"agg", "by"} <= set(found)
    for point in found.values():
        opened = understand(point.opened(QUERY), scene)
        assert [move.meaning for move in opened] != [move.meaning for move in moves]
        meant = settled(QUERY, point, f"I mean {point.label}.", scene)
        assert [move.meaning for move in meant] == [move.meaning for move in moves]
        assert settled(QUERY, point, f"I mean {point.other_label}.", scene) == []


def test_words_that_stand_twice_are_never_what_is_taken_out(dialogue: Any) -> None:
    query = f"The average says little to me. {QUERY}"
    scene, moves = read(dialogue, query)
    assert all(point.slot != "agg" for point in points(query, moves, scene, random.Random(1)))


def test_the_built_in_company_makes_an_exchange_that_passes(dialogue: Any) -> None:
    reply = Clarified.model_validate(leave_open(brief(dialogue), random.Random(3)))
    assert reply.readings
    assert fault(reply, QUERY) is None
    assert "by_city" in reply.readings[0].code


@pytest.mark.parametrize("kind", ["measure", "group", "statistic"])
def test_the_built_in_company_leaves_open_what_it_is_asked_to(dialogue: Any, kind: str) -> None:
    for seed in range(4):
        reply = Clarified.model_validate(leave_open(brief(dialogue, open=[kind]), random.Random(seed)))
        assert reply.open == kind
        assert fault(reply, QUERY, (kind,)) is None  # type: ignore[arg-type]
        assert mislabelled(reply, CODE) is None


@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("number", "Please take the 3 rows of the full table with the highest 'sales', in that order and ties as they "
                   "stand, and give it back as a data frame."),
        ("threshold", "Please filter the full table to the cases where 'sales' is higher than 99, and give it back as "
                      "a data frame."),
    ],
)  # fmt: skip
def test_a_question_back_offers_no_numbers(dialogue: Any, kind: str, query: str) -> None:
    whole = brief(dialogue, query=query, open=[kind], results=[{"name": "found", "type": "dataframe"}])
    for column in whole["table"]["columns"]:
        column["quartiles"] = [40.0, 80.0, 120.0] if column["numeric"] else None
    reply = Clarified.model_validate(leave_open(whole, random.Random(3)))
    assert reply.open == kind and not any(letter.isdigit() for letter in reply.question)


def test_two_thirds_of_the_turns_leave_open_what_a_figure_is_of() -> None:
    drawn = [may_leave_open(f"wine.p{p:02d}.s1.d1.t{t:02d}") for p in range(30) for t in range(30)]
    assert {*drawn} == {OF_MEANING, KINDS}
    assert 0.6 < drawn.count(OF_MEANING) / len(drawn) < 0.73


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, None),
        ({"open": "measure"}, "names the same columns"),
        ({"open": "measure", "readings": (Reading(text="'staff'", code=CODE.replace("sales", "staff")),)}, None),
        (
            {"open": "threshold", "readings": (Reading(text="'staff'", code=CODE.replace("sales", "staff")),)},
            "in no num",
        ),
    ],
)
def test_what_is_left_open_is_told_by_how_the_readings_differ(changes: dict[str, Any], words: str | None) -> None:
    told = mislabelled(said(**changes), CODE)
    assert told is None if words is None else words in (told or "")


def test_which_of_two_columns_is_meant_is_left_open_where_the_code_speaks_of_both() -> None:
    code = "kept = df[df['bad'] >= 30]\nshare = kept['bad'].sum() / kept['staff'].sum()"
    other = Reading(text="staff of at least 30", code=code.replace("['bad'] >=", "['staff'] >="))
    assert mislabelled(said(open="measure", readings=(other,)), code) is None
    same = Reading(text="30 or more", code=code.replace(">=", ">"))
    assert "each as often" in (mislabelled(said(open="measure", readings=(same,)), code) or "")


def test_what_is_not_to_be_left_open_goes_back() -> None:
    assert "leave open the measure, the group or the time" in (fault(said(), QUERY, ("measure", "group", "time")) or "")


def test_the_built_in_company_declines_where_its_words_are_not_understood(dialogue: Any) -> None:
    assert not Clarified.model_validate(leave_open(brief(dialogue, query="What now?"), random.Random(3))).readings


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"taken_out": "mean"}, "do not stand in the query"),
        ({"query": QUERY}, "nothing is left open"),
        ({"answer": "The median, please."}, "bring back"),
        ({"question": "Say more."}, "question mark"),
        ({"open": "threshold", "question": "At least 2, or at least 5?"}, "ask openly"),
        ({"open": "number", "question": "Of 'B12', 5 or 8?"}, "ask openly"),
        ({"readings": (Reading(text="The average", code=MEDIAN),)}, "named alike"),
    ],
)
def test_an_exchange_that_does_not_hang_together_goes_back(changes: dict[str, Any], words: str) -> None:
    assert words in (fault(said(**changes), QUERY) or "")
    assert fault(said(), QUERY) is None


def test_the_prompt_ends_with_the_exchange_and_the_line_tells_it(dialogue: Any) -> None:
    line = entry(dialogue, said())
    assert [message["content"] for message in line["prompt_with_hist_json"][-3:-1]] == [said().query, said().question]
    assert line["current_query"] == said().answer
    assert line["open"] == "statistic"
    assert line["clarifications"] == [{"question": said().question, "answer": said().answer}]
    assert [reading["text"] for reading in line["readings"]] == ["the average", "the median"]


@pytest.mark.asyncio(loop_scope="session")
async def test_the_gate_takes_readings_that_differ_and_refuses_readings_that_agree(
    dialogue: Any, sandbox: Sandbox
) -> None:
    good = await gate_of(entry(dialogue, said()), dialogue.resource, sandbox, cold_check=False)
    assert good.passed, good.reasons
    same = said(readings=(Reading(text="the mean", code=CODE),))
    bad = await gate_of(entry(dialogue, same), dialogue.resource, sandbox, cold_check=False)
    assert bad.reasons == ("the check accepts a wrong answer (the mean)",)


def test_figures_and_turns_without_code_are_left_alone(dialogue: Any) -> None:
    assert [STAGE.wants(turn) for turn in dialogue.turns] == [True, True, False, False, True]


def test_stats_say_what_clarifications_leave_open() -> None:
    lines = tuple({"open": kind, "reference_answer": "", "result_type": "value", "current_query": ""}
                  for kind in ("measure", "group", "threshold", "measure"))  # fmt: skip
    rows = _left_open(Benchmark(Path("shops"), {"clarification": lines}))
    assert rows == [
        ("measure, group or time (33% at least)", 75.0, None),
        ("  measure", 50.0, None),
        ("  group", 25.0, None),
        ("  threshold", 25.0, None),
    ]
