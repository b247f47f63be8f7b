"""Stage: a sampled plot becomes a case: its description and its table, and the script as the reference."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator

from company.families.asking import table_of
from company.families.figures.body import plot_data, plot_line
from company.families.figures.gate.judging import judged
from company.families.figures.origins.scripts import given_folder
from company.families.figures.records import Extract, FigureCase, Measurement, SampledPlot, Script
from company.families.figures.settings import settings_of
from company.families.figures.stages.cases import judged_case
from company.families.figures.stages.replacing import lay
from company.run.stage import Office, Stage


async def _case(office: Office, sampled: SampledPlot) -> AsyncIterator[FigureCase]:
    extract = office.archive.get(sampled.extract)
    assert isinstance(extract, Extract), "what is sampled was extracted"
    measured = office.archive.get(extract.parent or "")
    assert isinstance(measured, Measurement), "what was extracted was measured"
    script = office.archive.get(measured.script)
    assert isinstance(script, Script), "what is measured is a script"
    told, data_id = settings_of(office.settings).originals, f"{sampled.id}.plot"
    folder = given_folder(office.archive.run, script.place)
    files = {name: (folder / name).read_bytes() for name in script.files}
    data = plot_data(extract.table, files)
    lay(office.resource / data_id, data)
    origin = {
        "from": told.origin,
        "sha256": hashlib.sha256(script.code.encode()).hexdigest(),
        "licence": told.licence,
        "source": told.source,
        "replaced": False,
    }
    picture = office.archive.figures(measured.id)[-1]
    line = plot_line(data_id, table_of(office).name, sampled.half, measured, extract, tuple(data), origin, picture)
    report = await judged(line, measured.portrait, picture, office.resource / data_id, office.sandbox, again=False)
    yield judged_case(line, sampled.id, STAGE.name, report)


STAGE = Stage("plots", "sampled_plot", _case, prompts=("benchmark_plot",), serves=("statistical_plot",))
