"""Descriptions of mistakes: what a pattern finds, what a way changes, and what is wrong with a description."""

from typing import Any

import pytest

from company.families.dialogues.stages.actions.slips import SLIPS
from grammar.mutating.code import Code
from grammar.mutating.facts import Facts
from grammar.mutating.patterns import matches, patterns
from grammar.mutating.ways import described_sorts, sorts


def found(pattern: str, text: str) -> list[dict[str, str]]:
    """What stands in the places of a pattern, wherever it fits some code."""
    code = Code(text, {})
    sites = ((one, node) for one in patterns(pattern) for node in code.nodes)
    return [{name: p.text(code) for name, p in places.items()} for site in sites for places in matches(*site)]


@pytest.mark.parametrize(
    ("pattern", "code", "places"),
    [
        ("X.head(N)", "df.a.head(3)", [{"X": "df.a", "N": "3"}]),
        ("X.head(N)", "df.head(3, 4)", []),
        ("X.head(N, ...)", "df.head(3, 4, k=5)", [{"X": "df", "N": "3"}]),
        ("X.sort(*REST)", "df.sort('a', up=False)", [{"X": "df", "REST": "'a', up=False"}]),
        ("X.sort(**REST)", "df.sort('a', up=False)", []),
        ("X.sort(**REST)", "df.sort(up=False)", [{"X": "df", "REST": "up=False"}]),
        ("F(..., n=N)", "make(1, m=2, n=3)", [{"F": "make", "N": "3"}]),
        ("F(..., KEY=N)", "make(m=2, n=3)", [{"F": "make", "KEY": "m", "N": "2"}, {"F": "make", "KEY": "n", "N": "3"}]),
        ("X.NAME", "df.shape", [{"X": "df", "NAME": "shape"}]),
        ("A OP B", "a >= 2", [{"A": "a", "B": "2", "OP": ">="}]),
        ("A OP B", "1 < a < 2", []),
        ("A & B", "(a) & (b)", [{"A": "a", "B": "b", "OP": "&"}]),
        ("A - A", "f(x) - f(x)", [{"A": "f(x)", "OP": "-"}]),
        ("A - A", "f(x) - f(y)", []),
        ("from M import NAME", "from m import a, b", [{"M": "m", "NAME": "a"}, {"M": "m", "NAME": "b"}]),
        ("X[C]", "df['a'] = 1", []),
        ("lambda KEY: -V", "lambda each: -x[each]", [{"KEY": "each", "V": "x[each]"}]),
    ],
)
def test_a_pattern_finds_code_of_its_form(pattern: str, code: str, places: list[dict[str, str]]) -> None:
    assert found(pattern, code) == places


def made(code: str, **way: Any) -> list[str]:
    """The versions of some code that a way to go wrong makes."""
    told = {"words": {"other": {"mean": "sum"}}, "sort": {"weight": 1, "ways": [way]}}
    (sort,) = described_sorts(told)
    facts = Facts(Code(code, {"df": ["a", "b"]}, ("out", "series")))
    return [facts.code.with_edits(each.edits) for each in sort.mistakes(facts, shown=False)]


@pytest.mark.parametrize(
    ("way", "code", "wrong"),
    [
        ({"find": "X.mean()", "put": "{X}.sum()"}, "out = df.mean()", ["out = df.sum()"]),
        ({"find": "A & B", "put": {"OP": "|"}}, "out = (x) & (y)", ["out = (x) | (y)"]),
        (
            {"find": "X.NAME()", "put": {"NAME": "{other[NAME]}"}},
            "out = df.max() + df.mean()",
            ["out = df.max() + df.sum()"],
        ),
        (
            {"find": "X.f(N)", "where": "whole(N)", "put": {"N": "{N + 1}"}},
            "out = x.f(0) + x.f(4)",
            ["out = x.f(0) + x.f(5)"],
        ),
        (
            {"find": "X.f()", "each": {"N": "(1, 2)"}, "put": "{X}.f({N})"},
            "out = x.f()",
            ["out = x.f(1)", "out = x.f(2)"],
        ),
        (
            {"find": "X.f(...)", "add": "k=1"},
            "out = x.f() + y.f(2)",
            ["out = x.f(k=1) + y.f(2)", "out = x.f() + y.f(2, k=1)"],
        ),
        ({"find": "F(..., KEY=V)", "drop": "KEY"}, "out = f(1, k=2)", ["out = f(1)"]),
        ({"find": "F(..., KEY=V)", "where": "KEY == 'k'", "drop": "KEY"}, "out = f(k=2, l=3)", ["out = f(l=3)"]),
        ({"find": "import NAME", "put": ""}, "import m\nout = m.f()", ["out = m.f()"]),
        (
            {"every": "column", "where": "COLUMN == 'a'", "put": "'c'"},
            "out = df['a'] / df['b'] + df['a']",
            ["out = df['c'] / df['b'] + df['c']"],
        ),
        (
            {"every": "variable", "put": "other"},
            "x = df\nout = x + x",
            ["x = other\nout = x + x", "x = df\nout = other + other"],
        ),
        (
            {"find": "X.f()", "put": "{X}", "also": [{"find": "X.g()", "put": "{X}"}]},
            "x.f()\nx.g()\ny.g()",
            ["x\nx\ny"],
        ),
        ({"find": "X.f()", "put": "{X}"}, "print(x.f())", []),
    ],
)
def test_a_way_changes_what_it_finds(way: dict[str, Any], code: str, wrong: list[str]) -> None:
    assert made(code, **way) == wrong


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ({"find": "X.f()", "puts": "{X}"}, "argument 'puts'"),
        ({"find": "X.f(", "put": "{X}"}, "SyntaxError"),
        ({"find": "X.f()", "where": "X ==", "put": "{X}"}, "SyntaxError"),
        ({"find": "X.f()", "put": "{X}", "effect": "shape"}, "no effect: 'shape'"),
        ({"put": "{X}"}, "nothing to look for"),
    ],
)
def test_a_description_that_is_wrong_is_refused(way: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=rf"sort: .*{words}"):
        made("x.f()", **way)


def test_slips_are_of_the_kinds_that_corrections_know() -> None:
    assert {sort.kind for sort in sorts("misreading")} == set(SLIPS)


def test_every_slip_says_what_was_done() -> None:
    assert all(way.did for sort in sorts("misreading") for way in sort.ways)
