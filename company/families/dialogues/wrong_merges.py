"""Negative controls of code that brings two tables together: the same code with the merge done wrongly."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from company.tables.record import Table

_WRONG: Mapping[str, str] = {
    "an inner merge, which drops rows without a partner": "inner",
    "a merge from the wrong side": "right",
}
"""What is wrong with a merge that should keep every row of its left side, and how it is written."""


def wrong_merges(table: Table, code: str) -> dict[str, str]:
    """Return a code once for each way to do its merges wrongly, by what is wrong; {} where no merge could go wrong.

    Such are the merges that keep every row of the main table and look something up in another, which has no partner for
    some of them. Raises SyntaxError where the code is not Python.
    """
    others = {link.to for link in table.links if link.lost}
    if not others or not any(_kept_left(ast.parse(code), others)):
        return {}
    return {wrong: _with_merges(code, others, how) for wrong, how in _WRONG.items()}


def _with_merges(code: str, others: Collection[str], how: str) -> str:
    tree = ast.parse(code)
    for said in _kept_left(tree, others):
        said.value = ast.Constant(how)
    return ast.unparse(tree)


def _kept_left(tree: ast.Module, others: Collection[str]) -> Iterator[ast.keyword]:
    """Yield `how='left'` of each merge of something with one of the other tables."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "merge"):
            continue
        given = [*node.args, *(word.value for word in node.keywords if word.arg == "right")]
        looked_up = given[-1:] if ast.unparse(node.func.value) != "pd" else given[1:2]
        names = {each.id for part in looked_up for each in ast.walk(part) if isinstance(each, ast.Name)}
        if names & set(others):
            yield from (
                word
                for word in node.keywords
                if word.arg == "how" and isinstance(word.value, ast.Constant) and word.value.value == "left"
            )
