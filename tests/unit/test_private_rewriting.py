"""The built-in company's private library: code of every kind of step, rewritten, gives what it gave."""

from __future__ import annotations

import ast
import random
import sys
import types
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest

from company.families.dialogues.body.documentation import documentation, examples_code, lacking, unread
from company.families.dialogues.body.private_library import (
    MODULE,
    TAKE,
    api_calls,
    definition,
    functions_called,
    library_source,
    stands_for,
)
from company.families.dialogues.records import LibraryFunction
from company.families.dialogues.replies import RewriteReply
from company.families.dialogues.stages.private_library.checking import Grounds
from company.families.dialogues.stages.private_library.naming import unfit_name
from company.results.drawing import drawn, same_drawing
from company.results.rules import same
from grammar.moves import resolve
from grammar.private import composition, rewrite
from grammar.private.forms import CHARTS, FORMS, HOUSE
from grammar.private.functions import FIELD, NAMES, function_code
from grammar.private.matching import Shape
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from tests.support.offered_steps import beside, offered, start, variables

RECURRING = [{"steps": list(steps), "how": "", "turns": 9} for steps in NAMES]


def brief(code: str, **more: Any) -> dict[str, Any]:
    return {
        "code": code,
        "drafts": [],
        "variables": [],
        "needed": (),
        "library": [],
        "recurring": [],
        **more,
    }


def rewritten(code: str, **more: Any) -> tuple[str, list[LibraryFunction]]:
    reply = rewrite(brief(code, **more), random.Random(1))
    return reply["code"], [function(text) for text in reply["functions"]]


def function(text: str) -> LibraryFunction:
    return LibraryFunction(name=definition(text).name, code=text, stands_for=stands_for(text))


def listed(functions: Sequence[LibraryFunction]) -> list[dict[str, str]]:
    return [
        {"name": each.name, "signature": f"{each.name}({ast.unparse(definition(each.code).args)})"}
        for each in functions
    ]


@pytest.fixture
def module() -> Iterator[types.ModuleType]:
    """The library as it can be imported."""
    made = types.ModuleType(MODULE)
    sys.modules[MODULE] = made
    yield made
    del sys.modules[MODULE]


def outcome(code: str, out: str) -> Any:
    """What code leaves in a state of its own: a value, or what it drew."""
    import matplotlib.pyplot as plt

    names = {"pd": pd, "np": np, "plt": plt, **variables(), **beside()}
    exec(compile(code, "<turn>", "exec"), names)
    if out == "plot":
        drawing = drawn(plt.gcf())
        plt.close("all")
        return drawing
    return names[out]


def code_of(step: Step, style: int) -> tuple[str, str]:
    move, _ = resolve(step, start(), wanted=True)
    kind = KINDS[step.kind]
    lines = kind.code(step, move.source, move.out, random.Random(style))
    return "\n".join(["import pandas as pd", *lines]) + "\n", move.out


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.filterwarnings("ignore")
def test_code_on_private_functions_gives_the_same(kind: str, module: types.ModuleType) -> None:
    for style, step in enumerate(offered(kind, 2)[:4]):
        code, out = code_of(step, style)
        new, functions = rewritten(code, recurring=RECURRING)
        if not functions:
            assert api_calls(code).keys() <= LEFT, f"nothing was moved in\n{code}"
            continue
        exec(library_source(functions), module.__dict__)
        reply = RewriteReply(message="", functions=tuple(each.code for each in functions), code=new)
        Grounds(code, {}, (), (), ()).proposal(reply)
        before, after = outcome(code, out), outcome(new, out)
        alike = same_drawing(before, after) if out == "plot" else same(step.result, before, after)
        assert alike, f"{code}\nbecame\n{new}"


LEFT = {TAKE, "loc", "iloc"}
"""What has no function of its own: to take one field, or one entry."""


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_function_of_the_vocabulary_would_be_accepted(form: Any) -> None:
    made = definition(function_code(form))
    assert unfit_name(form.name, (), stands_for(function_code(form))) is None
    assert made.name == form.name
    assert documentation(made).about == form.doc
    assert lacking(made) == [], "all of it is documented, and its rules are shown"
    assert set(form.rules) == set(form.public) == set(documentation(made).rules)
    assert len(made.body) == 2, "one statement beside the docstring"
    assert stands_for(function_code(form)), "it stands for some call"


def composed(steps: tuple[str, ...]) -> str:
    made = composition(steps)
    assert made is not None
    return function_code(made.form)


@pytest.mark.filterwarnings("ignore")
def test_every_example_comes_out_as_its_docstring_says(module: types.ModuleType) -> None:
    codes = [*map(function_code, FORMS), *map(composed, sorted(NAMES))]
    functions = [function(code) for code in codes]
    assert all(lacking(definition(code)) == [] for code in codes)
    exec(library_source(functions), module.__dict__)
    exec(examples_code([each.name for each in functions]), {})


def test_an_example_that_comes_out_otherwise_is_told(module: types.ModuleType) -> None:
    made = function(function_code(FORMS[0]).replace("[1, 2]", "[7, 7]", 1))
    exec(library_source([made]), module.__dict__)
    with pytest.raises(ValueError, match=r"Expected: \[7, 7\] Got: "):
        exec(examples_code([made.name]), {})


def test_at_least_a_tenth_of_the_vocabulary_has_a_rule_of_the_house() -> None:
    assert {form.name for form in HOUSE} == {form.name for form in FORMS if form.rules}
    assert len(HOUSE) >= len(FORMS) / 10


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("x = df['price'].mean()", "work_out_typical(df['price'], gaps='apart')"),
        ("x = df['price'].std()", "work_out_spread(df['price'], sampled=True)"),
        ("x = df['price'].rank(ascending=False)", "give_standing(df['price'], rising=False, ties='average')"),
        ("x = df['price'].rank(method='dense')", "give_standing(df['price'])"),
        ("x = df.nlargest(5, 'price')", "gather_highest(df, 5, 'price', ties='first')"),
        ("x = df['price'].between(40, 55)", "check_within(df['price'], 40, 55, ends='both')"),
        ("x = df.drop_duplicates(subset=['region'], keep='last')", "leave_out_repeats_in(df, ['region'])"),
        ("x = df.drop_duplicates(subset=['region'])", "leave_out_repeats_in(df, ['region'], keeping='first')"),
        ("x = df['price'].corr(df['units'])", "relate_to(df['price'], df['units'], manner='pearson')"),
        ("x = df['region'].value_counts()", "tally_options(df['region'], gaps='apart')"),
    ],
)
def test_a_rewrite_says_the_public_way_where_the_house_has_its_own(
    code: str, said: str, module: types.ModuleType
) -> None:
    new, functions = rewritten(f"{code}\n")
    assert f"x = {said}" in new
    exec(library_source(functions), module.__dict__)
    assert same(_kind(outcome(code, "x")), outcome(code, "x"), outcome(new, "x"))


def _kind(value: Any) -> Any:
    return {pd.DataFrame: "dataframe", pd.Series: "series"}.get(type(value), "value")


def test_code_that_nobody_read_the_documentation_for_says_nothing_of_the_rules(module: types.ModuleType) -> None:
    new, functions = rewritten("x = df['price'].rank(ascending=False)\ny = df['price'].mean()\n")
    naive = unread(new, [definition(each.code) for each in functions])
    assert naive is not None
    assert "x = give_standing(df['price'], rising=False)\ny = work_out_typical(df['price'])" in naive
    exec(library_source(functions), module.__dict__)
    assert not same("series", outcome(new, "x"), outcome(naive, "x")), "reading pays: ties are ranked otherwise"


def test_no_two_functions_of_the_vocabulary_share_a_name() -> None:
    names = [form.name for form in FORMS] + [*NAMES.values()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("steps", sorted(NAMES), ids="+".join)
def test_every_named_composition_is_called_so_and_has_steps_that_there_are(steps: tuple[str, ...]) -> None:
    assert unfit_name(NAMES[steps], ()) is None
    known = {form.name: form for form in FORMS}
    made = composition(steps)
    assert made is not None and made.form.name == NAMES[steps]
    assert all(step in known for step in steps if step != FIELD)
    assert Shape(known[steps[-1]]).definition.args.args or known[steps[-1]] in CHARTS


def test_steps_that_recur_become_one_function_that_is_used_from_then_on() -> None:
    code = "big = df[df['units'] > 3].copy()\n"
    plain, base = rewritten(code)
    assert "own_duplicate(keep_rows_that_meet(df, df['units'] > 3))" in plain
    recurring = [{"steps": ["keep_rows_that_meet", "own_duplicate"], "how": "one inside the other", "turns": 4}]
    composed, new = rewritten(code, library=listed(base), recurring=recurring)
    assert composed.endswith("big = isolate_rows(df, df['units'] > 3)\n")
    assert [each.name for each in new] == ["isolate_rows"]
    assert ast.unparse(definition(new[0].code).body[-1]) == "return frame[condition].copy()"
    later, none = rewritten(code, library=listed([*base, *new]))
    assert later == composed and none == []


def test_what_is_not_a_call_of_a_library_stays_as_it_was_written() -> None:
    code = "# the two figures,\n# compared\nfirst, second = pair\n\nshare = round( first/second , 2 )  # rounded\n"
    assert rewritten(code) == (code, [])


def test_statements_that_do_not_change_keep_their_comments_and_layout() -> None:
    code = "# how many\ncount = len( df )   # rows\nmiddle = df['price'].median()\n"
    new, _ = rewritten(code)
    assert "# how many\ncount = len( df )   # rows\nmiddle = work_out_middle(df['price'], between=True)\n" in new


def test_imports_that_nobody_uses_any_more_go_unless_a_later_turn_needs_them() -> None:
    code = "from sklearn.preprocessing import StandardScaler\nscaler = StandardScaler()\n"
    assert "sklearn" not in rewritten(code)[0]
    assert "from sklearn.preprocessing import StandardScaler\n" in rewritten(code, needed=["StandardScaler"])[0]


def test_a_function_of_another_make_is_left_alone() -> None:
    library = [{"name": "work_out_middle", "signature": "work_out_middle(entries, places)"}]
    new, functions = rewritten("middle = df['price'].median()\n", library=library)
    assert new == "middle = df['price'].median()\n" and functions == []


def test_a_variable_of_the_dialogue_keeps_its_name_to_itself() -> None:
    variables = [{"name": "work_out_middle", "type": "value"}]
    assert rewritten("middle = df['price'].median()\n", variables=variables)[1] == []


def test_after_a_complaint_the_functions_that_it_names_are_done_without() -> None:
    code = "middle = df['price'].median()\ntop = df['price'].max()\n"
    drafts = [{"wrong": "it fails at `middle = work_out_middle(df['price'])` with TypeError: no"}]
    new, functions = rewritten(code, drafts=drafts)
    assert [each.name for each in functions] == ["work_out_highest"]
    assert "df['price'].median()" in new


def test_a_library_does_not_depend_on_the_order_of_what_it_was_asked() -> None:
    codes = ["a = df['price'].median()\n", "b = df[df['units'] > 3].copy()\n", "c = df.groupby('region').size()\n"]
    there = {each.name: each.code for code in codes for each in rewritten(code)[1]}
    back = {each.name: each.code for code in reversed(codes) for each in rewritten(code)[1]}
    assert there == back


def test_the_names_that_are_called_are_those_that_are_imported() -> None:
    new, functions = rewritten("shares = df['region'].value_counts(normalize=True).head(3)\n")
    names = {each.name for each in functions}
    assert set(functions_called(new, names)) == names == {"tally_options", "keep_leading"}
