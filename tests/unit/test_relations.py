"""Columns that say the same in other figures, and sums of others: found from the values, and told in the profile."""

import numpy as np
import pandas as pd

from company.records import Column
from company.results.columns import describe_columns
from company.results.relations import with_relations


def sales(rows: int = 400) -> pd.DataFrame:
    """Sales in two places and elsewhere, their sum, the sum in another currency, and what has nothing to do with it."""
    chance = np.random.default_rng(1)
    frame = pd.DataFrame({name: chance.lognormal(1, 1, rows).round(2) for name in ("north", "south", "abroad")})
    frame["total"] = (frame.sum(axis=1) + chance.choice([0, 0.01], rows)).round(2)
    frame["total_in_cents"] = frame["total"] * 100
    frame["weight"] = chance.normal(50, 9, rows).round(1)
    return frame


def bound(frame: pd.DataFrame) -> dict[str, set[str]]:
    columns = [Column.model_validate(fields) for fields in with_relations(frame, describe_columns(frame))]
    return {column.name: set(column.tied_to) for column in columns if column.tied_to}


def test_a_sum_is_bound_to_its_parts_and_to_itself_in_another_unit():
    found = bound(sales()[["north", "south", "abroad", "total", "weight"]])
    parts = {"north", "south", "abroad"}
    assert found == {"total": parts, **{part: {"total"} for part in parts}}
    assert bound(sales()[["total", "total_in_cents", "weight"]]) == {
        "total": {"total_in_cents"}, "total_in_cents": {"total"},
    }  # fmt: skip


def test_the_two_sides_of_one_thing_are_bound_although_no_line_fits_them():
    odds = sales()["north"].rank() / 500
    frame = pd.DataFrame({"odds": 1 / odds, "odds_against": 1 / (1 - odds)})
    assert abs(frame.corr().iloc[0, 1]) < 0.9
    assert set(bound(frame)) == {"odds", "odds_against"}


def test_a_single_extreme_binds_nothing():
    frame = sales()[["north", "weight"]]
    frame.loc[0] = [1e6, 1e6]
    assert frame.corr().iloc[0, 1] > 0.99
    assert not bound(frame)


def test_gaps_and_few_rows_are_borne():
    frame = sales()
    frame.loc[::3, "north"] = np.nan
    assert "total" in bound(frame[["north", "south", "abroad", "total"]])
    assert isinstance(bound(frame.head(3)), dict)
    assert not bound(frame[[]])


def test_a_formula_binds_but_for_rounding_and_a_few_slips():
    chance = np.random.default_rng(2)
    frame = pd.DataFrame({"price": chance.lognormal(3, 1, 400).round(2), "pieces": chance.integers(1, 9, 400)})
    frame["profit"] = chance.normal(0, 30, 400).round(1)
    frame["revenue"] = (frame["price"] * frame["pieces"]).round(2)
    frame["cost"] = (frame["revenue"] - frame["profit"]).round(0)
    frame.loc[:2, ["revenue", "cost"]] = 10_000.0
    found = bound(frame)
    assert {"price", "pieces", "profit", "cost"} <= found["revenue"]
    assert "revenue" in found["pieces"]
    assert "profit" not in found["price"]
    frame["revenue"] = chance.permutation(frame["revenue"])
    assert not {"price", "pieces"} & bound(frame).get("revenue", set())
