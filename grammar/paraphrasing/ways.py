"""Several programs for one query: the same moves in other styles, with expressions written in other idioms."""

from __future__ import annotations

import ast
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from grammar.coding import code_of
from grammar.moves import Move
from grammar.mutating.code import given
from grammar.paraphrasing.idioms import HANDS, Hand, Writer
from grammar.paraphrasing.inlining import inlined
from grammar.paraphrasing.shapes import Known, is_mask
from grammar.requesting import scene_in
from grammar.scene import Scene
from grammar.understanding import understand

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
    values = list(given(ast.walk(tree)))
    others = {name for name, value in values if not is_mask(value, known)}
    once = {name for name, _ in values} - others
    groupings = {name for name, value in values if ".groupby(" in ast.unparse(value)}
    known = replace(known, masks=once, groupings=groupings)
    return ast.unparse(ast.fix_missing_locations(Writer(hand.idioms, known).visit(tree)))


def known_in(scene: Scene) -> Known:
    """What idioms may rely on in a scene: what holds of a column's name in each frame that has it."""
    columns = [column for var in (scene.table, *scene.variables.values()) for column in var.columns]
    gaps = {column.name for column in columns if column.missing}
    numbers = {column.name for column in columns if column.numeric}
    texts = {column.name for column in columns if not column.numeric and column.dtype in ("object", "str", "string")}
    return Known(numbers - texts - gaps, texts - numbers - gaps)


def _named(code: str, moves: Sequence[Move], results: Sequence[dict[str, str]]) -> str:
    """The program with its results under the names that are asked for."""
    made = [move.out for move in moves if move.wanted]
    others = [f"{told['name']} = {out}" for out, told in zip(made, results, strict=False) if out != told["name"]]
    return "\n".join([code, *others])


def _essence(code: str) -> str:
    """What makes a program another one: not what it prints."""
    shown = (each for each in ast.parse(code).body if not ast.unparse(each).startswith("print("))
    return "\n".join(map(ast.unparse, shown))
