"""What reports say in numbers is borne out by results, or goes back with what is wrong."""

import pandas as pd
import pytest

from company.families.dialogues.known_numbers import Numbers
from company.families.dialogues.reported import unfounded
from company.records import Result
from company.results.capture import capture
from tests.support.reports import SITUATIONS, Situation

RECALL = 0.95
"""Part of the untrue reports that is found; what is missed follows from the results by chance."""


def numbers(situation: Situation) -> Numbers:
    return Numbers.of(situation.results(), situation.output, situation.code, [situation.query])


def told(message: str, place: int = 0) -> str:
    return unfounded(message, numbers(SITUATIONS[place])) or ""


@pytest.mark.parametrize("situation", SITUATIONS, ids=[each.query for each in SITUATIONS])
def test_a_true_report_passes(situation: Situation) -> None:
    known = numbers(situation)
    assert [wrong for text in situation.true if (wrong := unfounded(text, known))] == []


def test_untrue_reports_are_found() -> None:
    known = {situation.query: numbers(situation) for situation in SITUATIONS}
    untrue = [(situation, text) for situation in SITUATIONS for text in situation.untrue]
    missed = [text for situation, text in untrue if not unfounded(text, known[situation.query])]
    assert len(untrue) >= 40 and len(missed) <= (1 - RECALL) * len(untrue), missed
    kinds = {result.type for situation in SITUATIONS for result in situation.results()}
    assert kinds >= {"dataframe", "series", "value", "list", "dict", "tuple", "array", "index", "set", "plot", "model"}


def test_a_complaint_names_the_number_its_place_and_the_nearest_that_there_is() -> None:
    wrong = told("Central has the most late trains by far, namely 580 of 2,310.")
    assert "580 in “…trains by far, namely 580 of 2,310.”" in wrong
    assert "the nearest is 508 (`delays`, Central, late)" in wrong
    assert "rounded, a share as percent, a difference, ratio or sum" in wrong and "2,310 in" not in wrong
    assert "'five' in “All five stations" in told("All five stations are late.")


def test_a_number_of_another_group_is_found() -> None:
    wrong = told("Central is busy, and North (508) is late.")
    assert "it is the number of `delays`, Central, late, and not of north" in wrong


def test_numbers_in_a_bracket_belong_to_the_labels_before_it_in_their_order() -> None:
    assert not told("Most are late at Central and at North, and Central and Harbour (508 and 61) are compared.")
    assert "of `delays`, Central, late, and not of harbour" in told("Harbour (508 and 61) is compared.")


def test_the_last_rows_of_a_long_table_have_their_labels() -> None:
    frame = pd.DataFrame({"what": [f"kind {n}" for n in range(29)] + ["brioche"], "share": [*range(29), 3.4722]})
    numbers = Numbers.of([Result.model_validate(capture("pairs", frame))])
    assert unfounded("The lowest share of all is that of brioche, 3.5.", numbers) is None


def test_all_that_is_wrong_is_told_at_once() -> None:
    wrong = told("North has 991 trains, Harbour 992, Central 993, Airport 994 and all together 9,995.")
    assert all(f"{number} in" in wrong for number in (991, 992, 993, 994)) and "; and 1 more" in wrong


@pytest.mark.parametrize(
    "said",
    [
        "Line 7 of 12 names in `table_99` is 3rd; Q3 and the 1990s are names, too.",
        "1. Central is first.\n2. North is second.",
        "One in three, one or two, two thirds and a half are not counted.",
        "Over 12 months and 7 days nothing changed.",
    ],
)
def test_digits_that_are_no_numbers_of_results_are_left_alone(said: str) -> None:
    known = Numbers.of([], texts=["Line 7 of 12 names"])
    assert unfounded(said, known) is None


def test_what_is_told_rounded_may_be_rounded_again() -> None:
    known = Numbers.of([Result(name="rates", type="tuple", digest="", shown="", facts={"items": [58.404501, 3.2]})])
    assert unfounded("It is 58.41 an hour at best.", known) is None  # prompts tell 58.405
    assert unfounded("It is 58.40 an hour at best.", known) is None
    assert unfounded("It is 58.42 an hour at best.", known) is not None


def test_a_sign_that_is_turned_round_is_found() -> None:
    known = numbers(next(each for each in SITUATIONS if "correlation" in each.query))
    assert unfounded("The correlation is 0.427.", known) and not unfounded("The correlation is -0.427.", known)
    assert not unfounded("They go in opposite directions, with 0.427.", known)


def test_a_word_of_direction_holds_for_all_numbers_of_a_list() -> None:
    changes = Result(name="changes", type="tuple", digest="", shown="", facts={"items": [-2.870091, -4.0373, -1.62]})
    numbers = Numbers.of([changes])
    for said in (
        "At Kiel S and Brno winter is 2.9 and 4.0 percent cheaper.",
        "They fell by 2.9, 4.0 and 1.6 percent.",
        "The three are 2.9, 4.0 and 1.6 percent lower.",
    ):
        assert unfounded(said, numbers) is None
    assert unfounded("At Kiel S and Brno winter is 2.9 and 4.0 percent dearer.", numbers) is not None


def test_where_the_sign_alone_is_another_the_complaint_says_so() -> None:
    gaps = Result(name="gaps", type="tuple", digest="", shown="", facts={"items": [-2.870091, 7.25]})
    numbers = Numbers.of([gaps])
    wrong = unfounded("Kiel comes to 2.9% at that.", numbers) or ""
    assert "its sign is the other (-2.870091, `gaps`): write -2.9%, or '2.9% below'" in wrong
    wrong = unfounded("Kiel comes to -7.25 at that.", numbers) or ""
    assert "its sign is the other (7.25, `gaps`): write 7.25." in wrong
    assert "sign" not in (unfounded("Kiel comes to 31.4 at that.", numbers) or "")


def test_a_row_may_be_called_by_its_number_which_is_no_number_of_the_results() -> None:
    facts = {"rows": 2, "columns": ["kind"], "width": 1, "index": [73, 66], "head": [["red"], ["white"]]}
    numbers = Numbers.of([Result(name="top", type="dataframe", shown="", digest="0", facts=facts)])
    assert unfounded("Furthest out is row 66.", numbers) is None
    assert unfounded("There are 66 rows.", numbers) is not None


def test_a_unit_that_stands_once_holds_for_all_numbers_of_its_sentence() -> None:
    leads = Result(name="leads", type="tuple", digest="", shown="", facts={"items": [0.2299, 0.2353, 0.1389]})
    numbers = Numbers.of([leads])
    assert unfounded("A lead of 23.0, 23.5 and 13.9 percentage points.", numbers) is None
    assert unfounded("It falls from 23 percent, but without the last its lead comes to 13.9.", numbers) is None
    assert unfounded("A lead of 23.0, 29.5 and 13.9 percentage points.", numbers) is not None
    assert unfounded("A lead of 23.0, 23.5 and 13.9 metres.", numbers) is not None


def test_a_point_that_ends_a_short_form_ends_no_sentence() -> None:
    losses = Result(name="losses", type="tuple", digest="", shown="", facts={"items": [-11.5, -7.8]})
    numbers = Numbers.of([losses])
    assert unfounded("Bio-techn. lies 11.5 points lower (all of it), OX träuf. 7.8 (most of it).", numbers) is None
