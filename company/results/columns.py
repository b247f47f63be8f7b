"""What the columns of any table are, judged from their values alone."""

from __future__ import annotations

from typing import Any

import pandas as pd

from company.results.plain import text_of


def describe_columns(frame: pd.DataFrame, *, most: int = 2000) -> list[dict[str, Any]]:
    """The fields of a `records.Column` for each of the first `most` columns."""
    found = []
    for position in range(min(most, frame.shape[1])):
        column = frame.iloc[:, position]
        numeric = pd.api.types.is_numeric_dtype(column.dtype)
        found.append(
            {
                "name": text_of(frame.columns[position]),
                "position": position,
                "dtype": str(column.dtype),
                "role": "measure" if numeric else "text",
                "missing": int(column.isna().sum()),
                "distinct": int(column.astype(str).nunique()),
                "numeric": bool(numeric),
            }
        )
    return found
