"""Turns are divided among clients without a turn too many or too few, and no dialogue is too short to dig."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from company.families.dialogues.commissions import LEAST, LENGTHS, commissions
from company.families.dialogues.stages.held import FEWEST_HEARD
from company.families.dialogues.stages.plans import questions_wanted


@given(st.integers(max(LEAST.values()), 400), st.floats(0, 1), st.integers(0, 50))
def test_the_turns_add_up(turns: int, share: float, seed: int) -> None:
    asked = commissions(turns, share, random.Random(seed), None)
    assert sum(one.turns for one in asked) == turns
    assert all(one.turns <= LENGTHS[one.speech][2] for one in asked)


@given(st.integers(1, 60), st.floats(0, 1), st.integers(0, 50), st.none() | st.integers(1, 20))
def test_every_dialogue_has_turns_to_dig_and_to_react(turns: int, share: float, seed: int, clients: int | None) -> None:
    asked = commissions(turns, share, random.Random(seed), clients)
    assert asked
    assert all(one.turns >= {"colloquial": 6, "statement": 4}[one.speech] for one in asked)
    assert all(one.turns >= FEWEST_HEARD for one in asked), "the client reacts midway"
    assert all(one.turns > questions_wanted(one) for one in asked), "one question at least can be followed up"


@pytest.mark.parametrize("turns", [1, 3, 5])
def test_few_turns_are_a_single_client_with_some_more(turns: int) -> None:
    assert [one.turns for one in commissions(turns, 0.3, random.Random(1), None)] == [LEAST["colloquial"]]


@given(st.integers(1, 60), st.integers(1, 80))
def test_as_many_clients_as_are_wanted_where_each_has_enough_turns(turns: int, clients: int) -> None:
    asked = commissions(turns, 0.3, random.Random(1), clients)
    assert len(asked) == (clients if clients * LEAST["colloquial"] <= turns else min(clients, -(-turns // 6)))
    assert turns <= sum(one.turns for one in asked) < turns + LEAST["colloquial"]


@pytest.mark.parametrize(("share", "speech"), [(0.0, "colloquial"), (1.0, "statement")])
@pytest.mark.parametrize("turns", [1, 5, 60])
def test_all_of_one_register(share: float, speech: str, turns: int) -> None:
    assert {one.speech for one in commissions(turns, share, random.Random(2), None)} == {speech}


def test_the_same_seed_asks_for_the_same() -> None:
    first, second = (commissions(90, 0.3, random.Random("7"), None) for _ in range(2))
    assert first == second
