"""The private library as text, what calls it, what its functions may be called, and which rewrites are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from company.families.dialogues.body.private_library import (
    functions_called,
    library_faults,
    library_json,
    library_source,
    signatures,
    stands_for,
)
from company.families.dialogues.records import LibraryFunction, Turn
from company.families.dialogues.replies import RewriteReply
from company.families.dialogues.stages.private_library.checking import Grounds, Unfit
from company.families.dialogues.stages.private_library.naming import unfit_name
from company.families.dialogues.stages.private_library.needs import free_names, needed_names
from company.families.dialogues.stages.private_library.recurring import recurring
from company.records import Intent

MIDDLE = 'def work_out_middle(data):\n    """The middle."""\n    return data.median()\n'
LOGS = (
    'import numpy as np\n\n\ndef damp_growth(entries):\n    """Damped.\n\n    More."""\n    return np.log1p(entries)\n'
)
OTHER = (
    'import numpy as np\n\n\ndef bound_entries(entries, low=0):\n    """Not below."""\n'
    "    return np.maximum(entries, low)\n"
)
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
    assert signatures(LIBRARY).splitlines()[1:] == [
        "damp_growth(entries): Damped.",
        "bound_entries(entries, low=0): Not below.",
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
    assert unfit_name(name, ()) is not None


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
        ((MIDDLE,), MOVED + "import json\n", "not used any more"),
        ((MIDDLE,), MOVED + "work_out_middle = 3\n", "another value"),
        ((MIDDLE,), "def (", "not Python"),
        ((MIDDLE.replace("work_out_middle", "work_out_median"),), MOVED, "gives away `median`"),
        ((MIDDLE.replace('    """The middle."""\n', ""),), MOVED, "docstring"),
        ((MIDDLE.replace("(data)", "(data, by='region')"), OTHER), MOVED, None),
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
