"""What terms make of rows, worked out once: many asks begin with the same rows of the same table. In the sandbox."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import pandas as pd

MOST_ROWS = 1_000_000
"""Rows that are kept at the most, of all frames together."""


class Applied:
    """What functions return for frames that stay as they are: tables, and what was made of these before."""

    def __init__(self, frames: Sequence[Any]) -> None:
        self._made: dict[tuple[Hashable, int], Any] = {}
        self._alive: dict[int, Any] = {}
        self._rows = 0
        self.keep(frames)

    def keep(self, values: Sequence[Any]) -> None:
        """Note frames whose identity tells them apart from now on."""
        self._alive |= {id(value): value for value in values if isinstance(value, pd.DataFrame)}

    def remembering(self, value: Any, key: Hashable) -> Any:
        """Return a function that works out anew only what it has not been asked; any other value as it is.

        `key` tells functions apart. They do not change what they are given, and nobody changes what they return.
        """
        return self._remembering(value, key) if callable(value) else value

    def _remembering(self, function: Callable[[Any], Any], key: Hashable) -> Callable[[Any], Any]:
        def applied(rows: Any) -> Any:
            if id(rows) not in self._alive:
                return function(rows)
            place = key, id(rows)
            if place not in self._made:
                result = function(rows)
                if self._rows > MOST_ROWS or not isinstance(result, pd.DataFrame | pd.Series):
                    return result
                self._rows += len(result)
                self._made[place] = result
                self.keep([result])
            return self._made[place]

        return applied
