"""The 22 types of chart of ChartMimic, each of one of PaperBanana's seven categories: a table that comes along."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath

from company.families.figures.types import OTHER

TABLE = "chart_types.csv"
CATEGORIES = ("bar", "line", "tree, pie", "scatter", "heatmap", "radar", "miscellaneous")
_NUMBERED = re.compile(r"[_\-\s]*\d+$")


@dataclass(frozen=True)
class ChartType:
    """A type of chart."""

    name: str
    category: str
    file_names: tuple[str, ...]
    """How the files of its scripts are called, before their number."""
    plot_types: tuple[str, ...]
    """The types that a portrait is told to be of."""


@cache
def chart_types() -> Mapping[str, ChartType]:
    """Return the types by name."""
    text = files("company.families.figures").joinpath(TABLE).read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return {
        row["chart_type"]: ChartType(
            row["chart_type"], row["category"], _several(row["file_names"]), _several(row["plot_types"])
        )
        for row in rows
    }


def _several(cell: str) -> tuple[str, ...]:
    return tuple(each for each in cell.split(";") if each)


def category_of(plot_type: str) -> str:
    """Return the category of what a portrait is told to be."""
    known = chart_types().values()
    return next((each.category for each in known if plot_type in each.plot_types), OTHER.category)


def named_type(path: str) -> ChartType | None:
    """Return the type that a script's file is called after, such as bar_12.py; None where it is called otherwise."""
    stem = _NUMBERED.sub("", PurePosixPath(path).stem.lower())
    return next((each for each in chart_types().values() if stem in each.file_names), None)


def is_named_otherwise(path: str, plot_type: str) -> bool:
    """Return whether a file is called after a type of another category than what it draws."""
    named = named_type(path)
    return named is not None and named.category != category_of(plot_type)
