"""The libraries that interpreters load before untrusted code runs, and which of them a script loads before all else."""

import ast
import sys
from functools import lru_cache
from importlib.machinery import PathFinder
from pathlib import Path

LIBRARIES = (
    "numpy",
    "pandas",
    "matplotlib",
    "matplotlib.pyplot",
    "scipy.stats",
    "sklearn.cluster",
    "sklearn.decomposition",
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.metrics",
    "sklearn.model_selection",
    "sklearn.preprocessing",
    "sklearn.tree",
    "seaborn",
)
"""In this order."""
_TOPS = frozenset(name.partition(".")[0] for name in LIBRARIES)
_MODULES = ("", ".py", ".pyc", ".so")
"""How files and folders end that can be imported."""
_IN_BETWEEN = frozenset({"warnings.filterwarnings('ignore')", "matplotlib.use('Agg')"})
"""Statements that make no difference to what is imported behind them."""


def loaded_first(path: Path) -> tuple[str, ...]:
    """Return those of the libraries that a script imports by its first lines, in the order of `LIBRARIES`.

    First lines are imports of these libraries and of the standard library. What they import in whatever order is
    loaded in every run of the script, before anything that it does can tell. A script beside which a file or folder
    lies that would be imported in the place of an installed module has none.
    """
    try:
        body = ast.parse(path.read_bytes()).body
        if any(_is_in_the_way(each) for each in path.parent.iterdir() if each.name != path.name):
            return ()
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    found: set[str] = set()
    for statement in body:
        names = _imported(statement)
        if names is None or any(_top(name) not in _TOPS | sys.stdlib_module_names for name in names):
            break
        found.update(names)
    return tuple(name for name in LIBRARIES if name in found)


def _imported(statement: ast.stmt) -> list[str] | None:
    """Return the modules that a statement may import; None for one after which nothing is a first line."""
    match statement:
        case ast.Import(names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), names=names, level=0):
            return [module, *(f"{module}.{alias.name}" for alias in names)]
        case ast.Expr(ast.Constant()):
            return []
        case ast.Expr(ast.Call()) if ast.unparse(statement) in _IN_BETWEEN:
            return []
    return None


def _is_in_the_way(entry: Path) -> bool:
    """Return whether an import of an installed module would find this instead."""
    stem, dot, ending = entry.name.partition(".")
    return dot + ending.rpartition(".")[2] in _MODULES and stem.isidentifier() and _is_installed(stem)


@lru_cache(maxsize=1024)
def _is_installed(name: str) -> bool:
    return name in sys.stdlib_module_names or PathFinder.find_spec(name) is not None


def _top(name: str) -> str:
    return name.partition(".")[0]
