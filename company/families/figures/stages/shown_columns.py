"""The columns of files in which what is drawn stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from company.families.figures.origins.other_values import is_even

Frames = Mapping[str, pd.DataFrame]
Told = dict[str, Any]
_NEAR = 1e-6


def columns_in(frames: Frames) -> Iterator[tuple[str, str, Any]]:
    """Yield each column of numbers with its file and name, without empty cells."""
    for file, frame in frames.items():
        for name in frame.columns:
            if pd.api.types.is_numeric_dtype(frame[name]):
                yield file, str(name), frame[name].dropna().to_numpy(dtype=float)


def same(one: Any, other: Any) -> bool:
    """Return whether two columns of numbers are the same but for rounding."""
    if len(one) != len(other) or not len(one):
        return False
    span = float(np.nanmax(np.abs(one))) if np.isfinite(one).any() else 0.0
    return bool(np.allclose(one, other, rtol=_NEAR, atol=_NEAR * max(span, 1e-12), equal_nan=True))


def place_of(values: Any, frames: Frames, rather: str = "") -> Told:
    """Return where the values of a channel stand: in a column, rather of the file `rather`; {} where nowhere."""
    ordered = dict(sorted(frames.items(), key=lambda pair: pair[0] != rather))
    if values.dtype.kind != "f":
        return _of_texts([str(each) for each in values.tolist()], ordered)
    for file, name, held in columns_in(ordered):
        if same(values, held):
            return {"file": file, "column": name}
    finite = values[np.isfinite(values)]
    if len(finite) == len(values) > 1 and np.ptp(values) == 0:
        return {"constant": plain(values[0])}
    if len(finite) == len(values) > 1 and is_even(values.tolist()) and (len(values) > 2 or values[0] in (0, 1)):
        return {"from": plain(values[0]), "step": plain(values[1] - values[0])}
    return {}


def _of_texts(texts: Sequence[str], frames: Frames) -> Told:
    for file, frame in frames.items():
        for name in frame.columns:
            if [str(each) for each in frame[name].dropna().tolist()] == list(texts):
                return {"file": file, "column": str(name)}
    return {"texts": list(texts)}


def listed(values: Any) -> list[float]:
    """Return numbers as JSON has them."""
    return [plain(each) for each in np.asarray(values, dtype=float).tolist()]


def plain(value: Any) -> float:
    """Return a number by nine digits, whole where it is."""
    number = float(f"{float(value):.9g}")
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def matrices(frames: Frames) -> Iterator[tuple[str, list[str], Any]]:
    """Yield each file as a matrix of its columns of numbers."""
    for file, frame in frames.items():
        names = [name for name in frame.columns if pd.api.types.is_numeric_dtype(frame[name])]
        if len(names) > 1:
            yield file, [str(name) for name in names], frame[names].to_numpy(dtype=float)
