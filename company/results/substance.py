"""Whether a result says anything: a question that comes out empty makes no case."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd


def hollow(value: Any) -> str | None:
    """Return why a result says nothing ("is empty", "holds only missing values"); None where it says something."""
    if isinstance(value, pd.DataFrame | pd.Series | pd.Index | np.ndarray):
        if value.size == 0:
            return "is empty"
        missing = pd.isna(value)
        return "holds only missing values" if bool(np.asarray(missing).all()) else None
    if isinstance(value, list | tuple | set | frozenset | dict):
        if not value:
            return "is empty"
        items = list(value.values()) if isinstance(value, dict) else list(value)
        return "holds only missing values" if all(_missing(item) for item in items) else None
    return "is a missing value" if _missing(value) else None


def _missing(value: Any) -> bool:
    return value is None or (pd.api.types.is_scalar(value) and bool(pd.isna(value)))
