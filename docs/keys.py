"""Write docs/settings.md, every key of simulation.toml, from the types that read it: `python docs/keys.py`."""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
import typing
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "settings.md"
_OPENING = """\
# All keys of simulation.toml

Each table with its keys, what they may be, and what they are where nothing is said. A key or table that is not here is
refused with the nearest name that is. `[targets]` and the tables of a family are told family by family; those that all
have come last. This page is written by `python docs/keys.py` from the types that read the file.
"""
_WORDS = {str: "text", int: "whole number", float: "number", bool: "true or false", type(None): "nothing", Path: "path"}


def page() -> str:
    """Return the page."""
    from company.config.settings import Settings
    from company.family.registry import names, usable

    shared = Settings.tables()
    families = usable()
    parts = [_OPENING]
    for name in names():
        if name in families:
            own = families[name].settings.tables()
            kinds = {table: kind for table, kind in own.items() if kind is not shared.get(table)}
            parts.append(f"## Of {name}\n")
            parts += [_table(table, kind) for table, kind in kinds.items()]
    parts.append("## Of all families\n")
    parts += [_table(table, kind) for table, kind in shared.items() if table != "targets"]
    return "\n".join(parts)


def _table(name: str, kind: type[Any]) -> str:
    """Return the section on a table: what it is for, and a row for each key."""
    said = " ".join((kind.__doc__ or "").split())
    written = f"[{kind.WRITTEN}]" if kind.WRITTEN else f"[{name}]"
    purpose = said.removeprefix(f"[{name}]: ").removeprefix(f"{written}: ")
    rows = ["| key | may be | by default | |", "|---|---|---|---|", *_rows(kind)]
    rows += [] if kind.ENTRY is None else _rows(kind.ENTRY)
    return f"### {written}\n\n{purpose[:1].upper()}{purpose[1:]}\n\n" + "\n".join(rows) + "\n"


def _rows(kind: type[Any]) -> Iterator[str]:
    told = _told(kind)
    for name, field in kind.model_fields.items():
        limits = _limits(field.metadata)
        may_be = f"{_type(field.annotation)}{limits}"
        given = "it must be said" if field.is_required() else _default(field.get_default(call_default_factory=True))
        cells = (f"`{field.alias or name}`", may_be, given, told.get(name, ""))
        yield "| " + " | ".join(each.replace("|", "\\|") for each in cells) + " |"


def _told(kind: type[Any]) -> dict[str, str]:
    """Return what stands below each key in the source, of the type and of those that it is made of."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if not each.__module__.startswith("company"):
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]
        assert isinstance(body, ast.ClassDef)
        for line, below in zip(body.body, body.body[1:], strict=False):
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and isinstance(below, ast.Expr):
                found[line.target.id] = " ".join(str(ast.literal_eval(below.value)).split())
    return found


def _type(kind: Any) -> str:
    """Return in words what a key may be."""
    origin, of = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return _type(of[0])
    if origin is typing.Literal:
        return ", ".join(f"`{json.dumps(each)}`" for each in of)
    if origin in (UnionType, typing.Union):
        return " or ".join(dict.fromkeys(_type(each) for each in of if each is not type(None)))
    if origin in (tuple, list, frozenset, set):
        return f"list of: {_type(of[0])}" if of else "list"
    if origin is not None and of:
        return f"table of names, each: {_type(of[-1])}"
    return _WORDS.get(kind, "table")


def _limits(metadata: list[Any]) -> str:
    signs = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<", "min_length": "length ≥", "max_length": "length ≤"}
    found = [f"{signs[name]} {getattr(each, name):,}" for each in metadata for name in signs if hasattr(each, name)]
    return f", {', '.join(found)}" if found else ""


def _default(value: Any) -> str:
    from pydantic_core import to_jsonable_python

    plain = to_jsonable_python(value)
    if plain in (None, [], {}, "", ()):
        return "nothing"
    return "as its own keys" if isinstance(plain, dict) else f"`{json.dumps(plain, ensure_ascii=False)}`"


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    PAGE.write_text(page(), encoding="utf-8")
