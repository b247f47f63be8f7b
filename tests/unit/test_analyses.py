"""Questions of known forms: their chains are of steps that there are, and are followed turn by turn."""

import random
from dataclasses import replace
from typing import Any

import pytest

from grammar.analyses.following import analysis_of
from grammar.analyses.forms import NEW, Form, chain_of, form_of, forms
from grammar.analyses.standing import standing_of
from grammar.analyses.walking import is_answerable, two_at_once, walked
from grammar.choosing import Chooser, Past, focus_of
from grammar.narrowing import narrowed
from grammar.steps.catalogue import KINDS
from grammar.voices import agreeing, sentence
from tests.support.offered_steps import start

QUESTION: dict[str, Any] = {
    "text": "Which region has the highest price on average, and which the lowest?",
    "columns": ["price", "region", "units"],
    "conditions": [],
    "result_types": ["dataframe"],
}


def chooser() -> Chooser:
    return Chooser(start(), focus_of(QUESTION), Past.of([]), random.Random(1))


def turn(query: str, name: str, result: str = "dataframe") -> dict[str, Any]:
    return {"query": query, "results": [{"name": name, "type": result}], "question": 1}


def ways(form: Form) -> list[Any]:
    return [way for chain in (*form.chains, *form.apart) for place in chain for way in place]


@pytest.mark.parametrize("form", forms(), ids=lambda form: form.name)
def test_chains_are_of_steps_that_there_are(form: Form) -> None:
    for way in ways(form):
        slots = KINDS[way.kind].slots
        assert {*way.slots, *way.values} <= set(slots), way
        assert way.result is None or way.result in KINDS[way.kind].gives
    for chain in (*form.chains, *form.apart):
        known: set[str | None] = {None}
        for place in chain:
            assert {way.on for way in place} <= known, place
            known |= {way.name for way in place}


def test_there_are_fifteen_forms_and_most_have_several_chains() -> None:
    assert len(forms()) >= 15
    assert sum(len(form.chains) > 1 for form in forms()) >= 15


@pytest.mark.parametrize("form", forms(), ids=lambda form: form.name)
def test_a_question_is_known_by_its_words(form: Form) -> None:
    words = {slot: f"words of {slot}" for slot in form.slots} | {"rows": "sold properties"}
    for seed in range(8):
        chance = random.Random(seed)
        text = agreeing(sentence(form.asks, chance, words), list(words.values()))
        found = form_of(text)
        assert found is not None
        assert (found.phase, list(found.slots.values())) == (form.phase, list(form.slots.values())), text
        assert found.asked_in(text)
    assert form_of(narrowed(text, [], "rows", chance)) is found


def test_a_line_that_is_no_step_is_told() -> None:
    with pytest.raises(ValueError, match="no step of a chain: 'a step'"):
        chain_of("a step")


def test_a_chain_goes_on_from_what_its_turns_have_left() -> None:
    analysis = analysis_of(QUESTION, [])
    assert analysis is not None
    assert analysis.columns == {"m": "price", "g": "region"}
    assert not analysis.is_answered
    first = next(analysis.steps(chooser()))
    assert first.slots["by"] == "region"
    query = "Please generate a Series of the mean 'price' per 'region' in `df`."
    after = analysis_of(QUESTION, [turn(query, "mean_price", "series")])
    assert after is not None
    assert after.left == {"means": "mean_price"}
    assert any(step.source == "mean_price" for step in after.steps(chooser()))


def test_a_question_that_nobody_knows_has_no_analysis() -> None:
    assert analysis_of({**QUESTION, "text": "Shall we?"}, []) is None
    assert analysis_of({**QUESTION, "columns": ["price"]}, []) is None


def test_the_rows_of_a_question_are_those_of_its_conditions() -> None:
    question = {**QUESTION, "conditions": ["'units' is at least 3"]}
    filtered = turn("Please keep only the rows in `df` where 'units' is at least 3 and return a DataFrame.", "recent")
    other = turn("Please keep only the rows in `df` where 'units' is at least 5 and return a DataFrame.", "few")
    both = {**QUESTION, "conditions": [*question["conditions"], "'price' is at most 90"]}
    for asked, turns, earlier, rows in (
        (question, [filtered], [], "recent"),
        (question, [], [filtered], "recent"),
        (question, [], [other], None),
        (both, [filtered], [], "recent"),
        (both, [], [filtered], None),  # rows of another question meet all conditions, or are not what is asked about
    ):
        analysis = analysis_of(asked, turns, earlier)
        assert analysis is not None
        assert analysis.rows == rows


def test_a_path_is_walked_from_the_table_to_what_is_wanted() -> None:
    analysis = analysis_of({**QUESTION, "conditions": ["'units' is at least 3"]}, [])
    assert analysis is not None
    here = Chooser(
        start(), focus_of({**QUESTION, "conditions": ["'units' is at least 3"]}), Past.of([]), random.Random(0)
    )
    paths = [(path, found) for path in analysis.ends() if (found := walked(path, analysis, here)) is not None]
    longest, (prepared, wanted) = max(paths, key=lambda each: len(each[0]))
    assert len(longest) > 1
    assert [step.kind for step in prepared] == ["filter", *(way.kind for way in longest[:-1])]
    assert wanted[0].kind == longest[-1].kind
    assert prepared[0].source == "<table>"
    assert all(step.source.startswith("<last") for step in (*prepared[1:], *wanted))


def test_within_a_request_too_a_new_column_is_one_that_was_made() -> None:
    question = {**QUESTION, "text": "How do orders with a high price differ from the rest in their margin?"}
    question["columns"] = ["price", "margin"]
    analysis = analysis_of(question, [])
    assert analysis is not None
    split = next(path for path in analysis.ends() if len(path) > 1 and path[-1].slots.get("by") == (NEW,))
    found = walked(split, analysis, Chooser(start(), focus_of(question), Past.of([]), random.Random(2)))
    assert found is not None
    prepared, wanted = found
    assert wanted[0].slots["by"] == prepared[-1].slots["new"]
    assert wanted[0].slots["column"] == "margin"


def test_new_columns_are_columns_that_the_dialogue_made() -> None:
    used = {letter for form in forms() for way in ways(form) for letters in way.slots.values() for letter in letters}
    assert NEW in used


def test_a_question_about_a_plural_is_known_by_its_first_word_too() -> None:
    found = form_of("Are the rooms really different from one type to the next, or is that chance?")
    assert found is not None
    assert found.name == "compare_groups"


def test_what_is_asked_decides_on_the_chains_that_answer_it() -> None:
    asked = {
        "Is the price really different from one region to the next, or is that chance?": {
            "test_all_groups",
            "test_two_groups",
        },
        "Which of three groups of similar orders, going by their age and units, has the highest price on average?": {
            "several_means"
        },
        "How do orders with a high price differ from the rest in their margin?": {"compare_beyond_value"},
        "Which orders combine a high margin with a low price?": {"high_with_low"},
        "Which orders are furthest out of the ordinary in their price, and what is their region?": {"furthest_rows"},
    }
    for text, kinds in asked.items():
        form = form_of(text)
        assert form is not None
        assert kinds & {way.kind for chain in form.chains for way in chain[-1]}, text
    chance, leads = (
        form_of(next(iter(asked))),
        form_of("Which region has the highest price on average, and which the lowest?"),
    )
    assert chance and leads and chance.name == leads.name
    assert all(chain not in leads.chains for chain in chance.chains)


def test_rows_that_a_turn_picked_out_on_its_way_have_no_name() -> None:
    question = {**QUESTION, "conditions": ["'units' is at least 3"]}
    query = (
        "First, keep only the rows in `df` where 'units' is at least 3. "
        "Please compute the average 'price' in those rows and return a single value."
    )
    analysis = analysis_of(question, [turn(query, "mean_price", "value")])
    assert analysis is not None
    assert analysis.rows is None


def test_a_step_that_only_the_next_one_builds_on_is_said_on_its_way() -> None:
    question = {**QUESTION, "text": "What does the price look like at the low, the middle and the high end?"}
    analysis = analysis_of(question, [])
    assert analysis is not None
    chain = next(each for each in analysis.form.chains if each[0][0].kind == "quartile_column")
    both = two_at_once(replace(analysis, standings=(standing_of(chain, [], None),)), chooser())
    assert both is not None
    assert [step.kind for steps in both for step in steps] == ["quartile_column", "group_summary"]
    assert both[1][0].source.startswith("<last")


def test_a_result_that_a_later_step_needs_is_asked_for_by_itself() -> None:
    question = {**QUESTION, "text": "How do orders with a high price differ from the rest in their margin?"}
    question["columns"] = ["price", "margin"]
    analysis = analysis_of(question, [])
    assert analysis is not None
    chain = next(each for each in analysis.form.chains if each[0][0].name == "edge")
    assert any(way.on == "edge" for way in chain[-1])
    assert two_at_once(replace(analysis, standings=(standing_of(chain, [], None),)), chooser()) is None


def test_what_has_no_chain_to_an_answer_is_not_asked() -> None:
    drawn = form_of("Which region has the highest price on average, and which the lowest?")
    assert drawn is not None
    assert is_answerable(drawn, {"m": "price", "g": "region"}, start().table, random.Random(1))
    assert not is_answerable(drawn, {"m": "comment", "g": "region"}, start().table, random.Random(1))


def test_the_line_that_a_comparison_is_drawn_by_is_asked_for_too_or_said_on_the_way() -> None:
    question = {**QUESTION, "text": "How do orders with a high price differ from the rest in their margin?"}
    question["columns"] = ["price", "margin"]
    analysis = analysis_of(question, [])
    assert analysis is not None
    path = next(path for path in analysis.ends() if path[-1].kind == "compare_beyond_value")
    drawn = []
    for seed in range(20):
        here = Chooser(start(), focus_of(question), Past.of([]), random.Random(seed))
        prepared, wanted = walked(path, analysis, here) or ([], [])
        line, compared, *_ = (*prepared, *wanted)
        assert (line.kind, compared.kind) == ("quantile", "compare_beyond_value")
        assert compared.source.startswith("<last")
        drawn.append(len(prepared))
    assert {*drawn} == {0, 1}


def test_after_an_answer_no_second_line_is_drawn_and_nothing_is_told_again() -> None:
    question = {**QUESTION, "text": "How do orders with a high price differ from the rest in their margin?"}
    question["columns"] = ["price", "margin"]
    turns = [
        turn("Please find the 75th percentile of 'price' in `df` and return a single value.", "mean_value", "value"),
        turn(
            "Please compare the count, mean and median of 'margin' for the rows of `df` whose 'price' is above "
            "`mean_value` with those of all others, in the rows 'above' and 'others' and return a DataFrame.",
            "beside",
        ),
    ]
    analysis = analysis_of(question, turns)
    assert analysis is not None
    assert analysis.is_answered
    assert any("threshold_label" in str(standing.chain) and not standing.is_complete for standing in analysis.standings)
    assert not list(analysis.steps(chooser()))


def test_of_two_ends_the_better_one_is_taken() -> None:
    analysis = analysis_of(QUESTION, [])
    assert analysis is not None
    chain = chain_of("large_groups_in_order column=m by=g | groups_in_order column=m by=g")
    both = replace(analysis, standings=(standing_of(chain, [], None),))
    carriers = {**both.columns, "g": "carrier"}
    for columns, kinds in ((both.columns, ["groups_in_order"]), (carriers, ["large_groups_in_order"])):
        here = replace(both, columns=columns)
        found = [walked(path, here, chooser()) for path in here.ends()]
        assert [step.kind for each in found if each for step in each[1]] == kinds


def test_a_question_that_is_asked_separately_for_each_value_is_answered_for_each() -> None:
    question = {
        **QUESTION,
        "text": "How does the price differ between the region groups, separately for each channel?",
    }
    question["columns"] = ["price", "region", "channel"]
    analysis = analysis_of(question, [])
    assert analysis is not None
    ends = [found[1][0] for path in analysis.ends() if (found := walked(path, analysis, chooser()))]
    assert ends
    assert all((step.kind, step.slots["other"]) == ("sides_within_groups", "channel") for step in ends)
    together = analysis_of({**question, "text": "How does the price differ between the region groups?"}, [])
    assert together is not None
    assert "z" not in together.columns


def test_where_few_turns_are_left_a_chain_that_ends_in_time_comes_first() -> None:
    analysis = analysis_of(QUESTION, [])
    assert analysis is not None
    assert {len(standing.chain) for standing in analysis.standings} == {3, 4}
    assert len(analysis.within(4).standings[0].chain) == 3
    assert analysis.within(9).standings == analysis.standings


def test_time_is_told_in_the_order_in_which_it_runs() -> None:
    chains = [chain for form in forms() for chain in (*form.chains, *form.apart)]
    ways = [way for chain in chains for place in chain for way in place]
    assert {way.values["part"] for way in ways if way.kind == "date_part"} == {("year",)}
