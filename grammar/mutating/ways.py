"""Reads the descriptions of mistakes from `*.toml`, and applies them to code.

Each table is a sort of mistake: `weight` says how often it is made where it can be, `kind` what it is called, and
`ways` are the ways to make it. `[words]` holds lists and tables that the ways name. The keys of a way:

- `find`: a pattern of code, or several (see `patterns`); or `every`: "column" or "variable", which stands for each
  column that the code looks up (COLUMN), or each variable that it reads (VARIABLE), at all its places.
- `where`: a Python expression, or several, that must hold. It can name the places (see `patterns.Place.value`), the
  words, `it` (what was found), and everything in `facts`. What a table of words does not have rules the way out.
- `each`: a name → an expression of values, one mistake for each of them.
- `put`: what stands there instead: a text for all that was found, or a table of texts for its places. In braces stand
  places, or expressions as in `where`. `add`: an argument that a call gets; `drop`: a place whose argument it loses.
- `also`: further patterns, with `where` and `put`, which are changed everywhere with it.
- `did`: what was done, after "you": a clause that is true of the changed code. `effect`: what that changes: how many
  "rows" go in, which "columns" are told of them, or only "values".
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from types import CodeType
from typing import Any

from grammar.mutating.code import Edits
from grammar.mutating.facts import Facts
from grammar.mutating.patterns import Place, Places, matches, patterns

_KEYS = frozenset({"find", "every", "where", "each", "put", "add", "drop", "also", "did", "effect"})
_EFFECTS = ("rows", "columns", "values")


@dataclass(frozen=True)
class Mistake:
    """One way to go wrong: what to change in the code, what that did, and what it changes in the result."""

    edits: Edits
    did: str
    effect: str


@dataclass(frozen=True)
class Sort:
    """A sort of mistakes that is as frequent as its weight says."""

    name: str
    kind: str
    weight: float
    ways: tuple[Way, ...]

    def mistakes(self, facts: Facts, *, shown: bool) -> Iterator[Mistake]:
        """Yield every mistake of this sort that the code allows; in what only prints something if `shown`."""
        for way in self.ways:
            yield from way.mistakes(facts, shown=shown)


@cache
def sorts(name: str) -> tuple[Sort, ...]:
    """Return the sorts of mistakes that a file describes."""
    return described_sorts(tomllib.loads((files("grammar.mutating") / f"{name}.toml").read_text("utf-8")))


def described_sorts(told: Mapping[str, Any]) -> tuple[Sort, ...]:
    """Return the sorts of mistakes that tables describe; raises ValueError for a description that is wrong."""
    words, found = told.get("words", {}), []
    for name in (name for name in told if name != "words"):
        try:
            ways = tuple(_way(way, words) for way in told[name]["ways"])
            found.append(Sort(name, told[name].get("kind", name), told[name]["weight"], ways))
        except (KeyError, SyntaxError, TypeError, ValueError) as problem:
            raise ValueError(f"{name}: {type(problem).__name__}: {problem}") from problem
    return tuple(found)


@dataclass(frozen=True)
class Way:
    """A description of a way to go wrong."""

    find: tuple[ast.AST, ...]
    every: str
    where: tuple[CodeType, ...]
    each: Mapping[str, CodeType]
    put: Mapping[str, str]
    """Texts by place; "" is all that was found."""
    add: str
    drop: str
    also: tuple[Way, ...]
    did: str
    effect: str
    words: Mapping[str, Any]

    def mistakes(self, facts: Facts, *, shown: bool = True) -> Iterator[Mistake]:
        """Yield every mistake of this way that the code allows."""
        for found in self._found(facts, {}):
            if shown or not all(facts.within(node, ("print",)) for node in found.nodes):
                with suppress(LookupError):
                    yield Mistake(self._edits(facts, found), found.written(self.did), self.effect)

    def _found(self, facts: Facts, outer: Mapping[str, Any]) -> Iterator[_Found]:
        """Yield what can be changed in this way."""
        known = {**facts.asked, **self.words, **outer}
        for nodes, places, more in self._sites(facts):
            asked = {**known, **more, **{name: place.value for name, place in places.items()}, "it": nodes[0]}
            for chosen in self._chosen(asked):
                yield _Found(facts, nodes, places, {**asked, **chosen})

    def _chosen(self, asked: dict[str, Any]) -> Iterator[Mapping[str, Any]]:
        """Yield the values of `each` for which the conditions hold."""
        with suppress(LookupError):
            values = [eval(rule, asked) for rule in self.each.values()]
            for chosen in (dict(zip(self.each, some, strict=True)) for some in product(*values)):
                if all(eval(rule, {**asked, **chosen}) for rule in self.where):
                    yield chosen

    def _sites(self, facts: Facts) -> Iterator[tuple[Sequence[ast.AST], Places, Mapping[str, Any]]]:
        for name, reads in (getattr(facts, f"{self.every}s") if self.every else {}).items():
            yield reads, {}, {self.every.upper(): name}
        for pattern in self.find:
            for node in facts.code.nodes:
                if type(node) is type(pattern) or isinstance(pattern, ast.Name):  # a place alone is any expression
                    yield from (([node], places, {}) for places in matches(pattern, node))

    def _edits(self, facts: Facts, found: _Found) -> Edits:
        """What to change in the code; raises LookupError for words that a table does not have."""
        code, node = facts.code, found.nodes[0]
        edits = [(*found.span(place, node), found.written(text)) for place, text in self.put.items() if place]
        if "" in self.put:
            edits += [(*_line(facts, node, self.put[""]), found.written(self.put[""])) for node in found.nodes]
        if self.add and isinstance(node, ast.Call):
            end = code.span(node)[1] - 1
            edits.append((end, end, (", " if node.args or node.keywords else "") + self.add))
        if self.drop and isinstance(node, ast.Call):
            edits.append((*_argument(facts, node, found.places[self.drop].node), ""))
        for way in self.also:
            for other in way._found(facts, found.asked):
                edits += way._edits(facts, other)
        return tuple(edits)


@dataclass(frozen=True)
class _Found:
    """A part of the code that can be changed, with what stands in its places and all that can be asked."""

    facts: Facts
    nodes: Sequence[ast.AST]
    places: Places
    asked: Mapping[str, Any]

    def span(self, place: str, node: ast.AST) -> tuple[int, int]:
        return self.places.get(place, Place(node)).span(self.facts.code)

    def written(self, text: str) -> str:
        """A text with its braces filled."""

        def filled(gap: re.Match[str]) -> str:
            place = self.places.get(gap[1])
            return place.text(self.facts.code) if place else str(eval(gap[1], {**self.asked}))

        return re.sub(r"\{([^{}]+)\}", filled, text)


def _line(facts: Facts, node: ast.AST, text: str) -> tuple[int, int]:
    """Where a part stands; a statement that is taken out, with the end of its line."""
    start, end = facts.code.span(node)
    return (start, end) if text else (start, min(end + 1, len(facts.code.text)))


def _argument(facts: Facts, call: ast.Call, argument: ast.AST) -> tuple[int, int]:
    """Where an argument stands, with the comma before it, or behind it."""
    given: list[ast.AST] = sorted((*call.args, *call.keywords), key=facts.code.span)
    at = given.index(argument)
    (start, end), span = facts.code.span(argument), facts.code.span
    return (span(given[at - 1])[1], end) if at else (start, span(given[1])[0] if len(given) > 1 else end)


def _way(told: Mapping[str, Any], words: Mapping[str, Any]) -> Way:
    if unknown := set(told) - _KEYS:
        raise ValueError(f"there is no key {min(unknown)!r} in ways to go wrong")
    if told.get("effect", "values") not in _EFFECTS:
        raise ValueError(f"no effect: {told['effect']!r}")
    if ("find" in told) == ("every" in told):
        raise ValueError("neither `find` nor `every`, or both")
    compiled: Callable[[str], CodeType] = lambda text: compile(text, "<mistakes>", "eval")  # noqa: E731
    put = told.get("put", {})
    return Way(
        find=tuple(pattern for text in _several(told.get("find", ())) for pattern in patterns(text)),
        every=told.get("every", ""),
        where=tuple(map(compiled, _several(told.get("where", ())))),
        each={name: compiled(text) for name, text in told.get("each", {}).items()},
        put={"": put} if isinstance(put, str) else put,
        add=told.get("add", ""),
        drop=told.get("drop", ""),
        also=tuple(_way(way, words) for way in told.get("also", ())),
        did=told.get("did", ""),
        effect=told.get("effect", "values"),
        words=words,
    )


def _several(told: Any) -> Sequence[str]:
    return [told] if isinstance(told, str) else told
