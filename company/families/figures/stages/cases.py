"""Stage: a figure with the words that ask for it becomes a case, and the gate judges it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from company.benchmark.gate import GateReport
from company.families.figures.body import line_of, line_of_picture
from company.families.figures.files import candidate_of
from company.families.figures.gate.judging import judged, judged_by_sight
from company.families.figures.records import Alignment, Drawing, FigureCase, Revision, Sight
from company.families.figures.stages.sources import data_of, former_of, resource_of, source_of
from company.run.stage import Office, Stage


async def _case(office: Office, alignment: Alignment) -> AsyncIterator[FigureCase]:
    figure = office.archive.get(alignment.parent or "")
    if isinstance(figure, Revision):
        yield _seen(office, alignment)
        return
    assert isinstance(figure, Drawing), "an alignment is of a figure"
    picture = office.archive.figures(figure.id)[-1]
    source = source_of(office, candidate_of(figure.id))
    line, former = line_of(data_of(office, source), figure, alignment, picture), former_of(office, source)
    place, sandbox = resource_of(office, source), office.sandbox
    report = await judged(line, figure.portrait, picture, place, sandbox, again=False, former=former)
    yield judged_case(line, alignment.id, STAGE.name, report)


def _seen(office: Office, alignment: Alignment) -> FigureCase:
    """Return the case of a picture, of which nothing can be run."""
    sight = source_of(office, candidate_of(alignment.id))
    assert isinstance(sight, Sight), "what is aligned without being drawn is a picture"
    picture = office.archive.figures(sight.id)[-1]
    line = line_of_picture(data_of(office, sight), sight, alignment, picture)
    return judged_case(line, alignment.id, STAGE.name, judged_by_sight(line, picture))


def judged_case(line: dict[str, Any], parent: str, stage: str, report: GateReport) -> FigureCase:
    """Return a case as the gate has judged it, made of the record `parent`."""
    return FigureCase(
        id=line["data_id"],
        parent=parent,
        stage=stage,
        position=1,
        status="proposed" if report.passed else "rejected",
        reason=None if report.passed else report.reasons[0],
        entry=line,
        gate=report.measured,
    )


STAGE = Stage("cases", "alignment", _case, prompts=("benchmark_figure",), serves=("figure",))
