"""A result as a page shows it: a table of cells, a figure, or text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from company.records import Result
from company.results.cells import Cells
from company.showing.grids import Grid, counted, grid
from company.showing.tables import grid_of
from company.showing.texts import Shown, shown

TEXT = 4_000
"""Characters of a result's text."""


@dataclass(frozen=True)
class ResultView:
    """One result; a table or a figure where it is one, and always its text."""

    name: str
    type: str
    text: Shown
    grid: Grid | None = None
    figure: int | None = None
    """Which of the run's figures it is, from 1."""
    facts: tuple[tuple[str, str], ...] = ()
    """Of a figure: what is drawn, in words."""


def result_views(results: Sequence[Result], figures: int = 0) -> tuple[ResultView, ...]:
    """Return the results of one run that drew this number of figures; the last is the one that was asked for."""
    return tuple(result_view(each, figures or None) for each in results)


def result_view(result: Result, figure: int | None = None, table: Cells | None = None) -> ResultView:
    """Return one result; a plot shows the figure of this number, a table more of its rows where the whole is given."""
    text = shown(result.shown, TEXT)
    name = str(shown(result.name, 200))
    if result.type == "plot":
        return ResultView(name, result.type, text, figure=figure, facts=_drawn(result.facts))
    if table is not None:
        return ResultView(name, result.type, text, grid_of(table))
    try:
        return ResultView(name, result.type, text, _grid(result))
    except (ValueError, TypeError, KeyError, AttributeError, IndexError):  # facts were written by untrusted code
        return ResultView(name, result.type, text)


def _grid(result: Result) -> Grid | None:
    facts = result.facts
    if result.type == "dataframe":
        rows, width = int(facts["rows"]), int(facts.get("width", len(facts["columns"])))
        note = _size(rows, len(facts["head"]), f"{counted(width, 'column')}")
        if width > len(facts["columns"]):
            note += f", the first {len(facts['columns'])} columns of them"
        return grid(facts["columns"], facts["index"], facts["head"], note)
    if result.type == "series":
        pairs = [_pair(each) for each in facts["head"]]
        name = facts.get("name") or "value"
        note = _size(int(facts["length"]), len(pairs), "")
        return grid([name], [label for label, _ in pairs], [[value] for _, value in pairs], note)
    if result.type == "dict":
        pairs = [_pair(each) for each in facts["items"]]
        if any(isinstance(value, list) for _, value in pairs):
            return None
        note = _size(int(facts["length"]), len(pairs), "")
        return grid(["value"], [label for label, _ in pairs], [[value] for _, value in pairs], note)
    return None


def _pair(each: Any) -> tuple[Any, Any]:
    label, value = each
    return label, value


def _size(length: int, there: int, more: str) -> str:
    whole = counted(length, "row") + (f" × {more}" if more else "")
    return whole if there >= length else f"{whole}; the first {there} are shown"


def _drawn(facts: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the content of a figure: of each axes its words, and the number of artists of each kind."""
    found: list[tuple[str, str]] = []
    try:
        for place, axes in enumerate(facts["axes"][:8], start=1):
            of = f"axes {place}: " if len(facts["axes"]) > 1 else ""
            words = {"title": axes["title"], "x axis": axes["xlabel"], "y axis": axes["ylabel"]}
            found += [(f"{of}{name}", str(shown(str(text), 200))) for name, text in words.items() if text]
            drawn = ", ".join(f"{count} {kind}" for kind, count in list(axes["artists"].items())[:20])
            found.append((f"{of}drawn", str(shown(drawn, 300))))
    except (ValueError, TypeError, KeyError, AttributeError, IndexError):
        return ()
    return tuple(found)
