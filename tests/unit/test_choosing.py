"""As many are tried at a time as hardly make a case too many, and no unit is asked for while those there may do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from company.run.choosing import lacking, share_at_once, tries_for, units_for


@pytest.mark.parametrize(
    ("missing", "measured", "tries"),
    [(1, 0.45, 1), (2, 0.8, 2), (2, 0.45, 2), (1, 0.05, 7), (9, 0.5, 14), (60, 1.0, 61)],
)
def test_few_are_tried_one_after_another_and_many_or_seldom_ones_at_once(
    missing: int, measured: float, tries: int
) -> None:
    assert tries_for(missing, measured) == tries


@given(st.integers(1, 1000), st.floats(0.01, 2))
def test_what_is_tried_is_as_many_as_are_missing_and_gives_hardly_more(missing: int, measured: float) -> None:
    tries = tries_for(missing, measured)
    assert tries >= missing
    assert tries == missing or tries * min(0.95, measured) <= missing


@given(st.integers(1, 1000), st.integers(1, 4000))
def test_what_is_tried_as_it_comes_is_too_few_or_nearly_all(missing: int, units: int) -> None:
    share = share_at_once(missing, units)
    assert share == 1.0 if missing >= 0.9 * units else share * units <= missing + 0.0005 * units
    if missing <= 4 and missing < 0.9 * units:
        assert share == 0


@pytest.mark.parametrize(
    ("missing", "untried", "measured", "still"),
    [(2, 0, 0.8, 2), (2, 1, 0.4, 1), (2, 5, 0.4, 0), (1, 1, 0.05, 0), (40, 10, 0.5, 31)],
)
def test_units_are_asked_for_only_where_those_that_are_there_cannot_be_enough(
    missing: int, untried: int, measured: float, still: int
) -> None:
    assert lacking(missing, untried, measured) == still


def test_few_cases_need_units_in_spite_of_bad_luck_and_many_some_to_spare() -> None:
    assert (units_for(1, 0.2, certain=False), units_for(2, 0.2, certain=False)) == (8, 14)
    assert units_for(60, 0.6, certain=False) == 115
    assert units_for(1, 0.2, certain=False, again=True) == 6
    assert (units_for(4, 1.0, certain=True), units_for(60, 1.0, certain=True)) == (5, 63)
