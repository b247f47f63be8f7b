"""How runs of vector graphics come about: a drawing for each case that is wanted, then the question or the caption."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company import config
from company.archive import Archive
from company.families.vector_graphics.files import READER, reader
from company.families.vector_graphics.given import found_in, source_of_folder
from company.families.vector_graphics.ids import commission_of
from company.families.vector_graphics.records import Source
from company.families.vector_graphics.run_figures import figures_in, source_of_runs
from company.families.vector_graphics.settings import refuse_undrawable, settings_of
from company.families.vector_graphics.stages import briefs, captions, cases, drawings, questions, readings, sources
from company.records import Case, Record
from company.run.making import Commission, Making
from company.run.stage import Stage

_NUMBER = re.compile(r"\b\d+\b")
STAGES: tuple[Stage, ...] = (
    sources.STAGE,
    briefs.STAGE,
    drawings.STAGE,
    questions.STAGE,
    readings.STAGE,
    cases.QUESTIONS,
    captions.STAGE,
    cases.DRAWINGS,
)
"""In the order of a record's life."""


@dataclass(frozen=True)
class OfCategory(Commission):
    """Drawings for cases of one category."""

    category: str = ""

    @property
    def kind(self) -> str:
        """The category."""
        return self.category


class GraphicsMaking(Making):
    """A drawing for each case that is wanted."""

    commission = OfCategory
    units = "drawings"
    staff = "graphics"

    @property
    def stages(self) -> Sequence[Stage]:
        """The stages from the source of drawings to the cases."""
        return STAGES

    def roots(self, settings: config.Settings, archive: Archive, say: Callable[[str], None]) -> Sequence[Record]:
        """Return where drawings come from; what reads them is laid beside."""
        told = settings_of(settings)
        refuse_undrawable(told)
        folder = archive.run / "resource"
        folder.mkdir(exist_ok=True)
        (folder / READER).write_bytes(reader())
        if not told.vector_graphics.given:
            return [Source(id="scenes", parent=None, stage="sources", position=1, name="scenes")]
        if told.vector_graphics.figures:
            return [source_of_runs(told, archive)]
        lines: list[str] = []
        source = source_of_folder(told, archive, lines)
        for line in lines:
            say(line)
        return [source]

    def looked_at(self, settings: config.Settings, say: Callable[[str], None]) -> Sequence[str]:
        """Return a line on where drawings would come from."""
        told = settings_of(settings)
        refuse_undrawable(told)
        if not told.vector_graphics.given:
            return ["drawings: drawn by the run"]
        if told.vector_graphics.figures:
            return [f"drawings: {len(figures_in(told)):,} figures of {', '.join(map(str, told.runs))}"]
        found, left_out = found_in(told.folder)
        return [f"drawings: {len(found):,} in {told.folder}, {len(left_out):,} left out"]

    def apart(self, settings: config.Settings, kind: str, units: int, chance: random.Random) -> Sequence[Commission]:
        """Return drawings for cases of a category."""
        return [OfCategory(units, kind)]

    def candidates(self, settings: config.Settings) -> float:
        """Return the greatest multiple of the wanted drawings that may be asked for."""
        return 3.0

    def commission_of(self, record_id: str) -> int:
        """Return the number of the commission that a record was made for."""
        return commission_of(record_id)

    def identity(self, case: Case) -> Hashable:
        """Return the prompt: code and question, or the caption."""
        return str(case.entry["prompt_with_hist_txt"])

    def counted(self, rejected: Mapping[str, Any]) -> tuple[str, int]:
        """Return the reason that a lost candidate is counted for, without what is only its own."""
        parts = str(rejected["reason"]).split(": ")[:2]
        return _NUMBER.sub("…", ": ".join(parts)), 1


MAKING = GraphicsMaking()
