"""What a prompt tells of the private library: each function by its documentation, and the source of those nearby."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from company.families.dialogues.body.documentation import documentation, rules_of
from company.families.dialogues.body.private_library import SET, TAKE, api_calls, definition
from company.families.dialogues.records import LibraryFunction

SOURCES = 5
"""Functions of the library of which a prompt shows the source."""
MATCHING = 0.5
"""The share of a function's calls that code has to hold for its source to be shown."""
_COPY = "copy"
"""What a function calls to leave alone what it is given."""
FEW, RULED = 4, 1 / 5
"""Functions from which on a library has to have rules of the house, and the share of those that have one."""


def listed(function: LibraryFunction) -> dict[str, Any]:
    """Return a function as prompts list it: what it is called with, what it is about and returns, its rules of the
    house, and what else stands for a parameter that has a text by default: which ones it takes cannot be guessed.
    """
    node = definition(function.code)
    told = documentation(node)
    said = {"name": function.name, "signature": f"{function.name}({ast.unparse(node.args)})", "about": told.about}
    texts = {name: told.arguments[name] for name in _texts(node) if name in told.arguments and name not in told.rules}
    said |= {"returns": told.returns} if told.returns else {}
    return {**said, **({"rules": told.rules} if told.rules else {}), **({"arguments": texts} if texts else {})}


def _texts(node: ast.FunctionDef) -> Iterator[str]:
    """Yield the parameters that are a text by default."""
    given = node.args
    placed = [*given.posonlyargs, *given.args]
    last = placed[len(placed) - len(given.defaults) :]
    for each, default in (
        *zip(last, given.defaults, strict=True),
        *zip(given.kwonlyargs, given.kw_defaults, strict=True),
    ):
        if isinstance(default, ast.Constant) and isinstance(default.value, str):
            yield each.arg


def near(code: str, library: Sequence[LibraryFunction]) -> list[LibraryFunction]:
    """Return functions whose calls this code could use, those with the largest share of matching calls first.

    Those that stand for nothing of it but taking or setting by index, which most code does, come last.
    """
    calls = api_calls(code).keys()
    shares = [(sum(each in calls for each in one.stands_for) / max(len(one.stands_for), 1), one) for one in library]
    telling = calls - {TAKE, SET}
    ranked = sorted(
        (pair for pair in shares if pair[0] >= MATCHING),
        key=lambda pair: (telling.isdisjoint(pair[1].stands_for), -pair[0], pair[1].name),
    )
    return [one for _, one in ranked[:SOURCES]]


def fitting(
    code: str, library: Sequence[LibraryFunction], steps: Collection[str]
) -> tuple[list[LibraryFunction], list[LibraryFunction]]:
    """Return the functions that code could use, since it has the most of their calls, or they are among some steps;
    and all others.

    Taking and setting by index, which most code does, and copies count for functions that stand for nothing else.
    """
    calls = api_calls(code).keys()
    fit = [one for one in library if one.name in steps or _fits(one, calls)]
    return fit, [one for one in library if one not in fit]


def _fits(function: LibraryFunction, calls: Collection[str]) -> bool:
    own = {*function.stands_for} - {TAKE, SET, _COPY} or {*function.stands_for} - {_COPY} or {_COPY}
    return sum(each in calls for each in own) >= MATCHING * len(own)


def covered(calls: Iterable[str], library: Sequence[LibraryFunction]) -> bool:
    """Return whether some functions stand for all of these calls but for taking and setting by index."""
    known = {each for one in library for each in one.stands_for}
    return {*calls} <= known | {TAKE, SET}


def bare(function: LibraryFunction) -> str:
    """Return the source of a function without its documentation, which prompts tell where they list it."""
    module = ast.parse(function.code)
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and len(node.body) > 1 and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return ast.unparse(module)


def few_rules(library: Sequence[LibraryFunction]) -> bool:
    """Return whether too few functions have a rule of the house."""
    return len(library) >= FEW and len(ruled(library)) < RULED * len(library)


def ruled(library: Sequence[LibraryFunction]) -> dict[str, set[str]]:
    """Return the rules of the house by the names of the functions that have one."""
    return rules_of([definition(each.code) for each in library])
