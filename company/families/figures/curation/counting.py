"""What each step of the curation did: how many scripts it took up, and how many it refused, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from company.families.figures.chart_types import is_named_otherwise, named_type
from company.families.figures.curation.filters import STEPS
from company.families.figures.curation.sampling import counts_by
from company.families.figures.records import Extract, Measurement, SampledPlot
from company.records import USABLE
from company.run.stage import LOST

if TYPE_CHECKING:
    from company.archive import Archive

REMARKS = "sampling_remarks"
"""The note of where others had to be drawn than were wanted."""
EXTRACTION, PEOPLE, LEFT, GATE = "extraction", "people", "not drawn", "gate"
"""Steps beside the filters: nothing that counts was extracted; people have dropped it; the sample has enough; the
release gate has refused its case."""
WORDS: Mapping[str, str] = {
    **STEPS,
    EXTRACTION: "no table and description that count were extracted",
    PEOPLE: "people have dropped it",
    LEFT: "was not drawn into the sample",
    GATE: "is refused by the release gate",
}


def curation_of(archive: Archive) -> dict[str, Any] | None:
    """Return what became of all scripts; None of a run that curates no plots."""
    scripts = archive.records("script")
    measured: Sequence[Measurement] = archive.records("measurement")
    lost = {record: reason for (stage, record), reason in archive.facts(LOST).items() if stage in _STAGES}
    if not measured and not lost:
        return None
    extracts: Sequence[Extract] = archive.records("extract")
    sampled: Sequence[SampledPlot] = archive.records("sampled_plot", USABLE)
    refused = Counter(_refusals(archive, measured, extracts, sampled, lost))
    drawn = {each.extract for each in sampled}
    usable = [each for each in extracts if each.status in USABLE]
    left = sum(each.id not in drawn for each in usable) if sampled else 0
    refused[LEFT] += left
    known = {each.id: each for each in measured}
    plots = [(known[each.parent or ""], each) for each in extracts if each.parent in known]
    failed = {case.parent for case in archive.records("case", ["rejected"])}
    halves = {each.extract: each.half for each in sampled if each.id not in failed}
    accepted = sum(case.status in USABLE for case in archive.records("case"))
    return {
        "scripts": len(scripts),
        "refused": {step: refused[step] for step in WORDS if refused[step]},
        "cases": accepted,
        "categories": dict(
            counts_by((one.category, one.difficulty, halves[each.id]) for one, each in plots if each.id in halves)
        ),
        "remarks": archive.note(REMARKS) or [],
        "agreement": _agreement(plots),
    }


_STAGES = ("measuring", "extracting")


def _refusals(
    archive: Archive,
    measured: Sequence[Measurement],
    extracts: Sequence[Extract],
    sampled: Sequence[SampledPlot],
    lost: Mapping[str, str],
) -> Iterator[str]:
    """Yield of each script that came to nothing the step that refused it."""
    yield from (reason.partition(": ")[0] for reason in lost.values())
    yield from (each.step for each in measured if each.status == "rejected")
    for each in extracts:
        if each.status not in USABLE:
            yield each.step or PEOPLE
    failed = {case.parent for case in archive.records("case", ["rejected"])}
    yield from (GATE for each in sampled if each.id in failed)


def _agreement(plots: Sequence[tuple[Measurement, Extract]]) -> dict[str, list[int]]:
    """Return how often what was said is what is counted, each as how many of how many."""
    named = [one for one, _ in plots if named_type(one.path) is not None]
    pairs = {
        "difficulty": [each.difficulty == each.said_difficulty for _, each in plots],
        "will do": [not each.differs for _, each in plots],
        "table": [each.table_from == "words" for _, each in plots],
        "category by the file's name": [not is_named_otherwise(one.path, one.plot_type) for one in named],
    }
    return {name: [sum(each), len(each)] for name, each in pairs.items() if each}


def rows_of(curation: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what became of the scripts as rows, step by step, then the sample and how far words and counts agree."""
    yield "scripts", f"{curation['scripts']:,}"
    left = curation["scripts"]
    for step, count in curation["refused"].items():
        left -= count
        yield f"− {step}", f"{count:,} ({WORDS[step]}); {left:,} left"
    yield "cases", f"{curation['cases']:,}"
    yield from curation["categories"].items()
    for name, (same, of) in curation["agreement"].items():
        yield f"agreement: {name}", f"{same:,} of {of:,}"
    for remark in curation["remarks"]:
        yield "remark", remark
