"""What prompts tell of results: each once, in numbers that can be read, and what code printed beside them."""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from company.families.dialogues.budgets import narrowed
from company.records import Result
from company.results.facts import WHOLE
from company.results.plain import steady_text

DIGITS = 5
"""Digits of a fraction that are told; of larger numbers all before the point."""
_EXACT = 2**53
"""Beyond it, whole numbers are no longer told apart."""
_AMONG = ("largest", "second", "smallest")
"""Entries of a series that are told by themselves where others are left out."""
_HEAD = 2
"""Rows that are told of a long data frame of the history."""
_PRINTED = 3_000
"""Characters up to which what code printed is told beside results of which it prints more than their facts hold."""
_SHOWING = frozenset(("head", "round", "to_string", "tail", "format", "items", "sort_index"))
"""Methods that change how a result looks, and not what it is."""


def result_brief(result: Result, aside: Collection[str] = ()) -> dict[str, Any]:
    """Return a result as a colleague may talk about it; a long data frame without the columns in `aside`."""
    return {"name": result.name, "type": result.type, "facts": facts_brief(_without(result.facts, aside))}


def facts_brief(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a result in few digits, without those that are empty, and ends of what is told whole."""
    is_whole = isinstance(facts.get("head"), list) and len(facts["head"]) == facts.get("length")
    aside = {*(_AMONG if is_whole else ()), *(["width"] if len(facts.get("columns", ())) == facts.get("width") else [])}
    return {
        name: few_digits(told) for name, told in facts.items() if told is not None and told != {} and name not in aside
    }


def few_rows(facts: Mapping[str, Any], aside: Collection[str]) -> dict[str, Any]:
    """Return the facts of a result; of a long data frame few rows, with its first column and those not in `aside`."""
    if not _is_long(facts):
        return dict(facts)
    told = _without(facts, aside)
    return {**told, **{key: told[key][:_HEAD] for key in ("head", "index") if key in told},
            **({"tail": told["tail"][-1:]} if "tail" in told else {})}  # fmt: skip


def _without(facts: Mapping[str, Any], aside: Collection[str]) -> dict[str, Any]:
    """Return the facts of a result; of a long data frame with its first column and those not in `aside`. Of one that
    has all of those, and so is a part of what was loaded, the first row alone is told.
    """
    if not aside or not _is_long(facts):
        return dict(facts)
    is_part = set(aside) <= set(facts["columns"])
    kept = [at for at, name in enumerate(facts["columns"]) if name not in aside or (at == 0 and not is_part)]
    told = narrowed(facts, kept)
    return {**told, "index": told["index"][:1], "head": told["head"][:1], "tail": []} if is_part else told


def _is_long(facts: Mapping[str, Any]) -> bool:
    return "columns" in facts and facts.get("rows", 0) > WHOLE


def output_brief(output: str, code: str, results: Sequence[Result]) -> str:
    """Return what code printed, where it is more than the facts of its results; empty where these say the same.

    They do not where it printed, whole, a result of which they hold some rows or entries.
    """
    printed = _printed_alone(code, {each.name for each in results})
    if printed is None:
        return steady_text(output)
    is_part = any(each.name in printed and not _is_whole(each.facts) for each in results)
    return steady_text(output) if is_part and len(output) <= _PRINTED and not _shortens(code) else ""


def _is_whole(facts: Mapping[str, Any]) -> bool:
    """Return whether the facts of a result hold all of its rows or entries."""
    told = facts.get("head", facts.get("items"))
    return not isinstance(told, list) or len(told) >= facts.get("rows", facts.get("length", 0))


def _shortens(code: str) -> bool:
    """Return whether code prints some rows of what it has."""
    return any(f".{name}(" in code for name in ("head", "tail", "sample"))


def few_digits(told: Any) -> Any:
    """Return a value with its fractions in `DIGITS` digits, and whole numbers without a point."""
    if isinstance(told, Mapping):
        return {name: few_digits(each) for name, each in told.items()}
    if isinstance(told, Sequence) and not isinstance(told, str):
        return [few_digits(each) for each in told]
    if isinstance(told, float) and math.isfinite(told):
        short = float(f"{told:.0f}") if abs(told) >= 10**DIGITS else float(f"{told:.{DIGITS}g}")
        return int(short) if short.is_integer() and abs(short) < _EXACT else short
    return told


def _printed_alone(code: str, results: Collection[str]) -> set[str] | None:
    """Return which of these variables a program prints, as they are or shortened; None where it prints more."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    named = {node.id for call in ast.walk(tree) if _is_print(call) for node in ast.walk(call)
             if isinstance(node, ast.Name) and not hasattr(builtins, node.id)}  # fmt: skip
    called = {node.attr for call in ast.walk(tree) if _is_print(call) for node in ast.walk(call)
              if isinstance(node, ast.Attribute)}  # fmt: skip
    return named if named <= set(results) and called <= _SHOWING else None


def _is_print(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
