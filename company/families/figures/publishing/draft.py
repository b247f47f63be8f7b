"""What runs of figures come to as one benchmark: cases, pictures with their portraits, what takes portraits."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from company.benchmark.canary import canary
from company.benchmark.files import RESOURCE
from company.benchmark.loading import Part
from company.benchmark.publishing.draft import Draft
from company.benchmark.publishing.giving import Giving
from company.benchmark.publishing.provenance import settings_told
from company.benchmark.publishing.sharing import may_be_shared
from company.errors import ArchiveError
from company.families.figures.categories import OF_HALF, PLOT
from company.families.figures.curation.counting import curation_of
from company.families.figures.files import CURATION, FOLDER, FORMER, candidate_of, tools
from company.families.figures.origins.sharing import values_are_shared
from company.families.figures.publishing.pictures import with_text
from company.families.figures.records import (
    Alignment,
    Drawing,
    Measurement,
    Original,
    Replacement,
    Revision,
    SampledPlot,
)
from company.family.family import Family
from company.records import Case


@dataclass(frozen=True)
class FiguresDraft(Draft):
    """Cases with their figures."""

    drawn: Mapping[str, tuple[bytes, Mapping[str, Any] | None]] = field(default_factory=dict)
    """Picture and portrait by data_id; of a picture that nobody has the code of, there is no portrait."""
    former: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The portraits of figures whose values were replaced, by data_id."""
    own: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    """The data files of cases that have some of their own, by data_id and name."""
    curations: Sequence[Mapping[str, Any]] = ()
    """Of runs that have curated plots, what each step did."""
    guid: str = ""
    """Of the canary, once it is known."""
    has_gold: bool = True

    def only(self, data_ids: Collection[str]) -> Self:
        """Return the same with these cases alone, and their figures."""
        kept = {data_id: each for data_id, each in self.drawn.items() if data_id in data_ids}
        own = {data_id: each for data_id, each in self.own.items() if data_id in data_ids}
        return replace(super().only(data_ids), drawn=kept, own=own)

    def stamped(self, guid: str) -> Self:
        """Return the same with the canary in every line and in every picture."""
        return replace(super().stamped(guid), guid=guid)

    def public(self) -> Self:
        """Return the same without its gold: the figures."""
        return replace(super().public(), has_gold=False)

    def parts(self) -> Sequence[Part]:
        """Return the parts for loaders; the two halves of statistical plots are splits of one."""
        splits = {category: half for half, category in OF_HALF.items()}
        return [
            replace(part, config=PLOT, split=splits[part.name]) if part.name in splits else part
            for part in super().parts()
        ]

    def files(self) -> Mapping[Path, bytes]:
        """Return what reads portraits, cases' own data and, of a folder with its gold, pictures and portraits."""
        found = {RESOURCE / name: content for name, content in tools().items()}
        if self.curations:
            found[CURATION] = (json.dumps(list(self.curations), ensure_ascii=False, indent=1) + "\n").encode()
        for data_id, files in self.own.items():
            found |= {RESOURCE / data_id / name: content for name, content in files.items()}
        for line in (line for lines in self.cases.values() for line in lines if self.has_gold):
            picture, portrait = self.drawn[line["data_id"]]
            found[Path(line["ground_truth"])] = with_text(picture, canary(self.guid)) if self.guid else picture
            if portrait is not None:
                found[Path(line["portrait"])] = _as_json(portrait)
            if FORMER in line:
                found[Path(line[FORMER])] = _as_json(self.former[line["data_id"]])
        return found


def _as_json(portrait: Mapping[str, Any]) -> bytes:
    return (json.dumps(portrait, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def draft_of(family: Family, runs: Sequence[Giving]) -> FiguresDraft:
    """Return the draft of runs."""
    for run in runs:
        _refuse_private(run)
    lines = [(OF_HALF.get(case.entry.get("half", ""), case.category), case.entry) for run in runs for case in run.cases]
    cases = {name: [entry for category, entry in lines if category == name] for name in family.categories}
    return FiguresDraft(
        family,
        {name: entries for name, entries in cases.items() if entries},
        [source for run in runs for source in run.sources],
        drawn=dict(pair for run in runs for pair in _drawn(run)),
        former=dict(pair for run in runs for pair in _former(run)),
        own=dict(pair for run in runs for pair in _own(run)),
        curations=[each for run in runs if (each := curation_of(run.archive)) is not None],
    )


def _refuse_private(run: Giving) -> None:
    """Raise ArchiveError where a run's cases hold what may not be passed on: pictures, or values of originals."""
    if any(case.entry["origin"]["from"] == "pictures" for case in run.cases):
        _refuse_unlicensed(run)
        return
    if all(FOLDER not in case.entry or case.entry["origin"]["replaced"] for case in run.cases):
        return
    if not values_are_shared(run.archive):
        raise ArchiveError(
            f"{run.folder}: its cases hold values of originals that may not be passed on; where they may, say "
            "redistribute = true in [originals], or have them replaced (replace = true), and simulate again"
        )


def _refuse_unlicensed(run: Giving) -> None:
    """Raise ArchiveError where no licence says that pictures may be passed on: they have owners."""
    told = settings_told(run.archive).get("originals") or {}
    if not may_be_shared(told.get("redistribute"), told.get("licence", ""), from_others=True):
        said = f"under {told['licence']!r}" if told.get("licence") else "without a `licence`"
        raise ArchiveError(
            f"{run.folder}: its references are pictures that were given {said}, and may not be passed on; where they "
            "may, say redistribute = true in [originals] and simulate again, or begin a run that names their licence"
        )


def _own(run: Giving) -> Iterator[tuple[str, dict[str, bytes]]]:
    for case in run.cases:
        if FOLDER in case.entry:
            folder = run.folder / "resource" / case.entry["data_id"]
            yield case.entry["data_id"], {name: (folder / name).read_bytes() for name in case.entry["data_files"]}


def _former(run: Giving) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for case in run.cases:
        if FORMER in case.entry:
            made = run.archive.get(f"{candidate_of(case.entry['data_id'])}.replacement")
            assert isinstance(made, Replacement), "values were replaced in one"
            original = run.archive.get(made.original)
            assert isinstance(original, Original), "a replacement is made of an original"
            yield case.entry["data_id"], original.portrait


def _drawn(run: Giving) -> Iterator[tuple[str, tuple[bytes, Mapping[str, Any] | None]]]:
    for case in run.cases:
        if "half" in case.entry:
            yield case.entry["data_id"], _of_plot(run, case)
            continue
        alignment = run.archive.get(case.parent or "")
        assert isinstance(alignment, Alignment), "a case is made of an alignment"
        figure = run.archive.get(alignment.parent or "")
        if isinstance(figure, Revision):
            yield case.entry["data_id"], (run.archive.figures(f"{candidate_of(figure.id)}.sight")[-1], None)
            continue
        assert isinstance(figure, Drawing), "an alignment is of a figure"
        yield case.entry["data_id"], (run.archive.figures(figure.id)[-1], figure.portrait)


def _of_plot(run: Giving, case: Case) -> tuple[bytes, Mapping[str, Any]]:
    sampled = run.archive.get(case.parent or "")
    assert isinstance(sampled, SampledPlot), "a plot's case is made of what was sampled"
    extract = run.archive.get(sampled.extract)
    measured = run.archive.get(extract.parent or "")
    assert isinstance(measured, Measurement), "what was extracted was measured"
    return run.archive.figures(measured.id)[-1], measured.portrait
