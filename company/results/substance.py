"""Whether a result says anything: nothing at all is no finding, that nothing fits may be one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd


def hollow(value: Any) -> str | None:
    """Return why a result says nothing ("holds only missing values"); None where it says something, or is empty."""
    if is_empty(value):
        return None
    if isinstance(value, pd.DataFrame | pd.Series | pd.Index | np.ndarray):
        missing = pd.isna(value)
        return "holds only missing values" if bool(np.asarray(missing).all()) else None
    if isinstance(value, list | tuple | set | frozenset | dict):
        items = list(value.values()) if isinstance(value, dict) else list(value)
        return "holds only missing values" if all(_missing(item) for item in items) else None
    return "is a missing value" if _missing(value) else None


def is_empty(value: Any) -> bool:
    """Return whether a result is a collection without items: what comes out where nothing fits a query."""
    if isinstance(value, pd.DataFrame | pd.Series | pd.Index | np.ndarray):
        return value.size == 0
    return isinstance(value, list | tuple | set | frozenset | dict) and not value


def _missing(value: Any) -> bool:
    return value is None or (pd.api.types.is_scalar(value) and bool(pd.isna(value)))
