"""What the built-in company says of a figure it reads back, as the same claim; and what it says is clear to the eye."""

from __future__ import annotations

import random
from typing import Any

import pandas as pd
import pytest

from company.families.captions.gate import figure_claims
from grammar.captioning.apart import captions_apart
from grammar.captioning.captions import caption_of_author, caption_of_paragraphs, caption_of_texts
from grammar.captioning.claims import find_claims
from grammar.captioning.forms import Chart, Saying, clear_claims, forms, read
from grammar.captioning.plotting import dates_line, step_of
from grammar.captioning.sections import write_section
from grammar.captioning.telling import split


def line(label: str, places: list[Any], values: list[float]) -> dict[str, Any]:
    return {"label": label, "places": places, "values": values}


def page(*lines: dict[str, Any], x: str = "Year", y: str = "Mean price") -> dict[str, Any]:
    return {"title": "", "xlabel": x, "ylabel": y, "lines": list(lines), "bars": []}


YEARS = ["1990", "1991", "1992", "1993"]
ONE = page(line("", YEARS, [1200.0, 1100.0, 1850.0, 2100.0]))
NUMBERS = page(line("", [0.5, 1.0, 1.5, 2.0], [-0.4, 0.1, 0.9, 0.2]), x="Ash (g)", y="Median hue")
THREE = page(
    line("class 0", YEARS, [10.0, 12.0, 15.5, 19.0]),
    line("class 1", YEARS, [9.0, 7.0, 4.0, 2.0]),
    line("not (yet) known", YEARS[:3], [5.0, 5.5, 5.1]),
)


def holds(code: str, drawn: Any) -> bool:
    names = {name: getattr(figure_claims, name) for name in dir(figure_claims) if not name.startswith("_")}
    return bool(eval(code, {**names, "drawn": drawn, "texts": []}))


@pytest.mark.parametrize("drawn", [ONE, NUMBERS, THREE], ids=["one", "numbers", "three"])
def test_every_wording_of_every_claim_is_read_back_as_one_claim_that_holds(drawn: dict[str, Any]) -> None:
    chart = Chart.of([drawn])
    said = 0
    for claim in clear_claims(chart):
        for seed in range(4):
            text = claim.said(random.Random(seed))
            for written in (f"{text}.", f"{text[:1].upper()}{text[1:]}."):
                found = read(written, chart.known())
                assert [span for span, *_ in found] == [(0, len(text))], written
                assert holds(found[0][1], [drawn]), (written, found)
                said += 1
    assert said > 40


def test_a_claim_about_another_figure_does_not_hold() -> None:
    turned = page(*[line(each["label"], each["places"], each["values"][::-1]) for each in THREE["lines"]])
    claims = [claim for claim in clear_claims(Chart.of([THREE])) if "rises" in claim.form or "falls" in claim.form]
    known = Chart.of([THREE]).known()
    codes = [read(claim.said(random.Random(1)), known)[0][1] for claim in claims]
    assert len(codes) == 2
    assert not any(holds(code, [turned]) for code in codes)


def test_bars_are_not_called_curves() -> None:
    bars = [{"name": each, "series": name, "length": 3.0 * at} for name in "ab" for at, each in enumerate("klmn", 1)]
    bars[-1]["length"] = 5.0
    drawn = {"title": "", "xlabel": "Town", "ylabel": "Mean price", "lines": [], "bars": bars}
    claims = list(clear_claims(Chart.of([drawn])))
    said = [claim.said(random.Random(seed)) for claim in claims for seed in range(5)]
    assert len(claims) > 8 and not any("curve" in text for text in said)


def test_each_form_of_the_file_can_be_said() -> None:
    slots = {"x": "year", "y": "price", "s": "a", "t": "b", "p": "1990", "q": "1991", "v": "1", "w": "2", "n": "two"}
    for name in forms():
        assert "{" not in Saying(name, {**slots, "all": "a and b"}).said(random.Random(0))


def test_nothing_is_said_that_is_not_read_in_sections_and_captions() -> None:
    chance = random.Random(3)
    figures = [{"name": f"Figure {at}", "question": "?", "drawn": [each]} for at, each in enumerate((ONE, THREE), 1)]
    for _ in range(20):
        told = {"title": "Prices and what goes with it", "goal": "To see.", "rows": "sale", "figures": figures}
        paragraphs = write_section(told, chance)["paragraphs"]
        assert 3 <= len(paragraphs) <= 8
        for figure in figures:
            own = [text for text in paragraphs if figure["name"] in text]
            texts = [{"id": str(at), "text": text} for at, text in enumerate(own)]
            found = find_claims({"texts": texts, "drawn": figure["drawn"], "figure": figure["name"]}, chance)["claims"]
            assert own and len(found) >= 1
            assert all(holds(claim["code"], figure["drawn"]) for claim in found)
    author = caption_of_author({"drawn": [THREE], "rows": "sale"}, chance)["caption"]
    texts = caption_of_texts({"texts": ["Year", "Mean price", "class 0", "class 1"]}, chance)["caption"]
    assert "mean price" in author.casefold() and "mean price" in texts.casefold()


def test_who_knows_paragraphs_alone_takes_the_mention_out() -> None:
    brief = {"paragraphs": ["Figure 2 shows mean price over year. Mean price rose with year."], "figure": "Figure 2"}
    captions = {caption_of_paragraphs(brief, random.Random(seed))["caption"] for seed in range(9)}
    assert captions == {"Mean price over year.", "Mean price rose with year."}
    assert caption_of_paragraphs({"paragraphs": []}, random.Random(1))["caption"]


def test_captions_for_a_choice_each_say_one_thing_of_their_own() -> None:
    for drawn in (ONE, NUMBERS, THREE):
        for seed in range(10):
            captions = captions_apart({"drawn": [drawn], "captions": 6}, random.Random(seed))["captions"]
            assert 4 <= len(captions) <= 6
            known = Chart.of([drawn]).known()
            claims = [{code for _, code, _ in read(text, known)} for text in captions]
            assert len({len(each) for each in claims}) == 1
            assert all(claims[at] - set().union(*claims[:at], *claims[at + 1 :]) for at in range(len(claims)))


@pytest.mark.parametrize(
    ("low", "high", "step"), [(0, 7, "5"), (100, 200, "50"), (0.1, 0.2, "0.05"), (3, 3, "10"), (1e6, 3e6, "1e+06")]
)
def test_numbers_are_put_together_in_round_steps(low: float, high: float, step: str) -> None:
    assert step_of({"quartiles": [low, low, high], "minimum": 0, "maximum": 60}) == step


@pytest.mark.parametrize(
    "sentences",
    [
        ["Mean Rep.cost. EUR rose with vibr. mm/s.", "It reached its highest value at 3.5.", "The line falls."],
        ["Mean Op.hrs. (Y.) is shown for seal new? Y and seal new? N.", "The curve for N goes up."],
        ["Mean ash over last insp..", "Each point sums up at least three records."],
        ["The figure ends at 4.5."],
    ],
)
def test_names_with_full_stops_and_question_marks_end_no_sentence(sentences: list[str]) -> None:
    assert split(" ".join(sentences)) == sentences


def test_a_figure_along_dates_reads_them_with_the_day_first_where_they_are_written_so() -> None:
    table = pd.DataFrame({"closed on": ["12.01.2024", "25.02.2024", "03.03.2024", "30.04.2024"]})
    column = {"name": "closed on", "role": "date", "numeric": False, "date_format": "%d.%m.%Y"}
    known: dict[str, Any] = {"pd": pd, "df": table}
    exec(dates_line(column), known)
    assert [day.month for day in known["dates"]] == [1, 2, 3, 4]
