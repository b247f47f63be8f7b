"""A short fingerprint of a value's content: equal digests mean equal values.

Floats count to 9 significant digits, whole numbers below a thousand million are the same as floats of that value,
and everything else counts exactly, over all rows.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd

from company.results.kinds import result_type, type_name
from company.results.models import fitted
from company.results.plain import ADDRESS, items_of

EXACT_BELOW = 10**9
"""Whole numbers below this survive the rounding of floats."""
DEEPEST = 50
MOST_PARTS = 10_000_000
"""A list that holds another one twice, which holds another one twice, and so on, would never come to an end."""
SAMPLE = 1000
DOUBLE = struct.Struct("=d")


def digest(value: Any) -> str:
    """Return 16 hexadecimal digits of SHA-256 over the canonical content; raises ValueError for what has none."""
    sha = hashlib.sha256()
    for seen, part in enumerate(_parts(value, 0)):
        if seen > MOST_PARTS:
            raise ValueError("it holds too many values inside of each other: make it smaller")
        sha.update(part)
        sha.update(b"\x1f")
    return sha.hexdigest()[:16]


def _parts(value: Any, depth: int) -> Iterator[bytes]:
    """Return the canonical content of a value, piece by piece."""
    _check_depth(depth)
    kind = result_type(value)
    yield (kind or "none").encode()
    if value is None:
        return
    if kind == "dataframe":
        yield from _column(value.columns, depth)
        yield from _column(value.index, depth)
        for position in range(value.shape[1]):
            yield from _column(value.iloc[:, position], depth)
    elif kind == "series":
        yield ADDRESS.sub("", repr(value.name)).encode("utf-8", "replace")
        yield from _column(value.index, depth)
        yield from _column(value, depth)
    elif kind == "index":
        yield from _column(value, depth)
    elif kind == "array":
        yield repr(value.shape).encode()
        yield from _column(value if value.ndim == 1 else value.reshape(-1), depth)
    else:
        yield from _other(value, kind, depth)


def _check_depth(depth: int) -> None:
    if depth > DEEPEST:
        raise ValueError(f"it is nested more than {DEEPEST} levels deep: ask for a flatter result")


def _other(value: Any, kind: str | None, depth: int) -> Iterator[bytes]:
    if kind in ("list", "tuple"):
        yield from _items(items_of(value), depth + 1)
    elif kind == "set":
        yield from sorted(b"".join(_parts(item, depth + 1)) for item in items_of(value))
    elif kind == "dict":
        yield from _items(list(chain.from_iterable(dict.items(value))), depth + 1)
    elif kind == "value":
        yield from _scalar(value)
    elif kind == "model":
        yield type_name(value).encode()
        yield from _parts(fitted(value), depth + 1)
    elif kind == "function":
        code = value.__code__
        yield code.co_code + repr((code.co_names, code.co_consts)).encode("utf-8", "replace")
    else:
        raise ValueError(f"it holds a {type_name(value)}, which cannot be compared: ask for plain values")


def _items(items: list[Any], depth: int) -> Iterator[bytes]:
    """Return the content of one element after the other; plain numbers and texts, as there may be many, without
    detours.
    """
    if items:
        _check_depth(depth)
    floats = [item for item in items if type(item) is float]
    ready = iter(rounded(np.array(floats)).tolist() if floats else ())
    for item in items:
        kind = type(item)
        if kind is float:
            yield from (b"value", b"n1", DOUBLE.pack(next(ready)))
        elif kind is int and -EXACT_BELOW < item < EXACT_BELOW:
            yield from (b"value", b"n1", DOUBLE.pack(item))
        elif kind is str:
            yield from (b"value", b"s" + item.encode("utf-8", "surrogatepass"))
        else:
            yield from _parts(item, depth)


def _scalar(value: Any) -> Iterator[bytes]:
    kind = type(value)
    if kind is bool or issubclass(kind, np.bool_):
        yield b"b1" if value else b"b0"
    elif issubclass(kind, str):
        yield b"s" + str.encode(value, "utf-8", "surrogatepass")
    elif issubclass(kind, int | float | np.integer | np.floating):
        yield from _numbers(np.asarray([value]))
    else:
        yield f"{type_name(value)} {value!r}".encode("utf-8", "replace")


def _column(values: Any, depth: int) -> Iterator[bytes]:
    """Return the content of a column, index or flat array."""
    if type(values) is pd.MultiIndex:
        for level in range(values.nlevels):
            yield from _column(values.get_level_values(level), depth)
        return
    dtype = values.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in "iuf":
        yield from _numbers(np.asarray(values))
    elif isinstance(dtype, np.dtype) and dtype.kind in "bmM":
        array = np.asarray(values)
        yield dtype.kind.encode() + str(len(array)).encode()
        yield array.astype("M8[ns]" if dtype.kind == "M" else "m8[ns]" if dtype.kind == "m" else bool).tobytes()
    else:
        items = np.asarray(values, dtype=object)
        yield b"o" + str(len(items)).encode()
        if pd.api.types.infer_dtype(items, skipna=False) == "string":
            yield pd.util.hash_array(items, categorize=_come_again(items)).tobytes()
            return
        yield from _items(items.tolist(), depth + 1)


def _come_again(texts: Any) -> bool:
    """Return whether texts have so few different values that it is quicker to hash each value once."""
    some = texts[:SAMPLE]
    return len(texts) > SAMPLE and len(set(some)) < SAMPLE / 10


def _numbers(array: Any) -> Iterator[bytes]:
    """Yield numbers as bytes: whole numbers exactly, others to 9 significant digits."""
    yield b"n" + str(len(array)).encode()
    if array.dtype == object:
        yield repr(array.tolist()).encode()
        return
    if array.dtype.kind in "iu":
        small = not len(array) or (array.min() > -EXACT_BELOW and array.max() < EXACT_BELOW)
        yield (array.astype(np.float64) if small else array.astype(array.dtype.kind + "8")).tobytes()
        return
    with np.errstate(over="ignore"):  # a long double may be beyond what a double holds
        doubles = array.astype(np.float64)
    yield rounded(doubles).tobytes()


def rounded(array: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return floats rounded to 9 significant digits, -0 as 0 and every NaN as the same NaN."""
    with np.errstate(all="ignore"):
        exponent = np.floor(np.log10(np.abs(array)))
        shift = np.clip(np.where(np.isfinite(exponent), 8 - exponent, 0), -290, 290)
        down, up = np.minimum(shift, 0), np.maximum(shift, 0)
        result = np.rint(array * 10.0**up / 10.0**-down) / 10.0**up * 10.0**-down
    result = np.where(np.isfinite(result), result, array) + 0.0
    result[np.isnan(result)] = np.nan
    return np.asarray(result, dtype=np.float64)
