"""What the columns of any table are, judged from their values.

How a role is decided, in this order:
- date: dates as loaded, or text of which one format reads every value;
- flag: two different values (numbers only where they are whole);
- numbers: as `numbers.guess_numbers` takes them: *identifier* under an id-like name, and for 0, 1, 2 … down the
  table; a *date* where whole numbers are days or years (few years are an *ordered category*); a *category* under the
  name of a code; up to seven different whole numbers are an *ordered category*, all others a *measure*;
- text: a *measure* where every value is a number with one unit ("6GB"); an *ordered category* on a known scale;
  an *identifier* where nearly every value is another one word with a digit; a *category* where values come again
  (five times on average, or at most 20 of them); else *text*.
"""

from __future__ import annotations

import contextlib
import re
from typing import Any

import numpy as np
import pandas as pd

from company.results.facts import name_of
from company.results.kinds import type_name
from company.results.numbers import IDENTIFIER, Guess, guess_numbers
from company.results.plain import cut, guarded, plain_float, steady, text_of
from company.results.roles import KIND_OF_ROLE
from company.results.scales import order_of
from company.results.written import NEARLY, date_format_of, read_number, swapped, unit_of

SAMPLE = 5_000
"""Values that a kind of text is first looked for in."""
DIGIT = re.compile("[0-9]")
MOST_VALUES = 20
MOST_RANKS = 60
"""Steps of a scale that are listed in order."""
MOST_TEXTS = 5
MOST_WRITTEN = 2
"""Values of numbers that are written as text: whoever reads them has to know what stands around them."""


def describe_columns(frame: pd.DataFrame, *, most: int = 2000) -> list[dict[str, Any]]:
    """Return the fields of a `records.Column` for each of the first `most` columns.

    Missing and different values are counted exactly; roles of long columns are looked for in a sample first.
    """
    return [describe_column(frame.iloc[:, place], place) for place in range(min(most, frame.shape[1]))]


def describe_column(column: Any, position: int) -> dict[str, Any]:
    """Return the fields of a `records.Column` of a series; what cannot be looked into is a text without values."""
    name = "" if column.name is None else name_of(column.name)
    dtype = str(column.dtype)[:100]
    found = {"name": name, "position": position, "dtype": dtype, "role": "text", "missing": 0, "distinct": 0}
    with contextlib.suppress(ValueError):
        found |= guarded(lambda: _looked_into(name, column), "looking into a column")
    return found


def _looked_into(name: str, column: Any) -> dict[str, Any]:
    """Return the fields of a column that come from its values."""
    missing = np.asarray(column.isna(), dtype=bool)
    found: dict[str, Any] = {"missing": int(missing.sum())}
    kept = column[~missing] if missing.any() else column
    if len(kept):
        return found | _by_dtype(name, kept.reset_index(drop=True))
    if pd.api.types.is_numeric_dtype(column.dtype) and not pd.api.types.is_bool_dtype(column.dtype):
        return found | {"role": "measure", "numeric": True}
    return found


def _by_dtype(name: str, kept: Any) -> dict[str, Any]:
    """Return role and summary of the present values, by the type they were loaded with."""
    dtype = kept.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        if dtype.ordered:
            counts = kept.value_counts(sort=False)
            order = [text_of(each) for each in dtype.categories if counts.get(each, 0) > 0]
            return {"role": "ordered_category", "order": order, **_most_frequent(counts, MOST_VALUES)}
        kept = pd.Series(np.asarray(kept))
        dtype = kept.dtype
    if isinstance(dtype, pd.SparseDtype):
        kept = pd.Series(np.asarray(kept))
        dtype = kept.dtype
    if pd.api.types.is_bool_dtype(dtype):
        return {"role": "flag", **_most_frequent(_counts(kept), MOST_VALUES)}
    if isinstance(dtype, pd.PeriodDtype | pd.DatetimeTZDtype) or pd.api.types.is_datetime64_any_dtype(dtype):
        return _dates(_counts(kept), kept)
    if pd.api.types.is_timedelta64_dtype(dtype):
        low, high = str(kept.min()), str(kept.max())
        return {"role": "measure", "minimum": low, "maximum": high, "distinct": int(kept.nunique())}
    if pd.api.types.is_complex_dtype(dtype):
        return {"role": "text", "distinct": int(kept.nunique())}
    if pd.api.types.is_numeric_dtype(dtype):
        return _numbers(name, kept)
    return _objects(name, kept)


def _objects(name: str, kept: Any) -> dict[str, Any]:
    """Return role and summary of a column of Python objects, mostly texts."""
    some = _sample(kept)
    kind = pd.api.types.infer_dtype(some, skipna=True)
    if kind in ("integer", "floating", "mixed-integer-float", "decimal", "boolean", "date", "datetime", "datetime64"):
        try:
            if kind == "boolean":
                counts = _counts(kept)
                return {"role": "flag" if len(counts) <= 2 else "category", **_most_frequent(counts, MOST_VALUES)}
            if kind.startswith("date"):
                return _dates(_counts(kept), pd.to_datetime(kept))
            return _numbers(name, pd.to_numeric(kept))
        except (ValueError, TypeError, OverflowError):
            pass  # the sample was of one kind, the column is not
    if isinstance(kept.dtype, pd.StringDtype):
        return _texts(name, kept)
    if kind != "string" or pd.api.types.infer_dtype(kept, skipna=True) != "string":
        kept = pd.Series([_object_text(item) for item in kept], dtype=object)
    return _texts(name, kept)


def _object_text(item: Any) -> str:
    try:
        return text_of(item)
    except BaseException:  # noqa: BLE001 - a cell may hold an object of untrusted code
        return f"<{type_name(item)}>"


def _sample(kept: Any) -> Any:
    return kept.iloc[:: max(1, len(kept) // SAMPLE)]


def _numbers(name: str, kept: Any) -> dict[str, Any]:
    values = np.asarray(kept.to_numpy(dtype="float64", na_value=np.nan))
    values = values[np.isfinite(values)]
    distinct = int(kept.nunique())
    if not len(values):
        return {"role": "measure", "numeric": True, "distinct": distinct}
    guess = guess_numbers(name, values, distinct)
    found = {"role": guess.role, "numeric": True, "distinct": distinct, **_measured(values), **_guessed(guess)}
    if guess.role != "identifier" and distinct <= MOST_VALUES:
        found |= _most_frequent(_counts(kept), MOST_VALUES)
    if guess.role == "ordered_category" and distinct <= MOST_RANKS:
        found["order"] = [value_text(value) for value in sorted(kept.unique().tolist())]
    return found


def _guessed(guess: Guess) -> dict[str, Any]:
    """Return what a guess says beyond the role."""
    told = {"kind": guess.kind, "doubt": guess.doubt, "date_format": guess.date_format}
    if guess.kind == KIND_OF_ROLE[guess.role]:
        del told["kind"]
    return {key: value for key, value in told.items() if value}


def _measured(values: Any) -> dict[str, Any]:
    """Return lowest, highest, mean and quartiles of finite numbers, as far as they are finite themselves."""
    quartiles = [plain_float(steady(float(each))) for each in np.quantile(values, (0.25, 0.5, 0.75))]
    with np.errstate(over="ignore", invalid="ignore"):
        mean = plain_float(steady(float(values.mean())))
    found: dict[str, Any] = {"minimum": steady(float(values.min())), "maximum": steady(float(values.max()))}
    if isinstance(mean, float):
        found["mean"] = mean
    if all(isinstance(each, float) for each in quartiles):
        found["quartiles"] = quartiles
    return found


def _dates(counts: Any, instants: Any) -> dict[str, Any]:
    """Return a summary of dates; `instants` are the same values as pandas reads them."""
    found: dict[str, Any] = {"role": "date", **_most_frequent(counts, MOST_TEXTS)}
    for key, value in (("minimum", instants.min()), ("maximum", instants.max())):
        if isinstance(value, pd.Period):
            found[key] = str(value)
        else:
            text = str(value.isoformat())
            found[key] = text if value.tzinfo else text.removesuffix("T00:00:00")
    return found


def _texts(name: str, kept: Any) -> dict[str, Any]:
    counts = _counts(kept)  # in order of first appearance
    distinct = len(counts)
    some = [str(text) for text in counts.index.to_numpy(dtype=object)[:: max(1, distinct // SAMPLE)]]
    dated = None if date_format_of(some) is None else date_format_of([str(text) for text in counts.index])
    if dated is not None:
        doubt = swapped(dated[0], some)
        found = {**_dates(counts, dated[1]), "date_format": dated[0]}
        return found | ({"doubt": f"the values could be `{doubt}`, too"} if doubt else {})
    unit = unit_of(some)
    numbers = [read_number(str(text)) for text in counts.index] if unit is not None else [None]
    if None not in numbers:
        values = np.repeat([read[0] for read in numbers if read], counts.to_numpy())
        more = _most_frequent(counts, MOST_VALUES if distinct <= MOST_VALUES else MOST_WRITTEN)
        return {"role": "measure", "unit": unit, **_measured(values), **more}
    if sum(NEARLY.match(text) is not None for text in some) > len(some) / 2:
        return {"role": "text", **_most_frequent(counts, MOST_TEXTS)}  # dates that no one format reads
    if distinct == 2 and len(kept) >= 3:
        return {"role": "flag", **_most_frequent(counts, MOST_VALUES)}
    order = order_of([str(text) for text in counts.index]) if 2 < distinct <= 60 and len(kept) > distinct else ()
    if order:
        ranks = [text_of(each) for each in order]
        return {"role": "ordered_category", "order": ranks, **_most_frequent(counts, MOST_VALUES)}
    role = _text_role(name, some, distinct, len(kept))
    return {"role": role, **_most_frequent(counts, MOST_TEXTS if role in ("text", "identifier") else MOST_VALUES)}


def _text_role(name: str, some: list[str], distinct: int, rows: int) -> str:
    length = sum(map(len, some)) / len(some)
    words = sum(" " in text.strip() for text in some) / len(some)
    digits = sum(_has_digit(text) for text in some) / len(some)
    if IDENTIFIER.search(name) and distinct > max(20, rows / 2):
        return "identifier"
    if rows >= 10 and distinct >= 0.95 * rows and words < 0.1 and digits > 0.9 and length <= 64:
        return "identifier"
    again = (rows >= 5 * distinct and distinct <= 3000) or (distinct <= MOST_VALUES and rows >= 1.5 * distinct)
    return "category" if again and length <= 60 else "text"


def _counts(kept: Any) -> Any:
    """Count each value, in order of first appearance: as `value_counts`, which is slow for many values."""
    codes, values = pd.factorize(kept)
    return pd.Series(np.bincount(codes, minlength=len(values)), index=values)


def _has_digit(text: str) -> bool:
    return DIGIT.search(text) is not None if text.isascii() else any(mark.isdigit() for mark in text)


def _most_frequent(counts: Any, most: int) -> dict[str, Any]:
    """Return the number of different values, and the most frequent with their counts; equal counts in order of the
    text.
    """
    numbers = counts.to_numpy()
    there = np.flatnonzero(numbers)
    distinct = len(there)
    if distinct > most > 0:
        there = np.flatnonzero(numbers >= _least_of_most(numbers, most))[: most * 50]
    pairs: list[Any] = []
    if most:
        pairs = [[value_text(value), int(numbers[at])] for value, at in zip(counts.index[there], there, strict=True)]
    pairs.sort(key=lambda pair: (-pair[1], pair[0]))
    return {"distinct": distinct, "values": pairs[:most]}


def _least_of_most(numbers: Any, most: int) -> int:
    """Return the `most`-th highest of whole numbers from 0; at least `most` are above 0."""
    at_least = np.bincount(numbers)[::-1].cumsum()
    return len(at_least) - 1 - int(np.argmax(at_least >= most))


def value_text(value: Any) -> str:
    """Return one value as text: dates in ISO, numbers to 12 digits, without a needless point, all else as it prints."""
    if type(value) is str and value.isascii():
        return cut(value)
    if isinstance(value, float) and np.isfinite(value):
        return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(steady(value))
    if type(value) is pd.Timestamp:
        return str(value.isoformat())
    return text_of(value)
