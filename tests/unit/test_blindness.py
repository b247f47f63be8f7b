"""The right option cannot be told by its looks: each blind way of choosing hits as often as chance does."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Sequence

import pytest

from company.families.dialogues.stages.actions.blindness import even, number_in, shared_words, words
from company.families.shared.choices.records import Option

COUNT = 4
CASES = 300
QUESTION = "Which region has the highest mean price of red wines, and by how much does it lead the next region?"
WORDS = [
    "region",
    "price",
    "red",
    "wines",
    "value",
    "amount",
    "leads",
    "stands",
    "slightly",
    "notably",
    "north",
    "south",
]
Choose = Callable[[Sequence[Option], random.Random], Option]
BLIND: dict[str, Choose] = {
    "longest": lambda options, chance: _best(options, lambda option: len(option.text), chance),
    "shortest": lambda options, chance: _best(options, lambda option: -len(option.text), chance),
    "closest to the question": lambda options, chance: _best(options, _closeness, chance),
    "farthest from the question": lambda options, chance: _best(options, lambda option: -_closeness(option), chance),
    "largest number": lambda options, chance: _best(options, _number, chance),
    "smallest number": lambda options, chance: _best(options, lambda option: -_number(option), chance),
    "first": lambda options, chance: options[0],
    "last": lambda options, chance: options[-1],
}


def _closeness(option: Option) -> float:
    return shared_words(option.text, QUESTION)


def _number(option: Option) -> float:
    return number_in(option.text) or 0.0


def _best(options: Sequence[Option], rank: Callable[[Option], float], chance: random.Random) -> Option:
    most = max(rank(option) for option in options)
    return chance.choice([option for option in options if rank(option) == most])


def _option(chance: random.Random, slip: str) -> Option:
    said = " ".join(chance.sample(WORDS, chance.randint(2, 6)))
    return Option(text=f"{said} {chance.randint(1, 5000):,}", code="x", slip=slip)


Maker = Callable[[random.Random], Option]


def _careless(chance: random.Random) -> Option:
    """A right option as a careless writer makes it: in one case of three the longer of two."""
    return max((_option(chance, "") for _ in range(chance.choice((1, 1, 2)))), key=lambda option: len(option.text))


def _alike(chance: random.Random) -> Option:
    """A right option that is made as the others are."""
    return _option(chance, "")


@functools.cache
def _cases(make: Maker, candidates: int) -> list[list[Option]]:
    return [even(*_made(make, candidates, number), COUNT, QUESTION, random.Random(number)) for number in range(CASES)]


def _made(make: Maker, candidates: int, number: int) -> tuple[Option, list[Option]]:
    chance = random.Random(f"{candidates}-{number}")
    return make(chance), [_option(chance, "another") for _ in range(candidates)]


@pytest.mark.thorough
@pytest.mark.parametrize("way", BLIND)
@pytest.mark.parametrize(("make", "candidates"), [(_careless, 24), (_alike, 8)])
def test_a_blind_way_of_choosing_hits_as_often_as_chance(way: str, make: Maker, candidates: int) -> None:
    assert _beyond(way, _cases(make, candidates)) < 1.96


@pytest.mark.thorough
def test_without_it_careless_cases_are_told_by_their_length() -> None:
    """The control of the test above: a plain draw among the same near-misses is biased, and the measure sees it."""
    drawn = [_made(_careless, 24, number) for number in range(10 * CASES)]
    plain = [[*wrong[:COUNT], right] for right, wrong in drawn]
    assert _beyond("longest", plain) > 3


def _beyond(way: str, cases: Sequence[Sequence[Option]]) -> float:
    """By how many standard errors a blind way is off what chance gives."""
    chance, expected = random.Random(3), 1 / (COUNT + 1)
    share = sum(not BLIND[way](options, chance).slip for options in cases) / len(cases)
    return round(abs(share - expected) / math.sqrt(expected * (1 - expected) / len(cases)), 2)


def test_it_offers_the_right_one_and_as_many_others_as_wanted_each_once() -> None:
    right = Option(text="North leads with 12", code="x")
    wrong = [Option(text=text, code="y", slip="other") for text in ("north  leads with 12", "South", "South", "East")]
    options = even(right, wrong, 2, QUESTION, random.Random(1))
    assert sorted(option.text for option in options) == ["East", "North leads with 12", "South"]


def test_too_few_near_misses_are_refused() -> None:
    right = Option(text="North", code="x")
    with pytest.raises(ValueError, match="1 near-misses read differently"):
        even(right, [Option(text="South", code="y", slip="other")], 3, QUESTION, random.Random(1))


def test_the_same_chance_gives_the_same_options() -> None:
    wrong = [_option(random.Random(number), "another") for number in range(18)]
    right = _option(random.Random(99), "")
    first, second = (even(right, wrong, COUNT, QUESTION, random.Random(7)) for _ in range(2))
    assert first == second


def test_words_and_numbers_are_read_as_they_are_written() -> None:
    assert words("Total_fat, 3 g") == {"total", "fat", "3", "g"}
    assert [number_in(text) for text in ("-1,234.5 kg", "about 7", "none", "v2", "3.2e-05")] == [
        -1234.5, 7.0, None, None, 3.2e-05]  # fmt: skip
