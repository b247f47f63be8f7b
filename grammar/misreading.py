"""Right code turned into code that runs and gives another result, as a hurried reader of the request would write it."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from grammar.editing import Code, Edits, called
from grammar.scene import Scene, Var

Effect = Literal["rows", "columns", "values"]
"""What a slip changes: how many rows go in, what is told of each, or only figures."""
SHAPED = frozenset({"dataframe", "series", "array", "index"})
SINGLE = frozenset({"value", "plot", "model"})
_AGGREGATES = frozenset(
    {"groupby", "pivot_table", "agg", "corr", "value_counts", "crosstab", "describe", "mean", "median", "sum", "count"}
)


@dataclass(frozen=True)
class Slip:
    """One way to go wrong: what to change in the code, and what that did."""

    edits: Edits
    did: str
    """True of the changed code; a clause in the past tense that can follow "you"."""
    effect: Effect


@dataclass(frozen=True)
class Reading:
    """Right code with the scene in which it runs."""

    code: Code
    scene: Scene
    result: tuple[str, str]
    """Name and type of what was asked for last."""

    @cached_property
    def tables(self) -> Mapping[str, Var]:
        """The data frames that were there before, by name."""
        known = {self.scene.table.name: self.scene.table, **self.scene.variables}
        return {name: var for name, var in known.items() if var.type == "dataframe"}

    @cached_property
    def calls(self) -> list[tuple[ast.Call, str]]:
        """The calls that make something; printing only shows it."""
        printed = [node for node, name in self.code.calls if name == "print"]
        inside = {id(node) for each in printed for node in ast.walk(each)}
        return [(node, name) for node, name in self.code.calls if id(node) not in inside]

    def expected(self, slip: Slip) -> str:
        """In what the result will most likely differ: shape, length or values."""
        kind = self.result[1]
        condensed = any(name in _AGGREGATES for _, name in self.calls)
        sized = kind not in SINGLE and kind != "tuple"
        if slip.effect == "values" or not sized or (slip.effect == "rows" and condensed):
            return "values"
        return "shape" if kind in SHAPED else "length"


Finder = Callable[[Reading], Iterator[Slip]]
Made = tuple[str, str, str]
"""Wrong code, what was done wrong, and of which kind that is."""


def misread(
    reading: Reading,
    kinds: Sequence[str],
    chance: random.Random,
    finders: Mapping[Finder, tuple[float, str]],
    *,
    tried: Collection[str] = (),
) -> Made | None:
    """Wrong code that was not `tried` before; None where no slip fits the code.

    It is of the first of the `kinds` that fits, else of any; a slip that leaves a result of the same size is preferred.
    `finders` have weights, and the kinds of their slips.
    """
    found = {find: [slip for slip in find(reading) if _works(reading.code, slip, tried)] for find in finders}
    fitting = [find for find, slips in found.items() if slips]
    wanted = [[find for find in fitting if finders[find][1] == kind] for kind in kinds]
    pool = next((each for each in wanted if each), fitting)
    if not pool:
        return None
    (find,) = chance.choices(pool, [finders[one][0] for one in pool])
    alike = [slip for slip in found[find] if reading.expected(slip) == "values"]
    slip = chance.choice(alike or found[find])
    return reading.code.with_edits(slip.edits), slip.did, finders[find][1]


def _works(code: Code, slip: Slip, tried: Collection[str]) -> bool:
    made = code.with_edits(slip.edits)
    try:
        ast.parse(made)
    except SyntaxError:
        return False
    return made != code.text and made not in tried


def is_mask(node: ast.AST, code: Code) -> bool:
    """Whether an expression tells true or false of each row."""
    if isinstance(node, ast.Compare):
        return True
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitAnd | ast.BitOr)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert) and is_mask(node.operand, code)
    if isinstance(node, ast.Call):
        return called(node) in _TELLING
    return isinstance(node, ast.Name) and any(is_mask(value, code) for value in values_of(node.id, code))


_TELLING = frozenset({"between", "isin", "notna", "isna", "notnull", "isnull", "duplicated", "contains", "startswith"})


def values_of(name: str, code: Code) -> list[ast.expr]:
    """What the code assigns to a name."""
    return [
        node.value
        for node in code.nodes
        if isinstance(node, ast.Assign) and any(isinstance(one, ast.Name) and one.id == name for one in node.targets)
    ]


def column_in(node: ast.AST) -> str | None:
    """The first column that an expression looks up by its name."""
    for each in ast.walk(node):
        key = each.slice if isinstance(each, ast.Subscript) else None
        key = key.elts[-1] if isinstance(key, ast.Tuple) and key.elts else key
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            return key.value
    return None
