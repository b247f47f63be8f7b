"""A rewrite that comes to something else is told what it was and what it became."""

from __future__ import annotations

import pandas as pd
import pytest

from company.families.dialogues.records import LibraryFunction
from company.families.dialogues.stages.private_library.listing import listed
from company.families.dialogues.stages.private_library.unlike import MOST, unlike_results, unlike_variables
from company.records import Result, Variable
from company.results.facts import facts

BOATS = pd.DataFrame({"boat": ["Fulmar", "Gannet"], "trips": [13, 16], "kg": [0.68, 0.67]})


def result(value: object, kind: str = "dataframe") -> Result:
    return Result(name="out", type=kind, shown="", digest="", facts=facts(value))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (
            BOATS.reset_index(),
            'width was 3, and has become 4; columns was ["boat", "trips", "kg"], and has become '
            '["index", "boat", "trips", "kg"]',
        ),
        (BOATS.assign(trips=[13, 17]), "head[1][1] was 16, and has become 17"),
        (BOATS.set_index("boat"), 'index_name was null, and has become "boat"'),
        (BOATS.set_axis([0, 3]), "index[1] was 1, and has become 3"),
        (BOATS.astype({"trips": "int32"}), "types of their numbers"),
    ],
    ids=["a column more", "a value", "an index", "a label", "a type"],
)
def test_both_values_are_told_where_they_differ(now: pd.DataFrame, told: str) -> None:
    """In a trial, `labels="drop"` had left the old row numbers as a column, and only what it was was told."""
    assert told in unlike_results(result(BOATS), result(now))


def test_results_of_other_kinds_and_results_that_are_gone_are_told() -> None:
    assert unlike_results(result(3, "value"), result([3], "list")) == 'it was "value", and has become "list"'
    assert unlike_results(result(3, "value"), result(4, "value")) == "value was 3, and has become 4"
    assert "not made any more" in unlike_results(result(3, "value"), None)


def test_many_differences_are_cut() -> None:
    told = unlike_results(result(list(range(9)), "list"), result(list(range(1, 10)), "list"))
    assert told.count("has become") == MOST and told.endswith("; and more")


def test_variables_tell_their_columns() -> None:
    was = Variable(name="a", type="dataframe", shape=(2, 3))
    assert unlike_variables(was, Variable(name="a", type="dataframe", shape=(2, 4))) == (
        "shape[1] was 3, and has become 4"
    )
    assert "not made any more" in unlike_variables(was, None) and unlike_variables(was, was) == ""


def test_texts_that_a_parameter_takes_are_told() -> None:
    """The same trial: the other text that `labels` takes stood in no prompt, and "drop" was a guess."""
    code = '''
def renumber_rows(table, start=0, labels="column", gaps="first"):
    """Number the rows from 0 on.

    Args:
        table: A table.
        start: The first number.
        labels: "column" or "away".
        gaps: "first" or "last".

    Returns:
        A table.

    House rule:
        gaps: Missing labels come first, unless "last" puts them at the end.
    """
    return table.reset_index(drop=labels == "away")
'''
    told = listed(LibraryFunction(name="renumber_rows", code=code.strip(), stands_for=("reset_index",)))
    assert told["arguments"] == {"labels": '"column" or "away".'}
    assert set(told["rules"]) == {"gaps"}
