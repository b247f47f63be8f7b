"""The private library as text: the module, its JSON, its signatures, and which of its functions code calls.

A library is a sequence of functions, each complete with its imports (paper, 3.3). Names and formats are the public
ones: benchmark code says `from decision_company import …`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from company.families.dialogues.body.documentation import documentation
from company.families.dialogues.records import LibraryFunction, Rewrite, Turn
from company.records import USABLE

if TYPE_CHECKING:
    from company.archive import Archive

MODULE = "decision_company"
SOURCE_FILE = f"{MODULE}.py"
JSON_FILE = f"{MODULE}.json"
TAKE = "[]"
"""The operation of taking by an index, as `api_calls` names it."""
SET = "[]="
"""The operation of setting by an index."""
_ABOUT = '"""The company\'s own functions for data analysis."""'
_PYTHON_NAMES = """
print float int str len range list dict set tuple sorted zip enumerate round min max sum abs any all map filter
isinstance append items values keys get join show bool type reversed
"""
_PYTHON = frozenset(_PYTHON_NAMES.split())
"""Calls of plain Python, for which no private function need stand."""


def library_source(functions: Iterable[LibraryFunction]) -> str:
    """Return the text of `decision_company.py`: the imports of all functions once, then their definitions, in order."""
    imports: set[str] = set()
    definitions: list[str] = []
    for function in functions:
        for node in ast.parse(function.code).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports |= set(_single(node))
            else:
                definitions.append(_text(function.code, node))
    head = f"{_ABOUT}\n" + (f"\n{chr(10).join(_sorted(imports))}\n" if imports else "")
    return head + "".join(f"\n\n{each}\n" for each in definitions)


def library_json(functions: Iterable[LibraryFunction]) -> dict[str, str]:
    """Return the content of `decision_company.json`: name → source text, imports included."""
    return {function.name: function.code for function in functions}


def signatures(functions: Iterable[LibraryFunction]) -> str:
    """Return a line for each function, with its call and what it gives, and one for each of its rules of the house."""
    lines = []
    for function in functions:
        node = definition(function.code)
        told = documentation(node)
        lines.append(f"{function.name}({ast.unparse(node.args)}): {told.about}")
        lines += [f"    {parameter}: {rule}" for parameter, rule in told.rules.items()]
    return "\n".join(lines)


def definition(code: str) -> ast.FunctionDef:
    """Return the one function that a library function's code defines. Raises ValueError for none and several."""
    try:
        found = [node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)]
    except (SyntaxError, RecursionError, MemoryError) as problem:
        raise ValueError(f"it is not Python ({problem})") from problem
    if len(found) != 1:
        raise ValueError(f"it defines {len(found)} functions; give exactly one")
    return found[0]


def functions_called(code: str, names: Collection[str]) -> tuple[str, ...]:
    """Return the library's functions that code calls, in the order of their first call; () for what is not Python.

    A function that is imported and not called does not count (paper, appendix H.4); one that is called by another
    name, given to it by the import, does, and so does one that is handed on, to be called there.
    """
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    known, modules = {name: name for name in names}, {MODULE}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == MODULE:
            known |= {alias.asname: alias.name for alias in node.names if alias.asname and alias.name in names}
        elif isinstance(node, ast.Import):
            modules |= {alias.asname for alias in node.names if alias.asname and alias.name == MODULE}
    used = sorted(
        (node for node in ast.walk(tree) if isinstance(node, ast.Name | ast.Attribute)),
        key=lambda node: (node.lineno, node.col_offset),
    )
    found = (_called(node, known, modules) for node in used if isinstance(node.ctx, ast.Load))
    return tuple(dict.fromkeys(name for name in found if name in names))


def _called(called: ast.expr, known: dict[str, str], modules: Collection[str]) -> str:
    if isinstance(called, ast.Name):
        return known.get(called.id, "")
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id in modules:
        return called.attr
    return ""


def imported(code: str) -> tuple[str, ...]:
    """Return the names that code imports from the library, in order. Raises SyntaxError."""
    return tuple(
        alias.name
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ImportFrom) and node.module == MODULE
        for alias in node.names
    )


def rewrites_of(archive: Archive, dialogue: str) -> dict[str, Rewrite]:
    """Return the accepted rewrites of a dialogue's turns, by the turn."""
    return {each.turn: each for each in archive.records("rewrite", USABLE, f"{dialogue}.lib")}


def on_library(turn: Turn, rewrites: Mapping[str, Rewrite]) -> Turn:
    """Return the turn with its code on the private library, where that was accepted."""
    found = rewrites.get(turn.id)
    return turn.model_copy(update={"code": found.code}) if found else turn


def library_faults(history: str, solution: str, resource: Path) -> list[str]:
    """Return why a case is no private case: no library beside its table, or no call of it."""
    file = resource / SOURCE_FILE
    if not file.is_file():
        return [f"it is a case on the private library, and {SOURCE_FILE} is missing"]
    try:
        defined = {node.name for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)}
        named = imported(solution)
        before = imported(history)
    except (SyntaxError, ValueError) as problem:
        return [f"{SOURCE_FILE} or its code cannot be read: {problem}"]
    unknown = [name for name in (*before, *named) if name not in defined]
    if unknown:
        return [f"{SOURCE_FILE} has no function {unknown[0]}"]
    called = functions_called(solution, defined)
    return [] if called and set(called) <= set(named) else ["its reference does not call the private library"]


def api_calls(code: str) -> Counter[str]:
    """Count how often code uses each call or accessor of a public library, by its last name. Raises SyntaxError.

    Taking and setting by index count as `TAKE` and `SET`; calls of plain Python do not count.
    """
    return Counter(_operations(ast.parse(code)))


def stands_for(code: str) -> tuple[str, ...]:
    """Return the calls and accessors in a library function's code, each once, in order."""
    return tuple(dict.fromkeys(_operations(definition(code))))


def _operations(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name and (name not in _PYTHON or (isinstance(called, ast.Attribute) and name in ("round", *_SHARED))):
                yield name
        elif isinstance(node, ast.Subscript):
            yield SET if isinstance(node.ctx, ast.Store) else TAKE
        elif isinstance(node, ast.Attribute) and node.attr in ACCESSORS:
            yield node.attr


ACCESSORS = ("str", "dt", "iloc", "loc", "T", "cat")
"""Attributes that count as calls of a public library: most of what they lead to is one."""
_SHARED = ("min", "max", "sum", "abs", "any", "all", "map", "filter")
"""Names that mean a call of a public library where they are methods."""


def _single(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """Yield the import, one line for each name."""
    for alias in node.names:
        given = f" as {alias.asname}" if alias.asname else ""
        if isinstance(node, ast.ImportFrom):
            yield f"from {node.module} import {alias.name}{given}"
        else:
            yield f"import {alias.name}{given}"


def _sorted(imports: Iterable[str]) -> list[str]:
    return sorted(imports, key=lambda line: (line.startswith("from"), line))


def _text(code: str, node: ast.stmt) -> str:
    return ast.get_source_segment(code, node) or ast.unparse(node)
