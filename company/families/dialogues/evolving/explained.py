"""What is on record of the number that a turn begins with: all by which somebody could explain it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from company.families.dialogues.evolution import InPlay, Reconciled, TermKind
from company.families.dialogues.evolving.timetable import Drawn

if TYPE_CHECKING:
    from company.families.dialogues.evolving.binding import Values

LEFT_OUT: Final[frozenset[TermKind]] = frozenset(("filter", "exclusion"))
"""Kinds of term that may not have been applied at all: that all rows count is clear."""


def told_of(turn: Drawn, values: Values) -> Reconciled | None:
    """Return the number that a turn begins with, and all by which somebody could explain it; None where it has none."""
    hidden = turn.hidden
    if hidden is None:
        return None
    draft, bound = values.draft, dict(hidden.bound)
    terms, left_out = [], []
    turns: set[int] = set()
    for slot, options in hidden.options.items():
        codes = [values.expression(each) if each is not None else "" for each in options]
        once = tuple(dict.fromkeys(codes))
        hers, ours = (options.index(each) for each in (bound.get(slot), hidden.today[slot]))
        is_rule = slot in draft.standing
        name = draft.terms[slot].variable
        play = InPlay(
            slot=name, codes=once, hidden=once.index(codes[hers]), today=once.index(codes[ours]), standing=is_rule
        )
        terms.append(play)
        if not is_rule:
            turns |= {draft.table.slots[slot].said[each[1]] for each in options if each and each[1] is not None}
            left_out += [name] if draft.table.slots[slot].kind in LEFT_OUT else []
    return Reconciled(
        shown=hidden.shown,
        unit=hidden.unit,
        at=hidden.at,
        by=hidden.by,
        terms=tuple(terms),
        turns=tuple(sorted(turns)),
        left_out=tuple(left_out),
    )
