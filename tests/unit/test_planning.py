"""The discussion of a plan: it ends, in concrete questions that the words alone can carry."""

import math
import random

import numpy as np
import pandas as pd
import pytest

from company.families.dialogues.records import Question
from company.families.dialogues.stages.plans import shallow
from grammar import planning, subject
from grammar.analyses.forms import form_of
from grammar.narrowing import bare, narrowed
from grammar.negotiating import named_columns, referred
from grammar.questions import PHASES, Drafter, computed, phase_of
from grammar.slots import find_conditions
from grammar.subject import subject_of
from tests.support.plans import described, discussion, orders


def odd_tables() -> dict[str, pd.DataFrame]:
    chance = np.random.default_rng(2)
    return {
        "one_column": pd.DataFrame({"x": range(30)}),
        "one_row": orders(1),
        "no_measure": orders()[["region", "channel"]],
        "no_category": pd.DataFrame(chance.normal(size=(50, 3)), columns=["a b", "c", "d_e"]),
        "texts": pd.DataFrame({"note": [f"note {i} says {i * 7}" for i in range(40)]}),
        "awkward": pd.DataFrame({"a'b": [1, 2, 3] * 9, 'say "x"': ["u", "v", "w"] * 9, "": [0.5, 1, 2] * 9}),
        "wide": pd.DataFrame(chance.normal(size=(30, 1000)), columns=[f"f{i}" for i in range(1000)]),
    }


@pytest.mark.parametrize("seed", range(25))
def test_a_plan_converges_within_four_messages_each(seed):
    table = described(orders())
    questions, said, _ = discussion(table, 5, seed)
    assert said[-1]["content"]["agreed"]
    assert 4 <= len(said) <= 8
    assert len(questions) == 5
    assert not any(question["conditions"] for question in said[0]["content"]["questions"])
    for question in questions:
        assert question["result_types"]
        assert question["conditions"]
        assert 1 <= len(question["columns"]) <= 5
        assert set(question["columns"]) <= set(orders().columns)


@pytest.mark.thorough
def test_most_conditions_are_read_back_and_leave_rows():
    table = described(orders())
    read, count = 0, 0
    for seed in range(25):
        for question in discussion(table, 5, seed)[0]:
            count += 1
            found = [one for text in question["conditions"] for one in find_conditions(text)]
            read += bool(found)
            for text in question["conditions"]:
                assert text.startswith("over all ") or len(find_conditions(text)) == 1, text
            for column, _, _ in found:
                assert column in orders().columns
                assert column in question["columns"] or len(question["columns"]) == 5
            assert kept(orders(), found) >= 5, found
    assert read >= 0.4 * count


def kept(frame: pd.DataFrame, conditions: list) -> int:
    return len(filtered(frame, conditions))


def filtered(frame: pd.DataFrame, conditions: list) -> pd.DataFrame:
    for column, comparison, operand in conditions:
        values = frame[column]
        ways = {
            "eq": lambda v, o: v == o, "ne": lambda v, o: v != o, "gt": lambda v, o: v > o, "ge": lambda v, o: v >= o,
            "lt": lambda v, o: v < o, "le": lambda v, o: v <= o, "in": lambda v, o: v.isin(o),
            "between": lambda v, o: v.between(*o),
        }  # fmt: skip
        frame = frame[ways[comparison](values, operand)]
    return frame


@pytest.mark.parametrize("name", [name for name in odd_tables() if name != "wide"])
def test_of_several_questions_one_is_no_summary_by_groups_in_any_draft(name):
    for seed in range(4):
        _, said, _ = discussion(described(odd_tables()[name]), 2, seed)
        drafts = [one["content"]["questions"] for one in said if (one.get("content") or {}).get("questions")]
        assert drafts
        for draft in drafts:
            assert shallow([Question.model_validate(question) for question in draft]) is None


@pytest.mark.parametrize(("at", "left"), [(1, 9), (1, 3), (2, 9)])
def test_a_client_says_which_question_counts_most_after_the_first_answers(at, left):
    brief = {"questions": ["How much?", "How often?"], "question": at, "turns_left": left}
    said = {planning.react(brief, random.Random(seed))["message"] for seed in range(30)}
    assert len(said) >= 5
    assert any("first question" in words for words in said)
    assert any("second" in words for words in said) == (at == 1 and left == 9)
    assert all("third" not in words and "{" not in words for words in said)


def test_hardly_any_question_comes_to_what_an_earlier_one_comes_to():
    again, count = 0, 0
    for seed in range(12):
        known = set()
        for question in discussion(described(orders()), 6, seed)[0]:
            form = form_of(bare(question["text"]))
            assert form is not None
            ends = computed(form, question["columns"])
            again += not known.isdisjoint(ends)
            count += 1
            known |= ends
    assert again <= 0.05 * count


def test_conditions_come_from_the_clients_words():
    table = described(orders())
    for seed in range(10):
        questions, said, _ = discussion(table, 4, seed)
        words = " ".join(one["text"] for one in said if one["speaker"] == "client")
        for question in questions:
            for condition in question["conditions"]:
                assert condition in words or condition.startswith("over all")


@pytest.mark.thorough
def test_no_question_has_two_conditions_on_one_column():
    table = described(orders())
    for seed in range(40):
        questions, _, _ = discussion(table, 5, seed)
        for question in questions:
            named = [column for text in question["conditions"] for column, _, _ in find_conditions(text)]
            assert len(named) == len(set(named)), question


def places(rows: int = 2_000) -> pd.DataFrame:
    """Sales in towns, of which each lies in a region and has a size of its own."""
    chance = np.random.default_rng(4)
    town = chance.integers(0, 60, rows) ** 2 // 60
    return pd.DataFrame(
        {
            "town": [f"Town {number}" for number in town],
            "region": np.array(["North", "South", "East"])[town % 3],
            "inhabitants": 1_000 + 37 * town,
            "price": chance.lognormal(4, 0.5, rows).round(2),
            "channel": chance.choice(["web shop", "phone"], rows),
        }
    )


@pytest.mark.thorough
def test_no_condition_leaves_a_single_value_of_what_is_compared():
    frame, table = places(), described(places(), "town_sales")
    for seed in range(40):
        for question in discussion(table, 5, seed)[0]:
            conditions = [one for text in question["conditions"] for one in find_conditions(text)]
            form = form_of(bare(question["text"]))
            assert form is not None, question
            rows = filtered(frame, conditions)
            assert all(rows[column].nunique() > 1 for column in question["columns"][: len(form.slots)]), question


@pytest.mark.thorough
def test_favoured_values_become_conditions():
    table = described(orders())
    hits = 0
    for seed in range(30):
        questions, _, facts = discussion(table, 5, seed)
        _, values = subject.interests(facts["persona"], table)
        stated = [text for question in questions for text in question["conditions"]]
        hits += any(repr(name) in text and value in text for name, value in values for text in stated)
    assert hits >= 6


@pytest.mark.thorough
def test_a_value_with_two_blanks_in_a_row_is_not_quoted():
    frame = orders()
    frame["channel"] = frame["channel"].replace({"web shop": "web  shop"})
    table = described(frame)
    named = set()
    for seed in range(30):
        for question in discussion(table, 5, seed)[0]:
            found = [one for text in question["conditions"] for one in find_conditions(text)]
            for _, _, operand in (one for one in found if one[0] == "channel"):
                named |= {operand} if isinstance(operand, str) else {*operand}
    assert named
    assert named <= {*frame["channel"]}, "people write one blank for two, and no row would have such a value"


@pytest.mark.thorough
def test_clients_object_and_the_draft_follows():
    table = described(orders())
    replaced = 0
    for seed in range(40):
        _, said, _ = discussion(table, 4, seed)
        first, second = said[0]["content"]["questions"], said[2]["content"]["questions"]
        words = said[1]["text"]
        if "replace" in words or "rather have" in words:
            replaced += 1
            assert sum(bare(a["text"]) != bare(b["text"]) for a, b in zip(first, second, strict=True)) == 1
    assert replaced >= 3


def test_two_clients_get_different_plans():
    table = described(orders())
    plans = {tuple(question["text"] for question in discussion(table, 3, seed)[0]) for seed in range(15)}
    assert len(plans) == 15


def test_after_those_that_serve_the_scenario_questions_follow_the_course_of_an_analysis():
    questions, said, _ = discussion(described(orders()), 12, 3)
    texts = [question["text"] for question in said[0]["content"]["questions"]]
    serving = math.ceil(12 * 0.4)
    phases = [PHASES.index(phase_of(text)) for text in texts[serving:]]
    assert phases == sorted(phases)
    assert set(phases) == set(range(5))
    assert len({question["text"] for question in questions}) == 12


def test_many_questions_are_still_different():
    questions, said, _ = discussion(described(orders()), 40, 1, "statement")
    assert said[-1]["content"]["agreed"]
    assert len({question["text"] for question in questions}) >= 38


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] * (name == "wide")) for name in sorted(odd_tables())]
)
@pytest.mark.parametrize("wanted", [1, 6])
def test_any_table_gets_a_plan(name, wanted):
    frame = odd_tables()[name]
    questions, said, _ = discussion(described(frame, name), wanted, 0)
    assert said[-1]["content"]["agreed"]
    assert len(questions) == wanted
    assert all(question["conditions"] and question["columns"] for question in questions)
    assert all(set(question["columns"]) <= set(frame.columns) for question in questions)


def test_a_real_models_words_are_understood_too():
    table = described(orders())
    _, said, facts = discussion(table, 3, 0)
    opinion = "In Q2, keep only rows where 'price' is above 40. For the others, 'region' is 'North' please."
    thread = [said[0], {"speaker": "client", "text": opinion, "content": {"message": opinion, "agreed": False}}]
    brief = {**facts, "speech": "colloquial", "questions_wanted": 3, "said": thread}
    questions = planning.propose_plan(brief, random.Random(0))["questions"]
    assert [question["conditions"] for question in questions] == [
        ["'region' is 'North'"], ["'price' is above 40"], ["'region' is 'North'"],
    ]  # fmt: skip


def test_a_client_without_conditions_does_not_hold_the_plan_up():
    table = described(orders())
    _, said, facts = discussion(table, 2, 0)
    dull = {"speaker": "client", "text": "Fine.", "content": {"message": "Fine.", "agreed": True}}
    thread = [said[0], dull]
    for _ in range(3):
        brief = {**facts, "speech": "colloquial", "questions_wanted": 2, "said": thread}
        draft = planning.propose_plan(brief, random.Random(0))
        thread += [{"speaker": "data_scientist", "text": draft["message"], "content": draft}, dull]
    assert all(question["conditions"] for question in draft["questions"])


def test_references_to_questions():
    assert referred("For the second and the fifth question", 5) == [1, 4]
    assert referred("question 3, the 13th one and Q2", 13) == [2, 12, 1]
    assert referred("the last question", 4) == [3]
    assert referred("the ninth question", 4) == []
    assert referred("The third question is about 'Round' is one of '1st Round' and '2nd Round'.", 5) == [2]
    subject = subject_of(described(orders()))
    assert named_columns("about 'price' and \"customer's age\", not 'size'", subject) == ["price", "customer's age"]


def test_conditions_are_written_into_a_question_and_taken_out_again():
    text = "How does the price differ between the region groups?"
    there = narrowed(text, ["'price' is above 4.5", "'region' is 'O.K.?'"], "orders", random.Random(0))
    assert there.endswith("orders where 'price' is above 4.5 and 'region' is 'O.K.?'?")
    assert bare(narrowed(text, ["'price' is above 4"], "orders", random.Random(1))) == text


def test_a_table_with_a_single_column_has_a_question_in_every_phase():
    table = described(orders())
    table["columns"] = [column for column in table["columns"] if column["name"] == "region"]
    drafter = Drafter(subject_of(table), [], random.Random(1))
    assert all(form_of(drafter.question(phase)["text"]) is not None for phase in PHASES)


def test_a_question_names_no_column_twice():
    table = described(orders())
    table["columns"] = [column for column in table["columns"] if column["name"] in ("price", "region")]
    drafter = Drafter(subject_of(table), [], random.Random(2))
    for phase in PHASES * 4:
        question = drafter.question(phase)
        form = form_of(question["text"])
        assert form is not None
        assert len(set(question["columns"][: len(form.slots)])) == len(form.slots), question["text"]
