"""What the checks of sense ask of a syntax tree: places in it, what stands there, and the tree with something else."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

SHOWN = frozenset({"print", "display"})
"""Calls that only show something."""
_ECHOED = frozenset({"head", "tail", "describe", "info", "sample", "sort_values", "value_counts"})
_LONGEST = 160


def relevant(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every node that may bear on a result: nothing that is only printed, imported or written on a figure."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        if not _cosmetic(child):
            yield from relevant(child)


def _cosmetic(node: ast.AST) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr):
        return True
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Call) or _only_shows(node.value)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SHOWN


def _only_shows(call: ast.Call) -> bool:
    """Return whether a call that stands alone is the last line of a notebook's cell: a look at something."""
    return isinstance(call.func, ast.Attribute) and call.func.attr in _ECHOED and not in_place(call)


def in_place(call: ast.Call) -> bool:
    """Return whether a call changes what it is called on."""
    return any(
        word.arg == "inplace" and isinstance(word.value, ast.Constant) and word.value.value is True
        for word in call.keywords
    )


def method(node: ast.AST) -> str | None:
    """Return the name of the method that a node calls on some value; None for all else, functions of modules too."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return None
    owner = node.func.value
    return None if isinstance(owner, ast.Name) and owner.id in MODULES else node.func.attr


MODULES = frozenset({"pd", "np", "plt", "sns", "stats", "math", "re", "json"})


def constants(node: ast.AST) -> list[object]:
    """Return the texts and numbers in an expression, and the attributes that may be columns."""
    found: list[object] = []
    for each in ast.walk(node):
        if isinstance(each, ast.Constant):
            found.append(each.value)
        elif isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.USub) and isinstance(each.operand, ast.Constant):
            found.append(f"-{each.operand.value!r}")
        elif isinstance(each, ast.Attribute) and each.attr not in MODULES:
            found.append(each.attr)
    return found


def without(tree: ast.Module, node: ast.AST, instead: ast.AST) -> str:
    """Return the source of a tree in which something else stands at a node."""
    twin = copy.deepcopy(tree)
    places = dict(zip(map(id, ast.walk(tree)), ast.walk(twin), strict=True))
    put = _Put({id(places[id(node)]): copy.deepcopy(instead)})
    return ast.unparse(ast.fix_missing_locations(put.visit(twin)))


class _Put(ast.NodeTransformer):
    """Puts other nodes in the places of some."""

    def __init__(self, instead: dict[int, ast.AST]) -> None:
        self.instead = instead

    def visit(self, node: ast.AST) -> ast.AST:
        """Return what is to stand in a node's place."""
        return self.instead[id(node)] if id(node) in self.instead else self.generic_visit(node)


def statement_of(tree: ast.Module, node: ast.AST) -> ast.stmt:
    """Return the innermost statement that a node is a part of."""
    around = [each for each in ast.walk(tree) if isinstance(each, ast.stmt) and any(n is node for n in ast.walk(each))]
    return min(around, key=lambda each: sum(1 for _ in ast.walk(each)))


def assigned(statement: ast.stmt) -> str | None:
    """Return the name that a statement gives a value to; None where it is no such statement."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        return target.id if isinstance(target, ast.Name) else None
    return None


def told(node: ast.AST) -> str:
    """Return a node's source on one line, of a length that can be read."""
    line = " ".join(ast.unparse(node).split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def call(name: str, *args: ast.expr) -> ast.Call:
    """Return a call of a function by its name."""
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])
