"""What columns, groups and frames are called in code."""

from __future__ import annotations

from company.records import Column
from grammar.scene import Var
from grammar.steps.base import identifier


def column_names(source: Var) -> set[str]:
    """Return the names of all columns of a frame."""
    return {column.name for column in source.columns}


def and_more(columns: tuple[str, ...]) -> str:
    """Return how many columns there are beside the first, as a word of a name: and_2_more."""
    return f"and_{len(columns) - 1}_more"


def two_names(labels: tuple[str, str], ending: str = "values") -> tuple[str, str]:
    """Return names of variables for the values of two groups."""
    names = [identifier(text, longest=20) for text in labels]
    if names[0] == names[1] or {"stats", "first", "second"} & set(names):
        names = ["first", "second"]
    return f"{names[0]}_{ending}", f"{names[1]}_{ending}"


def smallest_group(column: Column) -> int:
    """Return how often the rarest value of a category occurs; 0 where its values are not known."""
    return min((count for _, count in column.values), default=0)


def sizes_of_some(column: Column) -> list[int]:
    """Return a round number of rows, if there is one, that some groups of a category lack, with few rows in all."""
    counts = [count for _, count in column.values]
    rarest = smallest_group(column) if len(counts) == column.distinct else 0
    for size in (50, 20, 10, 5):
        large = [count for count in counts if count >= size]
        if rarest < size <= sum(counts) / 20 and len(large) > 1 and sum(large) >= 0.9 * sum(counts):
            return [size]
    return []
