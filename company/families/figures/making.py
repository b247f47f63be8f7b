"""How runs of figures come about: figures are wanted type by type, drawn, told, drawn from the words, and aligned."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from company import config
from company.archive import Archive
from company.families.figures.curation.counting import curation_of
from company.families.figures.curation.filters import STEPS
from company.families.figures.files import READER, reader
from company.families.figures.origins.given import given
from company.families.figures.origins.scripts import scripts_in
from company.families.figures.origins.turns import turns_of
from company.families.figures.settings import refuse_unreachable, settings_of
from company.families.figures.stages import (
    aligning,
    candidates,
    cases,
    drawing,
    extracting,
    measuring,
    originals,
    plots,
    queries,
    repertoire,
    replacing,
    revising,
    sampling,
    scripts,
)
from company.families.shared import taking
from company.records import Case, Record
from company.run.making import Making
from company.run.stage import Stage
from company.tables.intake import intake, looked_at

_ROUND = re.compile(r".*?\.r(\d+)")
STAGES: tuple[Stage, ...] = (
    taking.STAGE,
    repertoire.STAGE,
    candidates.STAGE,
    originals.STAGE,
    scripts.LISTING,
    scripts.READING,
    scripts.CHOOSING,
    replacing.STAGE,
    *queries.STAGES,
    *revising.STAGES,
    drawing.STAGE,
    aligning.STAGE,
    cases.STAGE,
    measuring.STAGE,
    extracting.STAGE,
    sampling.STAGE,
    plots.STAGE,
)
"""In the order of a record's life."""


class FigureMaking(Making):
    """A candidate for each figure that is wanted."""

    @property
    def stages(self) -> Sequence[Stage]:
        """The stages from the table to the cases."""
        return STAGES

    def roots(self, settings: config.Settings, archive: Archive, say: Callable[[str], None]) -> Sequence[Record]:
        """Return the profiled table, or what stands for given originals; beside it lies what takes portraits."""
        told = settings_of(settings)
        refuse_unreachable(told)
        root = given(told, archive) if told.originals.given else intake(told.tables_said, archive, say)
        (archive.run / "resource").mkdir(exist_ok=True)
        (archive.run / "resource" / READER).write_bytes(reader())
        return [root]

    def looked_at(self, settings: config.Settings, say: Callable[[str], None]) -> Sequence[str]:
        """Return a line on what a run would draw over, or be given."""
        told = settings_of(settings)
        refuse_unreachable(told)
        if told.originals.given:
            of_run = told.originals.origin == "run"
            count = len(turns_of(told.folder)[0] if of_run else scripts_in(told.folder))
            return [f"originals: {count:,} {'figures' if of_run else 'scripts'} in {told.folder}"]
        table = looked_at(told.tables_said, say)
        return [f"table {table.name}: {table.rows:,} rows, {len(table.columns)} columns"]

    def commission_of(self, record_id: str) -> int:
        """Return the number of the round that a record was made for."""
        found = _ROUND.match(record_id)
        return int(found[1]) if found else 1

    def counted(self, rejected: Mapping[str, Any]) -> tuple[str, int]:
        """Return the reason that a lost original is counted for: of a filter, what it refuses."""
        step, _, _ = str(rejected["reason"]).partition(": ")
        if rejected["stage"] in ("measuring", "extracting") and step in STEPS:
            return f"{step} ({STEPS[step]})", 1
        return super().counted(rejected)

    def standing(self, archive: Archive) -> Mapping[str, Any]:
        """Return what each step of the curation did, of a run that curates plots."""
        curation = curation_of(archive)
        return {} if curation is None else {"curation": curation}

    def identity(self, case: Case) -> Hashable:
        """Return the code that draws it."""
        return str(case.entry["reference_answer"])


MAKING = FigureMaking()
