"""Patterns of code: Python in which words in capitals are places that hold anything.

A place can stand for an expression, the name of an attribute or of an argument, or a list of names to import. `...`
among arguments stands for any others, `*REST` for any others with a name for them, `**REST` for such as are given by
name. `A OP B` is any comparison.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

from grammar.mutating.code import Code

_PLACE = re.compile(r"[A-Z][A-Z_]*")
SIGNS: Mapping[type[ast.AST], str] = {
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="},
    **{ast.BitAnd: "&", ast.BitOr: "|", ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"},
}
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_IGNORED = frozenset({"ctx", "type_comment", "kind"})
OP = "OP"
"""The place of the sign between the two sides of what was found."""


@dataclass(frozen=True)
class Place:
    """What stands in a place: a part of the code or several, or a name or sign that belongs to a part."""

    node: ast.AST
    word: str | None = None
    several: tuple[ast.expr | ast.keyword, ...] | None = None

    @property
    def value(self) -> object:
        """What conditions are asked of: the name or sign, the value of a constant, else the syntax itself."""
        if self.several is not None or self.word is not None:
            return self.word if self.several is None else self.several
        return self.node.value if isinstance(self.node, ast.Constant) else self.node

    def text(self, code: Code) -> str:
        """What stands there, as it is written."""
        if self.several is not None:
            return ", ".join(map(code.of, self.several))
        return code.of(self.node) if self.word is None else self.word

    def span(self, code: Code) -> tuple[int, int]:
        """Where it stands."""
        start, end = code.span(self.node)
        if isinstance(self.node, ast.Attribute) and self.word is not None:
            return end - len(self.word), end
        if isinstance(self.node, ast.keyword) and self.word is not None:
            return start, start + len(self.word)
        if isinstance(self.node, ast.BinOp | ast.Compare) and self.word is not None:
            right = self.node.right if isinstance(self.node, ast.BinOp) else self.node.comparators[0]
            start = code.text.index(self.word, code.span(self.node.left)[1], code.span(right)[0])
            return start, start + len(self.word)
        return start, end


Places = Mapping[str, Place]
_Pair = tuple[Any, Any, ast.AST]
"""A part of a pattern, what has to be like it, and the part of the code that this belongs to."""


@cache
def patterns(text: str) -> tuple[ast.AST, ...]:
    """Return the patterns that a text stands for: one, or one for each sign of comparison."""
    if f" {OP} " in text:
        return tuple(each for sign in _COMPARISONS for each in patterns(text.replace(f" {OP} ", f" {sign} ")))
    (statement,) = ast.parse(text).body
    return (statement.value if isinstance(statement, ast.Expr) else statement,)


def matches(pattern: ast.AST, node: ast.AST) -> Iterator[Places]:
    """Yield what stands in the places, for each way in which a part of some code has the form of a pattern."""
    if not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
        operator: Any = node.ops[0] if isinstance(node, ast.Compare) else getattr(node, "op", None)
        sign = SIGNS.get(type(operator))
        yield from _alike([(pattern, node, node)], {OP: Place(node, sign)} if sign else {})


def _alike(pairs: Sequence[_Pair], places: Places) -> Iterator[Places]:
    if not pairs:
        yield places
        return
    (pattern, value, owner), rest = pairs[0], pairs[1:]
    if name := _place(pattern, value, owner):
        held = Place(owner, value) if isinstance(value, str) else Place(owner, None, value)
        held = Place(value) if isinstance(value, ast.AST) else held
        if name not in places or ast.dump(places[name].node) == ast.dump(held.node):
            yield from _alike(rest, {**places, name: held})
    elif isinstance(pattern, ast.Call) and isinstance(value, ast.Call):
        for arguments in _arguments(pattern, value):
            yield from _alike([(pattern.func, value.func, value), *arguments, *rest], places)
    elif isinstance(pattern, ast.AST) and type(pattern) is type(value):
        fields = [name for name in pattern._fields if name not in _IGNORED]
        inner = [(getattr(pattern, name, None), getattr(value, name, None), value) for name in fields]
        yield from _alike([*inner, *rest], places)
    elif isinstance(pattern, list) and isinstance(value, list):
        # Any of the names that are imported will do; of other things, there must be as many.
        several = [[name] for name in value] if isinstance(owner, ast.ImportFrom) else [value]
        for parts in (some for some in several if len(some) == len(pattern)):
            yield from _alike([*((one, part, owner) for one, part in zip(pattern, parts, strict=True)), *rest], places)
    elif type(pattern) is type(value) and pattern == value:
        yield from _alike(rest, places)


def _place(pattern: Any, value: Any, owner: ast.AST) -> str | None:
    """The place that a part of a pattern is, if what is there can stand in it."""
    if isinstance(pattern, ast.Name) and isinstance(value, ast.expr | tuple):
        return pattern.id if _PLACE.fullmatch(pattern.id) else None
    named = isinstance(pattern, str) and isinstance(value, str) and not isinstance(owner, ast.Constant)
    return pattern if named and _PLACE.fullmatch(pattern) else None


def _arguments(pattern: ast.Call, node: ast.Call) -> Iterator[Sequence[_Pair]]:
    """Yield the ways to pair arguments, those by name with any others by name; what is left over is the rest."""
    rest = [each for each in pattern.args if _is_rest(each)]
    wanted = [each for each in pattern.args if not _is_rest(each)]
    named = [each for each in pattern.keywords if each.arg]
    more = len(node.args) - len(wanted)
    if more < 0 or (more and not rest):
        return
    rest += [each.value for each in pattern.keywords if not each.arg]
    pairs = list(zip(wanted, node.args, [node] * len(wanted), strict=False))
    for chosen in permutations(node.keywords, len(named)):
        left = (*node.args[len(wanted) :], *(each for each in node.keywords if each not in chosen))
        if rest or not left:
            whole = [(each.value if isinstance(each, ast.Starred) else each, left, node) for each in rest]
            names = [(one, other, node) for one, other in zip(named, chosen, strict=True)]
            yield [*pairs, *names, *(each for each in whole if isinstance(each[0], ast.Name))]


def _is_rest(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred) or (isinstance(node, ast.Constant) and node.value is ...)
