"""Captions of a choice: none sheds light on another, and all speak of what a reader of the figure can see."""

from __future__ import annotations

import random
from typing import Any

import pytest

from company.families.captions.briefed import drawn_of
from company.families.captions.gate import figure_claims
from company.families.captions.gate.apart import alone, bears, covered, entangled, unreadable
from company.families.captions.gate.detection import asked_of
from company.families.captions.gate.drawing import Look, unfit
from company.families.captions.gate.elsewhere import together
from company.families.captions.records import Caption, Claim, Figure
from company.families.captions.stages.options import in_the_way
from grammar.captioning.apart import captions_apart
from grammar.captioning.forms import Chart, clear_claims
from grammar.captioning.plotting import plot_figure

NAMES = {name: getattr(figure_claims, name) for name in dir(figure_claims) if not name.startswith("_")}
PLACES = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def drawn(**lines: list[float]) -> list[dict[str, Any]]:
    shown = [{"label": label, "places": PLACES[-len(own) :], "values": own} for label, own in lines.items()]
    return [{"title": "", "xlabel": "Year", "ylabel": "Mean price", "lines": shown, "bars": []}]


def holds(code: str, shown: Any) -> bool:
    try:
        return bool(eval(code, {**NAMES, "drawn": shown}))
    except LookupError:
        return False


TWO = drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 8, 8.4, 7, 6.5, 7.2])
PEAK = "highest_at(drawn, 6, 'a') and near(drawn, at(drawn, 6, 'a'), 6)"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rises(drawn, 'a')", "falls(drawn, 'A')"),
        ("rises(drawn, 'a')", PEAK),
        ("near(drawn, at(drawn, 6, 'a'), 6)", PEAK),
        ("above(drawn, 'b', 'a')", "higher_at(drawn, 3, 'a', 'b')"),
        ("varies_most(drawn, 'a')", "varies_least(drawn, 'b')"),
    ],
)
def test_captions_about_one_quantity_are_entangled(one: str, other: str) -> None:
    assert entangled([[one], [other], ["near(drawn, at(drawn, 2, 'b'), 8)"]])
    assert not entangled([[one], ["near(drawn, at(drawn, 2, 'b'), 8)"], ["near(drawn, at(drawn, 3, 'b'), 8)"]])


def test_a_course_stands_beside_one_value_of_its_line_and_not_beside_two() -> None:
    values = [[f"near(drawn, at(drawn, {place}, 'a'), {place})"] for place in (1, 6)]
    assert not entangled([["rises(drawn, 'a')"], values[0]])
    assert entangled([["rises(drawn, 'a')"], *values])


def test_of_captions_that_entail_one_another_one_cannot_be_the_only_untrue_one() -> None:
    order, value = "higher_at(drawn, 2, 'b', 'a')", "near(drawn, at(drawn, 2, 'a'), 2)"
    entailed = [[order], [value], ["near(drawn, at(drawn, 2, 'b'), 8)"], ["rises(drawn, 'a')"]]
    found = [together(TWO, claims, holds) for claims in alone(entailed)]
    assert found[0] is False and not entangled(entailed[:3])
    free = [
        [order],
        ["near(drawn, at(drawn, 4, 'a'), 4)"],
        ["near(drawn, at(drawn, 5, 'b'), 6.5)"],
        ["falls(drawn, 'b')"],
    ]
    assert all(together(TWO, claims, holds) for claims in asked_of(free, free[1], ["count(drawn) == 2"]))


def test_values_that_are_told_and_denied_are_looked_for_where_they_stand() -> None:
    shown = drawn(a=[3.0, 3.2, 2.9, 2.4, 2.19, 1.79])
    told = ["near(drawn, at(drawn, 5), 2.52)", "highest_at(drawn, 2) and near(drawn, at(drawn, 2), 3.21)"]
    assert together(shown, [*told, "not all([near(drawn, at(drawn, 6), 1.79)])"], holds)
    assert not together(shown, [*told, "not all([near(drawn, at(drawn, 5), 2.52)])"], holds)


def test_how_a_claim_is_written_changes_nothing_of_what_may_hold() -> None:
    places = ["0–199", "200–399", "400–599", "Wendy's", "800–999", "1000–1199"]
    shown = drawn(**{"": [2.22, 4.34, 7.14, 10.28, 14.09, 22.4]})
    shown[0]["lines"][0]["places"] = places
    values = [2.2, 9.8, 7.1, 10.3]  # the second one is untrue
    for quoted in (lambda text: f'"{text}"', repr):
        each = [
            [f"near(drawn,at( drawn, {quoted(place)} ), {said})"] for place, said in zip(places, values, strict=False)
        ]
        assert all(together(shown, claims, holds) for claims in asked_of(each, each[1], ["count(drawn) == 1"]))


@pytest.mark.parametrize(
    ("code", "shown", "said"),
    [
        ("near(drawn, at(drawn, 2.5, 'a'), 2.5)", TWO, "nothing is recorded at 2.5"),
        (
            "near(drawn, at(drawn, 2, 'a'), 2)",
            drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 2.05, 8, 7, 6, 7]),
            "cover one another",
        ),
        ("highest_at(drawn, 1, 'b')", drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 8, 9, 7, 6, 7]), "share what is said to be"),
        ("varies_most(drawn, 'a')", drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 8, 8, 7, 6, 4]), "share the widest"),
        ("above(drawn, 'b', 'a')", drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 8, 8, 7, 9.5]), "drawn at different places"),
    ],
)
def test_what_nobody_can_read_off_a_figure_is_told(code: str, shown: Any, said: str) -> None:
    assert [said in each for each in unreadable([code], shown)] == [True]
    assert not unreadable(["near(drawn, at(drawn, 3, 'a'), 3)", PEAK, "above(drawn, 'b', 'a')"], TWO)


def test_nothing_holds_throughout_where_one_line_is_drawn_farther_than_the_other() -> None:
    assert holds("above(drawn, 'b', 'a')", TWO) and holds("below(drawn, 'a', 'b')", TWO)
    shorter = drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 8, 8, 7, 9.5])
    assert not holds("above(drawn, 'b', 'a')", shorter) and not holds("below(drawn, 'a', 'b')", shorter)


def test_what_is_hidden_is_not_told_by_the_built_in_company() -> None:
    shown = drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 2.05, 8, 7, 6.5, 7], c=[9, 10, 11, 12, 13])
    claims = list(clear_claims(Chart.of(shown)))
    assert all(
        claim.slots.get("p") != "2" for claim in claims if claim.form == "series_value" and claim.slots["s"] in "ab"
    )
    assert any(claim.slots.get("p") == "2" for claim in claims if claim.form == "series_value")
    assert {frozenset((c.slots["s"], c.slots["t"])) for c in claims if c.form in ("above", "below")} == set()


def test_a_figure_whose_line_is_covered_by_another_one_is_drawn_again() -> None:
    hidden = drawn(a=[1, 2, 3, 4, 5, 6], b=[1.01, 2, 3, 4.5, 5, 6])
    assert covered(hidden) == "a" and covered(TWO) is None
    kinds: dict[str, Any] = dict.fromkeys(("boxes", "slices", "grids", "bins"), ())
    told, fine = (unfit(Look([{**shown[0], **kinds}], (), "", (), b""), "line") for shown in (hidden, TWO))
    assert "cannot be seen" in str(told) and fine is None


def test_axes_and_legends_say_where_numbers_were_put_together_and_cut() -> None:
    number = {"role": "measure", "kind": "float", "numeric": True, "distinct": 90, "minimum": 0, "maximum": 40}
    columns = [{"name": name, **number, "quartiles": [10, 20, 30]} for name in ("ash", "hue", "phenols")]
    figure = {"question": "How does the mean hue change with ash, told apart by phenols?", "chart": "line"}
    brief = {"table": {"columns": columns, "file": "t.csv"}, "figure": {**figure, "columns": ["ash", "hue", "phenols"]}}
    code = plot_figure(brief, None)["code"]  # type: ignore[arg-type]
    assert 'set_xlabel("Ash in steps of 10")' in code
    assert "phenols above {middle" in code and "high phenols" not in code


@pytest.mark.parametrize(
    ("shown", "borne"),
    [
        (drawn(a=[1, 2, 3, 4, 5, 6]), 6),
        (TWO, 6 + 6 + 1 + 1),
        (drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 2.05, 8, 7, 6, 7]), 5 + 5 + 1 + 1),
        (drawn(a=[1, 2, 3, 4], b=[9, 9, 9, 9], c=[5, 6, 7.5, 6.5]), 12 + 3 + 1),
    ],
)
def test_as_many_captions_are_asked_for_as_a_figure_bears(shown: Any, borne: int) -> None:
    assert bears(shown) == borne


def captioned(*codes: str) -> Caption:
    claims = tuple(Claim(span=(0, 1), aspects=(), code=code, truth="true") for code in codes)
    return Caption(writer="author", text=f"It shows {' and '.join(codes)}.", claims=claims)


def test_a_writer_is_told_which_captions_stand_in_the_way_of_one_another_and_why() -> None:
    captions = {
        "a": captioned("near(drawn, at(drawn, 2, 'b'), 8)"),
        "b": captioned("lowest_at(drawn, 2, 'b')"),
        "c": captioned("near(drawn, at(drawn, 3, 'b'), 8.4)", "count(drawn) == 2"),
        "d": captioned("near(drawn, at(drawn, 4, 'b'), 7)"),
        "e": captioned("falls(drawn, 'b')"),
        "f": captioned("rises(drawn, 'a')"),
    }
    told = in_the_way(captions, {*captions} - {"f"})
    assert told.keys() == {"b", "c", "e", "f"}
    assert captions["a"].text in told["b"] and "claims 2 things" in told["c"]
    assert "course" in told["e"] and "said otherwise" in told["f"]


def test_the_built_in_company_says_again_what_is_plotted_in_the_words_that_it_has_used() -> None:
    brief = {"captions": 4, "drawn": TWO, "kept": ["Prices over the years. The line a rises."], "wrong": []}
    told = [captions_apart(brief, random.Random(seed))["captions"] for seed in range(5)]
    assert all(each.startswith("Prices over the years. ") for captions in told for each in captions) and all(told)


def test_a_brief_tells_values_as_exactly_as_anybody_can_see() -> None:
    shown = drawn(a=[1234.56789, 2, 3, 4, 5, 6], b=[0.0123456, 8, 8.4, 7, 6.5, 7.2])
    common: dict[str, Any] = {"parent": None, "stage": "figures", "position": 1, "columns": (), "chart": "line"}
    shown[0]["points"] = []
    figure = Figure(id="f", name="Figure 1", question="", code="", digest="", drawn=tuple(shown), texts=(), **common)
    lines = drawn_of(figure)[0]["lines"]
    assert [line["values"][0] for line in lines] == [1234.6, 0.0] and lines[0]["places"] == PLACES
