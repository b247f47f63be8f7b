"""No module imports, even by a function or by a name given when asked for, what imports it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ("company", "grammar", "human_review")


def modules(root: Path, *packages: str) -> dict[str, ast.Module]:
    """Return the code of every module by its name; a package is the module of its own `__init__`."""
    found = {}
    for package in packages:
        for file in sorted((root / package).rglob("*.py")):
            parts = file.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(file.read_text(encoding="utf-8"))
    return found


def imports(code: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """Return which of the modules each of them imports while it is loaded or used.

    `from package import module` asks the package for the name, and so imports both. What is imported for types alone is
    no import, but in a module that looks names up when they are asked for: there it says where they are.
    """
    graph: dict[str, set[str]] = {}
    for name, tree in code.items():
        lazy = any(isinstance(node, ast.FunctionDef) and node.name == "__getattr__" for node in tree.body)
        reached: set[str] = set()
        for node in _statements(tree, for_types=lazy):
            if isinstance(node, ast.Import):
                reached |= {each.name for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                reached |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        graph[name] = (reached & code.keys()) - {name}
    return graph


def _statements(inside: ast.AST, *, for_types: bool) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(inside):
        if isinstance(node, ast.expr):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not for_types:
            continue
        yield node
        yield from _statements(node, for_types=for_types)


def circle(graph: Mapping[str, set[str]]) -> str:
    """Return a circle of imports in words, from who imports to what is imported; "" where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return " → ".join(reversed(found.args[1]))
    return ""


@pytest.mark.thorough
def test_no_import_goes_round_in_a_circle() -> None:
    graph = imports(modules(ROOT, *HOUSE))
    assert sum(map(len, graph.values())) > len(graph), "hardly an import was found"
    assert not (found := circle(graph)), f"{found}: move what both need to a module of its own"


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("import shop.second", "from shop.first import SOLD", True),
        ("import shop.second", "def sell():\n    from shop import first", True),
        ("import shop.second", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import shop.first", False),
        ("from shop import second", "import csv", False),
        ("from shop import SECOND", "from shop.first import SOLD", True),
    ],
)
def test_circles_are_found_whoever_closes_them(tmp_path: Path, first: str, second: str, found: bool) -> None:
    shop = tmp_path / "shop"
    shop.mkdir()
    (shop / "first.py").write_text(first)
    (shop / "second.py").write_text(second)
    given = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from shop.second import SECOND\n"
    asked = "def __getattr__(name):\n    return __import__('importlib').import_module('shop.second').SECOND\n"
    (shop / "__init__.py").write_text(given + asked if "SECOND" in first else "")
    told = circle(imports(modules(tmp_path, "shop")))
    assert ("shop.first" in told and "shop.second" in told) == found, told
