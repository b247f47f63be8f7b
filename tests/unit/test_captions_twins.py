"""Twins differ in one claim, in its words and in its code; errors have the proportions of the seed's table 4."""

from __future__ import annotations

import random

import pytest

from company.families.captions.aspects import aspects_of
from company.families.captions.gate.looking import OTHER_TEXT, _renamed
from company.families.captions.records import UNTRUTHS, Caption, Claim, Untruth
from company.families.captions.spoiling import box_of, chart_for, cut_for, spoiled_text
from company.families.captions.stages.passages import mentions
from company.families.captions.twins import Around, Twin, twins_of

AROUND = Around(["class 0", "class 1"], ["hue", "color"], ["ash"], [10.0, 14.2, 20.0])
TEXT = "Mean ash over year for class 0 and class 1. For class 0, mean ash rose with year. At 1,990, class 0 lies above."


def caption(*claims: tuple[str, str]) -> Caption:
    found = [
        Claim(span=(TEXT.index(words), TEXT.index(words) + len(words)), aspects=(), code=code, truth="true")
        for words, code in claims
    ]
    return Caption(writer="author", text=TEXT, claims=tuple(found))


def made(kind: Untruth, *claims: tuple[str, str]) -> list[Twin]:
    return list(twins_of(caption(*claims), kind, AROUND, random.Random(1)))


def test_a_trend_and_a_comparison_are_turned_in_words_and_in_code() -> None:
    rose = ("For class 0, mean ash rose with year", "rises(drawn, 'class 0')")
    (twin,) = made("trend", rose)
    assert "mean ash fell with year" in twin.text
    assert twin.claims[0].code == "falls(drawn, 'class 0')"
    (twin,) = made("comparison", ("class 0 lies above", "at(drawn, 1990, 'class 0') > 12"))
    assert twin.text.endswith("class 0 lies below.")
    assert twin.claims[0].code == "at(drawn, 1990, 'class 0') < 12"
    assert not made("comparison", rose) and not made("trend", ("class 0 lies above", "above(drawn, 'class 0', 'x')"))


def test_words_of_a_name_are_neither_turned_nor_taken_for_a_value() -> None:
    around = Around(["ash above 10", "ash up to 10"], [], [], [0.0, 40.0])
    words = "The curve for ash above 10 is lower than that for ash up to 10 at 5"
    claim = Claim(
        span=(0, len(words)), aspects=(), code="lower_at(drawn, 5, 'ash above 10', 'ash up to 10')", truth="true"
    )
    told = Caption(writer="author", text=words, claims=(claim,))
    (twin,) = twins_of(told, "comparison", around, random.Random(1))
    assert twin.text == words.replace("lower", "higher")
    words = "At 5, hue came to 10 for ash above 10"
    claim = Claim(span=(0, len(words)), aspects=(), code="near(drawn, at(drawn, 5, 'ash above 10'), 10)", truth="true")
    found = list(twins_of(Caption(writer="author", text=words, claims=(claim,)), "value", around, random.Random(1)))
    assert found and all(each.text.endswith("for ash above 10") and " to 10 " not in each.text for each in found)


@pytest.mark.parametrize(
    ("values", "said", "ends"),
    [
        ([85_000.0, 130_000.0, 210_000.0, 390_000.0], "85,000", ("000",)),
        ([40.0, 47.5, 62.0, 70.5], "40.0", (".0", ".5")),
    ],
)
def test_an_untrue_value_is_as_round_as_those_of_the_figure(values: list[float], said: str, ends: tuple[str]) -> None:
    words = f"Lowest price stood at {said} at 3"
    claim = Claim(
        span=(0, len(words)), aspects=(), code=f"near(drawn, at(drawn, 3), {said.replace(',', '')})", truth="true"
    )
    told = Caption(writer="author", text=words, claims=(claim,))
    around = Around([], [], [], values)
    found = [twin for seed in range(20) for twin in twins_of(told, "value", around, random.Random(seed))]
    assert len({twin.text for twin in found}) > 3
    assert all(twin.text.removesuffix(" at 3").endswith(ends) and f"at {said} " not in twin.text for twin in found)


def test_a_code_whose_contrary_is_not_one_step_away_is_left_alone() -> None:
    assert not made("trend", ("mean ash rose with year", "rises(drawn) and rises(drawn, 'class 0')"))
    assert not made("trend", ("mean ash rose with year", "rises("))


def test_a_name_is_exchanged_where_nothing_beside_it_tells_of_that() -> None:
    assert not made("outside", ("Mean ash over year", "names(drawn, 'Mean ash', 'year')"))
    assert not made("label", ("for class 0 and class 1", "shows(drawn, 'class 0', 'class 1')"))
    other = Caption(
        writer="author",
        text="Class 0 rises.",
        claims=(Claim(span=(0, 13), aspects=(), code="rises(drawn, 'Class 0')", truth="true"),),
    )
    (twin,) = twins_of(other, "label", AROUND, random.Random(1))
    assert (twin.text, twin.claims[0].code) == ("Class 1 rises.", "rises(drawn, 'Class 1')")


def test_what_is_outside_takes_the_place_of_a_part_of_a_name() -> None:
    text = "Mean ash over year, for all."
    one = Claim(span=(0, 18), aspects=(), code="names(drawn, 'Mean ash', 'year')", truth="true")
    found = list(twins_of(Caption(writer="texts", text=text, claims=(one,)), "outside", AROUND, random.Random(1)))
    assert {twin.text for twin in found} == {"Mean hue over year, for all.", "Mean color over year, for all."}
    assert "names(drawn, 'Mean hue', 'year')" in {twin.claims[0].code for twin in found}
    assert all(twin.claims[0].span[1] == len(twin.text) - len(", for all.") for twin in found)


@pytest.mark.parametrize("said", ["12.5", "19.00"])
def test_a_value_is_off_by_a_tenth_and_more_with_as_many_digits(said: str) -> None:
    text = f"It came to {said} at 3."
    one = Claim(span=(0, len(text) - 1), aspects=(), code=f"near(drawn, at(drawn, 3), {said})", truth="true")
    found = list(twins_of(Caption(writer="author", text=text, claims=(one,)), "value", AROUND, random.Random(2)))
    assert found
    for twin in found:
        new = twin.text.split()[3]
        assert len(new) == len(said) and 10 <= float(new) <= 20
        assert abs(float(new) - float(said)) >= 0.1 * float(said)
        assert twin.claims[0].code == f"near(drawn, at(drawn, 3), {new})"


def test_a_place_is_no_value() -> None:
    text = "At 12, it came to 19.5."
    one = Claim(span=(0, 22), aspects=(), code="near(drawn, at(drawn, 12), 19.5)", truth="true")
    found = list(twins_of(Caption(writer="author", text=text, claims=(one,)), "value", AROUND, random.Random(2)))
    assert found and all(twin.text.startswith("At 12, it came to 1") for twin in found)
    assert all("at(drawn, 12)" in twin.claims[0].code for twin in found)


def test_a_series_that_code_names_twice_is_exchanged_in_both_places() -> None:
    text = "Class 0 peaks at 3 (12)."
    code = "highest_at(drawn, 3, 'class 0') and near(drawn, at(drawn, 3, 'class 0'), 12)"
    one = Claim(span=(0, 23), aspects=(), code=code.replace("class", "Class"), truth="true")
    (twin,) = twins_of(Caption(writer="author", text=text, claims=(one,)), "label", AROUND, random.Random(2))
    assert twin.claims[0].code == code.replace("class 0", "Class 1")


def test_claims_behind_the_changed_one_keep_their_words() -> None:
    claims = (
        ("Mean ash over year", "names(drawn, 'Mean ash', 'year')"),
        ("For class 0, mean ash rose with year", "rises(drawn, 'class 0')"),
        ("class 0 lies above", "above(drawn, 'class 0', 'class 1')"),
    )
    for kind in UNTRUTHS:
        for twin in made(kind, *claims):
            assert len(twin.claims) == 3
            for at, claim in enumerate(twin.claims):
                words = twin.text[slice(*claim.span)]
                assert at == twin.changed or words == claims[at][0]


def test_aspects_follow_from_texts_and_numbers() -> None:
    texts = ["Mean ash", "class 0", "12.5", "x"]
    assert aspects_of("Mean ash for class 0", texts) == ("ocr",)
    assert aspects_of("it fell to 12.5", texts, ["visual", "ocr"]) == ("visual", "stats")
    assert aspects_of("class 0 is at 3", texts, ["relation"]) == ("ocr", "stats", "relation")
    assert aspects_of("mean ashes", texts) == ()


def test_errors_have_the_shares_of_the_seed() -> None:
    ids = [f"t.p{number}.f1" for number in range(6_000)]
    charts = [chart_for(each, 0.12) for each in ids]
    assert abs(charts.count("bar") / len(ids) - 101 / 3_600) < 0.008
    assert abs(charts.count("panels") / len(ids) - 23 / 3_600) < 0.004
    cuts = [cut for each in ids if (cut := cut_for(each, 0.12))]
    assert abs(len(cuts) / len(ids) - 102 / 3_600) < 0.008
    for cut in cuts:
        left, top, right, bottom = box_of(cut, (600, 400))
        assert 0.5 <= (right - left) * (bottom - top) / (600 * 400) <= 0.76
    texts = [spoiled_text("one two three four five six seven", "a b c d e f g h", each, spoiled=0.12) for each in ids]
    wrong = [text for text in texts if text is not None]
    assert abs(len(wrong) / len(ids) - 242 / 3_600) < 0.012
    assert {text.startswith("one two three four five six seven ") for text in wrong} == {True, False}
    assert all(chart_for(each, 0.0) == "line" and cut_for(each, 0.0) is None for each in ids[:200])


def test_figures_that_are_mentioned_together_are_all_found() -> None:
    assert mentions("As Figures 2 to 4 and Fig. 7 show") == ("Figure 2", "Figure 3", "Figure 4", "Figure 7")
    assert mentions("See Figures 1, 2 and 5; figures of speech") == ("Figure 1", "Figure 2", "Figure 5")


def test_on_the_figure_with_other_texts_no_name_stays() -> None:
    changed = _renamed([{"xlabel": "Ash", "lines": [{"label": "class 0", "places": ["a", "b"], "values": [1.0, 2.0]}]}])
    assert changed == [
        {
            "xlabel": OTHER_TEXT,
            "lines": [{"label": OTHER_TEXT, "places": [f"{OTHER_TEXT} 0", f"{OTHER_TEXT} 1"], "values": [1.0, 2.0]}],
        }
    ]
