"""Questions about figures that nobody can read off, or that nobody needs the figure for, are refused in words."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
import seaborn as sns

from company.families.dialogues.body.bodies import body_of
from company.families.shared.choices.bodies import ChoiceBody
from company.families.shared.choices.figure_questions import blurred, figure_faults, is_place, same_number, telling
from company.families.shared.choices.gate import order_of, right_faults
from company.families.shared.choices.lettered import CHECK, options_text
from company.families.shared.choices.options import judge
from company.results.eyes import PIXELS

BARS = 'sorted(drawn[0]["bars"], key=lambda bar: -bar["length"])'


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    plt.close("all")
    yield
    plt.close("all")


@pytest.fixture
def asked(tmp_path: Path) -> Callable[..., list[str]]:
    """What is wrong with a question about the open figure, by the codes of its options, the right one first."""

    def judged(*codes: str, said: str = "", claims: bool = False, texts: tuple[str, ...] = ()) -> list[str]:
        case = question(codes, said, claims=claims, texts=texts)
        (tmp_path / "order.json").write_text(json.dumps(order_of(case)))
        judge({"np": np}, tmp_path / "order.json", tmp_path / "report.json")
        found = json.loads((tmp_path / "report.json").read_text())
        if not texts:
            case = question(
                codes, said, claims=claims, texts=tuple((each or {}).get("said", "") for each in found["options"])
            )
        return right_faults(case, found) or figure_faults(case, found)

    return judged


def question(codes: tuple[str, ...], said: str, *, claims: bool, texts: tuple[str, ...] = ()) -> ChoiceBody:
    shown = texts if texts and not claims else tuple(f"option {place}" for place in range(len(codes)))
    options = [
        {
            "letter": letter,
            "text": text,
            "code": code,
            "template": "" if claims else "{value}",
            "slip": "" if letter == "A" else "x",
        }
        for letter, text, code in zip("ABCDEFGH", shown, codes, strict=False)
    ]
    asked = f"Which?\n\n{options_text(shown)}"
    case = body_of(
        {
            "data_id": "t.plot_qa",
            "domain_name": "t",
            "result_type": "multi_choice",
            "current_query": asked,
            "prompt_with_hist_txt": f"{said}\n{asked}",
            "prompt_with_hist_json": [{"role": "user", "content": f"{said}\n{asked}"}],
            "reference_answer": json.dumps({"correct_answer": "A"}),
            "ref_code_hist": "",
            "ref_code_all": "",
            "eval_metrics": CHECK,
            "figure": "data/figures/t.png",
            "choice": {"question": "Which?", "setup": "", "answer": "True" if claims else codes[0], "options": options},
        }
    )
    assert isinstance(case, ChoiceBody)
    return case


def bars(*lengths: float, names: str = "pqrstu") -> None:
    plt.bar([*names[: len(lengths)]], lengths)


GAPS = [f'{BARS}[{one}]["length"] - {BARS}[{other}]["length"]' for one, other in ((0, 1), (0, 2), (1, 2), (0, 3))]
NAMES = [f'{BARS}[{place}]["name"]' for place in range(4)]


def test_what_is_clear_to_the_eye_passes(asked: Callable[..., list[str]]) -> None:
    bars(4.0, 3.0, 2.0, 1.0)
    assert asked(*NAMES) == []
    assert asked(*[f'{BARS}[{place}]["length"]' for place in range(4)]) == []
    assert (
        asked(f'{BARS}[0]["length"] > {BARS}[1]["length"]', f'{BARS}[0]["length"] < {BARS}[1]["length"]', claims=True)
        == []
    )


def test_a_difference_that_nobody_can_see_is_refused(asked: Callable[..., list[str]]) -> None:
    bars(4.01, 4.0061, 2.0, 1.0)
    (reason, *_) = asked(GAPS[0], GAPS[1], GAPS[3], f"2 * ({GAPS[0]})")
    assert reason == (
        "options D and A cannot be told apart in the figure: what decides between them lies less than 3 % of their axis"
        " or 8 pixels apart"
    )


def test_the_higher_of_two_bars_that_look_alike_is_refused(asked: Callable[..., list[str]]) -> None:
    bars(4.01, 4.0, 2.0, 1.0)
    assert asked(*NAMES)[0].startswith("options B and A cannot be told apart in the figure")
    assert asked(NAMES[0], NAMES[2], NAMES[3]) == []  # the one that looks alike is not offered
    told = asked(f'{BARS}[0]["name"] == "p"', f'{BARS}[0]["name"] == "r"', claims=True)
    assert told[0].startswith("that option A is true cannot be told") or told[0].startswith("options")


@pytest.mark.parametrize(("dpi", "clear"), [(100, True), (12, False)])
def test_eight_pixels_count_as_well_as_three_percent(asked: Callable[..., list[str]], dpi: int, clear: bool) -> None:
    plt.figure(figsize=(6, 4), dpi=dpi)
    bars(100.0, 92.0, 50.0, 10.0)
    plt.ylim(0, 105)
    height = plt.gca().bbox.height
    assert bool(8 / 105 * height > PIXELS) is clear
    assert (asked(*NAMES) == []) is clear


def test_three_percent_of_an_axis_can_be_told(asked: Callable[..., list[str]]) -> None:
    plt.figure(figsize=(8, 10), dpi=100)
    for second, clear in ((96.9, True), (97.1, False)):
        plt.clf()
        bars(100.0, second, 50.0, 10.0)
        plt.ylim(0, 100)
        assert (asked(*NAMES) == []) is clear


def test_on_a_scale_of_powers_it_is_the_picture_that_counts(asked: Callable[..., list[str]]) -> None:
    bars(1000.0, 700.0, 12.0, 8.0)
    plt.yscale("log")
    lowest = [f'{BARS}[{place}]["name"]' for place in (-1, -2, 0)]
    assert asked(*lowest) == []
    plt.yscale("linear")
    assert asked(*lowest)[0].startswith("options B and A cannot be told apart")


def test_a_place_in_a_list_is_no_answer(asked: Callable[..., list[str]]) -> None:
    pd.Series([1.0, 5.0, 2.0], index=["1863-12", "1864-09", "1864-10"]).plot(xticks=range(3))
    values = 'drawn[0]["lines"][0]["values"]'
    place = f"{values}.index(max({values}))"
    assert asked(place, f"{place} + 1", f"{place} + 2") == [
        "its right option, 1, is a place in a list, which no reader of the figure sees"
    ]
    named = [f'drawn[0]["lines"][0]["places"][{code}]' for code in (place, f"{place} - 1", f"{place} + 1")]
    assert asked(*named) == []
    assert is_place(f"int(np.argmax({values}))") and not is_place(named[0])


def test_an_answer_that_is_not_in_the_figure_is_refused(asked: Callable[..., list[str]]) -> None:
    bars(4.0, 3.0, 2.0, 1.0)
    named = [f'"another" + str({place} * len(drawn))[:0]' for place in range(3)]
    assert asked(named[0], NAMES[0], NAMES[1], NAMES[2]) == [
        "its right option, another, is nothing that the figure shows"
    ]
    assert asked("np.pi", NAMES[0], NAMES[1])[0].startswith(
        "it is not answered from the figure: np.pi does not read `drawn`"
    )


def test_years_are_labels_and_near_ones_are_other_years(asked: Callable[..., list[str]]) -> None:
    pd.Series([1.0, 5.0, 3.0, 2.0], index=[2007, 2008, 2009, 2010]).plot()
    line = 'drawn[0]["lines"][0]'
    peaks = [f'sorted(zip({line}["values"], {line}["places"]))[-{place}][1]' for place in (1, 2, 3)]
    assert asked(*peaks) == []
    assert asked(*[f"int({peak})" for peak in peaks]) == []
    assert asked(*peaks, texts=("2,008", "2009", "2010")) == ["option A does not say the value that its code has: 2008"]


def test_a_number_that_stands_in_the_prompt_needs_no_figure(asked: Callable[..., list[str]]) -> None:
    bars(34.87, 20.0, 12.0, 5.0)
    lengths = [f'float("{{:.3g}}".format({BARS}[{place}]["length"]))' for place in range(4)]
    assert asked(*lengths, said="GBA leads with 31.2 %, in 34 rows.") == []
    for said in ("GBA leads with 34.9 %.", "print: 34.87", "| GBA | 34.8702 |"):
        assert asked(*lengths, said=said) == [
            "its number, 34.9, is told before the question, so that nobody has to look at the figure"
        ]


def test_a_number_that_is_written_into_the_figure_is_not_read_off(asked: Callable[..., list[str]]) -> None:
    held = plt.bar([*"pqrs"], [34.9, 20.0, 12.0, 5.0])
    lengths = [f'{BARS}[{place}]["length"]' for place in range(4)]
    assert asked(*lengths) == []
    plt.bar_label(held, fmt="%.1f%%")
    assert asked(*lengths) == ["its number, 34.9, is written into the figure, so that nothing has to be read off"]
    assert asked(*NAMES) == []


def test_cells_are_read_by_their_colours_unless_they_are_written(asked: Callable[..., list[str]]) -> None:
    table = pd.DataFrame([[1.0, 0.95], [0.2, 0.0]], index=["p", "q"], columns=["a", "b"])
    pair = 'g["values"][r][c], g["rows"][r] + " and " + g["columns"][c]'
    cells = f'sorted((({pair}) for g in drawn[0]["grids"] for r in (0, 1) for c in (0, 1)), reverse=True)'
    codes = [f"{cells}[{place}][1]" for place in range(3)]
    sns.heatmap(table)
    assert asked(*codes)[0].startswith("options B and A cannot be told apart")
    plt.clf()
    sns.heatmap(table, annot=True, fmt=".2f")
    assert asked(*codes) == []


def test_a_strangers_case_without_the_field_is_judged_as_well() -> None:
    case = question((NAMES[0], NAMES[1], NAMES[2], NAMES[3]), "", claims=False)
    assert "figure" in order_of(case)
    line = {**case.line()}
    del line["figure"]
    stranger = body_of(line)
    assert isinstance(stranger, ChoiceBody) and "figure" in order_of(stranger)


def test_a_number_counts_as_told_where_it_is_the_same_as_it_is_said() -> None:
    assert same_number("34.9", "34.87") and not same_number("34.9", "34.7")
    assert same_number("1,234", "1234.2") and not same_number("35", "36")
    assert telling("34") and telling("3.5") and not any(map(telling, ("3", "40", "0.5", "-7")))


@pytest.mark.thorough
def test_a_cloud_of_many_points_is_judged_soon(asked: Callable[..., list[str]]) -> None:
    x = np.random.default_rng(1).normal(size=8_000)
    plt.scatter(x, x + np.random.default_rng(2).normal(size=8_000) / 9)
    r = 'np.corrcoef(drawn[0]["points"][0]["x"], drawn[0]["points"][0]["y"])[0, 1]'
    before = time.process_time()
    assert asked(f"{r} > 0.7", f"{r} < 0.3", f"-0.15 < {r} < 0.15", claims=True) == []
    assert time.process_time() - before < 20


def test_an_answer_that_cannot_be_computed_is_taken_for_no_option() -> None:
    figure = {"slight": [{"options": [], "answer": {"error": "KeyError: 'x'"}}], "adverse": []}
    options = [{"said": "2.5", "number": 2.5}, {"error": "KeyError: 'x'"}, None]
    assert blurred({"error": "KeyError: 'x'"}, figure, options) == [False, False, False]
