"""Whether a query can be answered is told by executing the statements on it, and by nothing else."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from company.families.dialogues.body.entries import Situation, choice_entry
from company.families.dialogues.records import Choice
from company.families.dialogues.stages.actions.diagnoses import choice_of
from company.families.dialogues.stages.actions.fast_fail import fault, near, outcome_of
from company.families.dialogues.stages.actions.replies import Diagnosed, Needed, Reading
from company.records import Variable
from company.sandbox import Sandbox
from grammar import absent
from grammar.diagnosing import diagnose
from grammar.scene import scene_of
from tests.support.gating import gate_of

QUERY = "Keep the rows where 'city' is 'Oslo'. I need the average 'sales' over those rows where 'staff' is above 1."
CODE = "rows = shops[(shops['city'] == 'Oslo') & (shops['staff'] > 1)]\nresult = float(rows['sales'].mean())"
MEDIAN = CODE.replace("mean", "median")
OSLO = Needed(kind="value", column="city", name="Oslo")
SALES = Needed(kind="column", column="sales")
POINTS = (("the average", "the median"), ("above 1", "above 4"))


def source(dialogue: Any) -> Variable:
    return Variable(name="shops", type="dataframe", shape=(8, 5), columns=dialogue.table.columns)


def draft(**changes: Any) -> Diagnosed:
    whole = {
        "query": QUERY,
        "columns": ("city", "staff", "sales"),
        "readings": (Reading(text="the average", code=CODE),),
        "open_points": POINTS,
        "needs": (OSLO, SALES),
    }
    return Diagnosed(**{**whole, **changes})


def opened(other: str) -> Diagnosed:
    readings = (Reading(text="the average", code=CODE), Reading(text="the median", code=other))
    return draft(query=QUERY.replace("average", "typical"), readings=readings)


def lacking(need: Needed, query: str, code: str) -> Diagnosed:
    return draft(query=query, readings=(Reading(text="the average", code=code),), needs=(need, SALES), lacking=1)


def choice(said: Diagnosed, seed: int = 1) -> Choice:
    made = choice_of(said, "shops", "shops", ["city", "kind", "opened", "sales", "staff"], random.Random(seed))
    assert made is not None
    return made


async def found(dialogue: Any, sandbox: Sandbox, said: Diagnosed) -> tuple[str, ...]:
    here = Situation(dialogue.table, dialogue.prelude, dialogue.variable)
    line = choice_entry(here, choice(said), "shops.p1.s1.d1.t01.fast_fail")
    return (await gate_of(line, dialogue.resource, sandbox, cold_check=False)).reasons


NARVIK = lacking(
    Needed(kind="value", column="city", name="Hamar"), QUERY.replace("Oslo", "Hamar"), CODE.replace("Oslo", "Hamar")
)
YEN = lacking(
    Needed(kind="unit", column="sales", name="Japanese yen"), f"{QUERY} In Japanese yen.", f"{CODE}\nresult *= yen"
)
LATE = lacking(
    Needed(kind="period", column="opened", name="2031"),
    f"{QUERY} Those from 2031.",
    CODE.replace("rows['sales']", "rows[rows['opened'].str.startswith('2031')]['sales']"),
)
FALSE = lacking(
    Needed(
        kind="premise",
        name="'books' has the most 'staff'",
        code="shops.groupby('kind')['staff'].sum().idxmax() == 'books'",
    ),
    QUERY,
    CODE,
)
PRICE = draft(
    query=QUERY.replace("sales", "rent"),
    columns=("city", "staff", "rent"),
    readings=(Reading(text="the average", code=CODE.replace("sales", "rent")),),
    needs=(OSLO, Needed(kind="column", column="rent")),
    lacking=2,
)


@pytest.mark.parametrize(
    "said",
    [draft(), opened(CODE.replace("mean", "median")), NARVIK, YEN, LATE, FALSE, PRICE],
    ids=["answerable", "open", "value", "unit", "period", "premise", "column"],
)
@pytest.mark.asyncio(loop_scope="session")
async def test_exactly_the_statement_that_holds_is_found_right(
    dialogue: Any, sandbox: Sandbox, said: Diagnosed
) -> None:
    assert await found(dialogue, sandbox, said) == ()


@pytest.mark.parametrize("need", [OSLO, SALES, Needed(kind="period", column="opened", name="2019")])
@pytest.mark.asyncio(loop_scope="session")
async def test_an_unanswerable_question_that_is_answerable_is_refused(
    dialogue: Any, sandbox: Sandbox, need: Needed
) -> None:
    said = lacking(need, QUERY, CODE)
    reasons = await found(
        dialogue, sandbox, said if need != SALES else said.model_copy(update={"needs": (SALES, OSLO)})
    )
    assert any("the reference answer says" in reason for reason in reasons), reasons


@pytest.mark.asyncio(loop_scope="session")
async def test_an_open_question_whose_readings_agree_is_refused(dialogue: Any, sandbox: Sandbox) -> None:
    reasons = await found(dialogue, sandbox, opened(CODE))
    assert any("the reference answer says" in reason for reason in reasons), reasons


@pytest.mark.asyncio(loop_scope="session")
async def test_an_open_question_with_a_reading_that_fails_is_refused(dialogue: Any, sandbox: Sandbox) -> None:
    assert await found(dialogue, sandbox, opened("result = nothing"))


@pytest.mark.parametrize(
    ("said", "outcome", "words"),
    [
        (draft(), "open", "two"),
        (draft(), "unanswerable", "lacking"),
        (draft(columns=("city", "rent")), "answerable", "'rent'"),
        (draft(query="Go on."), "answerable", "does not name"),
        (opened(MEDIAN).model_copy(update={"query": QUERY}), "open", "nothing is left open"),
        (draft(open_points=(POINTS[0], POINTS[0])), "answerable", "two different points"),
        (draft(readings=(Reading(text="the average", code="print(1)"),)), "answerable", "leaves nothing"),
    ],
)
def test_a_draft_that_is_not_what_was_asked_for_goes_back(
    dialogue: Any, said: Diagnosed, outcome: Any, words: str
) -> None:
    assert words in (fault(said, outcome, source(dialogue), dialogue.table) or "")


@pytest.mark.parametrize(
    "need",
    [
        Needed(kind="column", column="Sale"),
        Needed(kind="column", column="sales_price"),
        Needed(kind="column", column="Staffs"),
        Needed(kind="value", column="city", name="bergen"),
        Needed(kind="value", column="city", name="Bergens"),
        Needed(kind="unit", column="sales", name="kilograms"),
        Needed(kind="period", column="opened", name="next year"),
    ],
)
def test_what_comes_close_to_something_that_is_there_is_not_lacking(dialogue: Any, need: Needed) -> None:
    assert near(need, source(dialogue), dialogue.table) is not None


def test_another_number_of_a_series_is_another_value(dialogue: Any) -> None:
    table = dialogue.table.model_copy(
        update={"columns": (dialogue.table.columns[0].model_copy(update={"values": (("class_0", 3), ("class_1", 2))}),)}
    )
    frame = Variable(name="shops", type="dataframe", columns=table.columns)
    assert near(Needed(kind="value", column="city", name="class_2"), frame, table) is None


def test_a_third_of_the_turns_gets_each_outcome() -> None:
    counts = Counter(outcome_of(f"wine.p{p:02d}.s1.d1.t{t:02d}") for p in range(30) for t in range(30))
    assert all(240 < count < 360 for count in counts.values()), counts


def test_kinds_and_length_do_not_tell_the_right_statement() -> None:
    longest = 0
    for said in (draft(), opened(MEDIAN), NARVIK):
        for seed in range(300):
            made = choice(said, seed)
            kinds = Counter(option.code.split("(")[0].removeprefix("not ").split("_")[0] for option in made.options)
            assert kinds == {"answered": 2, "open": 2, "has": 2}
            longest += not max(made.options, key=lambda option: len(option.text)).slip
    assert 0.10 < longest / 900 < 0.24, longest


def test_absent_values_are_of_the_kind_that_a_column_holds(dialogue: Any) -> None:
    scene = scene_of(dialogue.table.model_dump(mode="json") | {"variable": "shops"}, (), None)
    city, opened_on = scene.table.columns[0], scene.table.columns[2]
    made = absent.value(city, (), random.Random(1))
    assert made is not None and made not in {value for value, _ in city.values}
    assert (
        absent.value(city.model_copy(update={"values": (("x1z", 3), ("qq", 3), ("b", 2))}), (), random.Random(1))
        is None
    )
    assert absent.last_year(opened_on) == 2022


@pytest.mark.parametrize("outcome", ["answerable", "open", "unanswerable"])
def test_the_built_in_company_writes_what_was_asked_for(dialogue: Any, outcome: Any) -> None:
    columns = tuple(
        column.model_copy(update={"distinct": 30, "quartiles": (40.0, 80.0, 120.0), "missing": 0})
        if column.numeric
        else column
        for column in dialogue.table.columns
    )
    values = (("Oslo", 40), ("Bergen", 40), ("Narvik", 20))
    city = columns[0].model_copy(update={"values": values})
    table = dialogue.table.model_copy(update={"columns": (city, *columns[1:]), "rows": 100})
    brief = {
        "table": table.model_dump(mode="json") | {"variable": "shops"},
        "variables": [],
        "history": [],
        "query": "Please compute the average 'sales' over all rows in the full data and return a single value.",
        "outcome": outcome,
        "kinds": ["value", "column", "premise", "unit", "period"],
        "source": "shops",
        "leading": [],
        "wrong": [],
    }
    said = Diagnosed.model_validate(diagnose(brief, random.Random(2)))
    assert said.query
    assert fault(said, outcome, Variable(name="shops", type="dataframe", columns=table.columns), table) is None
