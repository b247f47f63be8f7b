"""What of a turn and of its table a brief for an action tells: the parts that the reply is about."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Any

from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.programs import free_names, program

_OF_COLUMNS = ("columns", "meanings", "more_columns", "more_names")
"""What is not told of a table that the code does not work on."""
_SHOWING = frozenset(("plot", "hist", "boxplot", "head", "tail", "info", "describe"))


def lines_making(code: str, names: Collection[str]) -> str:
    """Return the statements of code that variables come from, without what it draws and prints; all of the code where
    none of them is found.
    """
    tree = program(code)
    wanted, kept = set(names), list[str]()
    for statement in reversed(tree.body if tree else []):
        if wanted & _changed(statement):
            wanted |= {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            kept.append(ast.get_source_segment(code, statement) or ast.unparse(statement))
    return "\n".join(reversed(kept)) or code


def _changed(statement: ast.stmt) -> set[str]:
    """Return the names to which a statement gives a value, a column, an item or an attribute, or that a method of
    theirs, called by itself, may change.
    """
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {each.asname or each.name.partition(".")[0] for each in statement.names}
    found = {_root(node) for node in ast.walk(statement) if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)}
    called = [node.value for node in ast.walk(statement) if isinstance(node, ast.Expr)]
    return found | {_root(call.func) for call in called if isinstance(call, ast.Call) and not _shows(call)} - {""}


def _shows(call: ast.Call) -> bool:
    """Return whether a call draws or shows what it is a method of, and leaves it as it is."""
    return any(isinstance(node, ast.Attribute) and node.attr in _SHOWING for node in ast.walk(call.func))


def _root(node: ast.AST) -> str:
    """Return the variable that an expression of items, attributes and calls starts from; empty where there is none."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call | ast.Starred):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def worked_on(told: dict[str, Any], code: str) -> dict[str, Any]:
    """Return the table and variables of a brief without what code makes itself before it reads it, and without the
    table's columns where it reads others.
    """
    read = free_names(code) if program(code) else None
    if read is None:
        return told
    bases = {each["as"] for each in told["variables"] if each["name"] in read and "as" in each}
    kept = [each for each in told["variables"] if each["name"] in {VARIABLE, *read, *bases}]
    others = [each for each in kept if each["name"] != VARIABLE]
    if not others or VARIABLE in read or any("as" in each for each in others):
        return {**told, "variables": kept}
    table = {key: value for key, value in told["table"].items() if key not in _OF_COLUMNS}
    return {**told, "table": {**table, "columns": []}, "variables": kept}
