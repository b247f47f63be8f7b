"""Values of a column that one should know of before counting on it: stand-ins, slips of spelling, sentinels.

Frequent values say what a column is about, these where it is not to be trusted. Each has its count and why it is odd.
"""

from __future__ import annotations

from ast import literal_eval
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from company.results.columns import value_text
from company.results.plain import but_for_spelling, cut, guarded
from company.results.written import COARSE, DAYS, NEARLY, read_number
from company.tables.gaps import stands_in

MOST = 5
"""Odd values of a column that are told."""
_LONGEST = 40
_DIFFERS_FROM, _BY_SPELLING = "differs from ", " by case or blanks alone"
"""Why another spelling is odd: what stands before the value that it is another spelling of, and behind it."""
_RARE = 0.05
"""Part of the rows up to which values are odd beside the others."""
_DIFFERENT = 5_000
"""Different texts up to which spellings are held against each other."""
_FAR = 3
"""How often a stand-in number is as large as the next one."""
_NEAR = 0.2
"""Part of the median up to which a value is small as others are, so that 0 is an ordinary one."""
_BELOW = frozenset((-1.0, -9.0, -99.0, -999.0, -9999.0))
"""Numbers that stand for what is not known where nothing else is below 0."""
_NINES = frozenset(float(f"{sign}{'9' * digits}") for sign in ("", "-") for digits in range(2, 8))
_SIZES, _FEW = (5, 10, 30, 100, 300, 1_000), 12
"""Rows in which values are counted that stand in at least so many, and values from which on they are."""
_UNCOUNTED = ("identifier", "text")

Odd = tuple[str, int, str]


def with_odd(frame: pd.DataFrame, columns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the fields of a table's columns with `odd`: few odd values, each with its count and why it is odd; and of
    categories how many values there are but for their spelling, and in how many rows they stand.
    """
    found = []
    for each in columns:
        kept = frame.iloc[:, each["position"]].dropna()
        odd = guarded(partial(_odd, kept, each), "looking for odd values")
        counted = guarded(partial(_counted, kept, each), "counting the rows of values")
        found.append({**each, **({"odd": odd[:MOST]} if odd else {}), **counted})
    return found


def _counted(kept: Any, column: Mapping[str, Any]) -> dict[str, Any]:
    """Return how many values there are but for their spelling, and how many stand in at least so many rows."""
    if column["role"] not in ("category", "ordered_category") or column["distinct"] > _DIFFERENT:
        return {}
    counts = {str(value): int(many) for value, many in kept.value_counts().items()}
    alike = len({but_for_spelling(text) for text in counts})
    sizes = [(rows, sum(count >= rows for count in counts.values())) for rows in _SIZES]
    sizes = [(rows, many) for rows, many in sizes if 0 < many < len(counts)] if len(counts) > _FEW else []
    return {**({"spellings": alike} if alike < len(counts) else {}), **({"sizes": sizes} if sizes else {})}


def respelled(why: str) -> str | None:
    """Return the more frequent value that an odd one is another spelling of, by why it is odd; None where it is odd for
    another reason.
    """
    if not (why.startswith(_DIFFERS_FROM) and why.endswith(_BY_SPELLING)):
        return None
    return str(literal_eval(why.removeprefix(_DIFFERS_FROM).removesuffix(_BY_SPELLING)))


def _odd(kept: Any, column: Mapping[str, Any]) -> list[Odd]:
    if not len(kept) or pd.api.types.is_bool_dtype(kept.dtype):
        return []
    if pd.api.types.is_numeric_dtype(kept.dtype):
        is_measured = column["role"] in ("measure", "date") and column.get("kind") != "code"
        return list(_numbers(kept.to_numpy(dtype="float64"), column)) if is_measured else []
    counts = Counter(str(value) for value in kept)
    found = [*_stand_ins(counts), *_misspelt(counts, column), *_unread(counts, column)]
    return list({value: (cut(value, _LONGEST), count, why) for value, count, why in reversed(found)}.values())[::-1]


def _stand_ins(counts: Counter[str]) -> Iterator[Odd]:
    """Yield texts that say that something is not known."""
    for text, count in counts.most_common():
        if stands_in(text) and 2 * count < counts.total():
            yield text, count, "stands for what is not known"


def _misspelt(counts: Counter[str], column: Mapping[str, Any]) -> Iterator[Odd]:
    """Yield texts that differ from a more frequent one by case or blanks alone."""
    if column["role"] in _UNCOUNTED or len(counts) > _DIFFERENT:
        return
    alike: dict[str, list[str]] = defaultdict(list)
    for text, _ in counts.most_common():
        alike[but_for_spelling(text)].append(text)
    for first, *others in alike.values():
        for text in others:
            yield text, counts[text], f"{_DIFFERS_FROM}{cut(first, _LONGEST)!r}{_BY_SPELLING}"


def _unread(counts: Counter[str], column: Mapping[str, Any]) -> Iterator[Odd]:
    """Yield the few texts that are no dates, or no numbers, where nearly all others are."""
    if column["role"] not in ("text", "category", "identifier"):
        return
    others = [text for text in counts if not stands_in(text)]
    total = sum(counts[text] for text in others)
    for why, unread in (("is no number", _no_numbers(others)), *_no_dates(others)):
        if unread and sum(counts[text] for text in unread) <= _RARE * total:
            yield from ((text, counts[text], why) for text in unread)
            return


def _no_numbers(texts: Sequence[str]) -> list[str]:
    return [text for text in texts if read_number(text) is None]


def _no_dates(texts: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the texts that the format which reads most of them does not read; nothing where they are no dates."""
    if sum(NEARLY.match(text) is not None for text in texts) <= len(texts) / 2:
        return
    some = pd.Series(texts[:: max(1, len(texts) // 200)], dtype=object)
    read = {form: pd.to_datetime(some, format=form, errors="coerce").notna().sum() for form in (*DAYS, *COARSE)}
    best = max(read, key=lambda form: int(read[form]))
    missed = pd.to_datetime(pd.Series(texts, dtype=object), format=best, errors="coerce").isna()
    yield f"is no date as {best}", [text for text, is_missed in zip(texts, missed, strict=True) if is_missed]


def _numbers(values: Any, column: Mapping[str, Any]) -> Iterator[Odd]:
    """Yield numbers that stand for something else: rows of nines, and what is below or at 0 where hardly any is."""
    different, counts = np.unique(values[np.isfinite(values)], return_counts=True)
    if len(different) < 3:
        return
    count_of = dict(zip(different.tolist(), counts.tolist(), strict=True))
    total, low, high = int(counts.sum()), float(different[0]), float(different[-1])
    if high in _NINES and high >= _FAR * abs(float(different[-2])):
        yield value_text(high), count_of[high], "far above all others: it may stand for what is not known"
    below = [value for value in different.tolist() if value < 0]
    if len(below) == 1 and low in _BELOW and 2 * count_of[low] < total:
        yield value_text(low), count_of[low], "the only value below 0: it may stand for what is not known"
    elif below and sum(count_of[value] for value in below) <= _RARE * total:
        for value in below[:MOST]:
            why = "below 0, where nearly all others are above"
            yield value_text(value), count_of[value], why
    zeros, above = count_of.get(0.0, 0), different[different > 0]
    is_quantity = column["role"] == "date" or column.get("kind", "quantity") == "quantity"
    is_rare = zeros and zeros <= _RARE * total and not below and low == 0
    if is_rare and is_quantity and len(above) and above[0] > _NEAR * float(np.median(values[values > 0])):
        yield "0", zeros, "0, where all others are well above"
