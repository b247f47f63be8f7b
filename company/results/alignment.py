"""An answer's rows and labels in the order and the words of its reference, where they are the same ones.

Results are laid out as columns here: a list of names and series. The exported check carries these sources.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd


def held(items: Any) -> Any:
    """Return items as a series, whatever they are."""
    cells = np.empty(len(items), dtype=object)
    for place, item in enumerate(items):
        cells[place] = item
    return pd.Series(cells).infer_objects()


def unlike_texts(values: Any) -> bool:
    """Return whether values are texts that are all different, as names in a list are."""
    return all(isinstance(each, str) for each in values) and values.is_unique


def relabelled(ours: Any, theirs: Any, free: Any) -> Any:
    """Return the answer's columns with labels that the question leaves open called as the reference calls them."""
    if not free or len(ours) != 2 or len(theirs) != 2:
        return theirs
    wanted, given = list(ours[0][1]), list(theirs[0][1])
    taken = {plainly(each): each for each in wanted}
    named = [taken.get(plainly(each), each) if taken.get(plainly(each)) in free else each for each in given]
    lacking = [each for each in wanted if each not in named]
    spare = [place for place, each in enumerate(named) if each not in wanted]
    if all(each in free for each in lacking) and len(lacking) == len(spare):
        for place, label in zip(spare, lacking, strict=True):
            named[place] = label
    return [(theirs[0][0], held(named)), *theirs[1:]]


def plainly(label: Any) -> Any:
    """Return a label without what does not tell it from others: capitals, spaces and underscores."""
    return re.sub(r"[\W_]+", "", label).casefold() if isinstance(label, str) else label


def in_months(ours: Any, theirs: Any) -> Any:
    """Return the answer's columns with months written as the reference writes them: as periods, days or texts."""
    found = list(theirs)
    for name, values in ours:
        wanted = months(values)
        others = [each for each in range(len(theirs)) if theirs[each][0] == name] or range(min(len(theirs), 1))
        for other in others if wanted else ():
            given = months(theirs[other][1])
            if wanted and given and sorted(given) == sorted(wanted):
                found[other] = (theirs[other][0], values.take([wanted.index(each) for each in given]))
    return [(name, pd.Series(values.array)) for name, values in found]


def months(values: Any) -> list[str] | None:
    """Return different months, such as 2024-05, of periods, of their first or last days, or of texts; else None."""
    if isinstance(values.dtype, pd.PeriodDtype):
        found = [f"{each}" for each in values]
    elif pd.api.types.is_datetime64_dtype(values.dtype) and (
        values.dt.is_month_start.all() or values.dt.is_month_end.all()
    ):
        found = [f"{each:%Y-%m}" for each in values.dt.to_period("M")]
    elif pd.api.types.is_string_dtype(values.dtype) or values.dtype == object:
        found = [f"{each}" for each in values]
    else:
        return None
    good = all(re.fullmatch(r"\d{4}-\d{2}", each) for each in found)
    return found if found and good and len(set(found)) == len(found) else None


def sorting(ours: Any, order: str, type: str) -> list[int] | None:
    """Return the places of the columns that an order goes by; None where the words do not say."""
    if not order:
        return []
    named = [place for place, (name, _) in enumerate(ours) if says(order, str(name))]
    if named or type != "series" or len(ours) < 2:
        return named or None
    (_, labels), (_, values) = ours[0], ours[-1]
    by_value = values.is_monotonic_increasing or values.is_monotonic_decreasing
    by_label = labels.is_monotonic_increasing or labels.is_monotonic_decreasing
    return [len(ours) - 1] if by_value and not by_label else None


def says(words: str, name: str) -> bool:
    """Return whether a name stands in words as a whole."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words, re.IGNORECASE) is not None


def reordered(ours: Any, theirs: Any, keys: list[int] | None) -> Any:
    """Return the answer's rows in the reference's order, where they are the same ones and do not differ in the keys."""
    pairs = None if keys is None else paired(ours, theirs)
    if keys is None or pairs is None:
        return theirs
    one = [as_text(values) for _, values in ours]
    other = [as_text(theirs[place][1]) for place in pairs]
    if any(one[place] != other[place] for place in keys):
        return theirs
    order = matching(list(zip(*one, strict=True)), list(zip(*other, strict=True)))
    return theirs if order is None else taken_in(theirs, order)


def taken_in(columns: Any, order: Any) -> Any:
    """Return columns with their rows in an order."""
    return [(name, pd.Series(values.array.take(order))) for name, values in columns]


def matching(wanted: Any, given: Any) -> list[int] | None:
    """Return where each wanted row stands among the given ones; None where they are not the same rows."""
    places: dict[Any, list[int]] = {}
    for place, row in enumerate(given):
        places.setdefault(row, []).append(place)
    order = [places[row].pop(0) if places.get(row) else -1 for row in wanted]
    return None if -1 in order else order


def paired(ours: Any, theirs: Any) -> list[int] | None:
    """Return the place of the answer's column for each of the reference's, by name or by content in any order."""
    names = [name for name, _ in theirs]
    contents = [sorted(as_text(values)) for _, values in theirs]
    free, found = list(range(len(theirs))), []
    for name, values in ours:
        content = sorted(as_text(values))
        near = [place for place in free if contents[place] == content]
        if not near:
            return None
        found.append(next((place for place in near if names[place] == name), near[0]))
        free.remove(found[-1])
    return found


def as_text(values: Any) -> list[str]:
    """Return values as texts that are equal for equal ones; numbers to six digits."""
    found = []
    for value, missing in zip(values, pd.isna(values), strict=True):
        number = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
        found.append("" if missing is True else f"{float(value):.6g}" if number else f"{value}")
    return found
