"""Whether code asks for random numbers, told by its syntax tree alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from company.families.figures.origins.scripts import parsed

_MODULES = (
    "random",
    "secrets",
    "uuid",
    "numpy.random",
    "faker",
    "torch.rand",
    "torch.randn",
    "os.urandom",
    "sklearn.utils.resample",
    "scipy.stats.bootstrap",
)
"""Modules and functions that give other values each time, or would without a seed; all below them do, too."""
_METHODS = frozenset({"rvs", "default_rng", "RandomState", "random_sample", "standard_normal", "sample"})
"""Methods that draw by chance, from distributions or from data."""
_MADE_UP = ("sklearn.datasets.make_", "networkx.gnp_random", "networkx.erdos_renyi", "networkx.random_")
"""Beginnings of functions that make data up."""


def random_source(code: str) -> str | None:
    """Return what code asks for random numbers, as a name with dots; None where it asks nothing, or cannot be parsed.

    A seed does not help: what is drawn by chance stands nowhere in the code.
    """
    tree = parsed(code)
    if tree is None:
        return None
    known = dict(_imported(tree))
    for node in ast.walk(tree):
        method = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
        if method in _METHODS:
            return method
        if isinstance(node, ast.Attribute | ast.Name) and (name := _whole(node, known)) and _is_random(name):
            return name
    return None


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each name that an import gives, with what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield (each.asname, each.name) if each.asname else (each.name.partition(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for each in node.names:
                yield each.asname or each.name, f"{node.module}.{each.name}"


def _whole(node: ast.expr, known: Mapping[str, str]) -> str | None:
    """Return a name in full; None where its beginning was not imported."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Attribute) and (before := _whole(node.value, known)):
        return f"{before}.{node.attr}"
    return None


def _is_random(name: str) -> bool:
    return name.startswith(_MADE_UP) or any(name == each or name.startswith(f"{each}.") for each in _MODULES)
