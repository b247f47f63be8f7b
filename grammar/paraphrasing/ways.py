"""Several programs for one query: the same moves in other styles, with expressions written in other idioms."""

from __future__ import annotations

import ast
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grammar.coding import code_of
from grammar.moves import Move
from grammar.paraphrasing.grouping import by_loop, by_map, by_name, by_pivot, by_series, by_size
from grammar.paraphrasing.inlining import inlined
from grammar.paraphrasing.ordering import by_largest, by_sorting
from grammar.paraphrasing.reckoning import (
    by_count,
    by_methods,
    by_numpy,
    by_quantile,
    by_shape,
    by_tests,
    by_values,
)
from grammar.paraphrasing.selecting import by_all_rows, by_brackets, by_filter, by_loc, by_query
from grammar.paraphrasing.shapes import Idiom, Known, is_mask
from grammar.requesting import scene_in
from grammar.scene import Scene
from grammar.understanding import understand


@dataclass(frozen=True)
class Hand:
    """How somebody writes."""

    idioms: tuple[Idiom, ...]
    """The first that fits an expression is taken."""
    short: bool
    """Whether steps that are used once are written in one line."""


HANDS = (
    Hand((by_query, by_series, by_map, by_methods, by_numpy, by_filter, by_sorting, by_shape), short=True),
    Hand((by_loc, by_pivot, by_size, by_tests, by_values, by_all_rows, by_largest, by_count), short=False),
    Hand((by_brackets, by_loop, by_tests, by_quantile, by_methods, by_filter, by_count), short=True),
    Hand((by_name, by_loc), short=False),
)
"""Whose programs are told apart by more than one habit."""
_STYLES = 4
"""Programs in other styles that each of them is given."""


def paraphrase(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `paraphrase` brief: programs that differ in more than words; none where the query is not read."""
    scene = scene_in(brief)
    moves = understand(brief["query"], scene)
    found: dict[str, str] = {}
    for code in _programs(moves, known_in(scene), chance) if moves else ():
        found.setdefault(_essence(code), code)
        if len(found) > brief["number"]:  # one is the answer itself, perhaps, and is left out then
            break
    return {"ways": [_named(code, moves, brief["results"]) for code in found.values()]}


def _programs(moves: Sequence[Move], known: Known, chance: random.Random) -> Iterator[str]:
    kept = {move.out for move in moves if move.wanted}
    for _ in range(_STYLES):
        for hand in HANDS:
            yield otherwise(code_of(moves, chance), hand, known, kept)


def otherwise(code: str, hand: Hand, known: Known, kept: Collection[str]) -> str:
    """A program as somebody else would write it; the names in `kept` stay. Raises SyntaxError."""
    tree = ast.parse(code)
    if hand.short:
        tree = inlined(tree, kept)
    given = list(_given(tree))
    masks = {name for name, value in given if is_mask(value, known)}
    once = {name for name in masks if all(is_mask(value, known) for other, value in given if other == name)}
    groupings = {name for name, value in given if ast.unparse(value).count(".groupby(")}
    known = replace(known, masks=once, groupings=groupings)
    return ast.unparse(ast.fix_missing_locations(_Writer(hand.idioms, known).visit(tree)))


def known_in(scene: Scene) -> Known:
    """What idioms may rely on in a scene: what holds of a column's name in each frame that has it."""
    columns = [column for var in (scene.table, *scene.variables.values()) for column in var.columns]
    gaps = {column.name for column in columns if column.missing}
    numbers = {column.name for column in columns if column.numeric}
    texts = {column.name for column in columns if not column.numeric and column.dtype in ("object", "str", "string")}
    return Known(numbers - texts - gaps, texts - numbers - gaps)


def _given(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Names, with the values that the program gives to them."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            yield each.targets[0].id, each.value


class _Writer(ast.NodeTransformer):
    """Writes every expression in the first idiom that fits it."""

    def __init__(self, idioms: Sequence[Idiom], known: Known) -> None:
        self._idioms, self._known = idioms, known

    def visit(self, node: ast.AST) -> ast.AST:
        """The node in another idiom, its parts first looked at as they were."""
        if isinstance(node, ast.expr):
            for idiom in self._idioms:
                if (other := idiom(node, self._known)) is not None:
                    return self.generic_visit(other)
        return self.generic_visit(node)


def _named(code: str, moves: Sequence[Move], results: Sequence[dict[str, str]]) -> str:
    """The program with its results under the names that are asked for."""
    made = [move.out for move in moves if move.wanted]
    others = [f"{told['name']} = {out}" for out, told in zip(made, results, strict=False) if out != told["name"]]
    return "\n".join([code, *others])


def _essence(code: str) -> str:
    """What makes a program another one: not what it prints."""
    shown = (each for each in ast.parse(code).body if not ast.unparse(each).startswith("print("))
    return "\n".join(map(ast.unparse, shown))
