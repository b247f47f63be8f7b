"""What a question measures and by what it is told, read off its code: by this, standing rules of a handbook hold.

Columns that only decide which rows count are neither.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from company.families.dialogues.evolving.columns_asked import MEANS, Reader, mentioned
from company.families.dialogues.handbook.records import Scope


@dataclass(frozen=True)
class Told:
    """What a question measures, and by what."""

    by: frozenset[str]
    """Columns for whose values there are figures, on the way at least."""
    measured: Mapping[str, frozenset[str]]
    """By column, how its values are put together."""
    unclear: frozenset[str]
    """Columns of which the code does not tell."""
    averages_of_totals: frozenset[str] = frozenset()
    """Columns whose totals or the like are averaged in turn: whether they count as averaged, nobody can say."""
    is_merged: bool = False
    """Whether tables are merged, so that nobody sees whose a column is."""
    mentioned: frozenset[str] = frozenset()

    def fits(self, scope: Scope) -> bool:
        """Return whether a rule of a scope holds."""
        if scope.how == "told by":
            return scope.column in self.by
        hows = self.measured.get(scope.column, frozenset())
        return bool(hows) if scope.how == "measured" else scope.how in hows

    def leaves_open(self, scope: Scope) -> bool:
        """Return whether the code does not tell if a rule of a scope holds."""
        if self.fits(scope):
            return False
        is_loose = scope.how == MEANS and scope.column in self.averages_of_totals
        bare = scope.column.partition(".")[2]
        is_hidden = self.is_merged and bare in self.mentioned
        return is_loose or is_hidden or not {scope.column, bare or scope.column}.isdisjoint(self.unclear)

    def nearly_fits(self, scope: Scope) -> bool:
        """Return whether a rule that does not hold is about a column that the question touches otherwise."""
        return not self.fits(scope) and scope.column.rpartition(".")[2] in self.mentioned


def told_of(code: str, terms: Mapping[str, str]) -> Told:
    """Return what the code of a question measures and by what; `terms` are the expressions of the terms it reads."""
    return _told_of(code, tuple(sorted(terms.items())))


@cache
def _told_of(code: str, terms: Sequence[tuple[str, str]]) -> Told:
    reader = Reader({name: ast.parse(each, mode="eval").body for name, each in terms})
    for node in ast.parse(code).body:
        reader.statement(node)
    every = {text for each in (code, *(each for _, each in terms)) for text in mentioned(ast.parse(each))}
    return Told(
        frozenset(reader.by),
        {column: frozenset(hows) for column, hows in reader.measured.items() if hows},
        frozenset(reader.unclear),
        frozenset(reader.averages_of_totals),
        reader.is_merged,
        frozenset(every),
    )
