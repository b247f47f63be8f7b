"""Turns are divided among clients without a turn too many or too few."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from company.families.dialogues.commissions import LENGTHS, commissions


@given(st.integers(1, 400), st.floats(0, 1), st.integers(0, 50))
def test_the_turns_add_up(turns: int, share: float, seed: int) -> None:
    asked = commissions(turns, share, random.Random(seed), None)
    assert sum(one.turns for one in asked) == turns
    assert all(1 <= one.turns <= LENGTHS[one.speech][2] for one in asked)


@given(st.integers(1, 60), st.integers(1, 80))
def test_as_many_clients_as_are_wanted(turns: int, clients: int) -> None:
    asked = commissions(turns, 0.3, random.Random(1), clients)
    assert len(asked) == min(clients, turns)
    assert sum(one.turns for one in asked) == turns


@pytest.mark.parametrize(("share", "speech"), [(0.0, "colloquial"), (1.0, "statement")])
def test_all_of_one_register(share: float, speech: str) -> None:
    assert {one.speech for one in commissions(60, share, random.Random(2), None)} == {speech}


def test_the_same_seed_asks_for_the_same() -> None:
    first, second = (commissions(90, 0.3, random.Random("7"), None) for _ in range(2))
    assert first == second
