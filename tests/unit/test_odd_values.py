"""What of a table's values is not to be trusted is told with its columns, and nothing else."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from company.families.dialogues.table_briefs import column_brief
from company.records import Column
from company.results.columns import describe_columns
from company.results.shown import shown
from company.tables.odd import MOST, with_odd
from company.tables.reading import canonical_csv
from grammar.scene import column_of


def odd(values: object, name: str = "c") -> list[tuple[str, int]]:
    frame = pd.DataFrame({name: values})
    (column,) = with_odd(frame, describe_columns(frame))
    assert all(why for _, _, why in column.get("odd", ()))
    return [(value, count) for value, count, _ in Column(**column).odd]


SPREAD = list(np.linspace(40, 90, 200).round(2))


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (["red", "blue"] * 50 + ["Unknown"] * 3 + ["?"], [("Unknown", 3), ("?", 1)]),
        (["Paris", "Lund"] * 50 + ["paris"] * 2 + [" Lund "], [("paris", 2), (" Lund ", 1)]),
        (["2020-01-05", "2021-02-07", "2022-03-09"] * 40 + ["31.31.2020"], [("31.31.2020", 1)]),
        ([str(place) for place in range(100)] + ["many"], [("many", 1)]),
        ([*SPREAD, 9999, 9999], [("9999", 2)]),
        ([*SPREAD, -1, -1, -1], [("-1", 3)]),
        ([*SPREAD, -3.5, -4], [("-4", 1), ("-3.5", 1)]),
        ([*SPREAD, 0, 0], [("0", 2)]),
        ([*range(1995, 2015)] * 10 + [0], [("0", 1)]),
    ],
    ids=["unknown", "spelling", "dates", "numbers", "nines", "minus one", "below 0", "zeros", "years"],
)
def test_odd_values_are_told_with_their_counts(values: list[object], found: list[tuple[str, int]]) -> None:
    name = "year" if values[0] == 1995 else "c"
    assert odd(values, name) == found


@pytest.mark.parametrize(
    "values",
    [
        ["unknown"] * 60 + ["red", "blue"] * 20,
        list(np.random.default_rng(1).normal(0, 3, 300)),
        [0] * 60 + SPREAD,
        [0, *np.linspace(2, 90, 200).round(2)],
        [True, False] * 50,
        ["Anna writes.", "Ben reads a book", "a book is read"] * 9,
        list(range(1, 400)),
    ],
    ids=["usual", "both signs", "many zeros", "zero beside small ones", "flags", "prose", "numbered"],
)
def test_what_is_usual_is_not_odd(values: list[object]) -> None:
    assert odd(values) == []


def test_few_odd_values_are_told() -> None:
    assert (
        len(odd([f"place {number}" for number in range(20)] * 9 + [f"Place {number}" for number in range(20)])) == MOST
    )


def test_odd_values_are_known_of_a_table_that_is_read(tmp_path: Path) -> None:
    rows = ["colour,price", *(f"{'red' if row % 2 else 'blue'},{row + 50}" for row in range(40)), "Unknown,60"]
    source = tmp_path / "paints.csv"
    source.write_text("\n".join(rows) + "\n")
    colour = canonical_csv(source, tmp_path / "out").columns[0]
    assert colour.odd == (("Unknown", 1, "stands for what is not known"),)
    assert column_brief(colour, 12)["odd"] == [["Unknown", 1, "stands for what is not known"]]


def test_how_many_values_of_a_category_are_left_out_is_told() -> None:
    (found,) = describe_columns(pd.DataFrame({"c": [f"place {number}" for number in range(30)] * 9}))
    brief = column_brief(Column(**found), 12)
    assert 0 < len(brief["values"]) <= 12 and len(brief["values"]) + brief["more_values"] == 30
    (few,) = describe_columns(pd.DataFrame({"c": ["a", "b", "c"] * 9}))
    assert "more_values" not in column_brief(Column(**few), 12)


def test_a_year_is_written_in_one_way() -> None:
    years = [2008.0, 2009.0, 2010.0, np.nan] * 20
    (found,) = describe_columns(pd.DataFrame({"Year": years}))
    assert found["order"] == ["2008", "2009", "2010"] and {value for value, _ in found["values"]} == {*found["order"]}


def test_a_preview_shows_first_rows_whole() -> None:
    frame = pd.DataFrame({f"column {number}": np.arange(200) / 7 for number in range(9)})
    for value in (frame, frame["column 1"], frame.iloc[:3], frame.head(0)):
        preview = shown(value, 300)
        body = preview.splitlines()[:-1]
        assert len(preview) <= 300 and "..." not in preview and "…" not in preview, preview
        assert len(body) >= 1 and str(len(value)) in preview.splitlines()[-1]


def test_a_value_that_is_written_in_several_ways_is_told_once_with_its_other_spellings() -> None:
    values = ["North Bank"] * 60 + ["North Bank "] * 9 + ["The Flats"] * 40 + ["the flats"] * 3 + ["?"] * 2
    frame = pd.DataFrame({"ground": values})
    (found,) = with_odd(frame, describe_columns(frame))
    told = column_brief(Column(**found), 12)
    assert told["also_written"] == {"North Bank": {"North Bank ": 9}, "The Flats": {"the flats": 3}}
    assert [value for value, _ in told["values"]] == ["North Bank", "The Flats", "?"]
    assert (told["distinct"], told["distinct_but_for_spelling"]) == (5, 3)
    assert [value for value, *_ in told["odd"]] == ["?"]
    assert "more_also_written" not in told
    assert column_of(told, 0).values == (("North Bank", 60), ("The Flats", 40), ("?", 2)), (
        "as the built-in company reads"
    )


def test_other_spellings_that_are_not_told_are_counted() -> None:
    frame = pd.DataFrame({"shop": [f"shop {n}" for n in range(60)] * 9 + [f"Shop {n}" for n in range(8)]})
    (found,) = with_odd(frame, describe_columns(frame))
    told = column_brief(Column(**found), 12)
    assert told["distinct_but_for_spelling"] == 60
    assert len(told["also_written"]) + told["more_also_written"] == 8


def test_of_many_groups_it_is_told_how_many_have_at_least_so_many_rows() -> None:
    frame = pd.DataFrame({"shop": [f"shop {n}" for n in range(20) for _ in range(4 + n)]})
    (found,) = with_odd(frame, describe_columns(frame))
    assert column_brief(Column(**found), 12)["values_with_at_least"] == {"5": 19, "10": 14}


def test_a_unit_that_nobody_knows_is_left_out() -> None:
    column = Column(name="p", position=0, dtype="str", role="measure", missing=0, distinct=9, unit="")
    assert "unit" not in column_brief(column, 12)
