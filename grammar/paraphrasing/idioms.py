"""Expressions written in other idioms, as `idioms.toml` describes them."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from grammar.mutating.patterns import OP, matches, patterns
from grammar.mutating.ways import compiled, several
from grammar.paraphrasing.shapes import Known, as_query, column_of, is_mask, is_number, is_text

_TOLD = tomllib.loads((files("grammar.paraphrasing") / "idioms.toml").read_text("utf-8"))
_ASKED: Mapping[str, Any] = {
    **_TOLD["words"],
    **{asked.__name__: asked for asked in (column_of, as_query, is_mask, is_number, is_text, ast.Name, ast.List)},
}
"""What descriptions can name besides the places and what is known."""


@dataclass(frozen=True)
class _Way:
    """One way to write a value otherwise."""

    find: str | Sequence[str]
    put: str
    where: str = "True"
    let: Mapping[str, str] = field(default_factory=dict)

    def written(self, node: ast.AST, known: Known) -> Iterator[ast.expr]:
        """Yield the expression as this way has it, where it fits."""
        for pattern in (each for text in several(self.find) for each in patterns(text)):
            for places in matches(pattern, node) if type(node) is type(pattern) else ():
                values = {place: held.value for place, held in places.items()}
                asked = {**_ASKED, **values, "known": known, "it": node}
                with suppress(LookupError):
                    if eval(compiled(self.where), asked):
                        yield self._put(values | {name: eval(compiled(text), asked) for name, text in self.let.items()})

    def _put(self, values: Mapping[str, Any]) -> ast.expr:
        made = ast.parse(self.put.strip().replace(f" {OP} ", f" {values.get(OP)} "), mode="eval")
        return _Filled(values).visit(made).body  # type: ignore[no-any-return]


IDIOMS = {name: [_Way(**told) for told in ways] for name, ways in _TOLD["idioms"].items()}


@dataclass(frozen=True)
class Hand:
    """How somebody writes."""

    idioms: Sequence[str]
    """The first that fits an expression is taken."""
    short: bool
    """Whether steps that are used once are written in one line."""


HANDS = tuple(Hand(**told) for told in _TOLD["hands"])
"""Whose programs are told apart by more than one habit."""


class Writer(ast.NodeTransformer):
    """Writes every expression in the first idiom that fits it."""

    def __init__(self, idioms: Sequence[str], known: Known) -> None:
        self._ways, self._known = [way for name in idioms for way in IDIOMS[name]], known

    def visit(self, node: ast.AST) -> ast.AST:
        """The node in another idiom, its parts first looked at as they were."""
        ways = self._ways if isinstance(node, ast.expr) else ()
        others = (other for way in ways for other in way.written(node, self._known))
        return self.generic_visit(next(others, node))


class _Filled(ast.NodeTransformer):
    """Puts what stands in the places into what is written instead."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """What stands in a place: an expression, or a text or number."""
        value = self._values.get(node.id, node)
        return value if isinstance(value, ast.expr) else ast.Constant(value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """An attribute, whose name can be a place."""
        node.attr = self._values.get(node.attr, node.attr)
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST | list[ast.keyword]:
        """An argument, or all those that stand for one."""
        return self.generic_visit(node) if node.arg else list(self._values[ast.unparse(node.value)])
