"""Scores beside people: what scipy gives, what was planted, and a reason where nothing can be said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from company.families.figures.evaluation.calibration.calibrating import ALL, calibrated
from company.families.figures.evaluation.calibration.mapping import in_first_half
from company.families.figures.evaluation.calibration.rated import Rated
from company.statistics.resampling import Floats


def planted(items: int = 100, r: float = 0.85, seed: int = 1, model: str = "m", lift: float = 0.0) -> list[Rated]:
    """Ratings of people and of a judge whose correlation is r, exactly; D goes with them less."""
    chance = np.random.default_rng(seed)
    human = centred(chance.normal(size=items))
    noise = centred(chance.normal(size=items))
    noise = centred(noise - human * (human @ noise) / items)
    other = centred(chance.normal(size=items))
    judge = r * human + (1 - r * r) ** 0.5 * noise
    drawn = 0.5 * human + 0.75**0.5 * other
    return [
        Rated(
            f"{model}{at}", 50 + 15 * human[at], 50 + lift + 15 * judge[at], 50 + 15 * drawn[at],
            ((1, 48 + 15 * human[at]), (2, 52 + 15 * human[at])),
        )
        for at in range(items)
    ]  # fmt: skip


def centred(values: Floats) -> Floats:
    found: Floats = (values - values.mean()) / values.std()
    return found


def columns(rated: list[Rated]) -> tuple[Floats, Floats]:
    return np.array([each.human for each in rated]), np.array([each.judge for each in rated])


def test_single_figures_are_what_scipy_gives_and_intervals_hold_what_was_planted() -> None:
    rated = planted()
    (row,) = calibrated({"m": rated})
    human, judge = columns(rated)
    told = row["judge"]
    for name, reference in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr), ("kendall", stats.kendalltau)):
        assert told[name]["value"] == pytest.approx(reference(judge, human).statistic, abs=1e-4)
        assert told[name]["low"] < told[name]["value"] < told[name]["high"]
    assert told["pearson"]["value"] == pytest.approx(0.85, abs=1e-4)
    assert row["drawn_less_judge"]["value"] == pytest.approx(
        stats.pearsonr([each.drawn for each in rated], human).statistic - 0.85, abs=1e-4
    )
    assert row["drawn_less_judge"]["high"] < 0 and row["unscored"] == 0


def test_agreement_in_value_sees_what_correlation_does_not() -> None:
    level, lifted = (calibrated({"m": planted(lift=lift)})[0]["judge"] for lift in (0.0, 20.0))
    assert level["pearson"]["value"] == lifted["pearson"]["value"]
    assert lifted["icc"]["value"] < level["icc"]["value"] - 0.2
    # By hand, as Shrout and Fleiss have it.
    human, judge = columns(planted(lift=20.0))
    rows = np.stack([judge, human], axis=1)
    n, k = rows.shape
    mean_rows = k * ((rows.mean(axis=1) - rows.mean()) ** 2).sum() / (n - 1)
    mean_columns = n * ((rows.mean(axis=0) - rows.mean()) ** 2).sum() / (k - 1)
    residual = rows - rows.mean(axis=1, keepdims=True) - rows.mean(axis=0) + rows.mean()
    error = (residual**2).sum() / ((n - 1) * (k - 1))
    by_hand = (mean_rows - error) / (mean_rows + (k - 1) * error + k * (mean_columns - error) / n)
    assert lifted["icc"]["value"] == pytest.approx(by_hand, abs=1e-4)


def test_bland_and_altman_say_how_far_they_are_apart() -> None:
    rated = planted(lift=7.0)
    human, judge = columns(rated)
    told = calibrated({"m": rated})[0]["judge"]["bland_altman"]
    apart = judge - human
    assert told["mean"]["value"] == pytest.approx(7.0, abs=1e-4)
    for side, sign in (("low", -1), ("high", 1)):
        assert told[side]["value"] == pytest.approx(apart.mean() + sign * 1.96 * apart.std(ddof=1), abs=1e-2)
        assert told[side]["low"] < told[side]["value"] < told[side]["high"]


def test_the_papers_p_is_made_by_the_number_of_subsets() -> None:
    told = calibrated({"m": planted()})[0]["judge"]["subsets"]
    assert (told["subsets"], told["size"]) == (100, 25) and told["r"] == pytest.approx(0.85, abs=0.1)
    few, many = told["others"]
    assert (few["subsets"], many["subsets"]) == (10, 1_000)
    assert many["p"] < 1e-200 < told["p"] < 1e-15 < few["p"]
    assert many["r"] == pytest.approx(0.85, abs=0.1)
    again = calibrated({"m": planted()})[0]["judge"]["subsets"]
    assert again == told


def test_no_subsets_of_as_many_figures_as_there_are() -> None:
    told = calibrated({"m": planted(25)})[0]["judge"]
    assert told["subsets"]["r"] is None and "more than 25" in told["subsets"]["why"]
    assert told["pearson"]["value"] == pytest.approx(0.85, abs=1e-4)


def test_a_constant_has_a_reason_and_no_correlation() -> None:
    same = [Rated(each.data_id, each.human, 70.0, None) for each in planted()]
    told = calibrated({"m": same})[0]
    assert told["drawn"] is None and told["drawn_less_judge"]["value"] is None
    for name in ("pearson", "spearman", "kendall"):
        assert told["judge"][name] == {
            "value": None, "low": None, "high": None, "why": "the judge's scores are the same everywhere",
        }  # fmt: skip
    assert told["judge"]["subsets"]["why"] == "the judge's scores are the same everywhere"
    assert told["judge"]["mapping"]["mae"] is None and "the same on the half" in told["judge"]["mapping"]["why"]
    assert told["judge"]["icc"]["value"] is not None
    alike = [Rated(str(at), 50.0, 50.0, 50.0) for at in range(30)]
    assert "people's ratings and the judge's scores" in calibrated({"m": alike})[0]["judge"]["icc"]["why"]


def test_a_line_is_learned_on_one_half_and_tried_on_the_other() -> None:
    rated = [Rated(f"c{at}", 20 + 0.5 * (at % 90), float(at % 90), None) for at in range(120)]
    told = calibrated({"m": rated})[0]["judge"]["mapping"]
    first = sum(in_first_half(each.data_id) for each in rated)
    assert (told["learned_on"], told["tried_on"]) == (first, 120 - first) and 40 < first < 80
    assert told["a"] == pytest.approx(20, abs=1e-3) and told["b"] == pytest.approx(0.5, abs=1e-3)
    assert told["mae"]["mapped"]["value"] == pytest.approx(0, abs=1e-3)
    off = [abs(each.judge - each.human) for each in rated if each.judge is not None and not in_first_half(each.data_id)]
    assert told["mae"]["as_it_is"]["value"] == pytest.approx(np.mean(off), abs=1e-3)
    assert told["mae"]["mean_alone"]["value"] > 5
    assert "3 figures in each half" in calibrated({"m": rated[:4]})[0]["judge"]["mapping"]["why"]


def test_unscored_figures_are_counted_and_left_out() -> None:
    rated = planted()
    less = [replace(each, judge=None) for each in rated[:10]] + rated[10:]
    row = calibrated({"m": less})[0]
    assert row["unscored"] == 10 and row["judge"]["figures"] == 90 and row["drawn"]["figures"] == 100


def test_several_models_are_told_together_by_case_and_people_among_themselves() -> None:
    one, other = planted(), [Rated(each.data_id, each.human, each.judge, each.drawn) for each in planted(seed=2)]
    rows = calibrated({"one": one, "other": other})
    assert [row["name"] for row in rows] == ["one", "other", ALL] and rows[-1]["figures"] == 200
    people = rows[0]["people"]
    assert (people["people"], people["rated_twice"]) == (2, 100)
    assert people["mean difference"]["value"] == pytest.approx(-4) and 0.9 < people["ICC(2,1)"]["value"] < 1
    assert rows[1]["people"]["ICC(2,1)"]["value"] is None and rows[1]["people"]["ICC(2,1)"]["why"]


def test_nobody_rated_anything() -> None:
    assert calibrated({}) == [] and calibrated({"m": []}) == []
    (row,) = calibrated({"m": [Rated("a", 10.0, 20.0, None)]})
    assert "it takes two" in row["judge"]["pearson"]["why"] and row["judge"]["bland_altman"]["mean"]["value"] is None
