"""Which plots are equal but for their data: they may not stand on both sides of a benchmark."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from company.families.figures.origins.literals import values_in
from company.families.figures.origins.memorizing import KEPT, texts_of
from company.families.figures.origins.scripts import parsed

LOOKS = ("other axes", "other colours", "other texts")
"""What of a figure stays where its data alone are others."""


def keys_of(code: str, portrait: Any) -> tuple[str, str]:
    """Return two keys of a plot: of its code without values and texts, and of its looks without values.

    Two plots that have one of them in common are equal but for their data.
    """
    return f"code {_digest(without_data(code, portrait))}", f"looks {_digest(_looks(portrait))}"


def without_data(code: str, portrait: Any) -> str:
    """Return code without its values, and without the texts that stand on its figure."""
    tree = parsed(code)
    if tree is None:
        return code
    values = {id(each.node) for each in values_in(tree)}
    texts = {text.strip() for text in texts_of(portrait, numbers=True)}

    class Emptied(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            if id(node) in values:
                return ast.List([], ast.Load())
            is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip() in texts
            return ast.Constant("") if is_text else self.generic_visit(node)

    body = [node for node in Emptied().visit(tree).body if not _is_said(node)]
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))


def _is_said(node: ast.stmt) -> bool:
    """Return whether a statement is a text alone, or saves the picture under some name."""
    if not isinstance(node, ast.Expr):
        return False
    call = node.value
    is_saved = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "savefig"
    return isinstance(call, ast.Constant) or is_saved


def _looks(portrait: Any) -> str:
    looks = {name: KEPT[name](portrait) for name in LOOKS}
    kinds = [
        [series["kind"] for series in page["series"]] + [series["name"] for series in page["series"]]
        for page in portrait["axes"]
    ]
    return json.dumps({**looks, "series": kinds, "size": portrait["size"]}, sort_keys=True, default=str)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def clusters_of(keys: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Return of each plot the first one, by name, of those that are equal to it but for their data, itself included."""
    owner: dict[str, str] = {name: name for name in keys}

    def first(name: str) -> str:
        while owner[name] != name:
            name = owner[name]
        return name

    seen: dict[str, str] = {}
    for name in sorted(keys):
        for key in keys[name]:
            one, other = sorted((first(name), first(seen.setdefault(key, name))))
            owner[other] = one
    return {name: first(name) for name in keys}
