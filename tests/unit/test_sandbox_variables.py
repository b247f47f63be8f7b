"""What is remembered of variables must never be what they were before."""

import numpy as np
import pandas as pd
import pytest

from company.records import Variable
from company.results.capture import describe_variable
from company.sandbox.variables import Variables

ROWS = 60
FRAMES = {
    "wide": pd.DataFrame(np.arange(700.0).reshape(10, 70), columns=[f"c{n}" for n in range(70)]),
    "twins": pd.DataFrame([[1, "a"], [2, "b"]], columns=["x", "x"]),
    "none": pd.DataFrame({"x": []}),
    "kinds": pd.DataFrame(
        {
            "text": ["a", None] * (ROWS // 2),
            "kind": pd.Categorical(["u", "v"] * (ROWS // 2)),
            "when": pd.date_range("2024", periods=ROWS, tz="Europe/Paris"),
            "whole": pd.array([1, None] * (ROWS // 2), dtype="Int64"),
            "lists": [[1], {}] * (ROWS // 2),
            "flag": [True, False] * (ROWS // 2),
        },
        index=pd.RangeIndex(ROWS, name="row"),
    ),
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_description_from_memory_is_the_full_one(name):
    frame = FRAMES[name]
    names = {name: frame, "copy": frame.copy(), "series": frame.iloc[:, 0], "n": 3}
    variables = Variables()
    for _ in range(2):
        found = [Variable.model_validate(fields) for fields in variables.describe(names)]
        assert found == [Variable.model_validate(describe_variable(key, value)) for key, value in names.items()]


@pytest.mark.parametrize(
    ("column", "value"), [("text", "z"), ("kind", "v"), ("whole", 7), ("flag", False), ("when", pd.NaT)]
)
def test_a_change_in_place_is_seen(column, value):
    frame = FRAMES["kinds"].drop(columns="lists").copy()
    variables = Variables()
    before = variables.describe({"df": frame})
    frame.loc[0, column] = value
    after = variables.describe({"df": frame})
    assert after != before
    assert Variable.model_validate(after[0]) == Variable.model_validate(describe_variable("df", frame))


def _other_labels(frame):
    frame.columns = [f"{name}_" for name in frame.columns]
    frame.columns = [name.upper() for name in frame.columns]


def _other_index_name(frame):
    frame.index.name = "line"


def _other_categories(frame):
    frame["kind"] = frame["kind"].cat.rename_categories({"u": "w"})


def _other_order(frame):
    frame["flag"] = frame.pop("flag")
    frame.insert(0, "whole", frame.pop("whole"))


def _other_type(frame):
    frame["flag"] = frame["flag"].astype("int64")


@pytest.mark.parametrize("change", [_other_labels, _other_index_name, _other_categories, _other_order, _other_type])
@pytest.mark.parametrize("rows", [ROWS, 300 * ROWS])
def test_another_shape_or_name_is_seen(change, rows):
    frame = pd.concat([FRAMES["kinds"].drop(columns="lists")] * (rows // ROWS))
    variables = Variables()
    for _ in range(2):
        variables.describe({"df": frame})
    change(frame)
    assert Variable.model_validate(variables.describe({"df": frame})[0]) == Variable.model_validate(
        describe_variable("df", frame)
    )


def test_what_is_left_out():
    names = {"np": np, "pd": pd, "Frame": pd.DataFrame, "log": np.log, "length": len, "_x": 1, "__y": 2, "kept": 3}
    assert [fields["name"] for fields in Variables().describe(names)] == ["kept"]


def test_a_variable_that_cannot_be_looked_at_is_named_all_the_same():
    class Unruly(list):
        def __len__(self):
            raise RuntimeError

        __iter__ = __repr__ = __len__

    assert [(fields["name"], "type" in fields) for fields in Variables().describe({"x": Unruly()})] == [("x", True)]
