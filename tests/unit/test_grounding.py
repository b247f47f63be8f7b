"""Client and data scientist are held to the table and the persona, and to nothing that is honest talk."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.families.dialogues.character import consistent
from company.families.dialogues.client_briefs import client_brief, goal_brief, persona_brief, scenario_brief
from company.families.dialogues.grounding import Grounds
from company.families.dialogues.lost import drafts
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Persona, Question
from company.families.dialogues.replies import Closing, PlanDraft, PlanOpinion, Query, Said
from company.records import Column, Variable

PERSONA = Persona(
    id="shops.p01", parent="shops", stage="personas", position=1, status="accepted", name="Maria Gonzalez",
    location="Lima, Peru", job_title="Senior Accountant", background="Maria keeps the books of three bakeries.",
)  # fmt: skip


@pytest.fixture
def grounds(dialogue: Any) -> Grounds:
    made = Column(name="mean_sales", position=1, dtype="float64", role="measure", missing=0, distinct=3,
                  minimum=10.0, maximum=90.0, numeric=True)  # fmt: skip
    frame = Variable(name="by_city", type="dataframe", shape=(3, 2), columns=(made,), index_name="town")
    return Grounds.of(dialogue.table, [frame], ["Call the result `top_shops`."])


def complaint(grounds: Grounds, text: str) -> str | None:
    return grounds.query(Query(message=text, question=1))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("What is the mean of sales by `citty`?", "'city'"),
        ("Use df['satff'], please.", "'staff'"),
        ("Sort `by_city` by by_city['mean_slaes'].", "'mean_sales'"),
        ("Only shops where 'kind' is 'bakrey', please.", "write 'bakery'"),
        ("Keep rows with `city` in ('Oslo', 'Bergenn').", "write 'Bergen'"),
        ("Keep rows where 'kind' is one of 'tea', 'boosk' or 'wine'.", "write 'books'"),
        ("Take shops where 'sales' is above 5000.", "30 to 210"),
        ("Keep the rows of df whose `staff` is at least 40.", "1 to 7"),
        ("Keep the rows of `by_city` where mean_sales >= 9,000, please.", "9,000"),
    ],
)
def test_what_the_table_does_not_hold_is_complained_about(grounds: Grounds, text: str, word: str) -> None:
    said = complaint(grounds, text)
    assert said is not None and word in said and "`message`" in said and "\n" not in said


@pytest.mark.parametrize(
    "text",
    [
        "Mean of 'sales' by `city`, as a data frame.",
        "How many shops are there per kind in Oslo?",
        "Shops where 'kind' is 'bakery' or 'tea', with 'city' not in ('Oslo', 'Bergen').",
        "Put the ratio into a new column 'sales_per_head' and sort by 'sales_per_head'.",
        "Make a copy, give it one more column 'sales_level' with 'high' above 100 and 'low' below.",
        "Extend it by 'sales_rank', which ranks 'sales'.",
        "Store the result as `best_shops`.",
        "Count the shops of each kind, how many have a 'sales' of 0, and what percent of them these are. "
        "Give me the result as a dataframe with one row per kind and the columns Shops, Zero_Sales, Some_Sales and "
        "Zero_Percent.",
        "As a table with a row per 'kind' and the columns 'shops', 'zero_sales', 'some_sales' and 'zero_percent'.",
        "Now sort `top_shops` by 'mean_sales' in `by_city`.",
        "Count of 'kind' in `by_city`, please.",
        "Only shops where 'sales' is above 100.0, roughly 48 % of them.",
        "Take shops with sales over 300 euros and those with staff under 1.",
        "Draw a box plot titled 'Sales by Town' and fit a RandomForestRegressor with random_state=0, n_estimators=50.",
        "A train_test_split with test_size of 0.3 will do.",
        "Is staff above the 75th percentile?",
        "Replace 'bakery' in 'kind' by 'bread'; then 'kind' is 'bread' or 'tea'.",
        "I would call it 'the quiet ones', as the client says.",
        "By 'town', the index of `by_city`.",
        'The client calls this scenario "What sells, and where".',
        "Return the different values of `kind` as a list `kinds`, and the `cities` as a set.",
        "Divide 'sales' by 1,000 and keep it as `sales_k`, beside `mean_sale` and `log_sales`.",
        "Use `citty` as a name for the town, and then sort by `citty`.",
        "Put df['satff'] = df['staff'] * 2 first.",
        "Check whether any row with 'sales' above 5000 is a slip; drop rows where 'sales' is over 100,000.",
        "Which cities have 'sales' above 900 in total? Those where `staff` is above 40, all shops added up.",
        "Take shops where 'sales' is above 5000 euros.",
        "I take sales in kind is 'bakrey' as they come; the lead of 'Oslo' is no share.",
        "Only shops where 'kind' is 'chemist' or 'bakeries'.",
    ],
)
def test_honest_talk_passes(grounds: Grounds, text: str) -> None:
    assert complaint(grounds, text) is None


def test_a_result_that_is_described_may_be_named(grounds: Grounds) -> None:
    text = "For each city give the number of shops `n` and the Spearman correlation `rho` of both measures."
    assert complaint(grounds, text) is None


def _with_headers(dialogue: Any, **headers: dict[str, Any]) -> Grounds:
    columns = tuple(
        Column(
            **{"name": name, "position": 1, "dtype": "float64", "role": "measure", "missing": 0, "distinct": 3, **one}
        )
        for name, one in headers.items()
    )
    return Grounds.of(dialogue.table, [Variable(name="orders", type="dataframe", shape=(3, 2), columns=columns)], [])


def test_a_header_is_read_whole_however_much_in_it_looks_like_code(dialogue: Any) -> None:
    odd = _with_headers(dialogue, **{"t_bearb[min/Stk]": {}})
    assert complaint(odd, "Divide sales by t_bearb[min/Stk] 1 minute wide, and by (staff * t_bearb[min/Stk]).") is None
    assert "t_bearb[min/Stk]" in str(complaint(odd, "Divide sales by `t_baerb[min/Stk]`."))


def test_a_point_within_a_header_ends_no_sentence(dialogue: Any) -> None:
    odd = _with_headers(dialogue, **{"Masch./Gr.": {}, "n_middel": {}, "Nr. Posten": {"minimum": 1.0, "maximum": 9.0}})
    assert complaint(odd, "Add, per group, where Masch./Gr. is highest; the columns n_young, n_middle.") is None
    assert complaint(odd, "Add to the group where Masch./Gr. is highest the columns `n_young`, `n_middle`.") is None
    assert "'n_middel'" in str(complaint(odd, "Give the mean of `n_middle`."))
    assert complaint(odd, "Check in Masch./Gr. rows where Nr. Posten is above 900.") is None
    assert "'Nr. Posten'" in str(complaint(odd, "Take rows where Nr. Posten is above 900."))


def test_a_header_that_is_an_everyday_word_is_a_column_in_marks_alone(dialogue: Any) -> None:
    known = {"role": "category", "distinct": 2, "values": (("early", 2), ("later", 1))}
    plain = _with_headers(dialogue, lead={"minimum": 0.0, "maximum": 1.0}, share=known, b=known)
    assert complaint(plain, "Keep rows where lead is above 40, and where the share is 'ealry'.") is None
    assert complaint(plain, "The bands are 'a' = young and 'b' = 'old'; take rows with lead over 40.") is None
    assert "`message` takes rows where 'lead'" in str(complaint(plain, "Keep rows where `lead` is above 40."))
    assert "write 'early'" in str(complaint(plain, "Keep rows where \"share\" is 'ealry'."))


def test_who_closes_gives_an_opinion_or_reacts_selects_nothing(grounds: Grounds) -> None:
    text = "It is as said: take shops where 'sales' is above 9,000, and then nobody is left. Thank you."
    only = "Take shops where 'sales' is above 9,000."
    for words in (text, only):
        assert grounds.closing(Closing(message=words)) is None
        assert grounds.message(words) is None
        assert grounds.opinion(PlanOpinion(message=words, agreed=False), ()) is None
    assert grounds.query(Query(message=only, question=1)) is not None


def test_all_that_is_wrong_is_told_at_once_with_its_field(grounds: Grounds) -> None:
    wrong = _question(
        columns=("turnover", "town", "sales"),
        conditions=("take shops where 'sales' is over 9,000", "'city' is 'Narvki'"),
    )
    said = str(grounds.draft(PlanDraft(message="Only `citty`.", questions=(_question(), wrong))))
    assert "`message` writes `citty`" in said and "'city' is close to it" in said
    assert said.count("`columns` of question 2 has") == 2 and "'turnover'" in said and "'town'" in said
    assert said.count("`conditions` of question 2") == 2 and "write 'Narvik'" in said and "30 to 210" in said


def test_a_value_of_a_column_whose_values_are_not_all_known_passes(dialogue: Any) -> None:
    table = dialogue.table
    longer = table.columns[1].model_copy(update={"distinct": 40})
    table = table.model_copy(update={"columns": (table.columns[0], longer, *table.columns[2:])})
    text = "Only shops where 'kind' is 'bakrey'."
    assert complaint(Grounds.of(table, [], []), text) is None
    assert complaint(Grounds.of(dialogue.table, [], []), text) is not None


def _question(**more: Any) -> Question:
    told = {"text": "How do sales differ?", "result_types": ("value",), "columns": ("sales",), "conditions": ("all",)}
    return Question(**{**told, **more})


def test_a_draft_may_only_name_columns_of_the_table(grounds: Grounds) -> None:
    wrong = PlanDraft(message="So?", questions=(_question(), _question(columns=("sales", "turnover"))))
    said = grounds.draft(wrong)
    assert said is not None and "question 2" in said and "'turnover'" in said
    assert grounds.draft(PlanDraft(message="So?", questions=(_question(),))) is None


@pytest.mark.parametrize("lacking", ["conditions", "columns", "result_types"])
def test_nobody_agrees_to_a_draft_that_is_not_concrete(grounds: Grounds, lacking: str) -> None:
    draft = (_question(), _question(**{lacking: ()}))
    said = grounds.opinion(PlanOpinion(message="Lovely.", agreed=True), draft)
    assert said is not None and "question 2" in said
    assert grounds.opinion(PlanOpinion(message="Not yet.", agreed=False), draft) is None
    assert grounds.opinion(PlanOpinion(message="Lovely.", agreed=True), draft[:1]) is None


@pytest.mark.parametrize(
    "text",
    [
        "As an AI language model, I do not have preferences.",
        "I'm just a chatbot, so any threshold will do.",
        "My name is Ingrid Larsen, and I want to know about sales.",
        "I am Robert, nice to meet you.",
        "As a nurse in Oslo, I care about staff.",
        "I work as a teacher and have no time.",
        "As an accountant in Hamburg I see it daily.",
        "I live in Oslo, where bakeries are rare.",
        "Our office in London wants this.",
        "Here in Norway we eat more bread.",
    ],
)
def test_a_client_who_is_somebody_else_is_told(text: str) -> None:
    said = consistent(PERSONA)(Said(message=text))
    assert said is not None and "Maria Gonzalez" in said


@pytest.mark.parametrize(
    "text",
    [
        "As an accountant in Lima, I care about sales.",
        "My name is Maria Gonzalez. As a rule, I distrust means.",
        "I am Curious about the tea shops. I am not sure.",
        "As a first step, and as a client, I would look at Oslo.",
        "I live in Peru, and I work in Lima.",
        "I would compare it with what a nurse earns in Oslo.",
        "As a result, the shops in Oslo come first. This is Fine.",
        "As an owner of a bakery once told me, bread sells.",
        "We could ask an AI company, but here in Lima nobody does.",
    ],
)
def test_a_client_in_character_is_left_alone(text: str) -> None:
    assert consistent(PERSONA)(Said(message=text)) is None


def _prompts(run: Path, role: str) -> list[tuple[str, str, list[dict[str, Any]]]]:
    with sqlite3.connect(run / "company.sqlite") as connection:
        rows = connection.execute("SELECT stage, record, messages FROM calls WHERE role = ?", (role,)).fetchall()
    return [(stage, record, json.loads(zlib.decompress(messages))) for stage, record, messages in rows]


def test_a_client_sees_persona_scenario_and_table_and_never_code_or_a_result(
    simulated: tuple[Path, dict[str, Any]],
) -> None:
    run, _ = simulated
    with Archive.open(run) as archive:
        people = {one.id: one for one in archive.records("persona")}
        chosen = {one.id: one for one in archive.records("scenario")}
        turns = [turn for turn in archive.records("turn") if turn.code]
        plans = drafts(archive)
    prompts = _prompts(run, "client")
    assert len(turns) >= 8 and {stage for stage, _, _ in prompts} == {"scenarios", "plans", "dialogues"}
    whole = "\n".join(message["content"] for _, _, messages in prompts for message in messages)
    for turn in turns:
        assert all(json.dumps(line)[1:-1] not in whole for line in turn.code.splitlines() if len(line) > 12)
        for result in turn.results:
            assert json.dumps(result.shown)[1:-1] not in whole or len(result.shown) < 12
            assert result.digest not in whole
            # The table, which a turn may have changed in place, and the word for figures are known to everybody.
            assert result.name in (VARIABLE, "plot") or f'"{result.name}"' not in whole
    for key in ('"code"', '"variables"', '"history"', '"results"', '"reference_answer"', "```python"):
        assert key not in whole
    for stage, record, messages in prompts:
        brief = json.loads(messages[1]["content"].split("```json\n")[1].split("\n```")[0])
        person = people[".".join(record.split(".")[:2])]
        # Whoever plans again, or hears answers, is called by name and job: what they said stands in the talk.
        assert brief["persona"] in (client_brief(person), persona_brief(person))
        if stage == "dialogues":  # who hears answers is told of them in words alone
            assert "table" not in brief
            continue
        has_seen_it = stage == "plans" and brief["persona"] == client_brief(person)
        is_told_again = has_seen_it or brief["task"] == "refine_scenarios"
        assert brief["table"]["columns"] and ("description" in brief["table"]) is not is_told_again
        if stage == "plans":
            scenario = chosen[record]
            assert brief["scenario"] == (goal_brief(scenario) if has_seen_it else scenario_brief(scenario))
    assert plans["read"] > plans["objected"] >= 1
