"""An ask that looks only at the rows that standing rules let count, as code."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from company.families.dialogues.prelude import VARIABLE

WHOLE: Final = "_every_row"
"""What the table is called while an ask looks only at some of its rows."""


def limited(ask: str, rules: Sequence[str]) -> list[str]:
    """Return the code of an ask on the rows that rules, by their names, let count; then the table is whole again."""
    if not rules:
        return [ask]
    counting = VARIABLE
    for rule in rules:
        counting = f"{rule}({counting})"
    return [f"{WHOLE} = {VARIABLE}", f"{VARIABLE} = {counting}", ask, f"{VARIABLE} = {WHOLE}"]


def of_rules(tree: ast.Module) -> set[ast.AST]:
    """Return every node of the rules by which code limits its asks: no query asks for what stands in them."""
    rules = set(_limiting(tree))
    given = (each for each in tree.body if isinstance(each, ast.Assign) and not rules.isdisjoint(_names(each.targets)))
    return {node for each in given for node in ast.walk(each)}


def _limiting(tree: ast.Module) -> Iterator[str]:
    """Yield the names of the rules that code calls on the table, right after it has kept the whole of it."""
    for kept, limits in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(kept, ast.Assign) and isinstance(limits, ast.Assign) and WHOLE in _names(kept.targets):
            calls = (each for each in ast.walk(limits.value) if isinstance(each, ast.Call))
            yield from _names([each.func for each in calls])


def _names(nodes: Sequence[ast.expr]) -> list[str]:
    return [each.id for each in nodes if isinstance(each, ast.Name)]
