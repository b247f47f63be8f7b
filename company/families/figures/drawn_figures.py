"""The figures that a run has drawn as references, each with its code and the files that this reads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from company.archive import Archive
from company.benchmark.publishing.tables import shares
from company.families.figures.files import candidate_of
from company.families.figures.origins.sharing import values_are_shared
from company.families.figures.records import Drawing, Original
from company.families.figures.stages.sources import coded_source_in, resource_in
from company.family.figure_code import FigureCode
from company.records import USABLE
from company.tables.record import Table


def figures_of(archive: Archive) -> Sequence[FigureCode]:
    """Return every figure that was drawn from words; none of a run of pictures or of plots that were curated."""
    drawings: list[Drawing] = archive.records("drawing", USABLE)
    return [_figure(archive, each) for each in drawings]


def _figure(archive: Archive, drawing: Drawing) -> FigureCode:
    source = coded_source_in(archive, candidate_of(drawing.id))
    folder: Path = resource_in(archive, source)
    if isinstance(source, Original):
        table: Table = archive.records("table", USABLE)[0]
        names, shared = [table.file], shares(archive, table)
    else:
        names = [each.name for each in source.files]
        shared = source.replaced or values_are_shared(archive)
    return FigureCode(drawing.id, drawing.code, tuple((name, folder / name) for name in names), shared)
