"""A result that says nothing is told from one that does."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from company.results.substance import hollow, is_empty

NAN = float("nan")


@pytest.mark.parametrize(
    "value",
    [
        pd.DataFrame({"a": [NAN, None]}),
        pd.Series([pd.NaT, pd.NaT]),
        np.array([NAN]),
        (NAN, NAN),
        {"a": None},
        NAN,
        None,
        pd.NaT,
    ],
)
def test_nothing(value: Any) -> None:
    assert hollow(value) and not is_empty(value)


@pytest.mark.parametrize(
    "value",
    [
        pd.DataFrame(),
        pd.DataFrame({"a": []}),
        pd.DataFrame({"a": [1]}).query("a > 2"),
        pd.Series([], dtype=float),
        pd.Index([]),
        np.array([]),
        [],
        {},
        (),
        set(),
    ],
)
def test_that_nothing_fits_is_a_finding(value: Any) -> None:
    assert is_empty(value) and hollow(value) is None


@pytest.mark.parametrize(
    "value",
    [
        pd.DataFrame({"a": [NAN, 1.0]}),
        pd.Series(["x"]),
        pd.Index(["x"]),
        np.array([["a", None]], dtype=object),
        [0],
        {"a": 0},
        {"leader": None, "rows": 3},
        {"of shops": {"leader": None}, "rows": 3},
        [pd.DataFrame({"a": [NAN, 1.0]}), 1],
        0,
        False,
        "",
        "x",
        pd.Timestamp("2024-01-01"),
        [[], []],
    ],
)
def test_something(value: Any) -> None:
    assert hollow(value) is None and not is_empty(value)


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ([10, -196.0, NAN], "number 3 of its 3 items is nan"),
        ((None, 1.0), "number 1 of its 2 items is None"),
        ({"p_value": NAN, "n": 3}, "what stands under 'p_value' is nan"),
        ({"tests": [1.0, pd.NaT]}, "number 2 of its 2 items is NaT, in what stands under 'tests'"),
        ([("Hard", 0.2), ("Clay", pd.NA)], "number 2 of its 2 items is <NA>, in number 2 of its 2 items"),
        ({1.0, NAN}, "one of its items is nan"),
    ],
)
def test_a_figure_that_could_not_be_computed_is_named_with_its_place(value: Any, place: str) -> None:
    assert hollow(value) == f"holds a missing value: {place}"
