"""Whether a figure still shows the values that it once had, which a model may know by heart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from company.families.figures.origins.other_values import is_even
from company.results.likeness.aspects import cuts
from company.results.likeness.content import panels_of
from company.results.likeness.elements import elements
from company.results.likeness.mark import Mark
from company.results.likeness.matching import paired
from company.results.likeness.values import is_near, overlap, slack_of

MOST = 0.05
"""Of a series' values: how many may be those that it once had."""
_NO_VALUES = ("level", "part", "width", "base", "from", "to", "radius", "name", "row", "column", "text")
_FREE = ("guide", "band")
_OFTEN = 3
"""Corners that have a coordinate in common, where that is a line of the grid."""
_CORNERS = ("contour", "filled contour")
_COMPUTED = (*_CORNERS, "outlier", "violin", "area")
"""Kinds of which other values make another number of rows."""
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_ROUND = 2
"""Digits up to which a number, without the zeros at its ends, is anybody's."""


def replacement_fault(old: Any, new: Any) -> str | None:
    """Return why a figure does not do for the one that it was made of, with other values; None where it does."""
    for name, kept in KEPT.items():
        if kept(old) != kept(new):
            return f"with other values it has {name}"
    for number, share in enumerate(remembered(old, new), start=1):
        if share > MOST:
            return f"{100 * share:.0f} % of the values of its series {number} are still the old ones"
    return None


def _panels(portrait: Any) -> list[Any]:
    return [
        (panel.cell, panel.page["projection"], panel.page["scales"], panel.stacked) for panel in panels_of(portrait)
    ]


def _series(portrait: Any) -> list[Any]:
    """Return of each series what is not a value: kind, form, name, channels, names at places, and how many rows."""
    return [
        (
            mark.kind,
            mark.form,
            mark.name,
            {name: each.tolist() if each.dtype.kind == "O" else None for name, each in mark.channels.items()},
            None if mark.kind in _COMPUTED else mark.count,
        )
        for panel in panels_of(portrait)
        for mark in panel.marks
    ]


def _cut_off(portrait: Any) -> list[Any]:
    """Return where an axes shows less than is drawn."""
    return [(axis, panel.page["limits"][axis]) for panel in panels_of(portrait) for axis in "xy" if cuts(panel, axis)]


def _colours(portrait: Any) -> list[Any]:
    return [mark.colours if len(mark.colours) == 1 else None for panel in panels_of(portrait) for mark in panel.marks]


def texts_of(portrait: Any, *, numbers: bool = False) -> list[str]:
    """Return the texts of a figure, with the numbers in them or without."""
    texts = [each["value"] for each in elements(portrait) if each["aspect"] == "text"]
    return texts if numbers else sorted(_NUMBER.sub("#", text) for text in texts)


def remembered(old: Any, new: Any) -> Iterator[float]:
    """Yield of each series with values the share of the old ones that the new figure shows in the same place."""
    for one, other in zip(panels_of(old), panels_of(new), strict=False):
        for before, after in zip(one.marks, other.marks, strict=False):
            if before.kind in _FREE:
                continue
            if before.kind in _CORNERS:
                yield _corners(before, after)
                continue
            shares = [share for name in before.channels if (share := _share(before, after, name)) is not None]
            if shares:
                yield max(shares)
            elif before.length > 2 and any(each.dtype.kind == "f" for each in before.channels.values()):
                yield 1.0


def values_shared(reference: Any, answer: Any) -> float:
    """Return how far an answer shows the values of a figure, from 0 to 1: names and places that only count left out."""
    ours, theirs = panels_of(reference), panels_of(answer)
    found = []
    for pair in (pair for page in paired(ours, theirs) for pair in page.pairs if pair.one.kind not in _FREE):
        if pair.one.kind in _CORNERS and pair.other.kind in _CORNERS:
            found.append(_corners(pair.one, pair.other))
            continue
        shares = [_share(pair.one, pair.other, name) for name in pair.one.channels]
        found += [max(each)] if (each := [share for share in shares if share is not None]) else []
    return sum(found) / len(found) if found else 0.0


def _corners(before: Mark, after: Mark) -> float:
    """Return the share of a form's corners that stand in the same place, those of the grid itself left out.

    Each lies on a line of the grid, so that many have a coordinate in common.
    """
    one, other = (np.round(np.stack([each.channels["x"], each.channels["y"]], axis=1), 6) for each in (before, after))
    lines = [{at for at, count in Counter(one[:, axis].tolist()).items() if count >= _OFTEN} for axis in (0, 1)]
    told = [corner for corner in map(tuple, one.tolist()) if not (corner[0] in lines[0] and corner[1] in lines[1])]
    known = set(map(tuple, other.tolist()))
    return sum(corner in known for corner in told) / max(1, len(told))


def _share(before: Mark, after: Mark, name: str) -> float | None:
    """Return the share of a channel's values that are the same; None of names, and of places that only count."""
    one, other = before.channels[name], after.channels.get(name)
    if one.dtype.kind != "f" or name in _NO_VALUES:
        return None
    if other is None or other.dtype.kind != "f":
        return 0.0
    if len(one) != len(other):
        return overlap(one, other)
    told = np.isfinite(one) & (one != 0)  # zeros say nothing
    if not told.any():
        return None
    near = is_near(one[told], other[told], slack_of(one))
    counts = is_even(np.unique(one[np.isfinite(one)]).tolist())
    return None if counts and near.all() else float(near.mean())


def is_telling(number: float) -> bool:
    """Return whether a number is more than a round one, which may stand anywhere."""
    digits = f"{abs(number):.12g}".replace(".", "").strip("0")
    return len(digits) > _ROUND and "e" not in digits


def left_in(texts: Sequence[str], old: Collection[float], new: Collection[float]) -> float | None:
    """Return a value that texts still tell, though another one has taken its place; None where they tell none."""
    told = {number for text in texts for number in numbers_in(text)}
    return next((each for each in sorted(old) if is_telling(each) and each not in new and each in told), None)


KEPT: Mapping[str, Callable[[Any], Any]] = {
    "other axes": _panels,
    "other series": _series,
    "other limits": _cut_off,
    "other colours": _colours,
    "other texts": texts_of,
}
"""What stays as it is, by what is said where it does not."""


def numbers_in(text: str) -> set[float]:
    """Return the numbers of a text."""
    return {float(each.replace(",", "")) for each in _NUMBER.findall(text)}
