"""The tables that code loads: noted, and shuffled where that is wanted. Runs inside the sandbox."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pandas as pd

_READERS = ("read_csv", "read_table", "read_excel", "read_parquet", "read_json", "read_feather", "read_pickle")


@contextlib.contextmanager
def loading(*, shuffled: bool = False, labels: bool = False) -> Iterator[list[pd.DataFrame]]:
    """Note the tables that code loads, and shuffle their rows where that is wanted."""
    loaded: list[pd.DataFrame] = []
    before = {name: getattr(pd, name) for name in _READERS}

    def reading(reader: Any) -> Any:
        def read(*args: Any, **more: Any) -> Any:
            table = reader(*args, **more)
            if not isinstance(table, pd.DataFrame):
                return table
            if shuffled:
                table = table.sample(frac=1, random_state=len(table), ignore_index=not labels)
            loaded.append(table.copy())
            return table

        return read

    for name, reader in before.items():
        setattr(pd, name, reading(reader))
    try:
        yield loaded
    finally:
        for name, reader in before.items():
            setattr(pd, name, reader)
