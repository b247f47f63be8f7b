"""What words say of a figure: trends that a sceptical reader accepts, and untruths that words alone may tell."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from company.families.captions.gate import figure_claims
from company.families.captions.gate.contradicting import Told, claims_of
from company.families.captions.gate.elsewhere import together
from company.families.captions.stages.passages import mentions
from grammar.captioning.captions import (
    caption_of_author,
    caption_of_paragraphs,
    caption_of_picture,
    caption_of_section,
    caption_of_texts,
)
from grammar.captioning.courses import course
from grammar.captioning.forms import Chart, said_place
from grammar.captioning.planning import spelled_out, tells_apart
from grammar.captioning.plotting import plot_figure
from grammar.captioning.sections import is_aside, write_section
from grammar.captioning.telling import split

PLACES = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
NAMES = {name: getattr(figure_claims, name) for name in dir(figure_claims) if not name.startswith("_")}

ANSWERS = re.compile(
    "Yes[:,]|There is a clear|The answer is|Only in part|Not (?:in|that)|It depends|Hardly|As far as|The direction is|"
    "In direction, yes|No, and|They part"
)
"""How answers to questions begin."""


def drawn(**lines: list[float]) -> list[dict[str, Any]]:
    shown = [{"label": label, "places": PLACES[: len(own)], "values": own} for label, own in lines.items()]
    return [{"title": "", "xlabel": "Year", "ylabel": "Mean price", "lines": shown, "bars": []}]


def holds(code: str, shown: Any) -> bool:
    try:
        return bool(eval(code, {**NAMES, "drawn": shown}))
    except LookupError:
        return False


@pytest.mark.parametrize(
    ("values", "way"),
    [
        ([6, 10, 4], "turns_down"),  # and no downward trend, though it ends lower than it begins
        ([6, 8, 10, 7, 4, 3], ""),
        ([1, 2, 3, 2.8, 4, 5], "rises"),
        ([5, 4, 4.2, 3, 2, 1], "falls"),
        ([1, 4, 5, 6, 3, 1.2], "turns_down"),
        ([6, 3, 1, 2, 4, 6.1], "turns_up"),
        ([3, 5, 2, 5, 2.5, 3.4], "no_way"),
        ([1, 5, 1.5, 6, 2, 7], ""),  # ends high, and loses nearly all of it on the way, twice
    ],
)
def test_a_trend_is_one_that_hardly_turns_back_and_all_else_is_called_so(values: list[float], way: str) -> None:
    found = course(values, max(values) - min(values))
    assert found == way
    code = {"turns_down": "rises_then_falls", "turns_up": "falls_then_rises", "no_way": "goes_no_way"}.get(way, way)
    shown = drawn(a=values)
    said = [name for name in ("rises", "falls", "rises_then_falls", "falls_then_rises", "goes_no_way") if name]
    held = [name for name in said if holds(f"{name}(drawn)", shown)]
    assert (held == [code]) if way else ("rises" not in held and "falls" not in held)


def test_claims_that_may_stand_together_have_a_figure_on_which_they_do() -> None:
    shown = drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 8, 8, 7, 6.5, 7])
    fell, rose = "falls(drawn, 'a')", "rises(drawn, 'a')"
    told = ["below(drawn, 'a', 'b')", "near(drawn, at(drawn, 3, 'b'), 8)", "names(drawn, 'Mean price', 'year')"]
    assert together(shown, [*told, fell], holds)
    assert not together(shown, [*told, rose, fell], holds)
    assert not together(shown, ["near(drawn, at(drawn, 1, 'a'), 1)", "near(drawn, at(drawn, 1, 'a'), 6)"], holds)
    ends = ["near(drawn, at(drawn, 1, 'a'), 1)", "near(drawn, at(drawn, 6, 'a'), 6)"]
    assert not together(shown, [*ends, *told, fell], holds)
    assert together(shown, ["varies_most(drawn, 'b')", "rises(drawn, 'b')", *told[2:]], holds)


def test_a_name_that_is_put_aside_tells_where_texts_have_it() -> None:
    told = Told.of([{"text": "Figure 1 shows mean ash over hue.", "claims": []}])
    before, after = "names(drawn, 'mean ash', 'hue')", "names(drawn, 'mean proline', 'hue')"
    assert told.names("outside", before, after) and not told.names("label", before, after)
    assert not Told.of([{"text": "It rose.", "claims": []}]).names("outside", before, after)


def test_the_claims_of_options_are_read_from_their_code() -> None:
    options = [{"code": "not all([rises(drawn, 'a'), count(drawn) == 2])"}, {"code": "not all([rises(drawn, 'a')])"}]
    assert claims_of(options) == [("rises(drawn, 'a')", "count(drawn) == 2"), ("rises(drawn, 'a')",)]
    assert claims_of([{"code": "count(drawn) == 2"}]) == [("not (count(drawn) == 2)",)]


def test_a_section_asks_compares_reads_hedges_and_links_its_figures() -> None:
    figures = [
        {"name": f"Figure {at}", "question": "?", "drawn": drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 8, 8, 7, 6.5, 7])}
        for at in (1, 2)
    ]
    brief = {"title": "Price and what goes with it", "goal": "To see.", "rows": "sale", "figures": figures}
    for seed in range(12):
        paragraphs = write_section(brief, random.Random(seed))["paragraphs"]
        sentences = [part for text in paragraphs for each in split(text) for part in re.split(r"(?<=\?) ", each)]
        assert any({"Figure 1", "Figure 2"} <= set(mentions(text)) for text in paragraphs)
        assert sum(map(is_aside, sentences)) >= 3 and not all(map(is_aside, sentences))
        caption = caption_of_paragraphs({"paragraphs": paragraphs, "figure": "Figure 2"}, random.Random(seed))[
            "caption"
        ]
        assert not is_aside(caption) and "Figure" not in caption and ".." not in caption


def test_paragraphs_differ_in_form_and_questions_are_answered() -> None:
    falling = drawn(a=[9, 8, 7, 5, 3, 1])
    two = drawn(a=[1, 2, 3, 4, 5, 6], b=[9, 8, 8, 7, 6.5, 4])
    figures = [{"name": f"Figure {at}", "question": "?", "drawn": each} for at, each in enumerate((falling, two), 1)]
    brief = {"title": "Price and what goes with it", "goal": "Prices are asked for first.", "rows": "sale"}
    skeletons, answered = list[str](), 0
    for seed in range(20):
        paragraphs = write_section({**brief, "figures": figures}, random.Random(seed))["paragraphs"]
        assert paragraphs[0].startswith("Prices are asked for first.")
        for text in paragraphs[1:]:
            sentences = [re.sub(r"-?\d[\d,.]*\d|\d|\b[ab]\b", "_", each) for each in split(text)]
            skeletons += sentences
        asking = [text for text in paragraphs[1:-1] if "?" in text]
        answered += sum(bool(ANSWERS.search(text)) for text in asking)
        assert all(map(ANSWERS.search, asking))
    assert len(set(skeletons)) / len(skeletons) > 0.45  # with one form of a paragraph it was 0.33
    assert answered > 10


def test_what_would_be_answered_wrongly_is_not_asked() -> None:
    figures = [{"name": "Figure 1", "question": "?", "drawn": drawn(a=[9, 8, 7, 5, 3, 1])}]
    brief = {"title": "Price and what goes with it", "goal": "To see.", "rows": "sale", "figures": figures}
    wrong = [{"words": "year"}, {"words": "Year"}]
    texts = [write_section({**brief, "wrong": wrong}, random.Random(seed))["paragraphs"] for seed in range(20)]
    assert not any("?" in text for paragraphs in texts for text in paragraphs)


def test_a_figure_that_no_paragraph_mentions_is_called_by_the_subject_of_its_section() -> None:
    told = {"task": "caption_of_section", "section": "Price and what goes with it"}
    captions = {caption_of_section(told, random.Random(seed))["caption"] for seed in range(9)}
    assert captions == {
        "Price and what goes with it.",
        "A figure on price and what goes with it.",
        "On price and what goes with it.",
    }
    assert caption_of_section({"task": "caption_of_section"}, random.Random(1))["caption"] == "A figure of this paper."


def test_who_names_the_axes_first_does_not_name_them_once_more() -> None:
    paragraphs = ["In Figure 2, we plot mean price against year for a and b. The curve for a goes up."]
    brief = {"paragraphs": paragraphs, "figure": "Figure 2", "texts": ["Year", "Mean price", "a", "b"]}
    for seed in range(9):
        caption = caption_of_paragraphs(brief, random.Random(seed))["caption"]
        assert caption.count("ean price") == 1 and "The curve for a goes up." in caption


def test_notes_on_bars_speak_of_bars() -> None:
    bars = [
        {"series": "", "name": place, "length": length} for place, length in zip("abcde", (1, 5, 2, 4, 3), strict=True)
    ]
    told = {"drawn": [{"xlabel": "Kind", "ylabel": "Mean price", "lines": [], "bars": bars}], "rows": "sale"}
    captions = [caption_of_author(told, random.Random(seed))["caption"] for seed in range(20)]
    assert any("bar" in text for text in captions)
    assert not any(word in text for text in captions for word in ("oint", "Lines join"))


def test_writers_differ_in_kind() -> None:
    texts = ["Year", "Mean price", "a one", "a two", "1", "2", "3", "4"]
    seen = {"x": "Year", "y": "Mean price", "lines": 2, "bars": False, "directions": {"top": "rises", "bottom": ""}}
    by_texts = [caption_of_texts({"texts": texts}, random.Random(seed))["caption"] for seed in range(20)]
    by_eye = [caption_of_picture({"seen": seen}, random.Random(seed))["caption"] for seed in range(20)]
    assert all("a one" in text and "rose" not in text for text in by_texts) and any(
        "1 2 3" in text for text in by_texts
    )
    assert all("two lines" in text and not any(sign.isdigit() for sign in text) for text in by_eye)


def test_codes_tell_nothing_apart_unless_somebody_says_what_they_mean() -> None:
    letters = {"role": "category", "distinct": 3, "values": [["h", 9], ["u", 5], ["t", 2]]}
    assert not tells_apart(letters)
    meaning = "Kind of home: h - house, cottage or villa; u - unit; t - townhouse"
    assert tells_apart(letters, meaning)
    assert spelled_out(["h", "u", "t"], meaning) == {"h": "house", "u": "unit", "t": "townhouse"}
    assert tells_apart({"role": "category", "distinct": 2, "values": [["Hard", 9], ["Clay", 5]]})


def test_large_numbers_are_written_in_full_on_axes_and_in_words() -> None:
    assert [said_place(each) for each in (500_000.0, 1_000_000.0, 0.25, 14.0)] == ["500,000", "1,000,000", "0.25", "14"]
    assert Chart.of(drawn(a=[2, 3, 4])).said(3) == "3"
    column = {"role": "measure", "kind": "", "numeric": True, "distinct": 900, "minimum": 0, "maximum": 2_000_000}
    column["quartiles"] = [1, 2, 900_000]
    names = ("Price", "Size")
    brief = {
        "table": {"file": "t.csv", "columns": [{**column, "name": each} for each in names]},
        "figure": {"question": "How does the mean Size change with Price?", "columns": names, "chart": "line"},
    }
    first = plot_figure(brief, random.Random(1))["code"]
    assert first.count('"{x:,.0f}"') == 2 and ">= 3]" in first
    again = plot_figure({**brief, "failures": [{"wrong": "One value lies far off"}]}, random.Random(1))["code"]
    assert ">= 12]" in again  # more rows in each value, so that one of few rows goes


def test_categories_stand_in_their_order_where_the_first_line_lacks_one(tmp_path, monkeypatch) -> None:
    import matplotlib

    matplotlib.use("Agg")
    order = ["low", "mid", "high", "top", "peak"]
    rows = [f"{place},{group},{at}" for at, place in enumerate(order) for group in ("a one", "b two") for _ in range(3)]
    kept = [row for row in rows if not row.startswith("low,a one")]
    (tmp_path / "t.csv").write_text("\n".join(["level,group,value", *kept]))
    monkeypatch.chdir(tmp_path)
    columns = [
        {"name": "level", "role": "ordered_category", "distinct": 5, "order": order},
        {"name": "value", "role": "measure", "numeric": True, "distinct": 5, "minimum": 0, "maximum": 4},
        {"name": "group", "role": "category", "distinct": 2, "values": [["a one", 12], ["b two", 15]]},
    ]
    figure = {
        "question": "How does the mean value change with level, told apart by group?",
        "columns": ["level", "value", "group"],
        "chart": "line",
    }
    state: dict[str, Any] = {}
    exec(
        plot_figure({"table": {"file": "t.csv", "columns": columns}, "figure": figure}, random.Random(1))["code"], state
    )
    state["fig"].canvas.draw()
    assert [text.get_text() for text in state["ax"].get_xticklabels()] == order
    state["plt"].close("all")
