"""The gold of a case as pieces that can be searched for, and where texts hold them.

A piece is one statement of a reference, or a right letter as the format writes it. Spacing and the kind of quotes do
not hide it, and neither do comments or another layout of the code, as far as it stands in a block of Python.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from company.benchmark.files import dialogue_of, turn_of
from company.families.dialogues.body.reference import TURN, solution

SHORTEST: Final = 16
"""Pieces of fewer signs stand everywhere; they say nothing."""
_TELLING: Final = 60
"""The code of an option is looked for whole; shorter code may well stand in any dialogue, and tells no letter."""
_SHOWING: Final = frozenset({"print", "plt", "ax", "axes", "fig", "figure", "display"})
"""Statements about these show a result; they do not make it."""
_BLOCK: Final = re.compile(r"```python\s*\n(.*?)```", re.DOTALL)
_SPACE: Final = re.compile(r"\s+")
_SAID: Final = re.compile(r"(?:right|correct)[_ ](?:answer|option|letter|one)\W{1,6}(?:is\W{1,4})?([A-J])\b")
Line = Mapping[str, Any]


def squashed(text: str) -> str:
    """A text without spaces and with one kind of quotes."""
    return _SPACE.sub("", text).replace("'", '"')


@functools.lru_cache(maxsize=100_000)
def statements(code: str) -> tuple[str, ...]:
    """The statements of code that make something, squashed; its lines, where it is not Python."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return tuple(filter(None, map(squashed, code.splitlines())))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return | ast.Expr) and _makes(node):
            found.append(squashed(ast.unparse(node)))
    return tuple(dict.fromkeys(found))


def _makes(node: ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return | ast.Expr) -> bool:
    if isinstance(node.value, ast.Constant | ast.Name):
        return False
    return not (isinstance(node, ast.Expr | ast.Assign) and _root(node.value) in _SHOWING)


def _root(node: ast.expr | None) -> str:
    """The name that an expression starts from."""
    while True:
        match node:
            case ast.Call(func=inner) | ast.Attribute(value=inner) | ast.Subscript(value=inner):
                node = inner
            case ast.Name(id=name):
                return name
            case _:
                return ""


def pieces(entry: Line) -> tuple[str, ...]:
    """What of a case's gold would give it away where it stands in public."""
    reference = str(entry["reference_answer"])
    if "choice" in entry:
        choice = entry["choice"]
        code = [squashed(str(each)) for each in (choice["setup"], *(option["code"] for option in choice["options"]))]
        found = [squashed(reference), *(each for each in code if len(each) >= _TELLING)]
    else:
        found = [*statements(solution(reference)), *statements(str(entry.get("prototype_code", "")))]
    return tuple(dict.fromkeys(each for each in found if len(each) >= SHORTEST))


def letters_named(texts: Iterable[str]) -> set[str]:
    """The letters that texts call right outright."""
    return {letter for text in texts for letter in _SAID.findall(text)}


def texts_in(value: object) -> Iterator[str]:
    """Every text in a JSON value, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, Sequence) and not isinstance(value, bytes):
        for each in value:
            yield from texts_in(each)


class Haystack:
    """Texts in which pieces are looked for, each with the names of its owners. Equal paragraphs are kept once."""

    def __init__(self) -> None:
        self._owners: dict[str, set[str]] = {}
        self.cases: set[str] = set()
        """The owners that are cases; the others are files."""

    def add(self, owner: str, texts: Iterable[str], *, case: bool = True) -> None:
        """Add the texts of an owner: as they are, and the code in them as it parses."""
        if case:
            self.cases.add(owner)
        for text in texts:
            for paragraph in _paragraphs(text):
                self._owners.setdefault(paragraph, set()).add(owner)

    def holding(self, wanted: Collection[str]) -> dict[str, set[str]]:
        """Each of the pieces that is anywhere, with the owners of the texts that hold it."""
        index: dict[str, list[str]] = {}
        for piece in wanted:
            if len(piece) >= SHORTEST:
                index.setdefault(piece[:SHORTEST], []).append(piece)
        found: dict[str, set[str]] = {}
        for text, owners in self._owners.items():
            for start in range(len(text) - SHORTEST + 1):
                for piece in index.get(text[start : start + SHORTEST], ()):
                    if text.startswith(piece, start):
                        found.setdefault(piece, set()).update(owners)
        return found


@functools.lru_cache(maxsize=100_000)
def _paragraphs(text: str) -> frozenset[str]:
    """The paragraphs of a text, squashed, and the statements of the Python in it."""
    found = {squashed(part) for part in re.split(r"\n\s*\n", text)}
    found.add(squashed(text) if len(text) < _WHOLE else "")
    for block in _BLOCK.findall(text) or TURN.split(text):
        found.update(statements(block) if "=" in block or "(" in block else ())
    return frozenset(each for each in found if len(each) >= SHORTEST)


_WHOLE: Final = 2_000
"""Texts of fewer signs are looked through whole, too, so that blank lines hide nothing in them."""


def given_away(entries: Iterable[Line], stack: Haystack) -> set[tuple[str, str, str]]:
    """Cases whose gold stands where it should not: the data_id, the owner of the text, and a piece that it holds.

    Owners are data_ids, or names of files. What a case's own texts show is no secret of it. In its own dialogue, and
    beside the cases, not one piece of the rest may stand; in another dialogue, not all of them: two dialogues over one
    table have many a statement in common.
    """
    wanted = {str(entry["data_id"]): pieces(entry) for entry in entries}
    found = stack.holding({piece for each in wanted.values() for piece in each})
    given = set()
    for data_id, each in wanted.items():
        secret = [piece for piece in each if data_id not in found.get(piece, ())]
        owners = {owner: piece for piece in reversed(secret) for owner in found.get(piece, ())}
        for owner, piece in owners.items():
            near = owner not in stack.cases or _dialogue(owner) == _dialogue(data_id)
            if near or all(owner in found.get(other, ()) for other in secret):
                given.add((data_id, owner, piece))
    return given


def _dialogue(data_id: str) -> str:
    return dialogue_of(turn_of(data_id))
