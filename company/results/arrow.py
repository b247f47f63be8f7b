"""Tables as Arrow streams: written beside untrusted code, read where nothing in them is trusted.

Columns stand in their order, those of the index first where it is more than a count of the rows. Every field says
in its metadata which `dtype` it had, and whether it is `shown`: values that Arrow has no plain type for (periods,
intervals, decimals, complex numbers, objects of mixed kinds) are text, each as it prints, cut to 200 characters. A
categorical column is a dictionary. The schema's metadata has one key, `table`, whose JSON tells what names of
columns cannot: `index` (how many columns are levels of the index), `labels` (the name of each column as it was:
text, a number, null, a list for a tuple, {type: text} for others), `column_names` (names of the levels of the
column labels) and `rows` (how many there were before some were left out).
"""

from __future__ import annotations

import datetime as dt
import json
import re
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from company.results.capture import MOST_CELLS
from company.results.facts import name_of
from company.results.kinds import result_type, type_name
from company.results.plain import guarded, text_of
from company.results.stream import FLOATS, INTEGERS, PHYSICAL, Column, physical, read_stream, write_stream

LETTERS = {np.dtype(PHYSICAL[letter]): letter for letter in (*INTEGERS, *FLOATS, "b")}
UNITS = {"s": "s", "ms": "m", "us": "u", "ns": "n"}
MASKED: dict[str, Any] = {"b": pd.arrays.BooleanArray, **dict.fromkeys(INTEGERS, pd.arrays.IntegerArray)}
NULLABLE = re.compile(r"U?Int\d+|Float\d+|boolean")
TEXTS = ("str", "string", "object")
LABELS: dict[str, Any] = {"float": float, "Timestamp": pd.Timestamp, "Timedelta": pd.Timedelta}
"""Names of columns that JSON has no way to write, and come back as what they were; others come back as text."""
FIRST, LAST = np.datetime64("0001-01-02"), np.datetime64("9999-12-31")
"""Dates that Python has, whatever the zone."""
OFFSET = re.compile(r"([+-])(\d\d):(\d\d)")


def to_arrow(value: Any, rows: int | None = None) -> bytes:
    """The Arrow stream of a DataFrame, Series, Index or array of one or two dimensions; of its first `rows` only.

    Raises ValueError, with a reason that a reader of the code understands, for every other value, for more than 50
    million cells, and for a value that raises when it is looked at.
    """
    return guarded(lambda: _written(value, rows), "writing it as Arrow")


def from_arrow(content: bytes) -> pd.DataFrame:
    """The table in a stream that `to_arrow` wrote: a series has one column, an array numbered ones.

    Content is not trusted: raises ValueError for whatever is malformed, inconsistent or larger than 50 million cells.
    """
    try:
        return _table(*read_stream(content, MOST_CELLS))
    except Exception as problem:
        raise ValueError(f"no Arrow stream of a table: {problem}") from problem


def _written(value: Any, rows: int | None) -> bytes:
    kind = result_type(value)
    if kind not in ("dataframe", "series", "index", "array"):
        raise ValueError(f"a {type_name(value)} has no rows and columns: make it a table")
    if kind == "array" and value.ndim not in (1, 2):
        raise ValueError(f"an array of {value.ndim} dimensions is no table: give it one or two")
    if kind == "array" and value.dtype.kind == "V":
        raise ValueError("an array of records is no table: make it a DataFrame")
    total = len(value)
    kept = value if rows is None else value.iloc[:rows] if kind in ("dataframe", "series") else value[:rows]
    if kept.size > MOST_CELLS:
        raise ValueError(f"it has {kept.size:,} cells, more than the {MOST_CELLS:,} that are kept: make it smaller")
    levels, columns, names = _parts(kept, kind)
    labelled = [*levels, *columns]
    table = {
        "index": len(levels),
        "labels": [_label(label) for label, _ in labelled],
        "column_names": [_label(name) for name in names],
        "rows": total,
    }
    written = [_column(name_of("" if label is None else label), values) for label, values in labelled]
    return write_stream(written, len(kept), {"table": json.dumps(table, allow_nan=False)})


Labelled = list[tuple[Any, Any]]


def _parts(value: Any, kind: str) -> tuple[Labelled, Labelled, list[Any]]:
    """Levels of the index and columns, each a label and a series, and the names of the column labels' levels."""
    if kind == "index":
        return [], _levels(value), [None]
    if kind == "array":
        columns = [value] if value.ndim == 1 else list(value.T)
        return [], [(place, pd.Series(each)) for place, each in enumerate(columns)], [None]
    index = value.index
    counted = type(index) is pd.RangeIndex and index.name is None and (index.start, index.step) == (0, 1)
    levels = [] if counted else _levels(index)
    if kind == "series":
        return levels, [(value.name, value)], [None]
    columns = [(label, value.iloc[:, place]) for place, label in enumerate(value.columns)]
    return levels, columns, list(value.columns.names)


def _levels(index: Any) -> Labelled:
    return [(name, pd.Series(index.get_level_values(place))) for place, name in enumerate(index.names)]


def _label(label: Any) -> Any:
    """A name as JSON, from which `_read_label` makes it again."""
    plain = label.item() if isinstance(label, np.generic) else label
    if type(plain) is tuple:
        return [_label(part) for part in plain]
    if plain is None or type(plain) in (bool, int):
        return plain
    if type(plain) is str:
        return plain.encode("utf-8", "replace").decode()
    return {type_name(plain): plain.isoformat() if isinstance(plain, pd.Timestamp) else text_of(plain)}


def _column(name: str, series: Any) -> Column:
    """A series as it lies in memory, by its type."""
    dtype = series.dtype
    said = {"dtype": text_of(dtype)}
    if isinstance(dtype, pd.SparseDtype):
        series = series.sparse.to_dense()
    if isinstance(dtype, pd.CategoricalDtype):
        categories = _column("", pd.Series(dtype.categories))
        if "shown" not in categories.metadata:
            codes = series.cat.codes.to_numpy()
            letter, known = LETTERS[codes.dtype], _where(codes >= 0)
            return Column(name, letter, np.maximum(codes, 0), known, b"", said, categories, bool(dtype.ordered))
    if isinstance(series.array, pd.arrays.BooleanArray | pd.arrays.IntegerArray | pd.arrays.FloatingArray):
        values = series.to_numpy(dtype=dtype.numpy_dtype, na_value=0)
        return Column(name, LETTERS[values.dtype], values, _where(series.notna().to_numpy()), b"", said)
    if isinstance(series.dtype, pd.DatetimeTZDtype):
        form = f"ts{UNITS[series.dtype.unit]}:{_zone(series.dtype.tz)}"
        return _instants(name, form, series.to_numpy(f"M8[{series.dtype.unit}]"), said)
    if isinstance(series.dtype, np.dtype) and series.dtype.kind in "biufcmM":
        return _numbers(name, series.to_numpy(), said)
    return _objects(name, series, said)


def _numbers(name: str, values: NDArray[Any], said: dict[str, str]) -> Column:
    dtype = values.dtype.newbyteorder("=")
    if dtype.kind in "mM":
        unit = UNITS[np.datetime_data(dtype)[0]]
        return _instants(name, f"ts{unit}:" if dtype.kind == "M" else f"tD{unit}", values, said)
    if dtype.kind == "c":
        return _texts(name, values.astype(object), {**said, "shown": "true"})
    if dtype.kind == "f" and dtype not in LETTERS:
        dtype = np.dtype(np.float64)
    return Column(name, LETTERS[dtype], values.astype(dtype), None, b"", said)


def _instants(name: str, form: str, values: NDArray[Any], said: dict[str, str]) -> Column:
    known = _where(~np.isnat(values))
    return Column(name, form, values.astype(values.dtype.newbyteorder("=")).view("i8"), known, b"", said)


def _zone(zone: Any) -> str:
    """The name of a zone as Arrow writes it; "UTC" for one without a name, as the instants are the same."""
    name = text_of(zone).removeprefix("UTC")
    try:
        _read_zone(name)
    except (ValueError, LookupError, OSError):
        return "UTC"
    return name


def _objects(name: str, series: Any, said: dict[str, str]) -> Column:
    """Python objects: of one kind as that kind, of several as text."""
    items = series.to_numpy(dtype=object)
    known = series.notna().to_numpy()
    kind = "string" if isinstance(series.dtype, pd.StringDtype) else pd.api.types.infer_dtype(items[known])
    letter = {"boolean": "b", "integer": "l", "floating": "g"}.get(kind)
    if letter is not None:
        values = np.where(known, items, 0)
        if letter != "l" or all(-(2**63) <= int(each) < 2**63 for each in values):
            return Column(name, letter, values.astype(physical(letter)), _where(known), b"", said)
    if kind not in ("string", "empty"):
        said = {**said, "shown": "true"}
    return _texts(name, items, said, known)


def _texts(name: str, items: NDArray[Any], said: dict[str, str], known: NDArray[np.bool_] | None = None) -> Column:
    known = np.ones(len(items), dtype=bool) if known is None else known
    there = items[known].tolist()
    texts = [text_of(item) for item in there] if "shown" in said else there
    joined = "".join(texts)
    lengths = np.zeros(len(items), dtype=np.int64)
    if joined.isascii():
        content = joined.encode()
        lengths[known] = np.fromiter(map(len, texts), np.int64, len(texts))
    else:
        parts = [str.encode(text, "utf-8", "replace") for text in texts]
        content = b"".join(parts)
        lengths[known] = np.fromiter(map(len, parts), np.int64, len(parts))
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return Column(name, "U", offsets, _where(known), content, said)


def _where(known: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """Which values are there; None where all are."""
    return None if known.all() else known


def _table(columns: list[Column], rows: int, metadata: dict[str, str]) -> pd.DataFrame:
    table = json.loads(metadata["table"])
    labels, levels = [_read_label(label) for label in table["labels"]], int(table["index"])
    names = [_read_label(name) for name in table["column_names"]]
    if len(labels) != len(columns) or not 0 <= levels <= len(columns) or not names:
        raise ValueError("what is said of the columns does not fit them")
    read = [pd.Series(_values(column), index=pd.RangeIndex(rows)) for column in columns]
    frame = pd.DataFrame(dict(enumerate(read[levels:])), index=pd.RangeIndex(rows))
    frame.columns = _column_labels(labels[levels:], names)
    if levels == 1:
        frame.index = pd.Index(read[0], name=labels[0])
    elif levels:
        frame.index = pd.MultiIndex.from_arrays(read[:levels], names=labels[:levels])
    return frame


def _column_labels(labels: list[Any], names: list[Any]) -> Any:
    if len(names) == 1:
        return pd.Index(labels, name=names[0], tupleize_cols=False)
    if not all(type(label) is tuple and len(label) == len(names) for label in labels):
        raise ValueError("labels of columns do not have as many parts as they have names")
    parts = [list(part) for part in zip(*labels, strict=True)] or [[] for _ in names]
    return pd.MultiIndex.from_arrays(parts, names=names)


def _read_label(label: Any) -> Any:
    if isinstance(label, list):
        return tuple(_read_label(part) for part in label)
    if not isinstance(label, dict):
        return label
    ((kind, text),) = label.items()
    return LABELS.get(kind, str)(str(text))


def _values(column: Column) -> Any:
    """The values of a column as pandas keeps them."""
    if column.dictionary is not None:
        codes = column.values.astype(np.int64)
        codes[~_known(column)] = -1
        return pd.Categorical.from_codes(codes, categories=pd.Index(_values(column.dictionary)), ordered=column.ordered)
    form, dtype = column.format, column.metadata.get("dtype", "")
    if form == "U":
        return pd.Series(_read_texts(column), dtype=dtype if dtype in TEXTS else "str")
    if form[0] == "t":
        return _read_instants(column)
    if dtype == "object":
        items = column.values.astype(object)
        items[~_known(column)] = None
        return items
    if column.valid is None and not NULLABLE.fullmatch(dtype):
        return column.values.copy()
    return MASKED.get(form, pd.arrays.FloatingArray)(column.values.copy(), ~_known(column))


def _known(column: Column) -> NDArray[np.bool_]:
    return np.ones(len(column), dtype=bool) if column.valid is None else column.valid


def _read_texts(column: Column) -> NDArray[Any]:
    places = pairwise(column.values.tolist())
    found = np.empty(len(column), dtype=object)
    if column.text.isascii():
        text = column.text.decode()
        found[:] = [text[start:end] for start, end in places]
    else:
        found[:] = [column.text[start:end].decode() for start, end in places]
    found[~_known(column)] = None
    return found


def _read_instants(column: Column) -> Any:
    unit = {letter: unit for unit, letter in UNITS.items()}[column.format[2]]
    values = column.values.view(f"{'M' if column.format[1] == 's' else 'm'}8[{unit}]").copy()
    values[~_known(column)] = "NaT"
    if column.format[1] == "D":
        return values
    # As seconds: numpy 1 reckons the bounds in the values' own unit, in which years so far away have no number.
    there = values[~np.isnat(values)].astype("M8[s]")
    if len(there) and not FIRST <= there.min() <= there.max() <= LAST:
        raise ValueError("dates lie outside of the years 1 to 9999")
    zone = column.format[4:]
    return pd.DatetimeIndex(values).tz_localize("UTC").tz_convert(_read_zone(zone)) if zone else values


def _read_zone(name: str) -> dt.tzinfo:
    """The zone of a name, or of an offset as "+01:00"; nothing but the list of zones is looked into."""
    offset = OFFSET.fullmatch(name)
    if offset is None:
        return ZoneInfo(name)
    apart = dt.timedelta(hours=int(offset[2]), minutes=int(offset[3]))
    return dt.timezone(apart if offset[1] == "+" else -apart)
