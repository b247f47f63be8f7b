"""What steps on a measure in the groups of a category share."""

from __future__ import annotations

import random
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.steps.base import Kind, Slots, pairs
from grammar.steps.words import categories, quantities


class OfGroups(Kind):
    """Something about a measure in the groups of a category."""

    least: int = 2
    most: int = 12

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Measure and category are different columns that are there; the measure holds numbers."""
        return (
            super().sensible(slots, source)
            and source.named[slots["column"]].numeric
            and slots["column"] not in (slots["by"], slots.get("other"))
            and slots["by"] != slots.get("other")
        )

    def couples(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[tuple[Column, Column]]:
        """Measures with categories, those in focus first."""
        measures = focus.first(quantities(source), chance)
        groups = focus.first(categories(source, most=self.most, least=self.least), chance)
        names = {column.name: column for column in (*measures, *groups)}
        for measure, group in pairs([m.name for m in measures], [g.name for g in groups], 5):
            yield names[measure], names[group]
