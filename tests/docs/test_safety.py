"""What is promised of code that nobody has read names the test that shows it, and that test is there.

A comment at the end of a claim has the names: hostile programs, or tests as `file.py::test`.
"""

from __future__ import annotations

import ast
import re

import pytest

from tests.docs.pages import ROOT

HOSTILE = ROOT / "tests" / "contracts" / "hostile"
CLAIMS = {
    "docs/safety.md": ("What code may do", "Is it on?", "Where a layer is missing", "What remains possible"),
    "docs/safety-layers.md": ("The four layers", "Limits"),
    "SECURITY.md": ("What is promised about code that nobody has read",),
}
"""The sections of each page whose list items, and rows of tables, are claims."""
UNTESTED = "nobody can test this"
"""Said in the place of names where a claim is about what is outside of the project."""
_SHOWN = re.compile(r"<!-- shown by: ([^>]+?) -->")


def claims(page: str) -> list[tuple[str, list[str]]]:
    """Each claim of a page, with what it names: the items of lists, and the rows of tables below their heads."""
    found = []
    for section in re.split(r"^## ", (ROOT / page).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, text = section.partition("\n")
        if title in CLAIMS[page]:
            rows = re.findall(r"^\|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
            items = re.findall(r"^- .*(?:\n  .*)*", text, re.MULTILINE)
            for claim in [*items, *"".join(rows).splitlines()]:
                names = [name.strip() for each in _SHOWN.findall(claim) for name in each.split(",")]
                found.append((" ".join(claim.split()), names))
    return found


def is_there(name: str) -> bool:
    """Whether a hostile program, or a test, has this name."""
    file, _, test = name.partition("::")
    if not test:
        return (HOSTILE / f"{name}.py").is_file()
    tests = ast.walk(ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8")))
    return any(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name == test for each in tests)


@pytest.mark.parametrize("page", CLAIMS)
def test_each_claim_names_the_tests_that_show_it(page: str) -> None:
    found = claims(page)
    assert len(found) >= len(CLAIMS[page])
    assert [claim for claim, names in found if not names] == []
    names = {name for _, told in found for name in told} - {UNTESTED}
    assert sorted(name for name in names if not is_there(name)) == []


def test_every_section_of_claims_is_there() -> None:
    for page, titles in CLAIMS.items():
        text = (ROOT / page).read_text(encoding="utf-8")
        assert [title for title in titles if f"\n## {title}\n" not in text] == []


def test_a_claim_without_a_test_is_seen() -> None:
    assert not is_there("no_such_program")
    assert not is_there("contracts/test_hostile.py::test_that_is_not_there")
    assert is_there("read_secret")
    assert is_there("contracts/test_hostile.py::test_a_hostile_turn_is_contained")
