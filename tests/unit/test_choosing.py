"""Which cases of a benchmark are scored: of some categories, the first few, or all."""

from pathlib import Path

import pytest

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.evaluation.choosing import chosen
from company.family.registry import family as family_named

CASES = {
    "normal": tuple({"data_id": f"n{number}", "result_type": "dict"} for number in range(3)),
    "private": ({"data_id": "p0", "result_type": "dict"},),
    "plot_qa": tuple({"data_id": f"q{number}", "result_type": "multi_choice"} for number in range(2)),
}


def ids(categories: str | tuple[str, ...] = (), limit: int | None = None) -> list[str]:
    whole = Benchmark(Path(), CASES, family=family_named("dialogues"))
    return [line["data_id"] for line in chosen(whole, categories, limit, ()).entries]


def test_all_cases_are_scored_where_nothing_is_said() -> None:
    assert ids() == ["n0", "n1", "n2", "p0", "q0", "q1"]


def test_only_cases_of_the_named_categories_are_scored_and_the_first_of_them() -> None:
    assert ids("private, plot_qa") == ["p0", "q0", "q1"]
    assert ids(("private", "plot_qa"), 2) == ["p0", "q0"]
    assert ids(limit=4) == ["n0", "n1", "n2", "p0"]


@pytest.mark.parametrize(
    ("categories", "limit", "said"),
    [
        ("normla", None, "there is no category 'normla'; there are normal"),
        ("best_guess", None, "no case of best_guess; it has normal, private, plot_qa"),
        ("", 0, "0 is below 1"),
    ],
)
def test_a_choice_that_leaves_nothing_is_refused(categories: str, limit: int | None, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        ids(categories, limit)


def test_examples_are_scored_where_they_are_answered() -> None:
    figures = family_named("figures")
    (shown, *_) = [name for name, category in figures.categories.items() if category.shown]
    whole = Benchmark(Path(), {shown: ({"data_id": "e0"}, {"data_id": "e1"})}, family=figures)
    assert not chosen(whole, (), None, ()).entries
    assert [line["data_id"] for line in chosen(whole, (), None, {"e1"}).entries] == ["e1"]
