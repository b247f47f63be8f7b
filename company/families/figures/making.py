"""How runs of figures come about: figures are wanted type by type, drawn, told, drawn from the words, and aligned."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from company import config
from company.archive import Archive
from company.families.figures.curation.counting import curation_of
from company.families.figures.curation.filters import STEPS
from company.families.figures.files import tools
from company.families.figures.origins.given import given, told_of
from company.families.figures.settings import refuse_unreachable, settings_of
from company.families.figures.stages import (
    aligning,
    candidates,
    cases,
    drawing,
    extracting,
    measuring,
    originals,
    pictures,
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
    pictures.LISTING,
    pictures.CHOOSING,
    pictures.LOOKING,
    replacing.STAGE,
    *queries.STAGES,
    *revising.STAGES,
    drawing.STAGE,
    *aligning.STAGES,
    cases.STAGE,
    measuring.STAGE,
    extracting.STAGE,
    sampling.STAGE,
    plots.STAGE,
)
"""In the order of a record's life."""


class FigureMaking(Making):
    """A candidate for each figure that is wanted."""

    staff = "figures"

    @property
    def stages(self) -> Sequence[Stage]:
        """The stages from the table to the cases."""
        return STAGES

    def roots(self, settings: config.Settings, archive: Archive, say: Callable[[str], None]) -> Sequence[Record]:
        """Return the profiled table, or what stands for given originals; what reads portraits is laid beside it."""
        told = settings_of(settings)
        refuse_unreachable(told)
        root = given(told, archive) if told.originals.given else intake(told.tables_said, archive, say)
        (archive.run / "resource").mkdir(exist_ok=True)
        for name, content in tools().items():
            (archive.run / "resource" / name).write_bytes(content)
        return [root]

    def looked_at(self, settings: config.Settings, say: Callable[[str], None]) -> Sequence[str]:
        """Return a line on what a run would draw over, or be given."""
        told = settings_of(settings)
        refuse_unreachable(told)
        if told.originals.given:
            return [f"originals: {told_of(told)} in {told.folder}"]
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
        """Return the code that draws it; of a picture, what is asked for."""
        return str(case.entry["reference_answer"] or case.entry["current_query"])


MAKING = FigureMaking()
