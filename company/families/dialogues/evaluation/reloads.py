"""Benchmarks whose every turn loads its table again, although later turns need what earlier ones have added to it.

Run literally, such references fail on their own history. With `first_loads_only`, a table is loaded once.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any


def first_loads_only(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the case with every table loaded where its history does so first, and nowhere else."""
    history = without_reloads("", entry["ref_code_hist"])
    answer = without_reloads(history, entry["reference_answer"])
    return {**entry, "ref_code_hist": history, "reference_answer": answer, "ref_code_all": f"{history}\n{answer}"}


def without_reloads(before: str, code: str) -> str:
    """Return the code without its top-level statements that load a file into a name that holds it already.

    `before` is what runs first. Code that is not Python comes back as it is.
    """
    try:
        known = set(filter(None, map(_load, ast.parse(before).body)))
        body = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return code
    lines = code.split("\n")
    for node in body:
        load = _load(node)
        if load in known:
            for at in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[at] = ""
        elif load is not None:
            known.add(load)
    return "\n".join(lines)


def _load(node: ast.stmt) -> tuple[str, str] | None:
    """Return the name that a statement loads a file into, and the file's own name; None for any other statement."""
    match node:
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(
                func=ast.Attribute(attr="read_csv") | ast.Name(id="read_csv" | "read_csv_file"),
                args=[ast.Constant(value=str(path)), *_],
            ),
        ):
            return name, path.replace("\\", "/").rpartition("/")[2]
    return None
