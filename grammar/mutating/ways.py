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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import product
from types import CodeType
from typing import Any

from grammar.mutating.code import Code, Edits
from grammar.mutating.facts import Facts
from grammar.mutating.patterns import Places, matches, patterns


@dataclass(frozen=True)
class Mistake:
    """One way to go wrong: what to change in the code, what that did, and what it changes in the result."""

    edits: Edits
    did: str
    effect: str


@dataclass(frozen=True)
class Way:
    """A description of a way to go wrong, with the words that it can name."""

    words: Mapping[str, Any]
    find: str | Sequence[str] = ()
    every: str = ""
    where: str | Sequence[str] = ()
    each: Mapping[str, str] = field(default_factory=dict)
    put: str | Mapping[str, str] = field(default_factory=dict)
    add: str = ""
    drop: str = ""
    also: Sequence[Mapping[str, Any]] = ()
    did: str = ""
    effect: str = "values"

    def __post_init__(self) -> None:
        for text in (*several(self.where), *self.each.values()):
            compiled(text)
        if not (self._patterns or self.every) or self.effect not in ("rows", "columns", "values"):
            raise ValueError(f"nothing to look for, or no effect: {self.effect!r}")

    @property
    def _patterns(self) -> Sequence[ast.AST]:
        return [pattern for text in several(self.find) for pattern in patterns(text)]

    def mistakes(self, facts: Facts, *, shown: bool) -> Iterator[Mistake]:
        """Yield every mistake of this way that the code allows; in what only prints something if `shown`."""
        for site in self._sites(facts, {}):
            if shown or not all(facts.within(node, ("print",)) for node in site.nodes):
                with suppress(LookupError):
                    yield Mistake(tuple(self._edits(facts, site)), site.written(self.did), self.effect)

    def _sites(self, facts: Facts, outer: Mapping[str, Any]) -> Iterator[_Site]:
        """Yield what can be changed in this way."""
        for nodes, places, name in self._matches(facts):
            values = {place: held.value for place, held in places.items()}
            asked = {**facts.asked, **self.words, **outer, **values, self.every.upper(): name, "it": nodes[0]}
            with suppress(LookupError):
                among = [eval(compiled(text), asked) for text in self.each.values()]
                for chosen in (dict(zip(self.each, some, strict=True)) for some in product(*among)):
                    if all(eval(compiled(text), {**asked, **chosen}) for text in several(self.where)):
                        yield _Site(facts.code, nodes, places, {**asked, **chosen})

    def _matches(self, facts: Facts) -> Iterator[tuple[Sequence[ast.AST], Places, str]]:
        for name, reads in (getattr(facts, f"{self.every}s") if self.every else {}).items():
            yield reads, {}, name
        for pattern in self._patterns:
            for node in facts.code.nodes:
                if type(node) is type(pattern) or isinstance(pattern, ast.Name):  # a place alone is any expression
                    yield from (([node], places, "") for places in matches(pattern, node))

    def _edits(self, facts: Facts, site: _Site) -> Edits:
        """What to change in the code; raises LookupError for words that a table does not have."""
        node, code = site.nodes[0], facts.code
        if isinstance(self.put, str):
            edits = [(*_whole(each, self.put, code), site.written(self.put)) for each in site.nodes]
        else:
            edits = [(*site.places[place].span(code), site.written(text)) for place, text in self.put.items()]
        if isinstance(node, ast.Call) and self.add:
            end = code.span(node)[1] - 1
            edits.append((end, end, (", " if node.args or node.keywords else "") + self.add))
        if isinstance(node, ast.Call) and self.drop:
            edits.append((*_argument(node, site.places[self.drop].node, code), ""))
        for way in (Way(self.words, **told) for told in self.also):
            for other in way._sites(facts, site.asked):
                edits += way._edits(facts, other)
        return tuple(edits)


@dataclass(frozen=True)
class Sort:
    """A sort of mistakes that is as frequent as its weight says."""

    name: str
    kind: str
    weight: float
    ways: Sequence[Way]

    def mistakes(self, facts: Facts, *, shown: bool) -> Iterator[Mistake]:
        """Yield every mistake of this sort that the code allows; in what only prints something if `shown`."""
        for way in self.ways:
            yield from way.mistakes(facts, shown=shown)


@cache
def sorts(name: str) -> Sequence[Sort]:
    """Return the sorts of mistakes that a file describes."""
    return described_sorts(tomllib.loads((files("grammar.mutating") / f"{name}.toml").read_text("utf-8")))


def described_sorts(told: Mapping[str, Any]) -> Sequence[Sort]:
    """Return the sorts of mistakes that tables describe; raises ValueError for a description that is wrong."""
    described = []
    for name in (name for name in told if name != "words"):
        try:
            ways = [Way(told.get("words", {}), **way) for way in told[name]["ways"]]
            described.append(Sort(name, told[name].get("kind", name), told[name]["weight"], ways))
        except (KeyError, SyntaxError, TypeError, ValueError) as problem:
            raise ValueError(f"{name}: {type(problem).__name__}: {problem}") from problem
    return described


@dataclass(frozen=True)
class _Site:
    """A part of the code that can be changed, with what stands in its places and all that can be asked."""

    code: Code
    nodes: Sequence[ast.AST]
    places: Places
    asked: dict[str, Any]

    def written(self, text: str) -> str:
        """A text with its braces filled."""

        def filled(gap: re.Match[str]) -> str:
            place = self.places.get(gap[1])
            return place.text(self.code) if place else str(eval(compiled(gap[1]), self.asked))

        return re.sub(r"\{([^{}]+)\}", filled, text)


def _whole(node: ast.AST, text: str, code: Code) -> tuple[int, int]:
    """Where a part stands; a statement that is taken out, with the end of its line."""
    start, end = code.span(node)
    return (start, end) if text else (start, min(end + 1, len(code.text)))


def _argument(call: ast.Call, argument: ast.AST, code: Code) -> tuple[int, int]:
    """Where an argument stands, with the comma before it, or behind it."""
    spans = sorted(map(code.span, (*call.args, *call.keywords)))
    at = spans.index(code.span(argument))
    if at:
        return spans[at - 1][1], spans[at][1]
    return spans[0][0], spans[1][0] if len(spans) > 1 else spans[0][1]


@cache
def compiled(text: str) -> CodeType:
    """An expression, to be evaluated many times."""
    return compile(text.strip(), "<mistakes>", "eval")


def several(told: str | Sequence[str]) -> Sequence[str]:
    """What a description says once, or in a list."""
    return [told] if isinstance(told, str) else told
