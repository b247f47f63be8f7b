"""Tables go through Arrow and come back; nothing that is forged gets through."""

import datetime as dt
import decimal
import json
import random
import struct

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from company.results.arrow import from_arrow, to_arrow
from company.results.flat import decoded, encoded, number
from company.results.stream import Column, read_stream, write_stream

DATES = pd.to_datetime(["2020-01-01", None, "1900-06-30"])
KEPT = pd.DataFrame(
    {
        "int": [1, -2, 3],
        "small": np.array([1, 2, 255], dtype="u1"),
        "half": np.array([1.5, np.nan, 3], dtype="f2"),
        "float": [-0.0, np.nan, np.inf],
        "bool": [True, False, True],
        "text": pd.Series(["é", None, ""], dtype="str"),
        "object": pd.Series(["x", None, "y"], dtype=object),
        "whole objects": pd.Series([1, None, 3], dtype=object),
        "Int": pd.array([1, None, 3], dtype="Int16"),
        "Float": pd.array([1.5, None, 3], dtype="Float32"),
        "boolean": pd.array([True, None, False], dtype="boolean"),
        "string": pd.array(["a", None, "c"], dtype="string"),
        "date": DATES,
        "seconds": DATES.as_unit("s"),
        "zone": DATES.tz_localize("Europe/Berlin"),
        "offset": DATES.tz_localize(dt.timezone(dt.timedelta(hours=-3, minutes=-30))),
        "length": pd.to_timedelta([1, None, 3], unit="h"),
        "category": pd.Categorical(["b", None, "a"], ["b", "a", "unused"]),
        "ordered": pd.Categorical([3, 1, 3], [3, 2, 1], ordered=True),
        "days": pd.Categorical(DATES),
    }
)


def there_and_back(value, rows=None):
    return from_arrow(to_arrow(value, rows))


@pytest.mark.parametrize("rows", [3, 1, 0])
def test_a_frame_comes_back_as_it_was(rows):
    frame = KEPT.iloc[:rows]
    pd.testing.assert_frame_equal(there_and_back(frame), frame)
    pd.testing.assert_frame_equal(there_and_back(KEPT, rows), frame)


INDEXES = [
    pd.RangeIndex(3),
    pd.RangeIndex(3, name="n"),
    pd.Index([5, 3, 3], name="key"),
    pd.Index(["x", "y", None]),
    DATES.rename("when"),
    pd.CategoricalIndex(["a", "b", "a"]),
    pd.MultiIndex.from_arrays([["a", "a", "b"], [1, 2, 1]], names=["p", None]),
]


@pytest.mark.parametrize("index", INDEXES, ids=repr)
def test_an_index_comes_back(index):
    frame = pd.DataFrame({"a": [1, 2, 3]}).set_axis(index)
    expected = frame if index.name is None else frame.set_axis(pd.Index(index, name=index.name))
    pd.testing.assert_frame_equal(there_and_back(frame), expected, check_index_type=False)


@pytest.mark.parametrize(
    "columns",
    [
        pd.Index(["a", "a", "a"]),
        pd.Index([3, 1, 2], name="numbers"),
        pd.Index([None, ("a", 1), 2.5], tupleize_cols=False),
        pd.Index([True, pd.Timestamp("2020-01-01 12:00"), float("nan")], dtype=object),
        pd.date_range("2020-01-01", periods=3, unit="us"),
        pd.MultiIndex.from_tuples([("x", 1), ("x", 2), ("y", 1)], names=["letter", None]),
    ],
    ids=repr,
)
def test_labels_of_columns_come_back(columns):
    frame = pd.DataFrame([[1, 2, 3]]).set_axis(columns, axis=1)
    pd.testing.assert_frame_equal(there_and_back(frame), frame, check_freq=False)


def test_a_label_that_arrow_cannot_say_is_text():
    frame = pd.DataFrame([[1]], columns=pd.period_range("2020-01", periods=1, freq="M"))
    assert list(there_and_back(frame)) == ["2020-01"]
    assert list(there_and_back(pd.DataFrame({"\ud800": [1]}))) == ["?"]


SHOWN = [
    ("periods", pd.period_range("2020-01", periods=2, freq="M"), ["2020-01", "2020-02"]),
    ("intervals", pd.interval_range(0, 2), ["(0, 1]", "(1, 2]"]),
    ("bins", pd.cut([1, 9], [0, 5, 10]), ["(0, 5]", "(5, 10]"]),
    ("complex", [1j, 2], ["1j", "(2+0j)"]),
    ("decimals", [decimal.Decimal("1.10"), None], ["1.10", None]),
    ("dates", [dt.date(2020, 1, 2), None], ["2020-01-02", None]),
    ("mixed", [1, "a"], ["1", "a"]),
    ("nested", [{"a": [1]}, (2,)], ["{'a': [1]}", "(2,)"]),
    ("bytes", [b"a", b"b"], ["b'a'", "b'b'"]),
    ("huge", [2**70, 1], [str(2**70), "1"]),
]


@pytest.mark.parametrize(("values", "expected"), [each[1:] for each in SHOWN], ids=[each[0] for each in SHOWN])
def test_what_arrow_has_no_type_for_is_text_and_says_so(values, expected):
    content = to_arrow(pd.DataFrame({"x": values}))
    assert from_arrow(content)["x"].astype(object).where(lambda kept: kept.notna(), None).tolist() == expected
    (column,), _, _ = read_stream(content, 100)
    assert column.metadata["shown"] == "true"


def test_values_in_other_clothes():
    sparse = pd.DataFrame({"s": pd.arrays.SparseArray([0, 0, 2])})
    assert there_and_back(sparse)["s"].tolist() == [0, 0, 2]
    assert there_and_back(np.array([1, 2], dtype=">i4"))[0].tolist() == [1, 2]
    assert there_and_back(np.array([1, 2], dtype="longdouble"))[0].tolist() == [1.0, 2.0]
    assert there_and_back(np.array(["2020-01-01"], dtype="M8[D]"))[0].tolist() == [pd.Timestamp("2020-01-01")]
    assert there_and_back(pd.DataFrame({"none": [None, None]}))["none"].isna().all()
    assert there_and_back(KEPT["category"].array)[0].tolist()[0] == "b"


def test_series_indexes_and_arrays():
    series = pd.Series([1.5, 2.5], index=pd.Index(["a", "b"], name="k"), name="n")
    pd.testing.assert_frame_equal(there_and_back(series), series.to_frame())
    levels = pd.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["p", "q"])
    pd.testing.assert_frame_equal(there_and_back(levels), levels.to_frame(index=False))
    pd.testing.assert_frame_equal(there_and_back(np.eye(2)), pd.DataFrame(np.eye(2)))
    assert there_and_back(np.arange(3)[::-1])[0].tolist() == [2, 1, 0]
    assert there_and_back(pd.DataFrame(index=range(3))).shape == (3, 0)
    assert there_and_back(pd.DataFrame()).shape == (0, 0)


def test_it_says_how_many_rows_there_were():
    columns, rows, metadata = read_stream(to_arrow(KEPT, 2), 1000)
    assert (rows, {len(column) for column in columns}) == (2, {2})
    assert json.loads(metadata["table"])["rows"] == 3


class Raising:
    def __repr__(self):
        raise SystemExit


class Frame(pd.DataFrame):
    pass


class Zone(dt.tzinfo):
    def utcoffset(self, when):
        return dt.timedelta(minutes=7)

    def dst(self, when):
        return dt.timedelta(0)

    def __str__(self):
        return "../../etc/passwd"


REFUSED = [
    1, None, [1], {"a": 1}, Frame({"a": [1]}), pd.Series([Raising()]), np.array(1), np.zeros((1, 1, 1)),
    np.zeros(1, dtype=[("a", int)]), np.ma.masked_array([1]),
    np.lib.stride_tricks.as_strided(np.zeros(1), shape=(50_000_001,), strides=(0,)),
]  # fmt: skip


@pytest.mark.parametrize("value", REFUSED, ids=[str(number) for number in range(len(REFUSED))])
def test_what_is_no_table_is_refused(value):
    with pytest.raises(ValueError, match=r"^writing it as Arrow failed: "):
        to_arrow(value)


def test_a_zone_without_a_name_becomes_utc():
    series = pd.Series(pd.to_datetime(["2020-01-01 00:07"]).tz_localize(Zone()))
    assert there_and_back(series).iloc[0, 0] == pd.Timestamp("2020-01-01", tz="UTC")


STREAM = to_arrow(KEPT.set_index("text"))


def test_damaged_streams_are_refused_or_read():
    chance = random.Random(0)
    read = 0
    for _ in range(3000):
        content = bytearray(STREAM)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(content)) & ~3
            extreme = chance.choice([b"\xff\xff\xff\x7f", b"\0\0\0\x80", b"\xff" * 4, bytes(4), chance.randbytes(4)])
            content[place : place + 4] = extreme
        try:
            from_arrow(bytes(content))
            read += 1
        except ValueError as problem:
            assert str(problem).startswith("no Arrow stream of a table: ")
    assert 0 < read < 3000


def test_a_stream_that_breaks_off_is_refused():
    for length in range(0, len(STREAM), 7):
        with pytest.raises(ValueError, match="no Arrow stream"):
            from_arrow(STREAM[:length])
    for content in (STREAM + b"\0", b"", b"\x80\x04K\x01.", STREAM + STREAM):
        with pytest.raises(ValueError, match="no Arrow stream"):
            from_arrow(content)


TABLE = {"index": 0, "labels": ["a"], "column_names": [None], "rows": 1}
ONE = np.array([1])


def texts(offsets, text):
    return [Column("a", "U", np.array(offsets), None, text)]


def places(place, values):
    return [Column("a", "l", np.array([place]), dictionary=Column("", "l", np.array(values)))]


FORGED = [
    ([Column("a", "l", np.array([1, 2]))], 1, {}, "differ in length"),
    ([Column("a", "l", ONE)], 2, {}, "differ in length"),
    ([], 10**9, {"labels": []}, "more than 50000000 cells"),
    ([], -1, {"labels": []}, "more than 50000000 cells"),
    ([Column("a", "l", ONE)], 1, {"labels": ["a", "b"]}, "does not fit"),
    ([Column("a", "l", ONE)], 1, {"index": 2}, "does not fit"),
    ([Column("a", "l", ONE)], 1, {"column_names": []}, "does not fit"),
    ([Column("a", "l", ONE)], 1, {"column_names": ["p", "q"]}, "as many parts"),
    ([Column("a", "l", ONE)], 1, {"labels": [{"p": {}, "q": {}}]}, "too many values"),
    (texts([0, -5], b""), 1, {}, "not where they are said"),
    (texts([0, 2**63 - 1, -2, 1], b"abc"), 3, {}, "not where they are said"),
    (texts([0, 99], b"abc"), 1, {}, "not where they are said"),
    (texts([0, 1], b"\xff"), 1, {}, "utf-8"),
    (texts([0, 1, 2], "é".encode()), 2, {}, "utf-8"),
    (places(1, [7]), 1, {}, "not in the dictionary"),
    (places(-1, [7]), 1, {}, "not in the dictionary"),
    (places(0, [7, 7]), 1, {}, "unique"),
    ([Column("a", "tss:", ONE << 62)], 1, {}, "years 1 to 9999"),
    ([Column("a", "tss:/etc/passwd", ONE)], 1, {}, "ZoneInfo keys may not"),
    ([Column("a", "tss:dateutil//etc/passwd", ONE)], 1, {}, "ZoneInfo keys must"),
    ([Column("a", "tss:+99:00", ONE)], 1, {}, "strictly between"),
]


@pytest.mark.parametrize(("columns", "rows", "changes", "reason"), FORGED, ids=[each[3] for each in FORGED])
def test_forged_streams_are_refused(columns, rows, changes, reason):
    with pytest.raises(ValueError, match=f"no Arrow stream of a table: .*{reason}"):
        from_arrow(write_stream(columns, rows, {"table": json.dumps({**TABLE, **changes})}))


@pytest.mark.parametrize("table", ["[" * 100_000, "null", "{}", "", '{"labels": [NaN], "index": 0, "column_names": 5}'])
def test_a_forged_table_is_refused(table):
    with pytest.raises(ValueError, match="no Arrow stream"):
        from_arrow(write_stream([], 0, {"table": table}))


def test_one_text_cannot_be_read_many_times():
    table = decoded(encoded({0: number("h", 0), 2: [{0: "k" * 1000, 1: ""}]}))
    assert table.tables(2)[0].text(0) == "k" * 1000
    with pytest.raises(ValueError, match="many times"):
        for _ in range(10):
            table.tables(2)[0].text(0)


def test_a_buffer_cannot_be_used_twice():
    rows, text = 2, b"x" * 100
    column = Column("a", "U", np.array([0, 50, 100]), None, text)
    content = bytearray(write_stream([column, column], rows, {}))
    first, second = struct.pack("<qq", 24, 100), struct.pack("<qq", 152, 100)
    at = content.index(second)
    content[at : at + 16] = first
    with pytest.raises(ValueError, match="outside of its place"):
        read_stream(bytes(content), 100)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(-(2**63), 2**63 - 1),
            st.floats(),
            st.none() | st.text(st.characters(exclude_categories=["Cs"])),
            st.booleans(),
        ),
        max_size=20,
    )
)
def test_any_plain_values_come_back(rows):
    columns = list(zip(*rows, strict=True)) or [()] * 4
    dtypes = ("int64", "float64", "str", "bool")
    frame = pd.DataFrame(
        {
            place: pd.Series(values, dtype=dtype)
            for place, (values, dtype) in enumerate(zip(columns, dtypes, strict=True))
        }
    )
    pd.testing.assert_frame_equal(there_and_back(frame), frame, check_column_type=False)
