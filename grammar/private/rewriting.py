"""A turn's code on private functions: every call that a form stands for becomes a call of the form's function.

Statements that do not change stay as they were written, comments and blank lines included.
"""

from __future__ import annotations

import ast
import copy
import textwrap
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from grammar.private.matching import Known, Shape, bare, key_of

MODULE = "decision_company"
_WIDTH = 100


@dataclass
class Rewriter(ast.NodeTransformer):
    """Puts calls of private functions in the place of what they stand for."""

    shapes: Sequence[Shape]
    known: Known
    used: list[Shape] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._by_key: defaultdict[str, list[Shape]] = defaultdict(list)
        for shape in self.shapes:
            self._by_key[shape.key].append(shape)

    def visit(self, node: ast.AST) -> ast.AST:
        """The node, or the call that stands for it."""
        if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            for shape in self._by_key.get(key_of(node), ()):
                if shape.of_expressions and (call := self._tried(shape, [node])):
                    return call
        return self.generic_visit(node)

    def statements(self, body: Sequence[ast.stmt]) -> tuple[ast.stmt, int] | None:
        """The statement that stands for the first of these, and for how many of them; None where there is none."""
        nodes = bare(body)
        for shape in self._by_key.get(key_of(nodes[0]), ()):
            size = len(shape.patterns)
            if not shape.of_expressions and size <= len(body) and (call := self._tried(shape, nodes[:size])):
                return ast.Expr(call), size
        return None

    def _tried(self, shape: Shape, nodes: Sequence[ast.AST]) -> ast.Call | None:
        def inner(part: ast.expr) -> ast.expr:
            made = self.visit(copy.deepcopy(part))
            assert isinstance(made, ast.expr)
            return made

        before = len(self.used)
        self.used.append(shape)
        call = shape.replaces(nodes, self.known, inner)
        if call is None:
            del self.used[before:]
        return call


def rewritten(code: str, rewriter: Rewriter) -> str:
    """The code with every statement rewritten; its imports are left as they are. Raises SyntaxError."""
    made = _body(code.splitlines(), ast.parse(code).body, rewriter, 0, len(code.splitlines()))
    return f"{made}\n" if code.endswith("\n") else made


def _body(lines: Sequence[str], body: Sequence[ast.stmt], rewriter: Rewriter, start: int, end: int) -> str:
    """Lines start to end (from 0, the end excluded), with these statements in them rewritten."""
    out: list[str] = []
    at, place = start, 0
    while place < len(body):
        statement = body[place]
        first, last = statement.lineno - 1, (statement.end_lineno or statement.lineno)
        out += lines[at:first]
        found = rewriter.statements(body[place:])
        if found:
            made, size = found
            last = body[place + size - 1].end_lineno or last
            out += _indented(ast.unparse(made), statement.col_offset)
            place += size
        else:
            out += _statement(lines, statement, rewriter)
            place += 1
        at = last
    return "\n".join([*out, *lines[at:end]])


def _statement(lines: Sequence[str], statement: ast.stmt, rewriter: Rewriter) -> list[str]:
    first, last = statement.lineno - 1, statement.end_lineno or statement.lineno
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return list(lines[first:last])
    if isinstance(statement, ast.For | ast.While | ast.If | ast.FunctionDef | ast.With) and not getattr(
        statement, "orelse", []
    ):
        inside = statement.body
        if inside[0].lineno > statement.lineno:
            headed = copy.deepcopy(statement)
            headed.body = [ast.Pass()]
            before = ast.unparse(headed)
            after = ast.unparse(rewriter.visit(headed))
            top = inside[0].lineno - 1
            head = list(lines[first:top])
            if after != before:
                head = _indented(after.removesuffix("pass").rstrip(), statement.col_offset)
            return [*head, _body(lines, inside, rewriter, top, last)]
    made = rewriter.visit(copy.deepcopy(statement))
    if ast.dump(made) == ast.dump(statement):
        return list(lines[first:last])
    return _indented(ast.unparse(ast.fix_missing_locations(made)), statement.col_offset)


def _indented(text: str, columns: int) -> list[str]:
    return textwrap.indent(text, " " * columns).splitlines()


def with_imports(code: str, names: Sequence[str], needed: Collection[str]) -> str:
    """The code with its import of private functions, and without imports that nobody uses any more.

    `needed` are names that later turns use: what brings them stays.
    """
    tree = ast.parse(code)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | set(needed)
    lines = code.splitlines()
    for node in reversed([each for each in tree.body if isinstance(each, ast.Import | ast.ImportFrom)]):
        kept = [alias for alias in node.names if (alias.asname or alias.name.split(".")[0]) in used]
        node_lines = slice(node.lineno - 1, node.end_lineno)
        if len(kept) < len(node.names):
            node.names = kept
            lines[node_lines] = [ast.unparse(node)] if kept else []
    rest = "\n".join(lines).strip("\n")
    head = _import_line(names)
    beginning = rest.lstrip().partition("\n")[0]
    return f"{head}\n{rest}\n" if beginning.startswith(("import ", "from ")) else f"{head}\n\n{rest}\n"


def _import_line(names: Sequence[str]) -> str:
    line = f"from {MODULE} import {', '.join(names)}"
    if len(line) <= _WIDTH:
        return line
    return f"from {MODULE} import (\n" + "".join(f"    {name},\n" for name in names) + ")"


def calls_of(code: str, names: Collection[str]) -> Iterator[str]:
    """Every call of one of these functions in the code, in order."""
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    for node in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node.func, ast.Name) and node.func.id in names:
            yield node.func.id
