"""How runs of captions come about: papers are commissioned, each with a few figures, and cases are made of these."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Hashable, Sequence

from company import config
from company.archive import Archive
from company.errors import ConfigError
from company.families.captions.body import identity
from company.families.captions.files import VOCABULARY, vocabulary
from company.families.captions.settings import settings_of
from company.families.captions.stages import captions, claims, detections, figures, papers, passages, sets, tables
from company.records import Case, Column, Record
from company.run.making import Commission, Making
from company.run.stage import Stage
from company.tables.intake import intake

FIGURES = (3, 5)
"""Figures of a paper, at least and at most."""
_PAPER = re.compile(r".*?\.p(\d+)")
STAGES: tuple[Stage, ...] = (
    tables.STAGE,
    papers.STAGE,
    figures.STAGE,
    passages.STAGE,
    captions.STAGE,
    claims.STAGE,
    sets.STAGE,
    detections.STAGE,
)
"""In the order of a record's life."""


class CaptionMaking(Making):
    """A paper for each commission, with as many figures as were asked for."""

    units = "papers"

    @property
    def stages(self) -> Sequence[Stage]:
        """The stages from the table to the cases."""
        return STAGES

    def roots(self, settings: config.Settings, archive: Archive, say: Callable[[str], None]) -> Sequence[Record]:
        """Return the profiled table; beside it lie the functions that claims are written with."""
        told = settings_of(settings)
        table = intake(told.table, told.columns, settings.file, archive, say)
        if not any(map(_is_ordered, table.columns)) or not any(column.numeric for column in table.columns):
            raise ConfigError(
                f"{settings.file}: [table]: line charts need a column whose values have an order (four numbers or "
                f"more, dates, ordered categories) and one of numbers, and {table.name} has no such pair; take "
                "another table, or say in [columns] what its columns are"
            )
        (archive.run / "resource" / VOCABULARY).write_bytes(vocabulary())
        return [table]

    def commissions(
        self, settings: config.Settings, units: int, chance: random.Random, *, first: bool
    ) -> Sequence[Commission]:
        """Return papers with this number of figures in all, three to five each where there are as many."""
        sizes: list[int] = []
        left = units
        while left > 0:
            size = min(left, chance.randint(*FIGURES))
            if 0 < left - size < FIGURES[0]:
                size = left if left <= FIGURES[1] else left - FIGURES[0]
            sizes.append(size)
            left -= size
        return [Commission(size) for size in sizes]

    def candidates(self, settings: config.Settings) -> float:
        """Return the greatest multiple of the wanted figures that may be asked for."""
        return 3.0

    def commission_of(self, record_id: str) -> int:
        """Return the number of the paper that a record was made for."""
        found = _PAPER.match(record_id)
        return int(found[1]) if found else 1

    def identity(self, case: Case) -> Hashable:
        """Return the figure's code with the texts that are asked about."""
        return identity(case.entry)


def _is_ordered(column: Column) -> bool:
    if column.role == "date":
        return True
    return column.distinct >= 4 and (column.role == "ordered_category" or (column.role == "measure" and column.numeric))


MAKING = CaptionMaking()
