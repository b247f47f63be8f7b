"""Whether a query can be answered is told by executing the statements on it, and by nothing else."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from company.families.dialogues.body.entries import Situation, choice_entry
from company.families.dialogues.stages.actions import claims_in, fast_fail
from company.families.dialogues.stages.actions.asked_queries import Found, fault, unsound
from company.families.dialogues.stages.actions.claims import Claim, apart, measures_of, worth_asking
from company.families.dialogues.stages.actions.diagnoses import choice_of
from company.families.dialogues.stages.actions.fast_fail import offered, outcome_of, target_of
from company.families.dialogues.stages.actions.replies import Diagnosed, Meaning, Proposed, Vague
from company.records import Column, Variable
from company.sandbox import Sandbox
from grammar.diagnosing import diagnose
from tests.support.gating import gate_of

PRELUDE = 'import pandas as pd\n\nshops = pd.read_csv("shops.csv")'
GROUPS, MEASURES = ["city", "kind"], ["sales", "staff", "size", "profit", "rent", "area"]


def frame() -> pd.DataFrame:
    """Ten shops of each kind in each town, but no books in Narvik, no known rent there, and no area for tea."""
    rows = [
        {
            "city": city,
            "kind": kind,
            "sales": {"bakery": 1000 if size == 0 else 10, "tea": 50, "books": 20}[kind] + size / 100,
            "staff": {"bakery": 9, "tea": 5, "books": 1}[kind] + size / 100,
            "size": size,
            "profit": {"bakery": 100 - 10 * size, "tea": 30, "books": 2}[kind],
            "rent": None if city == "Narvik" else 5,
            "area": 0 if kind == "tea" else 7,
        }
        for city in ("Oslo", "Bergen", "Narvik")
        for kind in ("bakery", "tea", "books")
        for size in range(10)
        if (city, kind) != ("Narvik", "books")
    ]
    return pd.DataFrame(rows)


@pytest.fixture
def resource(tmp_path: Path) -> Path:
    frame().to_csv(tmp_path / "shops.csv", index=False)
    return tmp_path


SOURCE = Variable(name="shops", type="dataframe", shape=(80, 8))
TEA_IN_OSLO = Claim(kind="part", rows=(("city", "is", "Oslo"), ("kind", "is", "tea")))
BOOKS_IN_NARVIK = Claim(kind="part", rows=(("city", "is", "Narvik"), ("kind", "is", "books")))
OSLO = Claim(kind="part", rows=(("city", "is", "Oslo"),))
BAKERY = Claim(kind="ahead", column="staff", by="kind", labels=("bakery", "tea"))
TEA = Claim(kind="ahead", column="staff", by="kind", labels=("tea", "bakery"))
RENT = Claim(kind="known", rows=(("city", "is", "Narvik"),), column="rent")
AREA = Claim(kind="per", rows=(("kind", "is", "tea"),), column="area")
TYPICAL = Vague(
    word="typical", meanings=(Meaning(text="the mean", value="'mean'"), Meaning(text="the median", value="'median'"))
)
LARGE = Vague(word="large", meanings=(Meaning(text="at least 3", value="3"), Meaning(text="at least 8", value="8")))


def query(column: str, *claims: Claim, by: str = "kind", words: str = "") -> Proposed:
    parts = [claim.where("shops", ()) for claim in claims if claim.rows]
    rows = f"shops[{' & '.join(parts)}]" if parts else "shops"
    said = " and ".join(claim.said("shops") for claim in claims)
    return Proposed(
        query=f"Given that {said}: which '{by}' has the highest typical '{column}' among the large shops?{words}",
        takes=(1, 2),
        points=(TYPICAL, LARGE),
        code=f"rows = {rows}\nrows = rows[rows['size'] >= second]\n"
        f"figures = rows.groupby({by!r})[{column!r}].agg(first)",
        wanted="highest",
    )


async def found(
    dialogue: Any, resource: Path, sandbox: Sandbox, said: Proposed, claims: list[Claim], right: int, answers: list[str]
) -> tuple[str, ...]:
    made = choice_of(said, claims, SOURCE, answers, right=right, chance=random.Random(1))
    here = Situation(dialogue.table, PRELUDE, "shops")
    line = choice_entry(here, made, "shops.p1.s1.d1.t01.fast_fail")
    return (await gate_of(line, resource, sandbox, cold_check=False)).reasons


@pytest.mark.parametrize(
    ("said", "claims", "right", "answers"),
    [
        (query("staff", OSLO, BAKERY), [OSLO, BAKERY], 0, ["bakery", "tea"]),
        (query("staff", OSLO, BAKERY), [OSLO, BAKERY], 1, ["tea", "bakery"]),
        (query("sales", OSLO, BAKERY).model_copy(update={"points": (TYPICAL, LARGE.model_copy(update={"meanings": (
            Meaning(text="at least 0", value="0"), Meaning(text="at least -1", value="-1"))}))}),
         [OSLO, BAKERY], 2, ["bakery", "tea"]),
        (query("profit", OSLO, BAKERY), [OSLO, BAKERY], 3, ["bakery", "tea"]),
        (query("staff", BOOKS_IN_NARVIK, BAKERY, by="city"), [BOOKS_IN_NARVIK, BAKERY], 4, ["Oslo", "Bergen"]),
        (query("rent", RENT, BAKERY), [RENT, BAKERY], 4, ["bakery", "tea"]),
        (query("staff", AREA, BAKERY), [AREA, BAKERY], 4, ["bakery", "tea"]),
        (query("staff", OSLO, TEA), [OSLO, TEA], 5, ["bakery", "tea"]),
    ],
    ids=["first answer", "second answer", "first word", "second word", "no rows", "missing", "zero", "behind"],
)  # fmt: skip
@pytest.mark.asyncio(loop_scope="session")
async def test_exactly_the_statement_that_holds_is_found_right(
    dialogue: Any,
    resource: Path,
    sandbox: Sandbox,
    said: Proposed,
    claims: list[Claim],
    right: int,
    answers: list[str],
) -> None:
    assert await found(dialogue, resource, sandbox, said, claims, right, answers) == ()
    wrong = await found(dialogue, resource, sandbox, said, claims, (right + 1) % 6, answers)
    assert any("the reference answer says" in reason for reason in wrong), wrong


@pytest.mark.asyncio(loop_scope="session")
async def test_queries_that_are_of_no_use_go_back_with_the_reason_of_each_and_no_word_of_what_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turn = SimpleNamespace(id="shops.p1.s1.d1.t1")
    answered = Found(granted=(True, True), leaders=(("a", "a"), ("a", "a")), again=(), labels=("a", "b"))
    kinds = {
        0: answered,
        1: answered.model_copy(update={"leaders": (("a", "a"), ("b", "b"))}),
        2: answered.model_copy(update={"granted": (True, False)}),
    }
    other = next(each for kind, each in kinds.items() if kind != target_of(turn.id) // 2)
    several = answered.model_copy(update={"granted": (False, False)})
    shown = iter((several, other))

    async def executed(*_: Any) -> Found:
        return next(shown)

    monkeypatch.setattr(fast_fail, "fault", lambda *_: None)
    monkeypatch.setattr(fast_fail._Work, "_found", executed)
    claims = (OSLO, BAKERY)
    unused: Any = None
    work = fast_fail._Work(unused, unused, turn, (), unused, unused, SOURCE, claims)  # type: ignore[arg-type]
    told = await work.case(Diagnosed(queries=(query("staff", OSLO, BAKERY),) * 2))
    assert isinstance(told, str)
    first, second = told.split("; query 2: ")
    assert first.startswith("query 1: more than one thing is wrong with it")
    assert second.startswith("it would do by itself")
    assert not re.search("answer|open|lacking|granted", second)


LIMITS = Vague(word="large", meanings=tuple(Meaning(text=f"at least {size}", value=str(size)) for size in (3, 4, 8)))


@pytest.mark.parametrize("outcome", [0, 1], ids=["answerable", "open"])
@pytest.mark.asyncio(loop_scope="session")
async def test_of_several_meanings_those_are_offered_under_which_a_query_is_as_was_drawn(
    monkeypatch: pytest.MonkeyPatch, outcome: int
) -> None:
    turn = next(SimpleNamespace(id=f"t{number}") for number in range(99) if target_of(f"t{number}") == (0, 3)[outcome])
    leads = Found(granted=(True, True), leaders=(("a", "a", "b"),) * 2, again=(), labels=("a", "b"))
    judged: list[Any] = []

    async def executed(*_: Any) -> Found:
        return leads

    async def kept(_: Any, one: Any) -> None:
        judged.append(one)

    monkeypatch.setattr(fast_fail, "fault", lambda *_: None)
    monkeypatch.setattr(fast_fail._Work, "_found", executed)
    monkeypatch.setattr(fast_fail._Work, "_judged", kept)
    unused: Any = None
    work = fast_fail._Work(unused, unused, turn, (), unused, unused, SOURCE, (OSLO, BAKERY))  # type: ignore[arg-type]
    asked = query("staff", OSLO, BAKERY).model_copy(update={"points": (TYPICAL, LIMITS)})
    await work.case(Diagnosed(queries=(asked,)))
    (one,) = judged
    assert one.right == (0, 3)[outcome]
    texts = [meaning.text for meaning in one.query.points[1].meanings]
    assert (texts == ["at least 3", "at least 4"]) == (outcome == 0)
    assert ("at least 8" in texts) == (outcome == 1)


def test_claims_come_as_twins_of_which_the_data_bears_out_the_first_and_no_word_tells() -> None:
    shops = frame()
    twins = claims_in.twins(shops, GROUPS, MEASURES, {}, "a seed")
    known = {str(value) for name in shops.columns for value in shops[name].unique()} | {*shops.columns}
    assert {pair[0]["kind"] for pair in twins} == {"part", "known", "per", "ahead"}
    for pair in twins:
        there, none = (Claim.model_validate(each) for each in pair)
        assert eval(there.holds("shops", ()), {"pd": pd, "shops": shops}), there
        assert not eval(none.holds("shops", ()), {"pd": pd, "shops": shops}), none
        assert _shape(there.said("shops")) == _shape(none.said("shops"))
        names = [name for name in (*there.named(), *none.named()) if not re.fullmatch(r"[\d.]+", name)]
        assert set(names) <= known


def _shape(words: str) -> str:
    return re.sub(r"'[^']*'|[\d.]+", "…", words)


def test_months_without_rows_of_a_group_lie_between_months_with_some() -> None:
    days = pd.date_range("2020-01-01", periods=300, freq="D")
    shops = pd.DataFrame(
        {"day": days.strftime("%d/%m/%Y"), "city": ["Oslo" if day.month % 2 else "Bergen" for day in days]}
    )
    twins = claims_in.twins(shops, ["city"], [], {"day": "%d/%m/%Y"}, "a seed")
    assert twins
    day = [Column(name="day", position=0, dtype="str", role="date", missing=0, distinct=300, date_format="%d/%m/%Y")]
    for pair in twins:
        there, none = (Claim.model_validate(each) for each in pair)
        assert there.rows[1][:2] == none.rows[1][:2] == ("day", "in")
        assert [eval(each.holds("shops", day), {"pd": pd, "shops": shops}) for each in (there, none)] == [True, False]


def test_claims_that_nobody_would_put_are_not_made() -> None:
    """No measure by itself, no two spellings of one value, no group of a few rows."""
    kinds = ["Ulm"] * 150 + ["ulm "] * 90 + ["Kiel"] * 150 + ["Graz"] * 10
    shops = pd.DataFrame({"site": kinds, "gas": [400, 1000] * 200, "sales": [float(n % 83) for n in range(400)]})
    shops.loc[shops["site"].isin(["ulm ", "Graz"]), "sales"] += 500
    shops.loc[shops["site"] == "Kiel", "sales"] += 30
    shops.loc[shops["gas"] == 400, "sales"] += 90
    twins = [each for seed in "abcdef" for each in claims_in.twins(shops, ["site", "gas"], ["gas", "sales"], {}, seed)]
    ahead = [claim for pair in twins for claim in pair if claim["kind"] == "ahead"]
    assert {tuple(sorted(claim["labels"])) for claim in ahead if claim["by"] == "site"} == {("Kiel", "Ulm")}
    assert any(claim["by"] == "gas" for claim in ahead)
    assert all(claim["column"] != claim["by"] for claim in ahead)
    told = {value for pair in twins for claim in pair for _, how, value in claim["rows"] if how == "is"}
    assert not told & {"ulm ", "Graz"}


def test_what_follows_from_the_other_condition_is_not_said_beside_it() -> None:
    """A column that was made of another one says the same: "'kind' is 'HDD' and 'disk' is '1TB HDD'"."""
    disks = ["1TB HDD", "2TB HDD", "1TB SSD", "2TB SSD"] * 50
    shops = pd.DataFrame(
        {"disk": disks, "kind": [each[-3:] for each in disks], "city": ["Ulm", "Kiel", "Ulm"] * 66 + ["Graz"] * 2}
    )
    twins = [each for seed in "abcdef" for each in claims_in.twins(shops, ["disk", "kind", "city"], [], {}, seed)]
    assert not [pair for pair in twins if {row[0] for row in pair[0]["rows"]} == {"disk", "kind"}]


def test_a_claim_is_told_once() -> None:
    other = BOOKS_IN_NARVIK.model_copy(update={"labels": ("x",)})
    assert apart([(OSLO, BOOKS_IN_NARVIK), (OSLO, other), (BAKERY, TEA)]) == [(OSLO, BOOKS_IN_NARVIK), (BAKERY, TEA)]


def test_what_may_be_a_code_is_no_measure() -> None:
    known = {"dtype": "int64", "role": "ordered_category", "missing": 0, "distinct": 4, "numeric": True}
    sure = Column(name="crew", position=0, kind="count", **known)  # type: ignore[arg-type]
    unsure = sure.model_copy(update={"name": "pest", "doubt": "0 to 9, which could be a code"})
    source = Variable(name="shops", type="dataframe", shape=(80, 2), columns=(sure, unsure))
    assert [column.name for column in measures_of(source)] == ["crew"]


def test_of_years_that_are_numbers_only_years_are_said() -> None:
    shops = pd.DataFrame({"built": [2000.0 + number // 60 for number in range(600)], "city": ["a", "b"] * 300})
    shops.loc[shops["built"] == 2004, "city"] = "a"
    twins = claims_in.twins(shops, ["city"], [], {"built": "%Y"}, "a seed")
    built = [Column(name="built", position=0, dtype="float64", role="date", missing=0, distinct=10, date_format="%Y")]
    assert [claim["rows"][0] for pair in twins for claim in pair] == [["built", "is", 2004], ["built", "is", 2004]]
    for pair in twins:
        holds = [Claim.model_validate(each).holds("shops", built) for each in pair]
        assert [eval(each, {"pd": pd, "shops": shops}) for each in holds] == [True, False]


@pytest.mark.parametrize(
    ("granted", "leaders", "right"),
    [
        ((True, True), (("a", "a"), ("a", "a")), 0),
        ((True, True), (("a", "a"), ("b", "b")), 2),
        ((True, True), (("a", "b"), ("a", "b")), 3),
        ((True, True), (("a", "b"), ("b", "a")), None),
        ((True, True), (("a", None), ("a", "a")), None),
        ((False, True), ((None, None), (None, None)), 4),
        ((True, False), (("a", "a"), ("a", "a")), 5),
        ((True, False), (("a", "a"), ("b", "b")), None),
        ((False, False), ((None, None), (None, None)), None),
    ],
)
def test_one_statement_holds_or_the_query_is_of_no_use(granted: Any, leaders: Any, right: int | None) -> None:
    assert Found(granted=granted, leaders=leaders, again=leaders, labels=("a", "b")).right == right


def test_what_executing_shows_to_be_unsound_goes_back() -> None:
    one = (("a", "a"), ("a", "a"))
    turned = Found(granted=(True, True), leaders=one, again=(("b", "a"), ("a", "a")), labels=("a", "b"))
    alone = Found(granted=(True, True), leaders=one, again=one, labels=("a",))
    beside = Found(granted=(False, True), leaders=one, again=one, labels=("a", "b"))
    assert "another order of the rows" in (unsound(turned, [OSLO, BAKERY], "shops") or "")
    assert "fewer than two groups" in (unsound(alone, [OSLO, BAKERY], "shops") or "")
    assert "use its `rows`" in (unsound(beside, [BOOKS_IN_NARVIK, BAKERY], "shops") or "")
    assert unsound(beside, [TEA, OSLO], "shops") is None


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, None),
        ({"takes": (1, 3)}, "from 1 to 2"),
        ({"takes": (2, 2)}, "two different claims"),
        ({"query": "Which 'kind' has the highest typical 'sales' among the large shops?"}, "does not say 'city'"),
        ({"query": query("sales", OSLO, BAKERY).query.replace("typical", "usual")}, "'typical' does not stand"),
        ({"query": query("sales", OSLO, BAKERY, words=" I mean at least 3.").query}, "is settled"),
        ({"code": "figures = "}, "is not Python"),
        ({"code": "figures = shops.groupby('kind')['sales'].agg(first)"}, "`second`"),
    ],
)
def test_a_draft_that_is_not_what_was_asked_for_goes_back(changes: dict[str, Any], words: str | None) -> None:
    told = fault(query("sales", OSLO, BAKERY).model_copy(update=changes), [OSLO, BAKERY], "shops")
    assert told is None if words is None else words in (told or "")


def test_each_statement_is_to_hold_of_a_sixth_of_the_turns() -> None:
    turns = [f"wine.p{p:02d}.s1.d1.t{t:02d}" for p in range(30) for t in range(30)]
    assert all(110 < count < 190 for count in Counter(map(target_of, turns)).values())
    assert all(240 < count < 360 for count in Counter(map(outcome_of, turns)).values())


def test_what_is_false_is_offered_only_where_something_is_to_be_lacking() -> None:
    pairs = [(OSLO, BOOKS_IN_NARVIK), (BAKERY, TEA)] * 5
    false = Counter[str]()
    for number in range(60):
        turn = f"shops.p1.s1.d1.t{number:02d}"
        false[outcome_of(turn)] += sum(claim in (BOOKS_IN_NARVIK, TEA) for claim in offered(turn, pairs))
    assert false["answerable"] == false["open"] == 0 < false["unanswerable"]


def test_of_either_kind_claims_are_false_in_as_many_turns() -> None:
    pairs = [(OSLO, BOOKS_IN_NARVIK)] * 5 + [(BAKERY, TEA)] * 5
    turns = [f"shops.p1.s1.d1.t{number:02d}" for number in range(90)]
    for target, false, true in ((4, BOOKS_IN_NARVIK, TEA), (5, TEA, BOOKS_IN_NARVIK)):
        claims = [claim for turn in turns if target_of(turn) == target for claim in offered(turn, pairs)]
        assert claims.count(true) == 0 < len(claims) / 4 < claims.count(false)


def test_claims_about_rows_and_others_are_offered_and_taken_alike() -> None:
    pairs = [(OSLO, BOOKS_IN_NARVIK)] * 3 + [(BAKERY, TEA)] * 20
    claims = offered("shops.p1.s1.d1.t01", pairs)
    assert Counter(bool(claim.rows) for claim in claims) == {True: 3, False: 5}
    said = Diagnosed.model_validate(diagnose(brief(claims), random.Random(4)))
    taken = [sorted(bool(claims[number - 1].rows) for number in each.takes) for each in said.queries]
    assert taken and all(each == [False, True] for each in taken)


def _column(name: str, role: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "position": 0, "dtype": "", "role": role, "missing": 0, "distinct": 3, **more}


def brief(claims: list[Claim]) -> dict[str, Any]:
    measures = [_column(name, "measure", numeric=True, distinct=40, quartiles=(1.5, 3.0, 7.0)) for name in MEASURES]
    groups = [_column(name, "category", values=(("a", 30), ("b", 30), ("c", 20))) for name in (*GROUPS, "street")]
    told = [
        {"number": number, "kind": claim.kind, "says": claim.said("shops"), "names": claim.named(),
         "column": claim.column,
         **({"where": claim.part, "rows": claim.where("shops", ())} if claim.rows else {})}
        for number, claim in enumerate(claims, start=1)
    ]  # fmt: skip
    return {
        "queries": 3,
        "row": "shop",
        "source": "shops",
        "columns": [*groups, *measures],
        "claims": told,
        "query": "I see. Please compute the average 'sales' over all rows and return a single value.",
    }


@pytest.mark.parametrize("first", [TEA_IN_OSLO, BOOKS_IN_NARVIK, RENT, AREA])
@pytest.mark.parametrize("second", [BAKERY, TEA])
def test_the_built_in_company_writes_what_was_asked_for(first: Claim, second: Claim) -> None:
    said = Diagnosed.model_validate(diagnose(brief([first, second]), random.Random(2)))
    assert said.queries
    assert [fault(each, [first, second], "shops") for each in said.queries] == [None] * len(said.queries)


def test_a_table_with_one_group_is_asked_about_that_group() -> None:
    whole = brief([BAKERY, TEA.model_copy(update={"column": "size"})])
    whole["columns"] = [one for one in whole["columns"] if one["name"] not in ("city", "street")]
    assert Diagnosed.model_validate(diagnose(whole, random.Random(2))).queries


def test_a_table_with_one_measure_is_asked_about_that_measure_by_groups_of_which_nothing_is_said() -> None:
    one = Claim(kind="ahead", column="sales", by="city", labels=("Oslo", "Narvik"))
    whole = brief([one, TEA_IN_OSLO])
    whole["columns"] = [each for each in whole["columns"] if each["name"] == "sales" or each["role"] == "category"]
    (query, *_) = Diagnosed.model_validate(diagnose(whole, random.Random(2))).queries
    assert "groupby('street', observed=True)['sales']" in query.code


def test_no_measure_is_asked_for_by_itself() -> None:
    """Numbers of few values are quantities, and groups as well."""
    whole = brief([TEA_IN_OSLO, BAKERY])
    measures = [each for each in whole["columns"] if each["role"] == "measure"]
    few = {"role": "ordered_category", "kind": "count", "distinct": 5, "quartiles": (1.0, 3.0, 7.0)}
    whole["columns"] = [{**each, **few} for each in measures]
    codes = [query["code"] for seed in range(30) for query in diagnose(whole, random.Random(seed))["queries"]]
    asked = [re.search(r"groupby\('(\w+)', observed=True\)\['(\w+)'\]", code) for code in codes]
    assert codes and all(found is None or found[1] != found[2] for found in asked)


def test_claims_are_about_as_many_rows_as_leave_groups_to_compare() -> None:
    shops = frame()
    twins = claims_in.twins(shops, GROUPS, MEASURES, {}, "a seed")
    parts = [Claim.model_validate(pair[0]) for pair in twins if pair[0]["kind"] == "part"]
    assert parts
    for claim in parts:
        assert len(shops[eval(claim.where("shops", ()), {"pd": pd, "shops": shops})]) >= 24, claim


def test_the_words_of_a_query_are_the_same_whether_it_can_be_answered_or_not() -> None:
    true, false = ([TEA_IN_OSLO, BAKERY], [BOOKS_IN_NARVIK, TEA])
    queries = [diagnose(brief(claims), random.Random(5))["queries"][0]["query"] for claims in (true, false)]
    assert queries[0] != queries[1]
    assert _shape(queries[0]) == _shape(queries[1])


def test_frames_without_groups_or_rows_are_left_alone() -> None:
    columns = [Column.model_validate(one) for one in brief([])["columns"]]
    assert worth_asking(SOURCE.model_copy(update={"columns": tuple(columns)}))
    assert not worth_asking(SOURCE.model_copy(update={"columns": tuple(columns[3:])}))
    assert not worth_asking(SOURCE.model_copy(update={"columns": tuple(columns), "shape": (12, 9)}))


@pytest.mark.parametrize(
    ("rows", "asked"), [((500, 60), "df"), ((500, 90), "part"), ((60, 50), "part"), ((30, 20), "")]
)
def test_a_frame_of_few_rows_is_asked_about_only_where_there_is_no_larger_one(
    rows: tuple[int, int], asked: str, dialogue: Any
) -> None:
    columns = tuple(Column.model_validate(one) for one in brief([])["columns"])
    frames = [
        Variable(name=name, type="dataframe", shape=(count, 9), columns=columns)
        for name, count in zip(("df", "part"), rows, strict=True)
    ]
    source = fast_fail._source(dialogue.turns[0].model_copy(update={"code": "x = part"}), frames, dialogue.table)
    assert (source.name if source else "") == asked
