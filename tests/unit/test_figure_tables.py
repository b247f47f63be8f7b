"""The tables on models that draw: means with bounds, modes case by case, and judges that are not mixed up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from company.families.figures.evaluation.columns import Column, Outcome
from company.families.figures.evaluation.tables import tables_of

CASES = 40


def column(
    mode: str,
    lift: float = 0.0,
    *,
    judge: str = "gpt-4o 0a1b",
    eyes: str = "",
    change: Callable[[int, dict[str, Any]], None] | None = None,
) -> Column:
    outcomes = []
    for at in range(CASES):
        score = 40 + at % 17 + lift + (at * 7 % 5)
        told: dict[str, Any] = {
            "right": at % 4 == 0,
            "executable": at % 10 != 0,
            "drawn": score - 10,
            "judge": score,
            "bounds": (score, score),
        }
        if change is not None:
            change(at, told)
        outcomes.append(Outcome(f"c{at}", **told))
    name = " · ".join(filter(None, ("m", mode, eyes)))
    return Column(name, "m", mode, eyes, judge, tuple(outcomes))


def test_a_row_has_means_with_intervals_and_shares() -> None:
    (row,) = tables_of([column("base")])["rows"]
    scores = [40 + at % 17 + (at * 7 % 5) for at in range(CASES)]
    assert row["judge"]["value"] == pytest.approx(np.mean(scores), abs=1e-4)
    assert row["judge"]["low"] < row["judge"]["value"] < row["judge"]["high"]
    assert row["drawn"]["value"] == pytest.approx(np.mean(scores) - 10, abs=1e-4)
    assert row["right"]["value"] == 0.25 and row["executable"]["value"] == 0.9
    assert row["judge"]["least"] == row["judge"]["most"] == row["judge"]["value"] and row["judge"]["unscored"] == []


def test_what_is_unscored_is_listed_and_bounds_the_mean() -> None:
    def lose(at: int, told: dict[str, Any]) -> None:
        if at < 4:
            told |= {"judge": None, "bounds": (0.0, 100.0)}

    whole, less = (tables_of([column("base", change=change)])["rows"][0]["judge"] for change in (None, lose))
    assert less["unscored"] == ["c0", "c1", "c2", "c3"] and less["cases"] == CASES - 4
    known = sum(40 + at % 17 + (at * 7 % 5) for at in range(4, CASES))
    assert less["least"] == pytest.approx(known / CASES, abs=1e-4)
    assert less["most"] == pytest.approx((known + 400) / CASES, abs=1e-4)
    assert less["value"] == pytest.approx(known / (CASES - 4), abs=1e-4) != whole["value"]


def test_where_nothing_can_be_compared_d_is_not_there_and_never_0() -> None:
    def picture_alone(_: int, told: dict[str, Any]) -> None:
        told |= {"drawn": None, "right": False}

    (row,) = tables_of([column("base", change=picture_alone)])["rows"]
    assert row["drawn"] is None and row["right"] is None and row["judge"]["value"] > 40


def test_modes_are_compared_case_by_case() -> None:
    told = tables_of([column("base"), column("cot", -3.0), column("agent", 12.0), column("agent-blind", 5.0)])
    by_mode = {row["mode"]: row for row in told["modes"]}
    assert list(by_mode) == ["cot", "agent", "agent-blind"]
    for mode, lift in (("cot", -3), ("agent", 12), ("agent-blind", 5)):
        assert by_mode[mode]["judge"]["value"] == pytest.approx(lift) and by_mode[mode]["judge"]["cases"] == CASES
        assert by_mode[mode]["drawn"]["value"] == pytest.approx(lift)
    assert by_mode["agent"]["right"]["value"] == 0
    (feedback,) = told["feedback"]
    assert feedback["judge"]["value"] == pytest.approx(7) and feedback["beside"] == "m · agent-blind"


def test_scores_of_different_judges_are_not_compared() -> None:
    told = tables_of([column("base"), column("agent", 12.0, judge="gpt-4o ffff")])
    (row,) = told["modes"]
    assert row["judge"]["value"] is None and "different judges" in row["judge"]["why"]
    assert row["drawn"]["value"] == pytest.approx(12)


def test_eyes_are_compared_where_there_are_several() -> None:
    told = tables_of([column("agent", 3.0, eyes="gemini"), column("agent", 5.0, eyes="gpt-4o"), column("base")])
    (row,) = told["eyes"]
    assert row["beside"] == "m · agent · gemini" and row["judge"]["value"] == pytest.approx(2)
    assert tables_of([column("agent", eyes="gemini")])["eyes"] == []


def test_drafts_and_judges_are_told_where_there_is_something_to_tell() -> None:
    def agent(at: int, told: dict[str, Any]) -> None:
        course = "never" if at == 0 else "after debugging" if at < 10 else "at once"
        told |= {
            "course": course,
            "rolled_back": at == 20,
            "approved": at >= 37,
            "calls": 4 + at % 3,
            "spread": 4.0,
            "turned": (-1) ** at * 2.0,
        }

    told = tables_of([column("base"), column("agent", change=agent)])
    (row,) = told["courses"]
    assert (row["at once"], row["after debugging"], row["never"], row["rolled_back"]) == (30, 9, 1, 1)
    assert row["approved"] == 3
    (judging,) = told["judging"]
    assert (judging["spread"], judging["turned"], judging["turned_without_sign"]) == (4.0, 0.0, 2.0)


def test_published_scores_stand_beside_and_are_the_papers() -> None:
    told = tables_of([])["published"]
    first = told["modes"][0]
    assert first == {"model": "GPT-4", "base": 48.86, "cot": 45.42, "agent": 61.16} and len(told["modes"]) == 7
    assert told["blind"][0]["agent-blind"] == 53.44 and told["people"][0]["p"] == 7.41e-33
