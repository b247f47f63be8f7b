"""How many of the values that a figure shows stand in its code, its files or a table, and which of them are computed.

Places that only count are no values. What is a sum of given values by the kind of plot itself is given: the shares of
a pie, the heights of a histogram, the five values of a box, stacked areas.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from company.families.figures.origins.data_files import NoValues, opened
from company.families.figures.origins.other_values import is_even
from company.families.figures.origins.scripts import parsed
from company.results.likeness.content import Panel, panels_of
from company.results.likeness.mark import Mark

_NEAR = 1e-4
"""Of a value: how far away from it one may be that is the same."""
_NO_VALUES = frozenset({"level", "part", "width", "base", "from", "to", "radius", "row", "column", "name", "text"})
_FREE = ("guide", "band")
_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_BOUNDS = {"y_low": "y", "y_high": "y", "x_low": "x", "x_high": "x"}
"""Ends of error bars, with what they reach from."""
Numbers = Sequence[float]


@dataclass
class Given:
    """The numbers that a script or a table gives."""

    alone: list[float] = field(default_factory=list)
    lists: list[Any] = field(default_factory=list)
    """Columns of them, as arrays."""

    def __post_init__(self) -> None:
        """Sort them once, since they are looked up often."""
        flat = [np.asarray(self.alone, dtype=float), *(np.ravel(each) for each in self.lists)]
        held = np.concatenate(flat) if flat else np.array([])
        self._sorted = np.unique(held[np.isfinite(held)])

    def holds(self, values: Any) -> Any:
        """Return of each value whether it is one of them."""
        return _are_among(values, self._sorted)


def _are_among(values: Any, known: Any) -> Any:
    if not len(known):
        return np.zeros(len(values), dtype=bool)
    after = np.clip(np.searchsorted(known, values), 1, len(known) - 1) if len(known) > 1 else np.zeros(len(values), int)
    near = np.minimum(np.abs(known[after] - values), np.abs(known[after - 1] - values))
    return near <= _NEAR * np.maximum(np.abs(values), 1e-9)


def given_by_code(code: str, files: Mapping[str, bytes]) -> Given:
    """Return the numbers that stand in code, and those of its data files."""
    tree = parsed(code)
    alone = [] if tree is None else [each for node in ast.walk(tree) for each in _numbers(node)]
    lists = [] if tree is None else [np.asarray(each, dtype=float) for node in ast.walk(tree) for each in _lists(node)]
    for name, content in files.items():
        try:
            lists += [np.asarray(each, dtype=float) for each in opened(name, content).columns()]
        except NoValues:
            continue
    return Given(alone, lists)


def _numbers(node: ast.AST) -> Iterator[float]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        yield from (-each for each in _numbers(node.operand))
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        yield float(node.value) if abs(node.value) < 1e300 else np.nan
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _DATE.fullmatch(node.value):
        yield from _as_days(node.value)


def _as_days(text: str) -> Iterator[float]:
    try:
        yield float(np.datetime64(text, "D").astype(int))
    except ValueError:
        return


def _lists(node: ast.AST) -> Iterator[Any]:
    """Yield a literal list of numbers, or the columns of one whose rows are as long as one another."""
    if not isinstance(node, ast.List | ast.Tuple | ast.Dict):
        return
    try:
        held = ast.literal_eval(node)
        held = list(held.values()) if isinstance(held, dict) else list(held)
        found = np.asarray(held, dtype=float)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return
    if found.ndim == 1 and len(found) > 1:
        yield found
    elif found.ndim == 2:
        yield from found.T


def given_by_table(columns: Iterable[Sequence[float]]) -> Given:
    """Return the numbers of a table."""
    return Given([], [np.asarray(each, dtype=float) for each in columns if len(each)])


def given_share(portrait: Any, given: Given) -> float:
    """Return the share of a figure's values that are given, from 0 to 1; 1 of one that shows none."""
    told = [part for panel in panels_of(portrait) for mark in panel.marks for part in _told(mark, panel, given)]
    found = np.concatenate(told) if told else np.array([], dtype=bool)
    return float(found.mean()) if len(found) else 1.0


def _told(mark: Mark, panel: Panel, given: Given) -> Iterator[Any]:
    """Yield of each channel that shows values whether each of them is given."""
    if mark.kind in _FREE:
        return
    if (read := _BY_KIND.get(mark.kind)) is not None:
        yield read(mark, panel, given)
        return
    for name, values in mark.channels.items():
        if values.dtype.kind != "f" or name in _NO_VALUES:
            continue
        is_told = np.isfinite(values)
        if name in _BOUNDS and _BOUNDS[name] in mark.channels:
            yield _reached(mark, name, is_told, given)
            continue
        known = given.holds(values[is_told]) | (values[is_told] == 0)
        if known.all() or not is_even(np.unique(values[is_told]).tolist()):
            yield known


def _reached(mark: Mark, name: str, is_told: Any, given: Given) -> Any:
    """Return of the ends of error bars whether they, or how far they reach, are given."""
    ends, middle = mark.channels[name][is_told], mark.channels[_BOUNDS[name]]
    if middle.dtype.kind != "f":
        return given.holds(ends)
    return given.holds(ends) | given.holds(np.abs(middle[is_told] - ends)) | given.holds(np.abs(ends))


def _shares(mark: Mark, panel: Panel, given: Given) -> Any:
    """Return of slices whether they are the shares of a list."""
    del panel
    shares = mark.channels["y"]
    best = given.holds(shares) | given.holds(100 * shares)
    for each in given.lists:
        total = float(np.nansum(each))
        if total > 0:
            found = _are_among(shares, np.unique(each / total))
            best = found if found.sum() > best.sum() else best
    return best


def _bars(mark: Mark, panel: Panel, given: Given) -> Any:
    """Return of bars whether they are given, or count the values of a list that lie under them."""
    name = "z" if "z" in mark.channels else "y"
    values = mark.channels[name]
    if values.dtype.kind != "f":
        return given.holds(np.array([]))
    known = given.holds(values) | (values == 0)
    if known.all() or mark.place < 0:
        return _with_ends(mark, known, given)
    series = panel.page["series"][mark.place]["channels"]
    if {"x", "width"} <= series.keys():
        at, wide = (np.asarray(series[each], dtype=float) for each in ("x", "width"))
        for each in given.lists:
            counts = _counts(each, at - np.abs(wide) / 2, at + np.abs(wide) / 2)
            if len(counts) == len(values) and np.allclose(counts, values):
                return np.ones(len(values), dtype=bool)
            density = counts / max(1, len(each)) / np.abs(wide)
            if len(counts) == len(values) and np.allclose(density, values, rtol=_NEAR):
                return np.ones(len(values), dtype=bool)
    return _with_ends(mark, known, given)


def _counts(values: Any, low: Any, high: Any) -> Any:
    """Return how many values lie between each two edges; the last edge counts as well."""
    slack = 1e-9 * float(np.ptp(high) or 1.0)
    found = [((values >= one - slack) & (values < other - slack)).sum() for one, other in zip(low, high, strict=True)]
    last = int(np.argmax(high)) if len(high) else 0
    if len(found):
        found[last] = ((values >= low[last] - slack) & (values <= high[last] + slack)).sum()
    return np.asarray(found, dtype=float)


def _with_ends(mark: Mark, known: Any, given: Given) -> Any:
    parts = [known]
    for name in _BOUNDS:
        if name in mark.channels and _BOUNDS[name] in mark.channels:
            is_told = np.isfinite(mark.channels[name])
            parts.append(_reached(mark, name, is_told, given))
    return np.concatenate(parts)


def _boxes(mark: Mark, panel: Panel, given: Given) -> Any:
    """Return of boxes whether their values are given, or are those of a list."""
    del panel
    made = [np.asarray(list(_five(each)), dtype=float) for each in given.lists if len(each) > 1]
    known = np.unique(np.concatenate(made)) if made else np.array([])
    parts = []
    for name, values in mark.channels.items():
        if values.dtype.kind == "f" and name not in (*_NO_VALUES, "x"):
            told = values[np.isfinite(values)]
            parts.append(given.holds(told) | _are_among(told, known))
    return np.concatenate(parts) if parts else np.array([], dtype=bool)


def _five(values: Any) -> Iterator[float]:
    """Yield what a box shows of a list: quartiles, ends of its whiskers, and the mean."""
    told = values[np.isfinite(values)]
    if len(told):
        low, middle, high = np.percentile(told, [25, 50, 75])
        within = told[(told >= low - 1.5 * (high - low)) & (told <= high + 1.5 * (high - low))]
        yield from (low, middle, high, float(told.mean()), *((within.min(), within.max()) if len(within) else ()))


def _violins(mark: Mark, panel: Panel, given: Given) -> Any:
    """Return of a violin whether it reaches from a given value to another one."""
    del panel
    along = mark.channels["y"]
    return given.holds(np.array([along.min(), along.max()]))


def _areas(mark: Mark, panel: Panel, given: Given) -> Any:
    """Return of an area whether its corners are given, or are sums of lists on one another."""
    del panel
    values = mark.channels["y"]
    if values.dtype.kind != "f":
        return np.array([], dtype=bool)
    known = given.holds(values) | (values == 0)
    if known.all():
        return known
    sums: list[Any] = []
    for start in range(len(given.lists)):
        total = None
        for each in given.lists[start:]:
            if total is not None and len(each) != len(total):
                break
            total = each if total is None else total + each
            sums.append(total)
    return known | _are_among(values, np.unique(np.concatenate(sums))) if sums else known


_BY_KIND: Mapping[str, Callable[[Mark, Panel, Given], Any]] = {
    "slice": _shares,
    "treemap": _shares,
    "bar": _bars,
    "box": _boxes,
    "violin": _violins,
    "area": _areas,
}
"""Kinds of marks that show something else than the values which they are given."""
