"""Values of untrusted code become JSON, whatever they are."""

import json
import types

import numpy as np
import pandas as pd
import pytest

from company.records import Result, Variable
from company.results.capture import MOST_CELLS, capture, describe_variable, result_type

FRAME = pd.DataFrame({"a": [1.0, np.nan, np.inf], "b": ["x", None, "z"]}, index=pd.Index([5, 6, 7], name="key"))


class Raising:
    def __repr__(self):
        raise SystemExit


class Liar:
    @property
    def __class__(self):
        return pd.DataFrame


class Meta(type):
    def __getattribute__(cls, name):
        raise RuntimeError(name)


class Odd(metaclass=Meta):
    pass


class Frame(pd.DataFrame):
    pass


class Interrupting(list):
    def __len__(self):
        raise KeyboardInterrupt


TYPES = [
    (FRAME, "dataframe"),
    (FRAME["a"], "series"),
    (FRAME.index, "index"),
    (pd.MultiIndex.from_tuples([(1, 2)]), "index"),
    (FRAME["b"].astype("category").unique(), "array"),
    (np.eye(2), "array"),
    ([1], "list"),
    ((1,), "tuple"),
    ({}, "dict"),
    (frozenset(), "set"),
    (True, "value"),
    (np.float32(1), "value"),
    (pd.Timestamp("2020-01-01"), "value"),
    (pd.NaT, "value"),
    (len.__class__, None),
    (lambda: None, "function"),
    (None, None),
    (pd, None),
    (range(3), None),
    (FRAME.groupby("b"), None),
    (Frame(), None),
    (Liar(), None),
    (Odd(), None),
]


@pytest.mark.parametrize(("value", "expected"), TYPES, ids=[str(number) for number in range(len(TYPES))])
def test_result_types(value, expected):
    assert result_type(value) == expected


def test_models_and_plots_have_their_types():
    from matplotlib.figure import Figure
    from sklearn.linear_model import LinearRegression

    assert result_type(LinearRegression()) == "model"
    assert result_type(Figure()) == "plot"
    assert result_type(Figure().subplots()) == "plot"


@pytest.mark.parametrize("value", [value for value, kind in TYPES if kind] + [10**400, "\ud800", float("inf"), [FRAME]])
def test_a_captured_value_is_a_record_and_json(value):
    found = capture("found", value)
    json.dumps(found, allow_nan=False).encode()
    assert Result(**found).type == result_type(value)
    assert len(found["shown"]) <= 2000
    Variable(**describe_variable("found", value))


def test_facts_by_type():
    frame = capture("f", FRAME)["facts"]
    assert (frame["rows"], frame["columns"]) == (3, ["a", "b"])
    assert frame["head"] == [[1.0, "x"], [None, None], ["inf", "z"]]
    series = capture("s", pd.Series([3, 9, 1], index=list("pqr"), name="n"))["facts"]
    assert (series["length"], series["name"]) == (3, "n")
    assert series["head"] == [["p", 3], ["q", 9], ["r", 1]]
    assert (series["largest"], series["smallest"]) == (["q", 9], ["r", 1])
    assert capture("v", np.float64(2.5))["facts"] == {"value": 2.5}
    assert capture("l", [1, np.nan, "x"])["facts"] == {"length": 3, "items": [1, None, "x"]}
    assert capture("d", {"a": 1})["facts"] == {"length": 1, "items": [["a", 1]]}


def test_a_model_is_summed_up():
    from sklearn.linear_model import LinearRegression

    found = capture("m", LinearRegression().fit([[0.0], [1.0]], [1.0, 3.0]))["facts"]
    assert found["class"] == "LinearRegression"
    assert found["fitted"]["coef_"] == pytest.approx([2.0])
    assert found["params"]["fit_intercept"] is True


REFUSED = [
    Raising(), [Raising()], Liar(), Odd(), {"a": Odd()}, Frame(), Interrupting([1]), None, pd.Series([Raising()]),
    types.SimpleNamespace(),
]  # fmt: skip


@pytest.mark.parametrize("value", REFUSED, ids=[str(number) for number in range(len(REFUSED))])
def test_what_cannot_be_captured_is_refused_with_a_reason(value):
    with pytest.raises(ValueError, match=r"^(found|capturing found|measuring found) "):
        capture("found", value)


def test_what_refers_to_itself_is_refused():
    loop = []
    loop.append(loop)
    with pytest.raises(ValueError, match="levels deep"):
        capture("found", loop)


def test_what_is_too_large_is_refused():
    wide = np.lib.stride_tricks.as_strided(np.zeros(1), shape=(MOST_CELLS + 1,), strides=(0,))
    with pytest.raises(ValueError, match="cells"):
        capture("wide", wide)


def test_shown_says_the_shape_and_stays_short():
    big = pd.DataFrame({f"column {number}": ["long text " * 20] * 500 for number in range(50)})
    shown = capture("big", big)["shown"]
    assert shown.endswith("[500 rows x 50 columns]")
    assert len(shown) <= 2000
    assert capture("l", list(range(1000)))["shown"].endswith("… 1000 in all]")


def test_the_same_value_is_captured_the_same_twice():
    class Thing:
        pass

    assert capture("s", {"b", "a", "c"})["shown"] == "{'a', 'b', 'c'}"
    assert "0x" not in describe_variable("t", [Thing()])["preview"]


def test_a_variable_is_described():
    found = describe_variable("df", FRAME)
    assert (found["type"], found["shape"], found["index_name"]) == ("dataframe", (3, 2), "key")
    assert [each["name"] for each in found["columns"]] == ["a", "b"]
    assert len(describe_variable("df", pd.DataFrame(np.ones((2, 100))))["columns"]) == 60
    assert describe_variable("g", FRAME.groupby("b"))["type"] == "DataFrameGroupBy"
    assert len(describe_variable("t", "x" * 5000)["preview"]) <= 300
