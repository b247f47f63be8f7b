"""Stage: of the plots that will do, a sample is drawn, stratified by category and difficulty, in two equal halves."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Mapping, Sequence

from company.families.figures.curation.alike import clusters_of, keys_of
from company.families.figures.curation.counting import REMARKS
from company.families.figures.curation.sampling import Item, Sample, quotas, sampled
from company.families.figures.records import Extract, Measurement, SampledPlot
from company.families.figures.settings import settings_of
from company.families.figures.types import Half
from company.records import USABLE
from company.run.stage import LOST, Office, Stage
from company.tables.record import Table


async def _sample(office: Office, table: Table) -> AsyncIterator[SampledPlot]:
    before = {record.extract: record for record in office.archive.records("sampled_plot", USABLE)}
    usable = {each.id: each for each in office.archive.records("extract", USABLE)}
    failed = {case.parent for case in office.archive.records("case", ["rejected"])}
    lost = {record.extract for record in before.values() if record.id in failed}
    placed: dict[str, Half] = {name: each.half for name, each in before.items() if name in usable}
    drawn = _drawn(office, usable, placed, lost)
    _tell(office, table, drawn.reasons)
    office.archive.put_notes({REMARKS: list(drawn.remarks)})
    halves = {**{name: placed[name] for name in lost if name in placed}, **placed, **drawn.halves}
    for place, (name, half) in enumerate(sorted(halves.items()), start=1):
        known = before.get(name)
        script = name.removeprefix(f"{table.id}.").removesuffix(".extract")
        yield SampledPlot(
            id=known.id if known else f"{table.id}.r{len(office.commissions):02d}.{script}",
            parent=table.id,
            stage="sampling",
            position=place,
            status="accepted",
            extract=name,
            half=half,
        )


def _tell(office: Office, table: Table, reasons: Sequence[str]) -> None:
    """Note why the sample is not what was wanted, in the place of what an earlier one had to say."""
    for place in itertools.count(1):
        at = f"{table.id}.sampling.{place:02d}"
        said = office.archive.fact(LOST, "sampling", at)
        if place > len(reasons):
            if said is None:
                return
            office.found(at, "sampling")
        elif said != reasons[place - 1]:
            office.lost(at, "sampling", reasons[place - 1])


def _drawn(office: Office, usable: Mapping[str, Extract], placed: Mapping[str, Half], lost: set[str]) -> Sample:
    """Return a sample of the usable plots, without those whose cases the gate has refused."""
    measured = {name: office.archive.get(each.parent or "") for name, each in usable.items()}
    plots = {name: each for name, each in measured.items() if isinstance(each, Measurement)}
    clusters = clusters_of({name: keys_of(each.code, each.portrait) for name, each in plots.items()})
    items = [
        Item(name, each.category, each.difficulty, clusters[name]) for name, each in plots.items() if name not in lost
    ]
    told = settings_of(office.settings)
    wanted = quotas(told.targets.statistical_plot, told.curation.few)
    kept = {name: half for name, half in placed.items() if name not in lost}
    return sampled(items, wanted, told.curation.hard, kept)


STAGE = Stage(
    "sampling",
    "table",
    _sample,
    for_each=True,
    beside=lambda archive: [each.id for each in archive.records("extract", USABLE)],  # people keep and drop plots
    serial=True,
    on=lambda settings: settings_of(settings).curates,
)
