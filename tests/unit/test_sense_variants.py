"""Versions of a solution: each step and each condition can be left out, and what only looks nice is no step."""

from __future__ import annotations

import ast

import pytest

from company.families.dialogues.gate.sense.conditions import conditions, query_parts
from company.families.dialogues.gate.sense.cues import all_named, named, spoken
from company.families.dialogues.gate.sense.slices import leading_to, names_read, sorted_names
from company.families.dialogues.gate.sense.ties import has_tie_rule, says_order
from company.families.dialogues.gate.sense.variants import variants, watched
from company.families.dialogues.limiting import limited
from grammar.evolving.ordered import ORDERED
from grammar.words import words


def _codes(solution: str, wanted: tuple[str, ...] = ("out",), query: str = "") -> list[str]:
    return [each.code for each in variants(solution, query, wanted)]


@pytest.mark.parametrize(
    ("solution", "version"),
    [
        ("out = df[df['a'] > 3]", "out = df[_all_(df['a'] > 3)]"),
        ("out = df[(df.a > 3) & (df.b == 'x')]", "out = df[_all_(df.a > 3) & (df.b == 'x')]"),
        ("out = df[(df.a > 3) & (df.b == 'x')]", "out = df[(df.a > 3) & _all_(df.b == 'x')]"),
        ("out = df[(df.a > 3) | (df.b == 'x')]", "out = df[(df.a > 3) | _none_(df.b == 'x')]"),
        ("out = df[(df.a > 3) | (df.b == 'x')]", "out = df[_all_((df.a > 3) | (df.b == 'x'))]"),
        ("out = df.loc[df['a'].isin([1, 2]), 'b']", "out = df.loc[_all_(df['a'].isin([1, 2])), 'b']"),
        ("out = df[~df['a'].isna()]", "out = df[_all_(~df['a'].isna())]"),
        ("out = df.query('a > 3 and `b c` < @x')", "out = df.query('(`b c` < @x)')"),
        ("out = df.query('a > 3')", "out = df"),
        ("out = df.dropna(subset=['a']).head(3)", "out = df.head(3)"),
        ("out = df.groupby('a').filter(lambda g: len(g) > 5)", "out = df.groupby('a').filter(lambda g: True)"),
        ("out = df['a'].str.strip().nunique()", "out = df['a'].nunique()"),
        ("out = pd.merge(df, names, on='a')", "out = df"),
        ("out = df.assign(a=1, b=2)", "out = df.assign(b=2)"),
        ("df['a'] = df['a'].fillna(0)\nout = df.a.sum()", "pass\nout = df.a.sum()"),
        ("df.dropna(inplace=True)\nout = len(df)", "pass\nout = len(df)"),
        ("few = df[['a', 'b']].copy()\nout = few.a.sum()", "few = df.copy()\nout = few.a.sum()"),
        ("names = ['a']\nfew = df[names]\nout = few.a.sum()", "names = ['a']\nfew = df\nout = few.a.sum()"),
        (
            "low = df.sort_values('a')\nout = low.a.sum()",
            "low = _reversed_(df.sort_values('a'))\nout = low.a.sum()",
        ),
    ],
)
def test_a_step_or_a_condition_can_be_left_out(solution: str, version: str) -> None:
    assert version in _codes(solution)


@pytest.mark.parametrize(
    "solution",
    [
        "out = df['a'].mean()",
        "out = df['a'].str.lower().nunique()",
        "out = df.groupby('a').size().sort_index().to_dict()",
        "out = df['a'].value_counts().sort_values().to_dict()",
        "df['a'] = np.nan\nout = df.a.sum()",
        "df['a'] = df['a'].astype(int)\nout = df.copy()",
        "df['a'] = df['a'].round(1)\nout = df.copy()",
        "out = df.groupby('a')['b'].sum().reset_index()",
        "out = round(df['a'].mean(), 2)",
        "import numpy as np\nout = df.rename(columns={'a': 'b'})",
        "out = df['a'].sum()\nprint(df.head(3).dropna())",
        "out = df['a'].sum()\nout_text = f\"{df['a'].dropna().sum()}\"",
        "out = df['a'].sum()\ndf.head()",
        "few = df['a'].sum()\nout = few if few is not None else 0",
    ],
)
def test_what_only_gives_form_is_no_step(solution: str) -> None:
    assert _codes(solution) == []


def test_the_columns_of_a_result_and_the_order_of_a_plot_are_not_left_out() -> None:
    assert _codes("out = df[['a', 'b']]") == []
    assert _codes("df.sort_values('a').plot()", wanted=("plot",)) == []


def test_where_results_have_to_be_whole_what_drops_gaps_is_no_step_that_was_asked_for():
    told = (
        "out = df[df.a > 3].groupby('b')['c'].mean().dropna()",
        "a over 3; groups with a figure missing drop out",
        ["out"],
    )
    (gaps,) = (each for each in variants(*told) if each.told.endswith(".dropna()"))
    (spared,) = (each for each in variants(*told, is_whole=True) if each.told.endswith(".dropna()"))
    assert gaps.asked and not spared.asked
    for is_whole in (False, True):
        seen = watched(*told, is_whole=is_whole)
        assert dict(zip(seen.told, seen.asked, strict=True)) == {"df.a > 3": True, ".dropna()": not is_whole}


def test_each_place_that_keeps_rows_is_watched_once() -> None:
    seen = watched("out = df[(df.a > 3) & (df.b < 2)].dropna().query('c == 1')", "a over 3", ["out"])
    assert set(seen.told) == {"df.a > 3", "df.b < 2", ".query('c == 1')", ".dropna()"}
    assert dict(zip(seen.told, seen.asked, strict=True))["df.a > 3"]
    nodes = [node.func for node in ast.walk(ast.parse(seen.code)) if isinstance(node, ast.Call)]
    calls = [node.id for node in nodes if isinstance(node, ast.Name)]
    assert sorted(calls) == ["_left_", "_left_", "_seen_", "_seen_"]


def test_a_comparison_below_another_is_a_condition_of_its_own() -> None:
    tree = ast.parse("out = df[df[df['a'] > 1]['b'] < 2]")
    assert sorted(ast.unparse(each.node) for each in conditions(tree)) == ["df['a'] > 1", "df[df['a'] > 1]['b'] < 2"]


def test_the_parts_of_a_query_text() -> None:
    assert query_parts("a > 1 and b < 2") == [("a > 1", "(b < 2)"), ("b < 2", "(a > 1)")]
    assert [part for part, _ in query_parts("`a b` > 1 and c == 'x' and d < @e")] == ["`a b` > 1", "c == 'x'", "d < @e"]
    assert query_parts("a > 1") == query_parts("a >") == []


@pytest.mark.parametrize(
    ("query", "operation", "said"),
    [
        ("Leave out passengers with missing ages.", "dropna", True),
        ("Fill the gaps with the median.", "fillna", True),
        ("The mean fare by class.", "dropna", False),
        ("The mean of `missing_share`, please.", "dropna", False),
        ("The three highest fares.", "nlargest", True),
        ("The mean fare by class.", "merge", False),
    ],
)
def test_words_for_operations(query: str, operation: str, said: bool) -> None:
    assert spoken(query, operation) is said


def test_names_and_numbers_are_found_in_whatever_spelling() -> None:
    assert named("prices of at least 1,300,000", [1300000])
    assert named("the total fat of each", ["TotalFat"]) and named("`total_fat`", ["Total Fat"])
    assert not named("the 30 highest", [3]) and not named("the fatty ones", ["fat"])
    assert all_named("'a' and 'b'", ["a", "b"]) and not all_named("'a'", ["a", "b"])


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("the 3 rows with the highest fare, ties as they stand", True),
        ("the first 5 rows", True),
        ("the rolling mean over 20 rows", True),
        ("k-means with random_state 42", True),
        ("the difference to the previous row", True),
        ("the 3 rows with the highest fare", False),
        ("First, keep the columns 'a' and 'b'. As a first step, sort by 'a'.", False),
        ("in order to decide, list the highest", False),
    ],
)
def test_rules_for_ties_in_words(query: str, rule: bool) -> None:
    assert has_tie_rule(query) is rule


def test_what_code_takes_over_from_what_ran_before() -> None:
    code = "x = df['a'] + offset\ny = [each for each in rows]\ntotal += 1\nx = x + 1\n"
    code += "def f(z):\n    q = z + scale\n    return q"
    assert names_read(code) == ("df", "offset", "rows", "total", "scale")


def test_the_part_of_a_history_that_leads_to_a_name() -> None:
    history = (
        "import pandas as pd\ndf = pd.read_csv('t.csv')\na = df[df.x > 1]\nb = df.copy()\nb['y'] = 1\nc = a.head()"
    )
    part = leading_to(history, ["b"])
    assert "b['y'] = 1" in part and "import pandas as pd" in part and "a = " not in part
    assert "twin['z'] = 2" in leading_to("df = 1\ntwin = df\ntwin['z'] = 2", ["df"])


def test_what_code_has_sorted() -> None:
    code = "low = df.sort_values('a')\nout = low['b'].head(3)\nother = df['b'].sum()"
    assert sorted_names(code, ["out", "other"]) == ("out",)


@pytest.mark.parametrize("way", ORDERED)
def test_terms_that_look_at_rows_in_their_order_say_so(way: str) -> None:
    terms = words("evolving")["terms"]
    kind = next(kind for kind in terms if way in terms[kind])
    assert all(says_order(each) is (way != "ranked") for each in terms[kind][way]["says"])


def test_of_rules_that_hold_without_being_asked_for_no_condition_is_tried() -> None:
    rule = "fair_rule = lambda t: t[(t['fee'] > 7) | t['kind'].isin(['x'])].dropna(subset=['fee'])"
    core = "core = lambda t: t[t['days'] > 4]"
    ask = "out = core(df[df['fee'] < 9])['fee'].mean()"
    query = "the mean fee above 7, below 9 or of kind x, with days above 4, missing ones aside"
    solution = "\n".join([rule, core, *limited(ask, ["fair_rule"]), "del fair_rule, core"])
    tried, seen = variants(solution, query, ["out"]), watched(solution, query, ["out"])
    assert {each.told for each in tried} == {"t['days'] > 4", "df['fee'] < 9"}
    assert set(seen.told) == {"t['days'] > 4", "df['fee'] < 9"} and all(seen.asked)
    # Called by name, the same rule is asked for.
    named = "\n".join([rule, core, ask.replace("core(", "core(fair_rule(").replace("9]", "9])")])
    assert "t['fee'] > 7" in {each.told for each in variants(named, query, ["out"]) if each.asked}
