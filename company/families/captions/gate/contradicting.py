"""Whether an untruth can be told from words alone: from paragraphs, or from the other captions, without the figure.

It can where no figure is found on which all that is told holds together with the untruth, or where a name that the
untruth puts aside stands in what is told.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.families.captions.records import Untruth

Line = Mapping[str, Any]
_NAMED = {"names", "shows"}
"""Functions that say what a figure calls its axes and series."""


@dataclass(frozen=True)
class Told:
    """What is told of a figure beside an untruth."""

    texts: tuple[str, ...]
    codes: tuple[str, ...]
    """Of all that is claimed there, and so."""

    @classmethod
    def of(cls, parts: Sequence[Line]) -> Told:
        """Return what paragraphs or captions tell, each with "text" and "claims"."""
        codes = [claim["code"] for each in parts for claim in each["claims"] if claim["truth"] == "true"]
        return cls(tuple(each["text"] for each in parts), tuple(dict.fromkeys(codes)))

    def beside(self, untruth: str) -> tuple[str, ...]:
        """Return the claims that have to hold together for an untruth not to be contradicted."""
        return (*self.codes, untruth)

    def names(self, kind: Untruth, before: str, after: str) -> bool:
        """Return whether a name that an untruth of what stands on the figure puts aside stands in the texts."""
        if kind != "outside":
            return False
        gone = [text for text in _texts(before) if text not in _texts(after)]
        return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", each, re.I) for name in gone for each in self.texts)


def told_of(line: Line, of: str) -> tuple[Told, Told]:
    """Return what paragraphs tell of a figure, and what captions do beside the one `of` this id."""
    return Told.of(line["paragraphs"]), Told.of([each for each in line["captions"] if each["id"] != of])


def claims_of(options: Sequence[Line]) -> list[tuple[str, ...]]:
    """Return what each caption of a choice claims, an option's code being `not all([...])`."""
    return [tuple(_listed(each["code"])) for each in options]


def _listed(code: str) -> Iterator[str]:
    try:
        tree = ast.parse(code.strip(), mode="eval").body
    except SyntaxError:
        yield f"not ({code})"
        return
    match tree:
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="all"), args=[ast.List(elts=found)])):
            yield from map(ast.unparse, found)
        case _:
            yield f"not ({code})"


def _texts(code: str) -> list[str]:
    """Return the names of axes and series in a claim on what stands on the figure."""
    try:
        tree = ast.parse(code.strip(), mode="eval")
    except SyntaxError:
        return []
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        str(each.value)
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in _NAMED
        for each in call.args
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]
