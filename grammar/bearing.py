"""Which steps that lead up to a result have an effect on it, as far as that can be foreseen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grammar.choosing import columns_of
from grammar.language import Unclear
from grammar.moves import Move, resolve, resolve_all
from grammar.scene import Scene, Var
from grammar.steps.base import Step

_ROWS = frozenset({"filter", "rows_of_year", "drop_duplicates"})
"""Kinds that leave fewer rows."""


def bearing(prepared: Sequence[Step], wanted: Sequence[Step], scene: Scene) -> list[Step]:
    """Return the steps that change what is wanted: rows that they drop, or columns that it or a later step uses."""
    try:
        moves = resolve_all([*((step, False) for step in prepared), *((step, True) for step in wanted)], scene)
    except Unclear:
        return []
    steps, results = moves[: len(prepared)], moves[len(prepared) :]
    if any(_shows_rows(move) for move in results):
        return list(prepared)
    needed = {name for step in wanted for name in columns_of(step)}
    kept: list[Step] = []
    for move, made in reversed(list(zip(steps, _left(prepared, scene), strict=True))):
        if _changes(move, made, needed):
            kept.append(move.step)
            needed |= set(columns_of(move.step))
    return kept[::-1]


def _shows_rows(move: Move) -> bool:
    """Whether all columns of a result are seen."""
    made = move.kind.after(dict(move.step.slots), move.source, move.out)
    return made is not None and made.nature == "rows" and move.step.result == "dataframe"


def _left(prepared: Sequence[Step], scene: Scene) -> Iterator[Var]:
    """What each step leaves."""
    for step in prepared:
        move, scene = resolve(step, scene, wanted=False)
        yield scene.resolve(move.out)


def _changes(move: Move, made: Var, needed: set[str]) -> bool:
    used = {name for name in columns_of(move.step) if name in move.source.named}
    if move.step.kind in _ROWS:
        return True
    if move.step.kind == "drop_missing":  # what is reckoned from a column leaves its gaps out anyway
        return bool(used - needed)
    before = move.source.named
    return any(name in needed for name, column in made.named.items() if column != before.get(name))
