"""What prompts tell of results: each once, in numbers that can be read, and what code printed beside them."""

from __future__ import annotations

import ast
import builtins
import json
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import Any

from company.families.dialogues.giving_way import narrowed
from company.records import Result
from company.results.facts import WHOLE
from company.results.plain import steady_text

DIGITS = 5
"""Digits of a fraction that are told; of larger numbers all before the point."""
_EXACT = 2**53
"""Beyond it, whole numbers are no longer told apart."""
_AMONG = ("largest", "second", "smallest")
"""Entries of a series that are told by themselves where others are left out."""
_OUTLINE = ("rows", "columns", "width", "length", "name", "index_name", "missing")
"""What is told of a table or a series of which no row is."""
_HEAD = 2
"""Rows that are told of a long data frame of the history."""
_PRINTED = 3_000
"""Characters up to which what code printed is told beside results of which it prints more than their facts hold."""
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?!\w)")
_WORD = re.compile(r"\w+")
_SHOWING = frozenset(("head", "round", "to_string", "tail", "format", "items", "sort_index"))
"""Methods that change how a result looks, and not what it is."""


def result_brief(result: Result, aside: Collection[str] = ()) -> dict[str, Any]:
    """Return a result as a colleague may talk about it; a long data frame without the columns in `aside`. Of one that
    has all of those, and so is a part of what was loaded, no row is told.
    """
    told = _without(result.facts, aside)
    if aside and _is_long(told) and set(aside) <= set(result.facts["columns"]):
        told = {name: told[name] for name in _OUTLINE if name in told}
    return {"name": result.name, "type": result.type, "facts": facts_brief(told)}


def reported_briefs(results: Sequence[Result], printed: str, code: str, aside: Collection[str]) -> list[dict[str, Any]]:
    """Return results for whoever reports them, each number once: of what stands whole in `printed`, names and size, and
    of figures no marks whose numbers a result tells beside them, or what was printed.
    """
    shown = _printed_whole(printed, code, results)
    told = [result_brief(each, aside) for each in results]
    numbers = {few_digits(float(each)) for each in _NUMBER.findall(printed)}
    numbers |= {each for brief in told if brief["type"] != "plot" for each in _numbers(brief["facts"])}
    for brief in told:
        if brief["name"] in shown:
            brief["facts"] = {name: brief["facts"][name] for name in _OUTLINE if name in brief["facts"]}
    return [
        {**brief, "facts": _without_known_marks(brief["facts"], numbers)} if brief["type"] == "plot" else brief
        for brief in told
    ]


def _printed_whole(printed: str, code: str, results: Sequence[Result]) -> set[str]:
    """Return the names of the tables and series that stand whole in what code printed."""
    if not printed or "..." in printed or _shortens(code):
        return set()
    named = _printed_alone(code, {each.name for each in results}) or set()
    return {each.name for each in results if each.name in named and each.type in ("dataframe", "series")}


def _without_known_marks(facts: Mapping[str, Any], numbers: Set[float]) -> dict[str, Any]:
    """Return the facts of a figure without the kinds of marks whose numbers are all known."""
    axes = []
    for each in facts.get("axes", ()):
        marked = {kind: (marks, {*_numbers(marks)}) for kind, marks in each.get("shows", {}).items()}
        shows = {kind: marks for kind, (marks, own) in marked.items() if not own or not own <= numbers}
        rest = {name: told for name, told in each.items() if name != "shows"}
        axes.append({**rest, **({"shows": shows} if shows else {})})
    return {**facts, **({"axes": axes} if axes else {})}


def _numbers(told: Any) -> Iterator[float]:
    """Yield the numbers in a value, true and false apart."""
    if isinstance(told, Mapping):
        told = list(told.values())
    if isinstance(told, list | tuple):
        for each in told:
            yield from _numbers(each)
    elif isinstance(told, int | float) and not isinstance(told, bool):
        yield float(told)


def facts_brief(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a result in few digits, without those that are empty, ends of what is told whole, and numbers
    of rows that only count them; of a model its class and what was fitted.
    """
    is_whole = isinstance(facts.get("head"), list) and len(facts["head"]) == facts.get("length")
    aside = {*(_AMONG if is_whole else ()), *(["width"] if len(facts.get("columns", ())) == facts.get("width") else [])}
    if _is_counting(facts):
        aside.add("index")
    if "fitted" in facts:
        aside.add("params")
        fitted = {name: told for name, told in facts["fitted"].items() if told not in (None, [], {}, "")}
        facts = {**facts, "fitted": fitted}
    return {
        name: few_digits(told) for name, told in facts.items() if told is not None and told != {} and name not in aside
    }


def _is_counting(facts: Mapping[str, Any]) -> bool:
    """Return whether the labels of a data frame's rows are 0, 1, 2 and so on."""
    return "index" in facts and "index_name" not in facts and facts["index"] == [*range(len(facts["index"]))]


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


def is_small(facts: Mapping[str, Any]) -> bool:
    """Return whether a result has few rows, or all of them are told."""
    rows = facts.get("rows", 0)
    return bool(rows <= WHOLE or len(facts.get("head", ())) == rows)


def _is_long(facts: Mapping[str, Any]) -> bool:
    return "columns" in facts and not is_small(facts)


def output_brief(output: str, code: str, results: Sequence[Result]) -> str:
    """Return what code printed, where it is more than the facts of its results; empty where these say the same.

    They do not where it printed, whole, a result of which they hold some rows or entries.
    """
    printed = _printed_alone(code, {each.name for each in results})
    if printed is None:
        return "" if _is_told(output, results) else steady_text(output)
    is_part = any(each.name in printed and not _is_whole(each.facts) for each in results)
    return steady_text(output) if is_part and len(output) <= _PRINTED and not _shortens(code) else ""


def _is_told(output: str, results: Sequence[Result]) -> bool:
    """Return whether all words and numbers of what code printed stand in the facts of its results that are told whole,
    or say how many rows and columns there are.
    """
    whole = [each.facts for each in results if _is_whole(each.facts)]
    sizes = [each.facts.get(name, 0) for each in results for name in ("rows", "width", "length")]
    places = range(max((facts.get("rows", 0) for facts in whole), default=0))
    known = {*_numbers(few_digits(whole)), *sizes, *places}
    texts = json.dumps([[*whole], [each.name for each in results], "None True False nan NaN"], ensure_ascii=False)
    words = {*_WORD.findall(texts)}
    numbers = _NUMBER.findall(output)
    return {*_WORD.findall(_NUMBER.sub(" ", output))} <= words and {
        few_digits(float(each)) for each in numbers
    } <= known


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
