"""Roles of columns, over the five tables and over the oddest values."""

import datetime as dt
import json
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from company.records import Column
from company.results.columns import describe_columns
from company.results.scales import order_of
from company.results.written import date_format_of, read_number, unit_of


def column(values, name="x"):
    return Column(**describe_columns(pd.DataFrame({name: values}))[0])


ROLES = [
    ("measure", np.linspace(0, 1, 40), "x"),
    ("measure", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] * 4, "Rooms"),
    ("date", range(1900, 2000), "YearBuilt"),
    ("measure", [3.5, 2.5, 3.5, 2.5], "x"),
    ("ordered_category", [1, 2, 3, 4] * 10, "x"),
    ("ordered_category", [2000 + i % 8 for i in range(80)], "year"),
    ("flag", [0, 1] * 10, "x"),
    ("flag", [True, False, True], "x"),
    ("flag", ["yes", "no"] * 10, "x"),
    ("identifier", range(30), "x"),
    ("identifier", [3000 + i % 200 for i in range(900)], "Postcode"),
    ("identifier", [f"AX-{i}" for i in range(30)], "x"),
    ("identifier", np.arange(50)[::-1] * 3, "customer_id"),
    ("category", ["a", "b", "c"] * 10, "x"),
    ("category", [f"place {i % 200}" for i in range(4000)], "x"),
    ("text", [f"a long story about {i}" for i in range(40)], "x"),
    ("text", ["2020-01-01", "2020-13-45", "soon"] * 2 + [f"t {i}" for i in range(30)], "x"),
    ("date", pd.date_range("2020-01-01", periods=9), "x"),
    ("date", [dt.date(2020, 1, 1 + i) for i in range(9)], "x"),
    ("date", pd.period_range("2020-01", periods=9, freq="M"), "x"),
    ("category", [{"a": 1}] * 30, "x"),
    ("text", [None] * 5, "x"),
]


@pytest.mark.parametrize(("role", "values", "name"), ROLES)
def test_roles(role, values, name):
    assert column(list(values) if isinstance(values, range) else values, name).role == role


def test_numbers_written_as_text():
    weight = column(["2.04kg", "1.5kg", "2kg", "0.9 kg"] * 5)
    assert (weight.role, weight.numeric, weight.unit) == ("measure", False, "kg")
    assert (weight.minimum, weight.maximum) == (0.9, 2.04)
    assert column(["$1,200", "$950.50", "$7"] * 5).unit == "$"
    assert column(["$1,200", "$950.50", "$7"] * 5).maximum == 1200
    assert column(["12%", "7.5%", "3%"] * 5).unit == "%"
    assert column(['15.6"', '14.0"', '13.3"'] * 5).unit == '"'
    assert column(["1.5", "2", "3"] * 5).unit == ""
    taken = column([f"{number}.1{number},90" for number in range(10, 100)])
    assert (taken.role, taken.numeric, taken.maximum) == ("measure", False, 99_199.9), "and no identifier"
    assert column(["1,5", "2,25", "3,75"] * 5).maximum == 3.75
    assert column(["256GB", "1TB", "512GB"] * 5).role == "category"
    assert column(["01234", "00321", "12345"] * 5).role == "category"
    assert unit_of(["1kg"] * 99 + ["4kgs"]) == "kg"
    assert read_number("6-4 6-4") is None
    assert read_number("1st") is None
    assert read_number("€ 1.234.567,5") == (1_234_567.5, "€") and read_number("1.234") == (1.234, "")
    assert read_number("1.2345,5") is None and read_number("1.234,5,6") is None
    assert read_number("15 or more") is None and read_number("5 to") is None, "one end of a range is no amount"
    assert read_number("3 oranges") == (3.0, "oranges") and read_number("2 tons") == (2.0, "tons")


@pytest.mark.parametrize(
    ("texts", "written", "first"),
    [
        (["3/12/2016", "27/05/2017", "4/02/2016"], "%d/%m/%Y", "2016-02-04"),
        (["12/25/2016", "1/3/2016"], "%m/%d/%Y", "2016-01-03"),
        (["2016-12-03", "2017-01-01"], "%Y-%m-%d", "2016-12-03"),
        (["03.12.2016", "04.12.2016"], "%d.%m.%Y", "2016-12-03"),
        (["2016-12-03 10:30", "2016-12-03 09:15"], "%Y-%m-%d %H:%M", "2016-12-03T09:15:00"),
        (["2016-12-03T10:30:00Z", "2016-12-04T10:30:00Z"], "%Y-%m-%dT%H:%M:%S%z", "2016-12-03T10:30:00+00:00"),
        (["5 Jan 2020", "17 Mar 2020"], "%d %b %Y", "2020-01-05"),
        (["January 5, 2020", "March 17, 2020"], "%B %d, %Y", "2020-01-05"),
        # Both readings are possible: the one whose dates run forwards is taken.
        (["01/02/2020", "02/02/2020", "03/02/2020", "04/02/2020"], "%d/%m/%Y", "2020-02-01"),
    ],
)
def test_dates_written_as_text(texts, written, first):
    found = column(texts * 4)
    assert (found.role, found.date_format, found.minimum) == ("date", written, first)


def test_one_unreadable_date_makes_text_of_all():
    days = [f"{day}/01/2020" for day in range(1, 29)]
    assert column(days).role == "date"
    assert column([*days, "soon"]).role == "text"
    assert date_format_of(["5.25", "6.25"]) is None


@pytest.mark.parametrize(
    "values",
    [
        ("low", "Medium", "high"),
        ("<100", "100<=X<500", "500<=X<1000", ">=1000"),
        ("no savings", "<100", ">=100"),
        ("Round Robin", "1st Round", "2nd Round", "Quarterfinals", "Semifinals", "The Final"),
        ("Monday", "Tuesday", "Friday"),
        ("1st", "2nd", "3rd", "10th"),
        ("S", "M", "L", "XL"),
        ("<18", "18-25", "26-35", "65+"),
        ("(0, 10]", "(10, 20]", "(20, 30]"),
        ("Grade 1", "Grade 2", "Grade 10"),
    ],
)
def test_known_orders(values):
    assert order_of(values[::-1]) == values
    assert column(values[1:] * 3 + values[:1] * 3).order == values


def test_no_order_where_none_is_known():
    for values in (("red", "green", "blue"), ("6-4", "3-6", "7-5"), ("low", "high", "unheard of"), ("a", "A")):
        assert order_of(values) == ()


def test_the_oddest_columns_are_described():
    class Odd:
        def __repr__(self):
            raise SystemExit

    rows = 12
    frame = pd.DataFrame(
        {
            "lists": [[1, 2]] * rows,
            "odd": [Odd()] * rows,
            "mixed": [1, "a", None, 2.5] * 3,
            "infinite": [np.inf, -np.inf, 1.0, 2.5] * 3,
            "sparse": pd.arrays.SparseArray([0, 1, 2] * 4),
            "nullable": pd.array([1, None, 3] * 4, dtype="Int64"),
            "ordered": pd.Categorical(list("abc") * 4, list("cbad"), ordered=True),
            "lengths": pd.to_timedelta(range(rows), unit="h"),
            "zone": pd.date_range("2020-01-01", periods=rows, tz="UTC"),
            "huge": [10**30] * rows,
            "complex": [1j] * rows,
        }
    )
    frame.insert(0, "odd", 1, allow_duplicates=True)
    frame[7] = 1.5
    frame[("a", "b")] = "x"
    found = describe_columns(frame)
    json.dumps(found, allow_nan=False)
    columns = [Column(**each) for each in found]
    assert [each.position for each in columns] == list(range(frame.shape[1]))
    by_name = {each.name: each for each in columns}
    assert by_name["ordered"].order == ("c", "b", "a")
    assert by_name["nullable"].missing == 4
    assert (by_name["infinite"].minimum, by_name["infinite"].maximum) == (1.0, 2.5)
    assert {"7", "a b"} <= set(by_name)
    assert len(describe_columns(frame, most=3)) == 3
    assert describe_columns(pd.DataFrame()) == []


def test_values_come_with_counts():
    found = column(["b", "a", "b", None, "c", "a", "b"] * 3)
    assert found.values == (("b", 9), ("a", 6), ("c", 3))
    assert (found.missing, found.distinct) == (3, 3)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([f"{mark}{number}" for mark in "éab" for number in range(40)]), min_size=60))
def test_the_most_frequent_values_are_first_and_equal_ones_in_order(texts):
    found = column(texts)
    expected = sorted(Counter(texts).items(), key=lambda pair: (-pair[1], pair[0]))
    assert found.distinct == len(expected)
    assert len(found.values) >= min(5, len(expected))
    assert found.values == tuple(expected[: len(found.values)])


EXPECTED = {
    "melb_data": {"Date": "date", "Rooms": "measure", "Postcode": "identifier", "Suburb": "category", "Address": "text",
                  "Price": "measure", "YearBuilt": "date", "Type": "category"},
    "credit_customers": {"savings_status": "ordered_category", "employment": "ordered_category", "class": "flag",
                         "credit_amount": "measure", "purpose": "category", "checking_status": "ordered_category"},
    "laptops_price": {"RAM": "measure", "Weight": "measure", "Screen Size": "measure", "Manufacturer": "category",
                      "Model Name": "text", "Price": "measure"},
    "atp_tennis": {"Round": "ordered_category", "Date": "date", "Surface": "category", "Court": "flag",
                   "Winner": "category", "score": "text"},
    "fastfood": {"restaurant": "category", "item": "text", "calories": "measure"},
}  # fmt: skip


@pytest.mark.parametrize("table", EXPECTED)
def test_roles_in_the_five_tables(tables_folder, table):
    found = {each["name"]: each["role"] for each in describe_columns(pd.read_csv(tables_folder / f"{table}.csv"))}
    assert {name: found[name] for name in EXPECTED[table]} == EXPECTED[table]
