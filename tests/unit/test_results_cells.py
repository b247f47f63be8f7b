"""The first rows of tables come out as JSON; nothing that is forged gets through."""

import datetime as dt
import decimal
import json
import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from company.results.cells import BYTES, COLUMNS, ROWS, Cells, read_cells, write_cells
from company.results.plain import LONGEST
from company.showing.tables import compared, grid_of

DATES = pd.to_datetime(["2020-01-01", None, "1900-06-30"])


def there(value):
    return read_cells(write_cells(value))


def column(values, **more):
    return list(there(pd.DataFrame({"x": values}, **more)).columns[0])


VALUES = [
    ("whole numbers", [1, -2, 3], [1, -2, 3]),
    ("small", np.array([1, 2, 255], dtype="u1"), [1, 2, 255]),
    ("half", np.array([1.5, np.nan, 3], dtype="f2"), [1.5, None, 3.0]),
    ("infinite", [-0.5, np.nan, np.inf, -np.inf], [-0.5, None, "inf", "-inf"]),
    ("truth", [True, False], [True, False]),
    ("text", pd.Series(["é", None, ""], dtype="str"), ["é", None, ""]),
    ("objects", pd.Series(["x", None, 3], dtype=object), ["x", None, 3]),
    ("nullable", pd.array([1, None, 3], dtype="Int16"), [1, None, 3]),
    ("nullable floats", pd.array([1.5, None], dtype="Float32"), [1.5, None]),
    ("dates", DATES, ["2020-01-01T00:00:00", None, "1900-06-30T00:00:00"]),
    ("zones", DATES[:1].tz_localize("Europe/Berlin"), ["2020-01-01T00:00:00+01:00"]),
    ("lengths", pd.to_timedelta([1, None], unit="h"), ["P0DT1H0M0S", None]),
    ("categories", pd.Categorical(["b", None, "a"], ["b", "a", "unused"]), ["b", None, "a"]),
    ("sparse", pd.arrays.SparseArray([0, 0, 2]), [0, 0, 2]),
    ("periods", pd.period_range("2020-01", periods=2, freq="M"), ["2020-01", "2020-02"]),
    ("intervals", pd.interval_range(0, 2), ["(0, 1]", "(1, 2]"]),
    ("complex", [1j, 2], ["1j", "(2+0j)"]),
    ("decimals", [decimal.Decimal("1.10"), None], ["1.10", None]),
    ("days", [dt.date(2020, 1, 2), None], ["2020-01-02", None]),
    ("nested", [{"a": [1]}, (2,)], [[["a", [1]]], [2]]),
    ("bytes", [b"a", b"b"], ["b'a'", "b'b'"]),
    ("huge", [2**70, 1], [str(2**70), 1]),
    ("halves of characters", ["\ud800", "b"], ["?", "b"]),
    ("long", ["y" * 10_000], ["y" * (LONGEST - 1) + "…"]),
]


@pytest.mark.parametrize(("values", "expected"), [each[1:] for each in VALUES], ids=[each[0] for each in VALUES])
def test_values_are_json_as_they_are_shown_elsewhere(values, expected):
    assert column(values) == expected


LABELS = [
    (pd.RangeIndex(3), (0, 1, 2)),
    (pd.Index([5, 3, 3], name="key"), (5, 3, 3)),
    (pd.Index(["x", "y", None]), ("x", "y", None)),
    (DATES.rename("when"), ("2020-01-01T00:00:00", None, "1900-06-30T00:00:00")),
    (pd.CategoricalIndex(["a", "b", "a"]), ("a", "b", "a")),
    (pd.MultiIndex.from_arrays([["a", "a", "b"], [1, 2, 1]], names=["p", None]), (["a", 1], ["a", 2], ["b", 1])),
]


@pytest.mark.parametrize(("index", "labels"), LABELS, ids=[str(number) for number in range(len(LABELS))])
def test_rows_have_their_labels(index, labels):
    assert there(pd.DataFrame({"a": [1, 2, 3]}).set_axis(index)).labels == labels


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        (pd.Index(["a", "a", "a"]), ("a", "a", "a")),
        (pd.Index([3, None, 2.5], dtype=object), ("3", "None", "2.5")),
        (pd.MultiIndex.from_tuples([("x", 1), ("x", 2), ("y", "")]), ("x 1", "x 2", "y")),
    ],
)
def test_columns_have_their_names(columns, names):
    table = there(pd.DataFrame([[1, 2, 3]]).set_axis(columns, axis=1))
    assert table.names == names and table.columns == ((1,), (2,), (3,))


def test_series_and_empty_tables():
    series = pd.Series([1.5, 2.5], index=pd.Index(["a", "b"], name="k"), name="n")
    assert there(series) == Cells(2, 1, ("n",), ("a", "b"), ((1.5, 2.5),))
    assert there(pd.Series([1])).names == ("value",)
    assert there(pd.DataFrame(index=range(3))) == Cells(3, 0, (), (0, 1, 2), ())
    assert there(pd.DataFrame()) == Cells(0, 0, (), (), ())


def test_of_a_large_table_the_first_rows_and_columns_come_and_its_size():
    table = there(pd.DataFrame({"a": np.arange(10 * ROWS), "b": 0}))
    assert (table.rows, table.width, len(table.labels)) == (10 * ROWS, 2, ROWS)
    assert table.columns[0][-1] == ROWS - 1
    wide = there(pd.DataFrame(np.zeros((2, COLUMNS + 40))))
    assert (wide.width, len(wide.names), len(wide.columns)) == (COLUMNS + 40, COLUMNS, COLUMNS)


class Raising:
    def __repr__(self):
        raise SystemExit


class Frame(pd.DataFrame):
    pass


REFUSED = [
    1,
    None,
    [1],
    {"a": 1},
    Frame({"a": [1]}),
    pd.Index([1]),
    np.eye(2),
    pd.Series([Raising()]),
    pd.DataFrame({"a": [Raising()]}),
]


@pytest.mark.parametrize("value", REFUSED, ids=[str(number) for number in range(len(REFUSED))])
def test_what_is_no_table_or_cannot_be_looked_at_is_refused(value):
    with pytest.raises(ValueError, match=r"^reading its cells failed: "):
        write_cells(value)


def test_what_takes_too_many_bytes_is_refused_on_both_sides():
    with pytest.raises(ValueError, match="make it smaller"):
        write_cells(pd.DataFrame({place: ["long enough " * 10] * ROWS for place in range(3)}))
    with pytest.raises(ValueError, match="bytes"):
        read_cells(b" " * (BYTES + 1))


TABLE = {"rows": 2, "width": 1, "names": ["a"], "labels": [0, 1], "columns": [[1, 2]]}
DEEP = [[[[[[[1]]]]]]]
FORGED = [
    ({"rows": 3}, "2 labels of 3 rows"),
    ({"rows": -1}, "no size"),
    ({"rows": True}, "no size"),
    ({"rows": 2.0}, "no size"),
    ({"rows": 10**15}, "no size"),
    ({"width": 2}, "1 names and 1 columns of 2"),
    ({"width": 10**9}, "1 names and 1 columns"),
    ({"names": []}, "0 names"),
    ({"names": "a"}, "no list"),
    ({"names": [1]}, "name of a column is no text"),
    ({"names": [None]}, "name of a column is no text"),
    ({"labels": {"0": 0, "1": 1}}, "no list"),
    ({"labels": [0, {}]}, "a cell is neither"),
    ({"columns": [[1, 2], [3, 4]]}, "1 names and 2 columns"),
    ({"columns": [[1]]}, "differ in length"),
    ({"columns": ["ab"]}, "no list"),
    ({"columns": [[1, {"a": 1}]]}, "a cell is neither"),
    ({"columns": [[1, [{}]]]}, "a cell is neither"),
    ({"columns": [[1, DEEP]]}, "a cell is neither"),
    ({"more": 1}, "parts of a table"),
]


@pytest.mark.parametrize(("changes", "reason"), FORGED, ids=[str(number) for number in range(len(FORGED))])
def test_forged_tables_are_refused(changes, reason):
    read_cells(json.dumps(TABLE).encode())
    with pytest.raises(ValueError, match=f"these are no cells of a table: .*{reason}"):
        read_cells(json.dumps({**TABLE, **changes}).encode())


def test_more_rows_or_columns_than_are_taken_are_refused():
    rows = ROWS + 1
    with pytest.raises(ValueError, match="labels"):
        read_cells(json.dumps({**TABLE, "rows": rows, "labels": [0] * rows, "columns": [[0] * rows]}).encode())
    width = COLUMNS + 1
    many = {"width": width, "names": ["a"] * width, "columns": [[1, 2]] * width}
    with pytest.raises(ValueError, match="names"):
        read_cells(json.dumps({**TABLE, **many}).encode())


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b"[" * 1_000_000,
        b'{"rows":' * 400_000,
        b'{"rows": ' + b"9" * 5_000 + b"}",
        json.dumps(TABLE).encode()[:-1],
        json.dumps(TABLE).encode() * 2,
        json.dumps({**TABLE, "columns": [[float("nan"), 2]]}).encode(),
        json.dumps({**TABLE, "columns": [[float("inf"), 2]]}).encode(),
        b"\x80\x04K\x01.",
    ],
    ids=range(13),
)
def test_what_is_no_json_of_a_table_is_refused(content):
    with pytest.raises(ValueError, match="these are no cells of a table"):
        read_cells(content)


def test_damaged_tables_are_refused_or_read_and_can_be_shown():
    chance = random.Random(0)
    whole = write_cells(pd.DataFrame({"a": [1.5, None, 3], "b": ["x", "ü", "\u202e"], "c": [[1, [2]], {}, "z"]}))
    sound = read_cells(whole)
    read = 0
    for _ in range(3000):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            content[chance.randrange(len(content))] = chance.choice(b'[]{},:"0-e\\nt\xff')
        try:
            table = read_cells(bytes(content))
        except ValueError as problem:
            assert str(problem).startswith("these are no cells of a table: ")
            continue
        assert grid_of(table).rows is not None and compared(sound, table).sentence
        read += 1
    assert 0 < read < 3000


def test_nothing_hides_in_what_is_shown_of_a_table():
    old = there(pd.DataFrame({"a\u200b": ["pay 10", "b"]}, index=["x\u202e", "y"]))
    new = there(pd.DataFrame({"a\u200b": ["pay\u2060 10", "b"]}, index=["x\u202e", "y"]))
    assert grid_of(new).columns == ("a⟨U+200B⟩",) and grid_of(new).rows[0].label == "x⟨U+202E⟩"
    found = compared(old, new)
    assert found.sentence == "1 cell changed in 1 row"
    assert (found.grid.rows[0].cells[0].old, found.grid.rows[0].cells[0].text) == ("pay 10", "pay⟨U+2060⟩ 10")


@pytest.mark.thorough
def test_a_change_of_size_beyond_the_rows_that_are_compared_is_told():
    old, new = (there(pd.DataFrame({"a": np.zeros(ROWS + more, dtype=int)})) for more in (5, 6))
    assert compared(old, new).grid.note.startswith(f"{ROWS + 6:,} rows × 1 column")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(-(2**53) + 1, 2**53 - 1),
            st.floats(allow_nan=False, allow_infinity=False),
            st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=LONGEST),
            st.booleans(),
        ),
        max_size=20,
    )
)
def test_any_plain_values_come_out_as_they_are(rows):
    columns = list(zip(*rows, strict=True)) or [()] * 4
    dtypes = ("int64", "float64", "object", "bool")
    frame = pd.DataFrame(
        {
            place: pd.Series(list(values), dtype=dtype)
            for place, (values, dtype) in enumerate(zip(columns, dtypes, strict=True))
        }
    )
    assert there(frame).columns == tuple(columns)
