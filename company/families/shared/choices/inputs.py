"""Whether what an option is decided by stands in a prompt. Runs inside the sandbox, where the values are.

What code depends on are the variables that it reads; of one that it only counts, the count. A value stands in a text
if each of its labels does, and each of its numbers, rounded no further than a reader may go on with.
"""

from __future__ import annotations

import ast
import builtins
import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sized
from typing import Any

import numpy as np
import pandas as pd

MOST = 400
"""Numbers and labels of a value that are looked for; what is larger is not read off a prompt."""
CLOSE = 0.005
"""A number may be shown rounded by this share of it at the most."""
_NUMBER = re.compile(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?", re.IGNORECASE)


def all_shown(codes: Iterable[str], setup: str, text: str, namespace: Mapping[str, Any], seen: Iterable[str]) -> bool:
    """Return whether all that expressions depend on stands in a text, or has one of the names in `seen`.

    `setup` is code that defines what expressions may call; they depend on what it reads, too. Expressions of constants
    alone depend on nothing, and are shown by nothing.
    """
    parts = [*codes, setup]
    own = {name for part in parts for name in _made(part)}
    inputs = {each for part in parts for each in _inputs(part)} - own
    wanted = [each for each in inputs - set(seen) if not _is_tool(each, namespace)]
    numbers = [_number(each) for each in _NUMBER.findall(text)]
    return bool(inputs) and all(_stands(_value(each, namespace), text, numbers) for each in wanted)


def _inputs(code: str) -> Iterator[str]:
    """Yield the names that code reads, and `len(name)` where it only counts."""
    tree = _tree(code)
    counted = [node for node in ast.walk(tree) if _is_count(node)]
    inside = {id(part) for node in counted for part in ast.walk(node)}
    yield from map(ast.unparse, counted)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in inside:
            yield node.id


def _is_count(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "len"
        and len(node.args) == 1
        and isinstance(node.args[0], ast.Name)
    )


def _made(code: str) -> Iterator[str]:
    """Yield the names that code binds itself."""
    for node in ast.walk(_tree(code)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef):
            yield node.name


def _tree(code: str) -> ast.AST:
    try:
        return ast.parse(code)
    except SyntaxError:
        return ast.Module(body=[], type_ignores=[])


def _is_tool(name: str, namespace: Mapping[str, Any]) -> bool:
    value = namespace.get(name, getattr(builtins, name, None))
    return isinstance(value, types.ModuleType | type | types.FunctionType | types.BuiltinFunctionType)


def _value(name: str, namespace: Mapping[str, Any]) -> Any:
    inner = re.fullmatch(r"len\((\w+)\)", name)
    if inner is None:
        return namespace.get(name)
    value = namespace.get(inner[1])
    return len(value) if isinstance(value, Sized) else None


def _stands(value: Any, text: str, numbers: list[tuple[float, float]]) -> bool:
    try:
        leaves = list(_leaves(value, MOST))
    except OverflowError:
        return False
    return bool(leaves) and all(_is_in(leaf, text, numbers) for leaf in leaves)


def _is_in(leaf: Any, text: str, numbers: list[tuple[float, float]]) -> bool:
    if isinstance(leaf, bool | np.bool_) or not isinstance(leaf, int | float | np.number):
        return str(leaf) in text
    value = float(leaf)
    if not np.isfinite(value):
        return str(value) in text.lower()
    return any(abs(said - value) <= min(unit / 2 * (1 + 1e-6), CLOSE * abs(value) + 1e-12) for said, unit in numbers)


def _number(said: str) -> tuple[float, float]:
    """Return a number as it is said, and the unit of its last digit."""
    plain = said.replace(",", "").lower()
    mantissa, _, power = plain.partition("e")
    digits = len(mantissa.partition(".")[2])
    return float(plain), 10.0 ** (int(power or 0) - digits)


def _leaves(value: Any, most: int) -> Iterator[Any]:
    """Yield the labels and values of a plain value; raises OverflowError for another, and for more than `most`."""
    stack, count = [value], 0
    while stack:
        each = stack.pop()
        inner = _inside(each)
        if inner is None:
            if not isinstance(each, str | int | float | bool | np.generic | pd.Timestamp | pd.Interval):
                raise OverflowError
            count += 1
            if count > most:
                raise OverflowError
            yield each
        elif len(inner) > most:
            raise OverflowError
        else:
            stack.extend(inner)


def _inside(value: Any) -> list[Any] | None:
    if isinstance(value, pd.DataFrame):
        if value.size > MOST:
            raise OverflowError
        return [value.columns, value.index, *(value.iloc[:, place].tolist() for place in range(value.shape[1]))]
    if isinstance(value, pd.RangeIndex):
        return []
    if isinstance(value, pd.Series):
        return [value.index, value.tolist()]
    if isinstance(value, pd.Index | np.ndarray):
        return list(value.tolist()) if value.ndim else [value.item()]
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    return list(value) if isinstance(value, list | tuple | set | frozenset) else None
