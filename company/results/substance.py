"""Whether a result says anything: nothing at all is no finding, that nothing fits may be one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

_LONGEST = 60
"""Characters of a key that is named."""


def hollow(value: Any) -> str | None:
    """Return why a result says nothing, or nothing at one of its places ("holds only missing values"); None where it
    says something everywhere, or is empty.

    Frames, series and arrays may have gaps, as data have; a list, tuple, set or dict of figures may not: a figure that
    could not be computed is no finding. None as a value of a dict is one: its writer put it there.
    """
    if is_empty(value):
        return None
    if isinstance(value, pd.DataFrame | pd.Series | pd.Index | np.ndarray):
        missing = pd.isna(value)
        return "holds only missing values" if bool(np.asarray(missing).all()) else None
    if isinstance(value, list | tuple | set | frozenset | dict):
        items = list(value.values()) if isinstance(value, dict) else list(value)
        if all(_missing(item) for item in items):
            return "holds only missing values"
        place = _gap(value)
        return None if place is None else f"holds a missing value: {place}"
    return "is a missing value" if _missing(value) else None


def is_empty(value: Any) -> bool:
    """Return whether a result is a collection without items: what comes out where nothing fits a query."""
    if isinstance(value, pd.DataFrame | pd.Series | pd.Index | np.ndarray):
        return value.size == 0
    return isinstance(value, list | tuple | set | frozenset | dict) and not value


def _gap(value: Any) -> str | None:
    """Return the first place in a plain collection where a value is missing, in words; None where there is none."""
    for place, item, may_be_none in _placed(value):
        if _missing(item) and not (may_be_none and item is None):
            return f"{place} is {item}"
        inner = _gap(item)
        if inner is not None:
            return f"{inner}, in {place}"
    return None


def _placed(value: Any) -> Iterable[tuple[str, Any, bool]]:
    """Yield what stands in a plain collection with its place, and whether None says something there."""
    if isinstance(value, dict):
        return ((f"what stands under {str(key)[:_LONGEST]!r}", item, True) for key, item in value.items())
    if isinstance(value, list | tuple):
        return ((f"number {place} of its {len(value)} items", item, False) for place, item in enumerate(value, 1))
    if isinstance(value, set | frozenset):
        return (("one of its items", item, False) for item in value)
    return ()


def _missing(value: Any) -> bool:
    return value is None or (pd.api.types.is_scalar(value) and bool(pd.isna(value)))
