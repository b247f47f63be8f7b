"""Figures of the built-in company: chosen over a table, said in two ways, and read back whole from either."""

from __future__ import annotations

import ast
import random
import re
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import same_color

from company.families.figures.gate.complaints import drawing_fault, words_fault
from company.families.figures.stages.candidates import in_turn
from company.families.figures.types import TYPES
from company.results.portraits.reading import portrait
from grammar.drawing.catalogue import KINDS, read
from grammar.drawing.columns import CannotDraw, Columns, capital
from grammar.drawing.forms import GAPS
from grammar.drawing.tasks import align_query, draw_figure, draw_original, list_types, write_queries


def _column(name: str, **told: Any) -> dict[str, Any]:
    numbers = {"role": "measure", "numeric": True, "minimum": 0.5, "maximum": 15.25, "distinct": 90, "missing": 0}
    return {"name": name, **(told or numbers)}


NUMBERS = [_column(f"No. {number} (of all)") for number in range(9)]
TOWN = _column("town", role="category", distinct=17, missing=0)
CLASS = _column("class", role="category", distinct=3, missing=2)
DAY = _column("day", role="date", minimum="2019-01-04", maximum="2020-11-30", distinct=300, missing=0)
DESK = [
    _column("min. spent", role="measure", numeric=True, minimum=0.0, maximum=59.0, distinct=57, missing=1),
    _column("closed", role="date", minimum="2023-01-02", maximum="2024-12-30", distinct=150, missing=0,
            date_format="%d.%m.%Y"),
    _column("office", role="category", distinct=3, missing=0, values=[["Wien", 80], ["Graz", 60], ["Linz", 40]]),
    _column("topic", role="category", distinct=5, missing=0, values=[[name, 36] for name in "abcde"]),
    _column("rating", role="ordered_category", numeric=True, distinct=4, missing=1,
            values=[[str(mark), 44] for mark in range(1, 5)]),
]  # fmt: skip
ONE_NUMBER = {"file": "desk.csv", "rows": 180, "row_meaning": "ticket", "columns": DESK}
TABLE = {"file": "a table.csv", "rows": 180, "row_meaning": "wine", "columns": [*NUMBERS, CLASS, TOWN, DAY]}


def test_there_are_29_types_in_all_seven_categories() -> None:
    assert KINDS.keys() == TYPES.keys() and len(KINDS) == 29
    assert len({each.category for each in TYPES.values()}) == 7


@pytest.mark.parametrize("name", KINDS)
def test_both_queries_say_all_that_a_figure_depends_on(name: str) -> None:
    kind, told = KINDS[name], 0
    for seed in range(24):
        chance, hard = random.Random(seed), bool(seed % 2)
        try:
            slots = kind.choose(Columns.of(TABLE, ["town"] * (seed % 3 == 0), chance), hard, chance)
        except CannotDraw:
            assert not (hard or TYPES[name].easy)
            continue
        told += 1
        for level in ("simple", "expert"):
            words = kind.say(level, slots, chance)
            assert read(words) == (kind, slots), words
            assert words_fault(words) is None
    assert told >= 12


@pytest.mark.parametrize("name", KINDS)
def test_code_comes_of_words_as_it_came_of_the_choice(name: str) -> None:
    brief = {"type": name, "difficulty": "hard", "first": ["No. 4 (of all)"], "table": TABLE}
    original = draw_original(brief, random.Random(3))["code"]
    queries = write_queries({"code": original}, random.Random(4))
    files = [{"file": "a table.csv"}]
    drawn = [draw_figure({"query": queries[level], "files": files}, random.Random(5))["code"] for level in queries]
    assert drawn[0] == drawn[1] == original.partition('"""\n\n')[2]
    ast.parse(original)


def _unfit(table: dict[str, Any]) -> dict[str, str]:
    told = list_types({"types": list(KINDS), "table": table}, random.Random(1))["unfit"]
    return {each["type"]: each["reason"] for each in told}


def test_what_a_table_lacks_is_said_for_each_type_that_needs_it() -> None:
    numbers = {**TABLE, "columns": NUMBERS[:3]}
    unfit = _unfit(numbers)
    assert "a column that tells two to 30 groups apart" in unfit["grouped bar"]
    assert "4 columns of numbers" in unfit["2x2 panels"] and "scatter" not in unfit
    texts = {**TABLE, "columns": [CLASS]}
    assert len(_unfit(texts)) >= 27


def test_quotes_are_sentences_of_the_query() -> None:
    query = "Draw a bar chart. Each group has a bar as high as the mean of `No. 1`. Title the figure “Ash”."
    elements = [
        {"element": "axes[0].type", "value": "bar"},
        {"element": "axes[0].data", "value": "3 bar"},
        {"element": "axes[0].title", "value": "Ash"},
        {"element": "axes[0].xlabel", "value": "Class"},
    ]
    quotes = [each["quote"] for each in align_query({"query": query, "elements": elements}, random.Random(1))["quotes"]]
    assert quotes[0] == "Draw a bar chart." and "`No. 1`" in quotes[1]
    assert quotes[2:] == ["Title the figure “Ash”.", ""]


def _desk() -> pd.DataFrame:
    """Return the rows of the table with one column of numbers, whose dates have the day first."""
    days, chance = pd.date_range("2023-01-02", "2024-12-30", periods=180), np.random.default_rng(4)
    return pd.DataFrame(
        {
            "min. spent": [None, *chance.integers(0, 60, 179)],
            "closed": days.strftime("%d.%m.%Y"),
            "office": chance.permutation(["Wien"] * 80 + ["Graz"] * 60 + ["Linz"] * 40),
            "topic": chance.permutation([*"abcde"] * 36),
            "rating": [None, *chance.integers(1, 5, 179).astype(float)],
        }
    )


CARRIED = sorted({*KINDS} - {"bubble", "3D scatter", "contour", "hexbin"})


def _chosen(name: str, seed: int, *, hard: bool) -> dict[str, Any]:
    chance = random.Random(seed)
    first = chance.sample([column["name"] for column in DESK], 3)
    return KINDS[name].choose(Columns.of(ONE_NUMBER, first, chance), hard, chance)


@pytest.mark.thorough
@pytest.mark.parametrize("name", CARRIED)
def test_a_table_with_one_column_of_numbers_and_dates_with_the_day_first_carries_easy_and_hard_figures(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, table = KINDS[name], _desk()
    monkeypatch.setattr(pd, "read_csv", lambda file: table.copy())
    for hard in (True, *([False] if TYPES[name].easy else [])):
        slots = _chosen(name, 1, hard=hard)
        words = [kind.say(level, slots, random.Random(1)) for level in ("simple", "expert")]
        assert [read(each) for each in words] == [(kind, slots)] * 2 and not any(map(words_fault, words))
        code = kind.code(slots, "desk.csv")
        exec(code, {})
        found = drawing_fault(code, portrait(plt.gcf()), name, "hard" if hard else "easy")
        plt.close("all")
        assert found is None, words[0]


def test_what_is_drawn_is_no_quote_of_which_panels_there_are_and_the_title_tells_of_them() -> None:
    for name in ("bar", "error bar", "error point"):
        slots = _chosen(name, 1, hard=True)
        query = KINDS[name].say("simple", slots, random.Random(1))
        asked = {"query": query, "elements": [{"element": "axes[0].data", "value": "3"}]}
        (quoted,) = align_query(asked, random.Random(1))["quotes"]
        assert "panel" not in quoted["quote"] and "`min. spent`" in quoted["quote"]
        assert slots["title"].endswith(f", for each {slots['facet']}")


def test_a_line_leads_along_steps_in_numbers_where_there_is_no_other_axis() -> None:
    table = {**ONE_NUMBER, "columns": [DESK[0], DESK[2], DESK[4]]}
    slots = KINDS["line"].choose(Columns.of(table, [], random.Random(1)), False, random.Random(1))
    assert (slots["key"], slots["x"]) == ("each", "rating")


def test_each_type_that_one_column_of_numbers_cannot_carry_has_its_reason() -> None:
    unfit = _unfit(ONE_NUMBER)
    assert {*KINDS} - unfit.keys() == {*CARRIED}
    assert all("columns of numbers, and there is 1" in reason for reason in unfit.values())


def _along_dates(form: str | None) -> str:
    dates = {**DESK[1], "date_format": form}
    table = {**ONE_NUMBER, "columns": [DESK[0], dates, DESK[2]]}
    chance = random.Random(2)
    slots = KINDS["line"].choose(Columns.of(table, [], chance), False, chance)
    return KINDS["line"].say("simple", slots, chance) + KINDS["line"].code(slots, "desk.csv")


def test_the_format_of_dates_is_said_and_used_unless_it_is_iso() -> None:
    told = _along_dates("%d.%m.%Y")
    assert "(written as '%d.%m.%Y')" in told and "format='%d.%m.%Y'" in told
    assert "written as" not in _along_dates("%Y-%m-%d") and "format=" not in _along_dates(None)


def test_a_series_has_its_colour_in_every_panel_even_where_another_has_no_rows() -> None:
    table = pd.DataFrame({"n": range(12), "g": list("xy") * 6, "s": list("aabb") * 3, "p": list("kkkkkkkkllll")})
    table = table[~((table.p == "l") & (table.s == "a"))]
    slots = {"type": "grouped bar", "key": "each", "x": "g", "order": "alphabetical", "by": "s", "ys": ("n",)}
    slots |= {"how": "mean", "facet": "p", "facet_order": "alphabetical", "colours": ("gold", "teal"), "legend": "S"}
    slots |= {"by_order": "alphabetical", "title": "T", "xlabel": "G", "ylabel": "N", "wide": 10, "high": 5}
    code = KINDS["grouped bar"].code(slots, "t.csv").replace("pd.read_csv('t.csv')", "table")
    exec(code, {"table": table})
    last = plt.gcf().axes[-1]
    assert [same_color(patch.get_facecolor(), "teal") for patch in last.patches] == [True] * len(last.patches)
    plt.close("all")


def test_whole_numbers_are_named_without_decimals_where_some_are_missing() -> None:
    slots = next(each for seed in range(60) if "rating" in (each := _chosen("bar", seed, hard=False)).get("whole", ()))
    names: dict[str, Any] = {"table": _desk()}
    exec(KINDS["bar"].code(slots, "desk.csv").replace("pd.read_csv('desk.csv')", "table"), names)
    assert names["names"] == ["1", "2", "3", "4"]
    plt.close("all")


def _said(name: str) -> dict[str, str]:
    kind, chance = KINDS[name], random.Random(7)
    slots = kind.choose(Columns.of(TABLE, ["town"], chance), True, chance)
    return {level: kind.say(level, slots, chance) for level in ("simple", "expert")}


@pytest.mark.parametrize("name", ["grouped bar", "stacked bar", "multi-line", "stacked area", "radar"])
def test_colours_and_legends_belong_to_the_values_of_a_column_and_are_no_quotes_of_what_is_drawn(name: str) -> None:
    for query in _said(name).values():
        assert "groups apart" not in query and re.search(
            r"values of `(town|class)`.{0,20} colours? |Colour .* values of", query
        )
        (quoted,) = align_query({"query": query, "elements": [{"element": "axes[0].data", "value": "4"}]},
                                random.Random(1))["quotes"]  # fmt: skip
        assert "colour" not in quoted["quote"].lower() and "legend" not in quoted["quote"].lower()


def test_a_bar_and_a_line_are_coloured_by_name_and_no_groups_are_spoken_of_where_there_are_none() -> None:
    for query in _said("twin axes").values():
        assert not re.search(r"group(s\b| )(?!the rows)", query) and "bars" in query and "the line " in query


@pytest.mark.parametrize("name", ["contour", "histogram", "inset"])
def test_it_is_said_which_end_of_an_interval_belongs_to_it(name: str) -> None:
    said = _said(name)
    assert "lower end, the last one" in said["simple"] and "closed at the lower end" in " ".join(said["expert"].split())
    if name == "contour":
        assert all("both included" in query for query in said.values())


def test_rows_are_left_out_before_anything_is_scaled() -> None:
    by_class = {**TABLE, "columns": [*NUMBERS, CLASS]}
    slots = KINDS["radar"].choose(Columns.of(by_class, [], random.Random(2)), False, random.Random(2))
    for level in ("simple", "expert"):
        query = KINDS["radar"].say(level, slots, random.Random(2))
        first = query.index("`class` is missing")
        assert first < query.index("the rows that are left") < query.index("Scale each of")
        assert "from 0 in the centre to 1" in query


@pytest.mark.parametrize("hard", [0.0, 0.3, 0.5, 1.0])
def test_types_take_turns_and_so_many_are_hard_as_are_wanted(hard: float) -> None:
    turns = in_turn(tuple(TYPES), hard)
    made = [next(turns) for _ in range(290)]
    assert all(sum(name == each for each, _ in made) == 10 for name in TYPES)
    never_easy = sum(not TYPES[name].easy for name, _ in made) / len(made)
    assert abs(sum(difficulty == "hard" for _, difficulty in made) / len(made) - max(hard, never_easy)) < 0.02
    if hard == 0.5:
        both = {name: {difficulty for each, difficulty in made if each == name} for name in TYPES}
        assert all(len(each) == 2 for name, each in both.items() if TYPES[name].easy)


def test_numbers_in_names_in_quotes_and_of_steps_are_no_data() -> None:
    steps = "\n".join(f"{number}. Draw `Pest 0-3 (9=n.k.)` as “{number} of 40”." for number in range(1, 41))
    assert words_fault(steps) is None
    data = "Draw bars of " + ", ".join(str(number) for number in range(40))
    assert "30 numbers at most" in str(words_fault(data)) and "40" in str(words_fault(data))


@pytest.mark.parametrize("name", KINDS)
def test_no_column_is_summed_up_by_itself(name: str) -> None:
    table, drawn = {**TABLE, "columns": [NUMBERS[0], CLASS, TOWN]}, 0
    for seed in range(24):
        chance = random.Random(seed)
        try:
            slots = KINDS[name].choose(Columns.of(table, [], chance), bool(seed % 2), chance)
        except CannotDraw:
            continue
        drawn += 1
        assert slots.get("x") not in slots.get("ys", ())
    if not drawn:
        (unfit,) = list_types({"types": [name], "table": table}, random.Random(0))["unfit"]
        assert "of numbers" in unfit["reason"]


def test_rows_are_left_out_where_any_of_the_values_is_missing() -> None:
    form = next(form for form in KINDS["bar"].forms if "missing" in form.gaps)
    for level in ("simple", "expert"):
        said = form.say(level, {"missing": ("a", "b", "c")}, random.Random(0))
        assert "a value of `a`, `b` or `c` is missing" in said and form.read(said) == {"missing": ("a", "b", "c")}


@pytest.mark.parametrize("name", ["bar", "lying bar", "grouped bar", "stacked bar", "error bar", "polar bar", "box"])
def test_words_ask_for_the_order_of_names(name: str) -> None:
    kind = KINDS[name]
    for seed in range(8):
        chance = random.Random(seed)
        query = kind.say("simple", kind.choose(Columns.of(TABLE, [], chance), bool(seed % 2), chance), chance)
        brief = {"query": query, "elements": [{"element": "axes[0].xorder", "value": "a, b"}]}
        (quote,) = align_query(brief, chance)["quotes"]
        assert re.search(r"(alphabetical|ascending) order|order from (Monday|January)", quote["quote"]), query


def test_the_first_rows_are_those_that_are_left_where_some_were_left_out() -> None:
    kind, chance = KINDS["scatter"], random.Random(0)
    slots = {"type": "scatter", "x": "a", "ys": ("b",), "head": 20, "fewer": True, "wide": 8, "high": 5}
    assert "of the table alone" in kind.say("simple", slots, chance)
    slots["missing"] = ("a",)
    words = kind.say("simple", slots, chance)
    assert "Of the rows that are left, use the first 20 alone." in words and "of the table" not in words
    assert kind.read(words) == slots


def test_axes_in_space_are_named_by_the_ground_that_they_lie_on() -> None:
    kind, chance = KINDS["3D scatter"], random.Random(0)
    slots = kind.choose(Columns.of(TABLE, [], chance), True, chance)
    for level in ("simple", "expert"):
        words = kind.say(level, slots, chance)
        assert "horizontal axis" not in words and "vertical axis" not in words and "upright one" in words


@pytest.mark.parametrize(("count", "said"), [(0, "no decimals"), (1, "1 decimal"), (2, "2 decimals")])
def test_decimals_are_counted_in_english(count: int, said: str) -> None:
    assert GAPS["decimals"].say(count) == said and GAPS["decimals"].read(said) == count


def test_a_name_whose_second_letter_is_its_capital_keeps_its_first() -> None:
    assert [capital(name) for name in ("pH @ pitch", "mean pH", "price")] == ["pH @ pitch", "Mean pH", "Price"]
