"""Whether a result tells its client something: figures that differ, and groups that are really several."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from company.results.plain import but_for_spelling


def untelling(value: Any) -> str | None:
    """Return why a result tells nothing ("is flat"), or tells one group as two; None where it does neither."""
    figures, labels = _parts(value)
    if figures and all(_is_flat(each) for each in figures):
        return "is flat: its figures are all equal"
    for each in labels:
        if twins := _twins(each):
            return f"has groups that differ by letter case or blanks only: {twins[0]!r} and {twins[1]!r}"
    return None


def _parts(value: Any) -> tuple[list[pd.Series[Any]], list[Iterable[Hashable]]]:
    """Return the columns of figures of a result, and what its groups are called."""
    if isinstance(value, dict):
        value = pd.Series(list(value.values()), index=pd.Index(list(value), tupleize_cols=False))
    if isinstance(value, pd.Series):
        return [value] if _holds_figures(value) else [], _levels(value.index)
    if isinstance(value, pd.DataFrame):
        columns = [value.iloc[:, place] for place in range(value.shape[1])]
        figures = [each for each in columns if _holds_figures(each)]
        return figures, [*_levels(value.index), *(each for each in columns if not is_numeric_dtype(each))]
    return [], []


def _levels(index: pd.Index[Any]) -> list[Iterable[Hashable]]:
    return [index.get_level_values(level) for level in range(index.nlevels)]


def _holds_figures(column: pd.Series[Any]) -> bool:
    return is_numeric_dtype(column) and not is_bool_dtype(column)


def _is_flat(column: pd.Series[Any]) -> bool:
    return len(column) > 1 and column.nunique(dropna=False) == 1


def _twins(labels: Iterable[Hashable]) -> tuple[str, str] | None:
    """Return the first two labels that are one but for letter case and blanks."""
    seen: dict[str, str] = {}
    for label in labels:
        if isinstance(label, str):
            first = seen.setdefault(but_for_spelling(label), label)
            if first != label:
                return first, label
    return None
