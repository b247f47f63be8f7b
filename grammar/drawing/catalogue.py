"""All types of plot that the built-in company draws, by name."""

from __future__ import annotations

from collections.abc import Mapping

from grammar.drawing.bars import BARS
from grammar.drawing.clouds import CLOUDS
from grammar.drawing.compounds import COMPOUNDS
from grammar.drawing.courses import COURSES
from grammar.drawing.fields import FIELDS
from grammar.drawing.forms import Slots
from grammar.drawing.kind import Kind
from grammar.drawing.rounds import ROUNDS
from grammar.drawing.spreads import SPREADS

KINDS: Mapping[str, Kind] = {
    kind.name: kind for kinds in (BARS, COURSES, CLOUDS, SPREADS, FIELDS, ROUNDS, COMPOUNDS) for kind in kinds
}


def read(text: str) -> tuple[Kind, Slots] | None:
    """Return the type of plot that a text asks for, and what it says of it; None where it asks for none."""
    kind = next((each for each in KINDS.values() if each.opens(text)), None)
    return None if kind is None else (kind, kind.read(text))
