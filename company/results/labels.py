"""Which part of a table its rows' labels are: content, like the names of groups, or mere row numbers.

Whether a group stands in the index or in a column, and whether rows were numbered anew after a filter, does not make
an answer wrong. Every function is self-contained but for numpy and pandas: the exported check carries their sources.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd


def numbered(index: Any) -> bool:
    """Return whether an index holds row numbers alone: whole numbers without a name, as loaded tables have."""
    if not len(index):
        return True
    return index.nlevels == 1 and index.name is None and pd.api.types.is_integer_dtype(index.dtype)


def counted(index: Any) -> bool:
    """Return whether an index counts its rows from 0 or from 1, as after `reset_index`."""
    values = np.asarray(index)
    return any(np.array_equal(values, np.arange(start, start + len(values))) for start in (0, 1))


def other_rows(reference: Any, answer: Any) -> bool:
    """Return whether both indexes hold numbers of rows, numbered anew in neither, and not the same ones."""
    if not numbered(reference) or answer.nlevels != 1 or not pd.api.types.is_integer_dtype(answer.dtype):
        return False
    return not counted(reference) and not counted(answer) and not np.array_equal(reference, answer)


def columns_of(frame: Any, *, labels: bool) -> list[tuple[Any, Any]]:
    """Return name and values of each column, as series without an index; with `labels`, those of the index first."""
    index = frame.index
    levels = [(index.names[n], index.get_level_values(n)) for n in range(index.nlevels)] if labels else []
    inside = [(name, frame.iloc[:, place]) for place, name in enumerate(frame.columns)]
    return [(name, pd.Series(values.array)) for name, values in (*levels, *inside)]


def readings(reference: Any, answer: Any) -> list[tuple[list[tuple[Any, Any]], list[tuple[Any, Any]]]]:
    """Return the columns of two frames in each way in which they can be laid side by side; none where they cannot."""
    if len(reference) != len(answer) or (numbered(answer.index) and other_rows(reference.index, answer.index)):
        return []
    ours = columns_of(reference, labels=not numbered(reference.index))
    theirs = [columns_of(answer, labels=labels) for labels in (True, False)]
    return [(ours, each) for each in theirs if len(each) == len(ours)]
