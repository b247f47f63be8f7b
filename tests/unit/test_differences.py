"""How wrong answers are wrong has a name for each way."""

from typing import Any

import pytest

from company.families.dialogues.gate.differences import Wrong, difference, size_of
from company.records import Result
from company.results.capture import capture, describe_variable


def result(value: Any) -> Result:
    return Result.model_validate(capture("x", value))


def made() -> dict[str, Any]:
    import numpy as np
    import pandas as pd

    frame = pd.DataFrame({"a": [1.5, 2.5, 3.5], "b": ["x", "y", "z"]})
    return {
        "dataframe": frame,
        "series": frame["a"],
        "list": [1, 2, 3],
        "dict": {"x": 1},
        "tuple": (1, 2),
        "array": np.array([[1.0, 2.0], [3.0, 4.0]]),
        "index": frame.index,
        "set": {1, 2},
        "value": 3.5,
    }


@pytest.mark.parametrize("kind", sorted(made()))
def test_the_size_of_a_result_is_that_of_its_variable(kind: str) -> None:
    value = made()[kind]
    assert size_of(result(value)) == tuple(describe_variable("x", value)["shape"])


@pytest.mark.parametrize(
    ("wanted", "other", "way"),
    [
        ([1, 2, 3], [1, 2], "length"),
        ([1, 2, 3], [1, 2, 4], "values"),
        ([1, 2, 3], (1, 2, 3), "type"),
        (made()["dataframe"], made()["dataframe"].head(2), "shape"),
        (made()["dataframe"], made()["dataframe"][["a"]], "shape"),
        (made()["dataframe"], made()["dataframe"].iloc[::-1], "values"),
        (made()["series"], made()["dataframe"], "type"),
        (made()["series"], made()["series"].head(1), "shape"),
        (3.5, 3.25, "values"),
        (made()["array"], made()["array"].ravel(), "shape"),
        ([1, 2, 3], [1, 2, 3], None),
    ],
)
def test_a_difference_has_one_name(wanted: Any, other: Any, way: str | None) -> None:
    that = result(other)
    assert difference(result(wanted), that.type, size_of(that), that.digest) == way


def test_a_wrong_version_is_wrong_in_a_known_way() -> None:
    with pytest.raises(ValueError, match="kind"):
        Wrong.model_validate({"kind": "ugly"})
