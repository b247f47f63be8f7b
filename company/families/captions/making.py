"""How runs of captions come about: papers are commissioned, each with a few figures, and cases are made of these."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path

from company import config
from company.archive import Archive
from company.config.loading import from_here
from company.errors import ConfigError
from company.families.captions.body import identity
from company.families.captions.files import VOCABULARY, vocabulary
from company.families.captions.given import NOTE, from_folder, from_runs, given_of
from company.families.captions.settings import Settings, refuse_examples, refuse_unreachable, settings_of
from company.families.captions.stages import captions, claims, detections, figures, papers, passages, sets
from company.families.shared import taking
from company.records import Case, Column, Record
from company.run.making import Commission, Making
from company.run.stage import Stage
from company.tables.intake import NOTE as INTAKE
from company.tables.intake import intake
from company.tables.record import Table

FIGURES = (3, 5)
"""Figures of a paper, at least and at most."""
_PAPER = re.compile(r".*?\.p(\d+)")
STAGES: tuple[Stage, ...] = (
    taking.STAGE,
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
        if archive.note(INTAKE) is None:  # a run that goes on, or is made again, is as it was told when it began
            refuse_examples(told)
        refuse_unreachable(told)
        if told.of_folder:
            return [_of_folder(told, archive, say)]
        table = intake(told.tables_said, archive, say)
        if not any(map(_is_ordered, table.columns)) or not any(column.numeric for column in table.columns):
            raise ConfigError(
                f"{from_here(settings.file)}: [table]: line charts need a column whose values have an order (four "
                f"numbers or more, dates, ordered categories) and one of numbers, and {table.name} has no such pair; "
                "take another table, or say in [columns] what its columns are"
            )
        if "dialogues" in told.captions.figures and archive.note(NOTE) is None:
            runs = [told.file.parent / Path(run).expanduser() for run in told.captions.runs]
            found = from_runs(runs, table)
            if not found:
                raise ConfigError(
                    f"{from_here(settings.file)}: [captions] runs: no turn of these runs drew a figure; name others"
                )
            archive.put_note(NOTE, [each.model_dump(mode="json") for each in found])
        _lay_vocabulary(archive)
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


def _of_folder(told: Settings, archive: Archive, say: Callable[[str], None]) -> Table:
    """Return what stands in the place of a table where pictures are given: their folder, which has no columns."""
    folder = told.file.parent / Path(str(told.captions.folder)).expanduser()
    name = re.sub(r"\W+", "_", folder.resolve().name.lower()).strip("_") or "figures"
    known = given_of(archive)
    if not known:
        known, pictures, left_out = from_folder(folder, told.captions.charts)
        for line in left_out:
            say(f"left out: {line}")
        if len(known) < (wanted := told.targets.ranking):
            raise ConfigError(
                f"{told.file}: [targets] ranking = {wanted}, and {folder} has {len(known)} figures that captions can "
                f"be written for ({len(left_out)} were left out{': ' + left_out[0] if left_out else ''}); ask for "
                f"{len(known) or 'them when there are some'}, or add pictures"
            )
        for place, png in pictures.items():
            archive.put_figures(place, [png])
        archive.put_note(NOTE, [each.model_dump(mode="json") for each in known])
    _lay_vocabulary(archive)
    digest = hashlib.sha256("\n".join(each.sha256 for each in known).encode()).hexdigest()
    return Table(
        id=name,
        parent=None,
        stage="tables",
        position=1,
        name=name,
        file="",
        sha256=digest,
        rows=len(known),
        columns=(),
        row_meaning="figure",
    )


def _lay_vocabulary(archive: Archive) -> None:
    """Write the functions that claims are written with beside the tables."""
    folder = archive.run / "resource"
    folder.mkdir(exist_ok=True)
    (folder / VOCABULARY).write_bytes(vocabulary())


def _is_ordered(column: Column) -> bool:
    if column.role == "date":
        return True
    return column.distinct >= 4 and (column.role == "ordered_category" or (column.role == "measure" and column.numeric))


MAKING = CaptionMaking()
