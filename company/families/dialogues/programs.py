"""Programs that staff wrote, read as trees: nothing is found in what is no Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import Annotated

from pydantic import AfterValidator

_BLOCKS = (ast.For, ast.While, ast.If, ast.With, ast.FunctionDef, ast.ClassDef, ast.Try)
_SHOWING = frozenset(("plot", "hist", "boxplot", "head", "tail", "info", "describe"))
"""Methods that draw or show what they are called on, and leave it as it is."""
_FENCED = re.compile(r"^```[\w-]*[ \t]*\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)


def program(code: str) -> ast.Module | None:
    """Return the tree of a program; None where it does not parse."""
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def nodes(code: str) -> list[ast.AST]:
    """Return every node of a program, from the outside in."""
    tree = program(code)
    return [] if tree is None else list(ast.walk(tree))


def names(code: str) -> set[str]:
    """Return the names that a program reads or sets."""
    return {node.id for node in nodes(code) if isinstance(node, ast.Name)}


def bound_names(code: str) -> set[str]:
    """Return names that code gives a value: by assignment, import or definition. Raises SyntaxError."""
    return {name for statement in ast.parse(code).body for name in _bound(statement)}


def without_imports(code: str) -> str:
    """Return code without the imports among its statements. Raises SyntaxError."""
    body = ast.parse(code).body
    return "\n".join(ast.unparse(each) for each in body if not isinstance(each, ast.Import | ast.ImportFrom))


def free_names(code: str) -> set[str]:
    """Return names that code reads before it gives them a value itself, builtins among them. Raises SyntaxError."""
    free: set[str] = set()
    bound: set[str] = set()
    for statement in ast.parse(code).body:
        own = set(_inner(statement))
        if isinstance(statement, _BLOCKS):
            own |= set(_bound(statement))
        read = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and _reads(node, statement)}
        free |= read - bound - own
        bound |= set(_bound(statement))
    return free


def _is_set(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _reads(node: ast.Name, statement: ast.stmt) -> bool:
    changed = isinstance(statement, ast.AugAssign) and statement.target is node
    return changed or isinstance(node.ctx, ast.Load | ast.Del)


def _bound(statement: ast.AST) -> Iterator[str]:
    """Yield names that a statement binds in the dialogue: not those within functions and comprehensions."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
        return
    if isinstance(statement, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return
    if isinstance(statement, ast.alias):
        yield statement.asname or statement.name.split(".")[0]
    if isinstance(statement, ast.Name) and isinstance(statement.ctx, ast.Store):
        yield statement.id
    for child in ast.iter_child_nodes(statement):
        yield from _bound(child)


def _inner(statement: ast.AST) -> Iterator[str]:
    """Yield names that live only within the statement's functions and comprehensions."""
    for node in ast.walk(statement):
        if isinstance(node, ast.comprehension):
            yield from (each.id for each in ast.walk(node.target) if isinstance(each, ast.Name))
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from (each.id for each in ast.walk(node) if isinstance(each, ast.Name) and _is_set(each))


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
    found = {root(node) for node in ast.walk(statement) if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)}
    called = [node.value for node in ast.walk(statement) if isinstance(node, ast.Expr)]
    return found | {root(call.func) for call in called if isinstance(call, ast.Call) and not _shows(call)} - {""}


def _shows(call: ast.Call) -> bool:
    """Return whether a call draws or shows what it is a method of, and leaves it as it is."""
    return any(isinstance(node, ast.Attribute) and node.attr in _SHOWING for node in ast.walk(call.func))


def root(node: ast.AST) -> str:
    """Return the variable that an expression of items, attributes and calls starts from; empty where there is none."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call | ast.Starred):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def unfenced(code: str) -> str:
    """Return the code alone, where a model wraps it in a fence and words; it does not choose among several.

    Raises ValueError where there are several fenced programs.
    """
    if "```" not in code or program(code) is not None:
        return code
    blocks = [block for block in _FENCED.findall(code) if block.strip()]
    if len(blocks) > 1:
        raise ValueError(f"code holds {len(blocks)} fenced blocks; write one program, without fences")
    return blocks[0] if blocks else code


Program = Annotated[str, AfterValidator(unfenced)]
"""Code in a reply: one program, without the fence and the words that a model may put around it."""
