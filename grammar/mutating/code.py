"""Code as something to make small edits in: where its parts stand, what they are called, which frames it can see."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

Edit = tuple[int, int, str]
"""Start, end and new text."""
Edits = tuple[Edit, ...]
Known = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Code:
    """Code that works, the frames it can see, and the name and type of its result."""

    text: str
    known: Known
    result: tuple[str, str] | None = None
    tree: ast.Module = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tree", ast.parse(self.text))

    @cached_property
    def _lines(self) -> list[bytes]:
        return self.text.encode().splitlines(keepends=True)

    def _at(self, line: int, column: int) -> int:
        return len(b"".join((*self._lines[: line - 1], self._lines[line - 1][:column])).decode())

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Where an expression, statement or keyword stands in the text."""
        start = self._at(node.lineno, node.col_offset)  # type: ignore[attr-defined]
        return start, self._at(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def of(self, node: ast.AST) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self.text[start:end]

    def with_edits(self, edits: Edits) -> str:
        """The text after non-overlapping edits."""
        text = self.text
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Every part of the code."""
        return list(ast.walk(self.tree))

    def reads(self, name: str) -> list[ast.Name]:
        """Where a variable is read."""
        names = [node for node in self.nodes if isinstance(node, ast.Name)]
        return [node for node in names if node.id == name and isinstance(node.ctx, ast.Load)]

    @cached_property
    def calls(self) -> list[tuple[ast.Call, str]]:
        """Every call with the last name of what is called."""
        return [(node, called(node)) for node in self.nodes if isinstance(node, ast.Call) and called(node)]

    @cached_property
    def texts(self) -> list[tuple[ast.Constant, str]]:
        """Every constant text with its value."""
        constants = (node for node in self.nodes if isinstance(node, ast.Constant))
        return [(node, node.value) for node in constants if isinstance(node.value, str)]

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that the code uses or sees."""
        used = {node.id for node in self.nodes if isinstance(node, ast.Name)}
        return frozenset(used | set(self.known) | set(dir(builtins)))

    @cached_property
    def frames(self) -> dict[str, frozenset[str]]:
        """Frames by name with their columns, those that the code itself derives from known ones included."""
        frames = {name: frozenset(columns) for name, columns in self.known.items()}
        for name, value in given(self.tree.body):
            root = root_of(value)
            if root in frames and name not in frames and not isinstance(value, ast.Compare | ast.BinOp):
                frames[name] = frames[root]
        return frames

    @cached_property
    def written(self) -> frozenset[str]:
        """Variables of which the code changes a part: a column, a cell, the labels."""
        targets = [target for node in self.nodes if isinstance(node, ast.Assign) for target in node.targets]
        return frozenset(root_of(target) for target in targets if isinstance(target, ast.Subscript | ast.Attribute))

    @cached_property
    def assigned(self) -> ast.expr | None:
        """The last value that the result is given."""
        return dict(given(self.nodes)).get(self.result[0]) if self.result else None


def given(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Yield names, with the values that statements give to them."""
    for node in nodes:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))


def called(node: ast.AST) -> str:
    """The last name of what a call calls; "" where it is no name."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def root_of(node: ast.AST) -> str:
    """The variable at the beginning of a chain of calls, attributes and brackets; "" where there is none."""
    while True:
        if isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            return node.id if isinstance(node, ast.Name) else ""
