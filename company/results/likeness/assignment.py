"""Who is paired with whom, so that the pairs together cost least: the Hungarian method, by numpy alone.

`scipy.optimize.linear_sum_assignment` gives the same; an exported check runs where scipy need not be.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def assignment(cost: Any) -> list[tuple[int, int]]:
    """Return the pairs of rows and columns of least cost, as many as the shorter side has, by rows."""
    table = np.asarray(cost, dtype=float)
    if not table.size:
        return []
    if table.shape[0] > table.shape[1]:
        return sorted((row, column) for column, row in assignment(table.T))
    rows, columns = table.shape
    over_rows, over_columns = np.zeros(rows + 1), np.zeros(columns + 1)
    row_at = np.zeros(columns + 1, dtype=int)  # 0: nobody; column 0 is where each row begins
    for row in range(1, rows + 1):
        row_at[0], column = row, 0
        least, before = np.full(columns + 1, np.inf), np.zeros(columns + 1, dtype=int)
        seen = np.zeros(columns + 1, dtype=bool)
        while row_at[column] or column == 0:
            seen[column] = True
            here = row_at[column]
            left = table[here - 1] - over_rows[here] - over_columns[1:]
            better = np.flatnonzero(~seen[1:] & (left < least[1:])) + 1
            least[better], before[better] = left[better - 1], column
            step = int(np.argmin(np.where(seen, np.inf, least)))
            reach = least[step]
            over_rows[row_at[seen]] += reach
            over_columns[seen] -= reach
            least[~seen] -= reach
            column = step
        while column:
            row_at[column], column = row_at[before[column]], before[column]
    return sorted((int(row) - 1, place) for place, row in enumerate(row_at[1:]) if row)
