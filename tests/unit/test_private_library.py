"""The private library as text, what calls it, what its functions may be called, and which rewrites are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from company.families.dialogues.body.documentation import Documentation, documentation, lacking, unread
from company.families.dialogues.body.private_library import (
    definition,
    functions_called,
    library_faults,
    library_json,
    library_source,
    signatures,
    stands_for,
)
from company.families.dialogues.programs import free_names
from company.families.dialogues.records import LibraryFunction, Turn
from company.families.dialogues.replies import RewriteReply
from company.families.dialogues.stages.private_library.checking import Grounds, Unfit
from company.families.dialogues.stages.private_library.listing import covered
from company.families.dialogues.stages.private_library.naming import unfit_name
from company.families.dialogues.stages.private_library.needs import needed_names
from company.families.dialogues.stages.private_library.recurring import recurring
from company.records import Intent


def documented(head: str, body: str, about: str, example: str, imports: str = "") -> str:
    """A library function with a docstring that has all parts."""
    name, _, given = head.partition("(")
    names = [each.partition("=")[0].strip() for each in given.rstrip(")").split(",") if each.strip()]
    arguments = "".join(f"        {each}: As it says.\n" for each in names)
    return (
        f'{imports}def {head}:\n    """{about}\n\n    Args:\n{arguments}\n    Returns:\n        A number.\n\n'
        f'    Example:\n        >>> {name}({example})\n        3.0\n    """\n    {body}\n'
    )


NUMPY = "import numpy as np\n\n\n"
MIDDLE = documented("work_out_middle(data)", "return data.median()", "The middle.", "pd.Series([3.0])")
LOGS = documented("damp_growth(entries)", "return np.log1p(entries)", "Damped.", "pd.Series([0.0])", NUMPY)
OTHER = documented("bound_entries(entries, low=0)", "return np.maximum(entries, low)", "Not below.", "3.0", NUMPY)
RULED = '''def work_out_typical(data, gaps="zero"):
    """The arithmetic middle.

    Args:
        data: A sequence of numbers,
            or several.
        gaps: "zero" or "apart".

    Returns:
        A number.

    House rule:
        gaps: A missing entry counts as 0, unless "apart" leaves it out.

    Example:
        >>> work_out_typical(pd.Series([2, None, 4]))
        2.0
        >>> work_out_typical(pd.Series([2, None, 4]), gaps="apart")
        3.0
    """
    return data.mean() if gaps == "apart" else data.fillna(0).mean()
'''
CODE = "middle = df['price'].median()\nprint(middle)\n"
MOVED = "from decision_company import work_out_middle\n\nmiddle = work_out_middle(df['price'])\nprint(middle)\n"


def function(code: str) -> LibraryFunction:
    name = code.partition("def ")[2].partition("(")[0]
    return LibraryFunction(name=name, code=code, stands_for=stands_for(code))


LIBRARY = [function(MIDDLE), function(LOGS), function(OTHER)]


def test_the_module_imports_once_and_defines_everything() -> None:
    source = library_source(LIBRARY)
    assert source.count("import numpy as np") == 1
    names: dict[str, Any] = {}
    exec(source, names)
    assert names["bound_entries"]([-1, 2]).tolist() == [0, 2]
    assert names["__doc__"]
    assert library_source([]).startswith('"""')


def test_the_json_holds_each_function_whole() -> None:
    assert library_json(LIBRARY) == {"work_out_middle": MIDDLE, "damp_growth": LOGS, "bound_entries": OTHER}


def test_signatures_tell_how_each_is_called_and_the_first_line_of_what_it_gives() -> None:
    assert signatures([*LIBRARY, function(RULED)]).splitlines()[1:] == [
        "damp_growth(entries): Damped.",
        "bound_entries(entries, low=0): Not below.",
        "work_out_typical(data, gaps='zero'): The arithmetic middle.",
        '    gaps: A missing entry counts as 0, unless "apart" leaves it out.',
    ]


@pytest.mark.parametrize(
    ("code", "called"),
    [
        ("from decision_company import a_b, c_d\nx = c_d(a_b(1))\ny = c_d(2)\n", ("c_d", "a_b")),
        ("from decision_company import a_b\n", ()),
        ("from decision_company import a_b as short\nshort(1)\n", ("a_b",)),
        ("import decision_company as own\nown.c_d(1)\n", ("c_d",)),
        ("other.c_d(1)\n", ()),
        ("this is not Python", ()),
    ],
)
def test_only_what_is_called_counts(code: str, called: tuple[str, ...]) -> None:
    assert functions_called(code, {"a_b", "c_d"}) == called


@pytest.mark.parametrize(
    "name", ["median_of_rows", "use_value_counts", "make_kmeans", "middle", "workOut", "class", "draw_lines"]
)
def test_names_that_give_a_library_away_or_are_no_names_are_refused(name: str) -> None:
    assert unfit_name(name, (), {"median", "lines"}) is not None


def test_everyday_words_are_no_secret_unless_the_function_stands_for_them() -> None:
    assert unfit_name("flag_odd_values", (), {"between"}) is None
    assert "(`flag`, `values`)" in (unfit_name("flag_odd_values", (), {"flag", "values"}) or "")


def test_a_variable_of_the_dialogue_is_no_name_for_a_function() -> None:
    assert unfit_name("work_out_middle", ()) is None
    assert "variable" in (unfit_name("work_out_middle", {"work_out_middle"}) or "")


def grounds(code: str = CODE, library: tuple[LibraryFunction, ...] = (), needed: tuple[str, ...] = ()) -> Grounds:
    return Grounds(code, {each.name: each for each in library}, {"df"}, {"price", "region"}, needed)


def test_a_rewrite_that_will_do_tells_what_it_calls_and_what_the_library_gains() -> None:
    idle = OTHER
    made = grounds().proposal(RewriteReply(message="", functions=(MIDDLE, idle), code=MOVED))
    assert made.called == ("work_out_middle",)
    assert [each.name for each in made.new] == ["work_out_middle"], "what is not used is not kept"
    assert made.new[0].stands_for == ("median",)
    again = grounds(library=(function(MIDDLE),)).proposal(RewriteReply(message="", functions=(MIDDLE,), code=MOVED))
    assert again.new == ()


@pytest.mark.parametrize(
    ("functions", "code", "why"),
    [
        ((MIDDLE,), CODE, "calls no private function"),
        ((MIDDLE,), "from decision_company import work_out_middle\n" + CODE, "never called"),
        ((), MOVED, "there is no private function"),
        ((MIDDLE,), MOVED.replace("import work", "import *\nfrom decision_company import work"), "one by one"),
        ((MIDDLE,), MOVED.replace("from decision_company import work_out_middle\n", ""), "not imported"),
        ((MIDDLE,), MOVED + "again = df['price'].median()\n", "as much of that as before"),
        (
            (MIDDLE, OTHER),
            MOVED.replace("work_out_middle\n", "bound_entries, work_out_middle\n") + "again = bound_entries(middle)\n",
            "none of which the turn's code calls: write it with calls of that code, or leave it out",
        ),
        ((MIDDLE,), MOVED + "import json\n", "not used any more"),
        ((MIDDLE,), MOVED + "work_out_middle = 3\n", "another value"),
        ((MIDDLE,), "def (", "not Python"),
        ((MIDDLE.replace("work_out_middle", "work_out_median"),), MOVED, r"gives away what it stands for \(`median`\)"),
        ((MIDDLE.replace("The middle.", ""),), MOVED, "needs a docstring whose first line says what it gives"),
        ((MIDDLE.replace("data: As", "entries: As"),), MOVED, "tells nothing of `data` under `Args:`"),
        ((MIDDLE.replace("Returns:", "Gives:"),), MOVED, "has no `Returns:`"),
        ((MIDDLE.replace(">>> ", ""),), MOVED, "has no `Example:` with `>>>` that calls it"),
        (
            (
                MIDDLE.replace("(data):", "(data, by='region'):").replace(
                    "    data: As it says.", "    data: A\n        by: B"
                ),
                OTHER,
            ),
            MOVED,
            None,
        ),
        ((MIDDLE.replace("data.median()", "data['region'].median()"),), MOVED, "names the column 'region'"),
        ((MIDDLE.replace("data.median()", "np.median(data)"),), MOVED, "uses `np`"),
        (("import os\n\n\n" + MIDDLE,), MOVED, "imports os"),
        ((MIDDLE + "\nprint(1)\n",), MOVED, "more than imports"),
        ((MIDDLE + "\n" + OTHER,), MOVED, "defines 2 functions"),
        ((MIDDLE, MIDDLE), MOVED, "twice"),
    ],
)
def test_what_is_refused_is_told_why(functions: tuple[str, ...], code: str, why: str | None) -> None:
    reply = RewriteReply(message="", functions=functions, code=code)
    if why is None:
        assert grounds().proposal(reply).called == ("work_out_middle",)
        return
    with pytest.raises(Unfit, match=why):
        grounds().proposal(reply)


def test_a_function_is_never_defined_anew_with_another_body() -> None:
    other = MIDDLE.replace("median()", "mean()")
    with pytest.raises(Unfit, match="the library has another"):
        grounds(library=(function(MIDDLE),)).proposal(RewriteReply(message="", functions=(other,), code=MOVED))
    reworded = MIDDLE.replace("The middle.", "What half do not reach.")
    reply = RewriteReply(message="", functions=(reworded,), code=MOVED)
    assert grounds(library=(function(MIDDLE),)).proposal(reply).new == ()


def turn(position: int, code: str, *asked: str) -> Turn:
    intents = tuple(Intent(name=each, type="value") for each in asked)
    return Turn(id=f"t{position}", parent="d", stage="s", position=position, question=1, query="?", answer="!",
                code=code, intents=intents)  # fmt: skip


def test_needed_is_what_was_asked_for_and_what_later_turns_read_first() -> None:
    first = turn(1, "import json\nmask = df['a'] > 1\nbig = df[mask]\nsmall = df[~mask]\n", "small")
    later = [turn(2, "mask = df['b'] > 2\nx = big[mask]\n"), turn(3, "print(json.dumps([mask for mask in x]))\n")]
    assert needed_names(first, later) == ("big", "json", "small")
    assert free_names("for a in b:\n    c = a\n    d.append(c)\n") == {"b", "d"}
    assert free_names("def f(data):\n    by_farm = data\n    return by_farm\n") == set()


def test_steps_recur_once_enough_turns_have_them_together() -> None:
    nested = "x = keep_top(order_by(df, 'a'), 3)\n"
    field = "y = tell_mid(split_by(df, 'a')['b'])\n"
    row = "say_one(ax, 'a')\nsay_two(ax, 'b')\nsay_three(ax, 'c')\n"
    names = {"keep_top", "order_by", "tell_mid", "split_by", "say_one", "say_two", "say_three"}
    assert recurring([nested, field, row] * 3, names) == []
    found = {tuple(each["steps"]): each["turns"] for each in recurring([nested, field, row] * 4, names)}
    assert found == {
        ("order_by", "keep_top"): 4,
        ("split_by", "[]", "tell_mid"): 4,
        ("say_one", "say_two", "say_three"): 4,
    }


def test_a_case_that_does_not_call_the_library_beside_its_table_is_none(tmp_path: Path) -> None:
    history = "import pandas as pd\n"
    assert "missing" in library_faults(history, MOVED, tmp_path)[0]
    (tmp_path / "decision_company.py").write_text(library_source(LIBRARY), encoding="utf-8")
    assert library_faults(history, MOVED, tmp_path) == []
    assert "does not call" in library_faults(history, CODE, tmp_path)[0]
    gone = "from decision_company import gone_by\n"
    assert "no function gone_by" in library_faults(gone, MOVED, tmp_path)[0]


def test_documentation_is_read_in_its_parts() -> None:
    told = documentation(definition(RULED))
    assert told.arguments == {"data": "A sequence of numbers, or several.", "gaps": '"zero" or "apart".'}
    assert told.rules == {"gaps": 'A missing entry counts as 0, unless "apart" leaves it out.'}
    assert (told.returns, told.outputs) == ("A number.", ["2.0", "3.0"])
    assert lacking(definition(RULED)) == []
    assert documentation(definition("def f():\n    pass\n")) == Documentation("")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        (RULED.replace("        gaps: A missing", "        data: A missing"), "about `data`, which is no parameter"),
        (RULED.replace(', gaps="apart")\n        3.0', ")\n        2.0"), "has to show its house rule"),
        (RULED.replace("        3.0", "        2.0"), "has to show its house rule"),
    ],
    ids=["not switched", "not shown", "no difference"],
)
def test_a_rule_of_the_house_is_switched_by_a_parameter_and_shown(changed: str, why: str) -> None:
    assert any(why in each for each in lacking(definition(changed)))


@pytest.mark.parametrize(
    ("code", "naive"),
    [
        ("x = work_out_typical(df['a'], gaps='apart')", "x = work_out_typical(df['a'])"),
        ("x = work_out_typical(df['a'], 'apart')", "x = work_out_typical(df['a'])"),
        ("x = own.work_out_typical(df['a'], gaps='apart')", "x = own.work_out_typical(df['a'])"),
        ("x = work_out_typical(df['a'])", None),
        ("x = other(df['a'], gaps='apart')", None),
    ],
)
def test_who_has_not_read_the_documentation_does_not_speak_to_its_rules(code: str, naive: str | None) -> None:
    assert unread(code, [definition(RULED)]) == naive


def test_a_library_without_rules_is_asked_for_one() -> None:
    wanting = replace(grounds(), wants_rule=True)
    with pytest.raises(Unfit, match="rule of the house"):
        wanting.proposal(RewriteReply(message="", functions=(MIDDLE,), code=MOVED))
    moved = MOVED.replace("work_out_middle", "work_out_typical")
    mean = replace(wanting, prototype=CODE.replace("median", "mean"))
    assert mean.proposal(RewriteReply(message="", functions=(RULED,), code=moved)).called == ("work_out_typical",)


def test_all_that_is_wrong_with_a_rewrite_is_said_at_once() -> None:
    bad = MIDDLE.replace("Returns:", "Gives:").replace("work_out_middle", "work_out_median")
    with pytest.raises(Unfit) as told:
        grounds().proposal(RewriteReply(message="", functions=(bad,), code=MOVED + "import json\n"))
    for part in (
        "has no `Returns:`",
        "gives away what it stands for (`median`)",
        "there is no private function",
        "`json`",
    ):
        assert part in str(told.value)


KEPT = '''
def keep_matching_rows(data, mark):
    """The rows that are marked.

    Args:
        data: As it says.
        mark: Of each row, whether it stays.

    Returns:
        These rows.

    Example:
        >>> len(keep_matching_rows(pd.DataFrame({"a": [1, 2]}), pd.Series([True, False])))
        1
    """
    return data[mark].copy()
'''


def test_taking_a_column_of_rows_that_a_function_takes_has_as_many_brackets_as_before() -> None:
    code = "dear = df.loc[df['price'] > 2, 'price']\nprint(dear)\n"
    moved = (
        "from decision_company import keep_matching_rows\n\n"
        "dear = keep_matching_rows(df, df['price'] > 2)['price']\nprint(dear)\n"
    )
    assert grounds(code).proposal(RewriteReply(message="", functions=(KEPT,), code=moved)).called == (
        "keep_matching_rows",
    )


def test_code_is_covered_where_functions_stand_for_all_its_calls_but_brackets() -> None:
    known = [LibraryFunction(name="list_ranks", code="", stands_for=("sort_values", "head"))]
    assert covered(["[]", "[]=", "head", "sort_values"], known) and covered(["[]"], [])
    assert not covered(["head", "median"], known)
