"""Kinds of steps that are described in TOML: forms, what is taken over, and descriptions that are wrong."""

import random
import tomllib
from dataclasses import replace

import pandas as pd
import pytest

from grammar.scene import Focus, Var
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from grammar.steps.kind import Kind
from grammar.steps.reading import kinds_of
from tests.support.offered_steps import scene, start, variables

FORMS = """
[doubled]
verbs = ["double into {new} of {source} WHAT"]
nouns = ["{source} with {new} as WHAT"]
label = "WHAT"
code = "{{ source[new] }} = {{ value }}"
in_place = true
suffix = "_in_place"
weight = 0.5
"""
ONE = """
[twice]
forms = ["doubled"]
weight = 2.0
slots.column = "measure()"
label = "twice {column}"
what = ["twice {column}", "{column} doubled"]
motives = ["Twice {column}?"]
value = "2 * {{ source[column] }}"
"""


def described(text: str) -> list[Kind]:
    return list(kinds_of(tomllib.loads(text), "tried", tomllib.loads(FORMS)))


def test_a_form_makes_a_kind_of_its_own() -> None:
    (kind,) = described(ONE)
    assert (kind.name, kind.family, kind.weight, kind.in_place) == ("twice_in_place", "tried", 1.0, True)
    assert kind.verbs == (
        "double into {new} of {source} twice {column}",
        "double into {new} of {source} {column} doubled",
    )
    slots = next(kind.offers(start().table, Focus(("price",)), random.Random(0)))
    assert slots == {"column": "price", "new": "twice_price"}
    step = Step(kind.name, {**slots, "source": "df"})
    assert kind.code(step, start().table, "df", random.Random(0)) == ["df['twice_price'] = 2 * df['price']"]


def test_what_is_like_another_has_its_keys_and_adds_to_its_slots() -> None:
    _, other = described(ONE + '[thrice]\nlike = "twice"\nvalue = "3 * {{ source[column] }}"\n')
    assert (other.name, other.verbs[0]) == ("thrice_in_place", "double into {new} of {source} twice {column}")


def test_conditions_hold_beside_those_of_what_it_is_like() -> None:
    text = ONE + 'where = "column != \'units\'"\n[thrice]\nlike = "twice"\nwhere = "column != \'price\'"\n'
    _, other = described(text)
    found = {slots["column"] for slots in other.offers(start().table, Focus(), random.Random(0))}
    assert found == {"customer's age", "margin"}


def test_a_description_can_be_like_one_of_another_family() -> None:
    told = """
[tested]
like = "testing.two_groups"
verbs = ["test {column} of {source} for {by} {two}"]
nouns = ["a test of {column} of {source} for {by} {two}"]
motives = ["Well?"]
code = "{{ out }} = {{ [first, second] }}"
"""
    (kind,) = described(told)
    assert (kind.family, kind.gives) == ("tried", ("tuple",))
    slots = {"column": "price", "by": "region", "two": ("North", "South")}
    step = Step(kind.name, {**slots, "source": "df"}, "tuple")
    written = kind.code(step, start().table, "out", random.Random(0))
    assert written == ["out = ['north_values', 'south_values']"]


def test_code_can_depend_on_what_stands_in_a_slot() -> None:
    kind = KINDS["relate_figures"]
    source = start().variables["mean_price"]
    for way, sign in (("share", "/"), ("from_mean", "-")):
        step = Step(kind.name, {"way": way, "source": source.name}, "series")
        assert f" {sign} " in kind.code(step, source, "out", random.Random(0))[-1]


def test_a_slot_says_what_is_proposed_for_it() -> None:
    slots = """
slots.column = { of = "measure()", where = "column != 'units'" }
slots.limit = { of = "number(low=0)", among = "source.named[column].quartiles", where = "limit > 100" }
"""
    told = ONE.replace('slots.column = "measure()"\n', slots).replace("twice {column}", "twice {column} to {limit}")
    (kind,) = described(told.replace("{column} doubled", "{column} doubled to {limit}"))
    table = start().table
    found = list(kind.offers(table, Focus(("units", "price")), random.Random(0)))
    assert {slots["column"] for slots in found} == {"price"}
    assert {slots["limit"] for slots in found} == {q for q in table.named["price"].quartiles or () if q > 100}
    assert not kind.sensible({"column": "price", "limit": -1, "new": "x"}, table)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ('[one]\nverb = ["a"]\n', "no key 'verb'"),
        (ONE.replace("measure()", "measured()"), "tried.toml, twice: NameError: name 'measured'"),
        (ONE.replace("slots.column", "slots.amount"), "its words and its slots differ: amount, column"),
        (ONE + 'where = "1 +"\n', "tried.toml, twice: SyntaxError"),
        (ONE.replace('motives = ["Twice {column}?"]\n', ""), "tried.toml, twice: KeyError: 'motives'"),
    ],
)
def test_a_description_that_is_wrong_says_where(wrong: str, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        described(wrong)


def test_no_column_is_named_twice() -> None:
    kind = KINDS["combine_columns_alone"]
    slots = {"column": "price", "operation": "-", "other": "margin"}
    assert kind.sensible(slots, start().table)
    assert not kind.sensible({**slots, "other": "price"}, start().table)
    assert not kind.sensible({**slots, "other": "region"}, start().table)


def test_columns_are_narrowed_by_what_holds_of_them_and_proposed_together() -> None:
    (kind,) = described(
        """
[several]
slots.columns = "columns(2, 3, such='source.named[it].numeric and it not in focus.columns', last='or')"
verbs = ["take {columns} of {source}"]
nouns = ["{columns} of {source}"]
motives = ["Several?"]
code = "{{ source[columns] }}"
"""
    )
    numbers = {name for name, column in start().table.named.items() if column.numeric} - {"price"}
    proposed = [slots["columns"] for slots in kind.offers(start().table, Focus(("price",)), random.Random(0))]
    assert {len(columns) for columns in proposed} == {2, 3}
    assert {name for columns in proposed for name in columns} == numbers
    assert (
        kind.phrases[0][1].say({"source": "df", "columns": ("a", "b")}, random.Random(0)).startswith("take 'a' or 'b'")
    )
    assert not kind.sensible({"columns": ("units", "units")}, start().table)


@pytest.mark.parametrize("period", ["year", "month", "quarter"])
def test_periods_leave_out_rows_without_a_date(period: str) -> None:
    df = variables()["df"]
    assert isinstance(df, pd.DataFrame)
    df.loc[::7, "ordered on"] = None
    source = scene({"df": df}).table
    slots = {"source": "df", "other": "units", "period": period, "column": "ordered on", "written": "%d/%m/%Y"}
    lines = KINDS["mean_by_period"].code(Step("mean_by_period", slots, "series"), source, "out", random.Random(0))
    known: dict[str, object] = {"pd": pd, "df": df}
    exec("\n".join(lines), known)
    out = known["out"]
    assert isinstance(out, pd.Series)
    assert out.index.dtype.kind in "iO", "years are whole numbers, other periods texts"
    dates = pd.to_datetime(df["ordered on"], format="%d/%m/%Y")
    means = df["units"].groupby(dates.dt.to_period(period[0].upper())).mean()
    assert out.tolist() == pytest.approx(means.tolist())


def test_a_series_of_which_nothing_is_known_is_not_drawn() -> None:
    unknown = Var("figures", "series", 20, (), "region", "grouped")
    for name in ("bars_of_figures", "pie_of_figures", "box_of_values", "histogram_of_values"):
        for nature in ("grouped", "column"):
            assert not list(KINDS[name].offers(replace(unknown, nature=nature), Focus(), random.Random(0)))
