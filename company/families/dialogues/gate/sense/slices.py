"""Which statements of a piece of code lead to a value, and what they do on the way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from company.families.dialogues.programs import root

_TURN = re.compile(r"^# Turn \d+$", re.MULTILINE)
_SORTING = frozenset({"sort_values", "nlargest", "nsmallest", "value_counts", "argsort", "most_common", "sort"})


def names_read(code: str) -> tuple[str, ...]:
    """Return the names whose values code takes over from what ran before it, in order."""
    made: set[str] = set()
    read: dict[str, None] = {}
    for statement in ast.parse(code).body:
        names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
        names.sort(key=lambda node: (node.lineno, node.col_offset))
        stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        own = made | _inner(statement)
        changed = stored if isinstance(statement, ast.AugAssign) else set()
        read |= dict.fromkeys(
            node.id for node in names if (isinstance(node.ctx, ast.Load) or node.id in changed) and node.id not in own
        )
        made |= stored
    return tuple(read)


def _inner(statement: ast.stmt) -> set[str]:
    """Return the names that a statement gives a value to for itself: of loops, and of functions."""
    inner: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.comprehension | ast.For):
            inner |= {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
        elif isinstance(node, ast.arguments):
            inner |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
        elif isinstance(node, ast.FunctionDef):
            inner |= {
                each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            }
    return inner


class Statement:
    """A statement, with what is read off it once for all histories that it stands in."""

    def __init__(self, node: ast.stmt) -> None:
        """Take a statement, which nobody changes from now on."""
        self.node = node

    @cached_property
    def made(self) -> set[str]:
        """The names that it gives a value to, or whose value it may change."""
        return _made(self.node)

    @cached_property
    def read(self) -> set[str]:
        """All names in it."""
        return {node.id for node in ast.walk(self.node) if isinstance(node, ast.Name)}

    @cached_property
    def sorts(self) -> bool:
        """Whether it puts something in an order."""
        return _sorts(self.node)

    @cached_property
    def text(self) -> str:
        """Its source."""
        return ast.unparse(self.node)


def statements(code: str) -> list[Statement]:
    """Return the statements of code, each turn of a history read once. Raises SyntaxError as Python does."""
    starts = [0, *(match.start() for match in _TURN.finditer(code)), len(code)]
    try:
        return [each for start, end in pairwise(starts) for each in _statements(code[start:end])]
    except SyntaxError:  # what looks like the line that opens a turn may stand in a text
        return [*_statements(code)]


@lru_cache(maxsize=1024)
def _statements(code: str) -> tuple[Statement, ...]:
    return tuple(map(Statement, ast.parse(code).body))


def bound(code: str) -> tuple[str, ...]:
    """Return the names that code leaves with a value that it gave them. Raises SyntaxError as Python does."""
    left: dict[str, None] = {}
    for each in statements(code):
        if isinstance(each.node, ast.Assign):
            left |= dict.fromkeys(target.id for target in each.node.targets if isinstance(target, ast.Name))
        elif isinstance(each.node, ast.Delete):
            gone = {target.id for target in each.node.targets if isinstance(target, ast.Name)}
            left = {name: None for name in left if name not in gone}
    return tuple(left)


def sorted_names(code: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return those of some names whose values the code has put in an order. Raises SyntaxError as Python does."""
    body = statements(code)
    alike = twins([each.node for each in body])
    return tuple(name for name in names if any(each.sorts for each in _leading_to(body, {name}, alike)))


def leading_to(code: str, names: Iterable[str]) -> str:
    """Return the part of code that some names' values come from, with all its imports and definitions."""
    body = statements(code)
    kept = set(map(id, _leading_to(body, set(names), twins([each.node for each in body]))))
    return "\n".join(each.text for each in body if id(each) in kept or isinstance(each.node, _STANDING))


_STANDING = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)


def _leading_to(body: Sequence[Statement], names: set[str], alike: dict[str, set[str]]) -> list[Statement]:
    """Return the statements that names' values come from, the last one first; `alike` are names of one thing."""
    wanted = {twin for name in names for twin in alike.get(name, {name})}
    found = []
    for statement in reversed(body):
        if wanted & statement.made:
            found.append(statement)
            wanted |= {twin for name in statement.read for twin in alike.get(name, {name})}
    return found


def twins(body: Sequence[ast.stmt]) -> dict[str, set[str]]:
    """Return the names that stand for one thing, by each of them: what changes one changes the others."""
    alike: dict[str, set[str]] = {}
    for statement in body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name):
            names = {statement.value.id, *(each.id for each in statement.targets if isinstance(each, ast.Name))}
            both = names.union(*(alike.get(name, set()) for name in names))
            alike |= dict.fromkeys(both, both)
    return alike


def _made(statement: ast.stmt) -> set[str]:
    """Return the names that a statement gives a value to, or whose value it may change, in a loop as well."""
    made: set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            made.add(node.id)
        elif isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            made |= {root(each) for each in targets}
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            made.add(root(node.value.func))
            if isinstance(node.value.func, ast.Name):  # a function may change what it is given
                made |= {each.id for each in node.value.args if isinstance(each, ast.Name)}
    return made


def _sorts(statement: ast.stmt) -> bool:
    return any(
        isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Attribute) and node.func.attr in _SORTING)
            or (isinstance(node.func, ast.Name) and node.func.id == "sorted")
        )
        for node in ast.walk(statement)
    )
