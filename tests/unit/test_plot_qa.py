"""What can be read off figures, and the questions that are asked about them."""

from __future__ import annotations

import random
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from company.families.dialogues.stages.actions.choice_replies import ChoiceDraft
from company.families.dialogues.stages.actions.plot_qa import given_away
from company.families.shared.outlines import outline
from company.results.figures import pages
from grammar import choice_drafts
from grammar.plot_question_drafts import SAID
from grammar.plot_questions import ask_about_figure

SCENARIO = {"name": "Loaves", "description": "Loaves differ.", "goal": "Find the kind with the best height and depth"}
PERSONA = {"name": "Ada Brook", "location": "Oslo", "job_title": "Baker", "background": ""}
TOLD = {"persona": PERSONA, "scenario": SCENARIO, "question": "Which kind is high?", "turn": 1, "query": ""}


@pytest.fixture
def rows() -> pd.DataFrame:
    chance = np.random.default_rng(1)
    kinds = chance.choice(["rye", "oat", "wheat", "spelt", "corn"], 200)
    height = chance.normal(10, 2, 200) + np.array([{"rye": 4, "oat": 2}.get(kind, -len(kind)) for kind in kinds])
    return pd.DataFrame(
        {
            "kind": kinds,
            "side": chance.choice(["left", "right"], 200),
            "height": height,
            "depth": chance.normal(5, 1, 200),
        }
    )


def _shown() -> list[dict[str, Any]]:
    found = pages(plt.gcf())
    plt.close("all")
    return found


def test_bars_have_the_names_at_their_ticks_standing_or_lying(rows: pd.DataFrame) -> None:
    means = rows.groupby("kind")["height"].mean()
    for kind in ("bar", "barh"):
        means.plot(kind=kind)
        (page,) = _shown()
        assert {bar["name"]: pytest.approx(bar["length"]) for bar in page["bars"]} == means.to_dict()
        assert page["bins"] == page["lines"] == []


def test_grouped_bars_know_their_series(rows: pd.DataFrame) -> None:
    table = rows.pivot_table(index="kind", columns="side", values="height")
    table.plot.bar()
    (page,) = _shown()
    assert {
        (bar["name"], bar["series"]): pytest.approx(bar["length"]) for bar in page["bars"]
    } == table.stack().to_dict()


def test_a_histogram_has_bins_in_order(rows: pd.DataFrame) -> None:
    counts, edges, _ = plt.hist(rows["height"], bins=7)
    (page,) = _shown()
    assert page["bars"] == []
    assert [each["length"] for each in page["bins"]] == counts.tolist()
    assert [each["from"] for each in page["bins"]] == pytest.approx(edges[:-1].tolist())


def test_boxes_and_slices_and_lines_and_points_have_their_names(rows: pd.DataFrame) -> None:
    rows.boxplot("height", by="kind")
    medians = rows.groupby("kind")["height"].median().to_dict()
    assert {box["name"]: pytest.approx(box["median"]) for box in _shown()[0]["boxes"]} == medians
    shares = rows["kind"].value_counts(normalize=True)
    shares.plot.pie()
    assert {part["name"]: pytest.approx(part["share"], abs=1e-6) for part in _shown()[0]["slices"]} == shares.to_dict()
    rows.groupby("kind")["height"].mean().plot.line()
    (line,) = _shown()[0]["lines"]
    assert line["places"] == sorted(set(rows["kind"])) and line["label"] == ""
    plt.scatter(rows["depth"], rows["height"])
    (points,) = _shown()[0]["points"]
    assert points["x"] == pytest.approx(rows["depth"].tolist()) and points["y"] == pytest.approx(
        rows["height"].tolist()
    )


def test_a_heat_map_is_read_row_by_row_from_the_top(rows: pd.DataFrame) -> None:
    table = pd.DataFrame([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], index=["up", "down"], columns=["a", "b", "c"])
    plt.imshow(table)
    plt.xticks(range(3), table.columns)
    plt.yticks(range(2), table.index)
    plt.colorbar()
    (page,) = _shown()
    assert page["grids"] == [{"rows": ["up", "down"], "columns": ["a", "b", "c"], "values": table.to_numpy().tolist()}]


def _draw(kind: str, rows: pd.DataFrame) -> None:
    means = rows.groupby("kind")["height"].mean()
    match kind:
        case "bars":
            means.plot.bar()
        case "grouped bars":
            rows.pivot_table(index="kind", columns="side", values="height").plot.bar()
        case "histogram":
            plt.hist(rows["height"], bins=9)
        case "boxes":
            rows.boxplot("height", by="kind")
        case "two boxes":
            rows.assign(depth=rows["depth"] * 3).boxplot(["height", "depth"])
        case "slices":
            rows["kind"].value_counts().plot.pie()
        case "line":
            means.plot.line()
        case "points":
            plt.scatter(rows["depth"], rows["depth"] * 2 + rows["height"] / 9)
            plt.xlabel("depth")
            plt.ylabel("weight")
        case "grid":
            plt.imshow(
                rows.assign(sum=rows["height"] + 3 * rows["depth"], third=rows["depth"] ** 2).corr(numeric_only=True)
            )
            plt.xticks(range(4), ["height", "depth", "sum", "third"])
            plt.yticks(range(4), ["height", "depth", "sum", "third"])


KINDS = ("bars", "grouped bars", "histogram", "boxes", "two boxes", "slices", "line", "points", "grid")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_figure_has_questions_whose_right_option_differs_from_three_near_misses(
    kind: str, rows: pd.DataFrame
) -> None:
    _draw(kind, rows)
    drawn = _shown()
    asked = set()
    for seed in range(25):
        brief = {**TOLD, "drawn": [outline(page) for page in drawn], "drafts": []}
        draft = ChoiceDraft.model_validate(ask_about_figure(brief, random.Random(seed)))
        assert draft.possible
        asked.add(draft.options[0].code)
        values = [_value(option.code, drawn) for option in draft.options]
        if draft.form == "claim":
            assert values.count(True) == 1, draft.question
        else:
            right = values[[option.slip for option in draft.options].index("")]
            assert right is not None and len({value for value in values if value not in (None, right)}) >= 3, draft
    assert len(asked) > 1 or kind in ("grouped bars", "two boxes", "points")


def _value(code: str, drawn: list[Any]) -> Any:
    try:
        return eval(code, {"drawn": drawn, "np": np})
    except (IndexError, ValueError):
        return None


@pytest.mark.parametrize("lengths", [[3, 4], [3, 700], [3, 700, 800]])
def test_no_option_counts_fewer_than_none(lengths: list[int]) -> None:
    told = {**SAID["above"], "asks": ["How many?"]}
    code = {"items": [{"length": length} for length in lengths], "at": "650"}
    draft = choice_drafts.asked(told, random.Random(1), {}, code, {"other": [{"other": "2"}]})
    assert min(_value(option["code"], []) for option in draft["options"]) == 0


def test_nothing_is_asked_about_several_axes_or_an_empty_page() -> None:
    for drawn in ([], [{}], [{"bars": []}, {"bars": []}]):
        brief = {**TOLD, "drawn": drawn, "drafts": []}
        assert ask_about_figure(brief, random.Random(1)) == {"possible": False}


def test_an_outline_is_short_whatever_is_drawn() -> None:
    plt.scatter(range(50_000), range(50_000))
    plt.plot(range(5_000), range(5_000))
    (page,) = _shown()
    assert len(str(outline(page))) < 4_000
    assert outline(page)["points"][0]["correlation"] == 1.0


def test_what_the_dialogue_has_told_is_given_away_wherever_it_stands() -> None:
    """A trial's question had 0.73 for its answer, which the chatbot had said, and no prompt told so."""
    auction = {"label": "Auction", "places": ["1-2", "11-12"], "values": [4.14, 3.63]}
    contract = {"label": "Contract", "places": ["1-2", "11-12"], "values": [3.71, 4.36]}
    told = "Draw both by month, and 0.20 below.\n\nThe auction lies 0.73 below, of 1,280 trips, 640 of them."
    drawn = [{"title": "Prices in 2,026", "lines": [auction, contract]}]
    assert given_away(told, drawn) == ["0.20", "0.73"]
    assert given_away(told, [{"bars": [{"name": "A", "length": 640}]}]) == ["0.20", "0.73", "1,280", "640"]
    assert given_away(told, [{"title": "nothing", "bars": []}]) == []
    shares = [{"bars": [{"name": "A", "length": 0.421}, {"name": "B", "length": 0.09}]}]
    assert given_away("A has 42.1% and B 9.1 percent of 64.5 trips.", shares) == ["42.1%", "9.1%"], "as it was told"
