"""The border where Python values become JSON: finite numbers, text, lists.

Values come from untrusted code, so anything they do here (raise, lie, exit) becomes a ValueError with a reason.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from company.results.kinds import result_type, type_name

LONGEST = 200
"""Characters of one value in a summary."""
DEEPEST = 6
"""Levels of nesting that a summary follows."""
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
T = TypeVar("T")


def guarded(action: Callable[[], T], doing: str) -> T:
    """Return the result of `action`; raises ValueError for whatever it raises, exits and interrupts included."""
    try:
        return action()
    except BaseException as problem:  # noqa: BLE001 - untrusted values run their own code here and may raise anything
        raise ValueError(f"{doing} failed: {type_name(problem)}{_message(problem)}") from None


def _message(problem: BaseException) -> str:
    try:
        text = str(problem)[:LONGEST]
        return f": {text}" if text else ""
    except BaseException:  # noqa: BLE001 - the exception itself may be hostile
        return ""


def cut(text: str, length: int = LONGEST) -> str:
    """Return `text`, at most `length` characters long, with an ellipsis where something is left out."""
    return text if len(text) <= length else text[: length - 1] + "…"


def but_for_spelling(text: str) -> str:
    """Return what a text has in common with those that differ from it by letter case or blanks alone."""
    return " ".join(text.split()).casefold()


def text_of(value: Any, length: int = LONGEST) -> str:
    """Return a value as bounded text, without surrogates (JSON cannot carry them) and memory addresses."""
    if type(value) is str:
        return cut(value.encode("utf-8", "replace").decode(), length)
    # What `str` gives may be of a subclass, whose methods are not to be trusted.
    return ADDRESS.sub("", cut(str.encode(str(value), "utf-8", "replace").decode(), length))


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as bounded JSON: NaN and other missing values become None, infinities and the rest become text."""
    kind = type(value)
    if value is None or kind is bool or (kind is int and abs(value) < 2**53):
        return value
    if issubclass(kind, np.generic) and kind is not np.void:
        value = value.item() if not issubclass(kind, np.datetime64 | np.timedelta64) else pd.Series([value]).iloc[0]
        kind = type(value)
    if kind is bool or kind is int:
        return value if abs(value) < 2**53 else str(value)
    if issubclass(kind, float):
        return plain_float(float(value))
    if value is pd.NaT or value is pd.NA:
        return None
    if depth < DEEPEST and issubclass(kind, list | tuple | set | frozenset | dict | np.ndarray):
        return _plain_items(value, depth + 1)
    if hasattr(kind, "isoformat"):
        return text_of(value.isoformat())
    return text_of(value)


def plain_float(number: float) -> float | str | None:
    """Return a finite float as it is, NaN as None, an infinity as text."""
    if math.isfinite(number):
        return number
    return None if math.isnan(number) else ("inf" if number > 0 else "-inf")


def steady(number: float) -> float:
    """Return a number to 12 digits: the last ones differ between processes and machines, and no prompt should."""
    return float(f"{number:.12g}")


_LONG = re.compile(r"(?<![\w.])\d+\.\d{8,}(?:e[-+]?\d+)?(?![\w.])")


def steady_text(text: str) -> str:
    """Return a text with its long numbers to 12 digits, as printed lists and dictionaries have them."""
    return _LONG.sub(lambda number: repr(steady(float(number[0]))), text)


def _plain_items(value: Any, depth: int) -> Any:
    kind = type(value)
    if issubclass(kind, dict):
        pairs = list(dict.items(value))[:10]
        return [[plain(key, depth), plain(item, depth)] for key, item in pairs]
    if issubclass(kind, np.ndarray):
        return plain(value[:10].tolist() if value.ndim else value.item(), depth)
    return [plain(item, depth) for item in items_of(value)[:10]]


def items_of(value: Any) -> list[Any]:
    """Return the elements of a list, tuple, set, index or array, past any method that a subclass overrides."""
    kind = type(value)
    if issubclass(kind, list):
        return list(list.__iter__(value))
    if issubclass(kind, tuple):
        return list(tuple.__iter__(value))
    if issubclass(kind, set | frozenset):
        return sorted(value, key=lambda item: (type_name(item), repr(item)))
    if result_type(value) in ("index", "array", "series"):
        return list(value)
    raise ValueError(f"a {type_name(value)} has no elements to list: ask for a list, tuple, set, index or array")
