"""Requests are read for what they ask for, and only that."""

import pandas as pd
import pytest

from company.results.capture import describe_variable
from company.results.columns import describe_columns
from grammar.scene import Scene, scene_of
from grammar.understanding import mentioned, understand


@pytest.fixture
def scene() -> Scene:
    frame = pd.DataFrame(
        {
            "price": [float(10 + number % 17) for number in range(120)],
            "region": ["North", "South", "East"] * 40,
            "channel": ["web", "shop"] * 60,
        }
    )
    recent = describe_variable("recent", frame[frame["price"] > 15])
    return scene_of({"variable": "df", "rows": 120, "columns": describe_columns(frame)}, [recent], "recent")


def test_a_result_with_its_type_is_wanted(scene: Scene) -> None:
    (move,) = understand(
        "Fine. Please keep only the rows of `df` where 'price' is above 12 and return a DataFrame.", scene
    )
    assert (move.kind.name, move.source.name, move.wanted) == ("filter", "df", True)
    assert move.step.slots["conditions"] == (("price", "gt", 12),)


def test_pointing_words_mean_the_last_result(scene: Scene) -> None:
    (move,) = understand(
        "Please keep only the rows of these rows where 'price' is above 20 and return a DataFrame.", scene
    )
    assert move.source.name == "recent"


def test_steps_without_a_type_prepare_the_next(scene: Scene) -> None:
    request = (
        "First, keep only the rows of `df` where 'region' is 'North', and then select the columns 'price' and "
        "'channel' from those rows. "
        "Please keep only the rows of this subset where 'price' is above 12 and return a DataFrame."
    )
    first, second, third = understand(request, scene)
    assert [move.wanted for move in (first, second, third)] == [False, False, True]
    assert second.source.name == first.out
    assert third.source.name == second.out


@pytest.mark.parametrize(
    "request_text",
    [
        "How do the groups compare?",
        "Please keep only the rows of `df` where 'cost' is above 12 and return a DataFrame.",
        "Please keep only the rows of `unknown` where 'price' is above 12 and return a DataFrame.",
        "Please keep only the rows of `df` where 'region' is above 12 and return a DataFrame.",
        "Keep only the rows of `df` where 'price' is above 12.",
        "",
    ],
)
def test_what_cannot_be_carried_out_or_names_no_result_is_not_understood(scene: Scene, request_text: str) -> None:
    assert understand(request_text, scene) == []


def test_steps_are_recognised_without_a_scene() -> None:
    named = mentioned("So please keep only the rows of `gone` where 'x' is 3 and return a DataFrame.")
    assert [(kind, slots["source"]) for kind, slots in named] == [("filter", "gone")]
