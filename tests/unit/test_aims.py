"""Plans serve their scenarios: the first question meets the goal, and limits have a reason and spoil nothing."""

import random
import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from company.results.columns import describe_columns
from company.results.relations import with_relations
from grammar.analyses.forms import form_of
from grammar.ideas import IDEAS, aim_of, recognised, worded
from grammar.interview import columns_in
from grammar.narrowing import bare
from grammar.questions import Drafter
from grammar.slots import find_conditions
from grammar.subject import subject_of
from tests.support.plans import described, discussion, orders


def games(rows: int = 600) -> dict:
    """Sales of games in two places, and their sum."""
    chance = np.random.default_rng(3)
    frame = pd.DataFrame(
        {
            "genre": chance.choice(["Action", "Sports", "Puzzle", "Racing"], rows),
            "maker": chance.choice(["Aber", "Bolt", "Cord", "Dune"], rows),
            "price": chance.normal(30, 6, rows).round(2),
            "home_sales": chance.lognormal(1, 1, rows).round(2),
            "export_sales": chance.lognormal(1, 1, rows).round(2),
            "year": chance.integers(1990, 2020, rows),
        }
    )
    frame["sales"] = frame["home_sales"] + frame["export_sales"]
    return described(frame, "games") | {"columns": with_relations(frame, describe_columns(frame))}


@pytest.mark.parametrize("idea", IDEAS, ids=lambda idea: idea.name)
def test_a_scenario_is_served_by_questions_that_can_be_asked(idea):
    for asked in idea.aims:
        form, _, letters = aim_of(asked)
        known = [letter for letter in letters.values() if letter in idea.needs]
        assert known, asked
        assert set(letters) == set(form.slots)
    assert set(aim_of(idea.aims[0])[2].values()) <= set(idea.needs), "the first is about what the scenario names"


def test_what_no_form_asks_is_told():
    with pytest.raises(ValueError, match="no form asks 'Why"):
        aim_of("Why is the {m} as it is?")


@pytest.mark.parametrize("idea", IDEAS, ids=lambda idea: idea.name)
def test_a_scenario_is_known_again_by_its_words(idea):
    for table in (described(orders()), games()):
        subject = subject_of(table)
        for seed in range(6):
            if told := worded(idea, subject, [], random.Random(seed)):
                told["goal"] = told["goal"].rstrip(".") + ", so that I can explain my decisions."
                again, columns = recognised(told, [], subject)
                assert again is idea
                assert set(columns.values()) <= set(columns_in(" ".join(told.values()), subject))


def test_a_scenario_in_other_words_is_served_by_the_columns_that_it_names():
    subject = subject_of(games())
    idea, columns = recognised({"name": "", "description": "", "goal": ""}, ["genre", "home_sales"], subject)
    assert (idea.name, columns) == ("groups", {"g": "genre", "m": "home_sales"})
    subject = subject_of(described(orders()))
    idea, columns = recognised({"name": "", "description": "", "goal": ""}, ["price", "ordered_on"], subject)
    assert (idea.name, columns) == ("time", {"m": "price", "d": "ordered_on"})


@pytest.mark.parametrize("table", [described(orders()), games()], ids=["orders", "games"])
def test_the_first_question_meets_the_goal(table):
    subject = subject_of(table)
    for seed in range(15):
        _, said, facts = discussion(table, 5, seed)
        idea, columns = recognised(facts["scenario"], [], subject)
        form, _, letters = aim_of(idea.aims[0])
        first = said[0]["content"]["questions"][0]
        assert form_of(first["text"]) == form, (facts["scenario"], first["text"])
        assert first["columns"][: len(form.slots)] == [columns[letters[slot]] for slot in form.slots]


def test_a_scenario_that_a_table_cannot_answer_is_not_proposed():
    table = described(orders())
    table["columns"] = [column for column in table["columns"] if column["name"] in ("price", "region")]
    over_time = next(idea for idea in IDEAS if idea.name == "time")
    assert worded(over_time, subject_of(table), [], random.Random(1)) is None


@pytest.mark.thorough
def test_a_sum_is_never_asked_about_beside_its_parts_nor_limited_by_them():
    table, subject = games(), subject_of(games())
    for seed in range(25):
        for question in discussion(table, 6, seed)[0]:
            form = form_of(bare(question["text"]))
            assert form is not None
            asked = question["columns"][: len(form.slots)]
            assert not any(subject.is_tied(name, asked) for name in asked), question["text"]
            limits = [column for text in question["conditions"] for column, *_ in find_conditions(text)]
            assert not any(subject.is_tied(name, asked) for name in limits), question


@pytest.mark.thorough
def test_limits_are_mostly_shared_and_seldom_of_one_question_alone():
    own, shared, count = 0, 0, 0
    for table in (described(orders()), games()):
        for seed in range(25):
            plan = discussion(table, 6, seed)[0]
            used = Counter(text for question in plan for text in question["conditions"] if find_conditions(text))
            count += len(plan)
            own += sum(number == 1 for number in used.values())
            shared += sum(number for number in used.values() if number > 1)
    assert own <= 0.35 * count
    assert shared >= 0.25 * count


@pytest.mark.thorough
def test_what_is_measured_is_limited_only_to_leave_out_extremes():
    table = described(orders())
    for seed in range(25):
        questions, said, _ = discussion(table, 6, seed)
        words = " ".join(message["text"] for message in said if message["speaker"] == "client")
        for question in questions:
            form = form_of(bare(question["text"]))
            assert form is not None
            for column, comparison, _ in (each for text in question["conditions"] for each in find_conditions(text)):
                if column in question["columns"][: len(form.slots)]:
                    assert comparison == "in" or (comparison == "le" and "extremes" in words), question


def test_a_value_far_beyond_the_rest_is_left_out_of_all_that_it_would_decide():
    frame = orders()
    frame.loc[0, "price"] = 400_000.0
    swayed = 0
    for seed in range(15):
        edges = set()
        for question in discussion(described(frame), 6, seed)[0]:
            form = form_of(bare(question["text"]))
            assert form is not None
            asked = dict(zip(form.slots, question["columns"], strict=False))
            limits = {one for text in question["conditions"] for one in find_conditions(text) if one[0] == "price"}
            if any(asked[letter] == "price" for letter in form.swayed if letter in asked):
                swayed += 1
                edges |= limits
                assert [comparison for _, comparison, _ in limits] == ["le"], question
        assert len(edges) <= 1, "one limit holds in all questions of a plan"
    assert swayed > 15


def test_each_condition_comes_with_a_reason():
    reasons = re.compile(r"(?:, (?:since|as|which|so that) )|As before|the same holds")
    for seed in range(15):
        _, said, _ = discussion(described(orders()), 6, seed)
        for message in said:
            if message["speaker"] == "client" and find_conditions(message["text"]):
                assert reasons.search(message["text"]), message["text"]


def test_a_question_tells_what_its_limit_is_for():
    told = re.compile(r" where .*, (?:the (?:ones|part|others)|since|so that) [^?]*\?$")
    count = 0
    for seed in range(15):
        questions = discussion(described(orders()), 6, seed)[0]
        for text in {text for question in questions for text in question["conditions"] if find_conditions(text)}:
            asked = [question["text"] for question in questions if text in question["conditions"]]
            count += any(told.search(each) for each in asked)
            assert all(form_of(bare(each)) is not None for each in asked)
    assert count >= 12


def test_a_question_beside_the_aims_keeps_sums_and_parts_apart():
    subject = subject_of(games())
    drafter = Drafter(subject, ["sales"], random.Random(1), ["home_sales"])
    for phase in ("compare", "relate", "decide") * 8:
        question = drafter.question(phase, ["sales"])
        form = form_of(question["text"])
        assert form is not None
        asked = question["columns"][: len(form.slots)]
        assert not any(subject.is_tied(name, asked) for name in asked), question["text"]


def test_who_chooses_wants_little_of_what_costs():
    subject = subject_of(games())
    assert subject.of_kind("cost") == ["price"]
    assert "price" not in subject.of_kind("gain")
    choice = next(idea for idea in IDEAS if idea.name == "choice")
    told = worded(choice, subject, ["sales"], random.Random(1))
    assert told is not None
    assert "low price" in told["goal"]
