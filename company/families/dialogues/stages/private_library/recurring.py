"""Which steps on the private library recur in the dialogues so far: what a composition could be made of."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

OFTEN = 4
"""Turns in which steps must have come together before they count as recurring."""
SHARE = 0.02
"""… and the share of all turns, as a library grows more slowly the larger it is."""
FIELD = "[]"
"""Stands between two steps of which the second is done on one field of the first one's outcome."""
_LONGEST_ROW = 3
Steps = tuple[str, ...]


def recurring(codes: Sequence[str], names: Collection[str]) -> list[dict[str, Any]]:
    """Return the steps that come together in enough turns (`OFTEN`, `SHARE`), the most frequent first.

    Each has `steps` (library functions, in the order in which they are done), `how` ("one inside the other" or "in a
    row") and `turns`.
    """
    counts: Counter[tuple[str, Steps]] = Counter()
    for code in codes:
        tree = ast.parse(code)
        counts.update({*_nested(tree, names), *_rows(tree, names)})
    enough = max(OFTEN, round(SHARE * len(codes)))
    found = {key: turns for key, turns in counts.items() if turns >= enough}
    whole = {key: turns for key, turns in found.items() if not _part_of_another(key, turns, found)}
    ranked = sorted(whole.items(), key=lambda item: (-item[1], item[0]))
    return [{"steps": list(steps), "how": how, "turns": turns} for (how, steps), turns in ranked]


def _part_of_another(key: tuple[str, Steps], turns: int, found: dict[tuple[str, Steps], int]) -> bool:
    """Return whether a row of steps hardly ever comes without a longer one around it."""
    how, steps = key
    return any(
        other_how == how == "in a row"
        and len(other) > len(steps)
        and any(other[place : place + len(steps)] == steps for place in range(len(other)))
        and other_turns >= 0.7 * turns
        for (other_how, other), other_turns in found.items()
    )


def _nested(tree: ast.AST, names: Collection[str]) -> Iterator[tuple[str, Steps]]:
    for node in ast.walk(tree):
        outer = _function(node, names)
        if outer is None or not isinstance(node, ast.Call) or not node.args:
            continue
        first = node.args[0]
        between: Steps = ()
        if isinstance(first, ast.Subscript) and isinstance(first.slice, ast.Constant):
            first, between = first.value, (FIELD,)
        if inner := _function(first, names):
            yield "one inside the other", (inner, *between, outer)


def _rows(tree: ast.AST, names: Collection[str]) -> Iterator[tuple[str, Steps]]:
    """Yield calls that are statements one after the other, and are about the same thing."""
    for run in _runs(tree, names):
        for length in range(2, _LONGEST_ROW + 1):
            for place in range(len(run) - length + 1):
                part = run[place : place + length]
                if len({about for _, about in part}) == 1:
                    yield "in a row", tuple(name for name, _ in part)


def _runs(tree: ast.AST, names: Collection[str]) -> Iterator[list[tuple[str, str]]]:
    """Yield name and first argument of each call, run by run; a constant is not what a call is about."""
    for node in ast.walk(tree):
        body: Iterable[Any] = getattr(node, "body", None) or ()
        run: list[tuple[str, str]] = []
        for statement in body if isinstance(body, list) else ():
            call = statement.value if isinstance(statement, ast.Expr) else None
            name = _function(call, names)
            if name is not None and isinstance(call, ast.Call):
                about = call.args[0] if call.args and isinstance(call.args[0], ast.Name) else None
                run.append((name, about.id if about else ""))
            else:
                yield run
                run = []
        yield run


def _function(node: ast.AST | None, names: Collection[str]) -> str | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
        return node.func.id
    return None
