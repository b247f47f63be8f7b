"""What runs of vector graphics come to as one benchmark: cases, code, pictures, the reader, VGBench's layout."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from company.benchmark.files import RESOURCE
from company.benchmark.publishing.draft import Draft, Line
from company.benchmark.publishing.giving import Giving
from company.benchmark.publishing.provenance import settings_told
from company.benchmark.publishing.sharing import given_may_be_shared
from company.errors import ArchiveError
from company.families.shared.chances import place_of
from company.families.shared.choices.lettered import balanced
from company.families.vector_graphics.body import is_drawn
from company.families.vector_graphics.files import READER, reader
from company.families.vector_graphics.ids import brief_of
from company.families.vector_graphics.publishing.vgbench import layout
from company.families.vector_graphics.records import Drawing
from company.families.vector_graphics.run_figures import SHARED
from company.families.vector_graphics.settings import VectorGraphicsSettings
from company.family.family import Family

SETS_OF_AN_EXAMPLE = 5
"""Questions of a type of which one may be an example."""


@dataclass(frozen=True)
class GraphicsDraft(Draft):
    """Cases with their drawings."""

    drawn: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)
    """Code and picture by data_id."""
    examples: int = 0
    """Questions of each type that are to be examples, where there are enough."""
    has_gold: bool = True

    def only(self, data_ids: Collection[str]) -> Self:
        """Return the same with these cases alone, and their drawings."""
        kept = {data_id: each for data_id, each in self.drawn.items() if data_id in data_ids}
        return replace(super().only(data_ids), drawn=kept)

    def settled(self) -> Self:
        """Return the same with examples marked, and right answers spread evenly over the letters."""
        cases = {category: self._marked(balanced(lines)) for category, lines in self.cases.items()}
        return replace(self, cases=cases)

    def _marked(self, lines: Sequence[Line]) -> list[Line]:
        if lines and is_drawn(lines[0]):
            return list(lines)
        most = min(self.examples, len(lines) // SETS_OF_AN_EXAMPLE)
        order = sorted(lines, key=lambda line: place_of(line["data_id"], "example"))
        chosen = {line["data_id"] for line in order[:most]}
        return [{**line, "example": line["data_id"] in chosen} for line in lines]

    def public(self) -> Self:
        """Return the same without its gold."""
        return replace(super().public(), has_gold=False)

    def files(self) -> Mapping[Path, bytes]:
        """Return the drawings, what reads them, and the cases as VGBench has them; of a public folder, the first."""
        found = dict(self._drawings())
        found[RESOURCE / READER] = reader()
        if self.has_gold:
            found |= dict(layout(self.cases, {name: code for name, (code, _) in self.drawn.items()}))
        return found

    def _drawings(self) -> Iterator[tuple[Path, bytes]]:
        for lines in self.cases.values():
            for line in lines:
                code, picture = self.drawn[line["data_id"]]
                for name in ("graphic", "reference_graphic"):
                    if name in line:
                        yield Path(line[name]), code.encode()
                for name in ("picture", "reference_picture"):
                    if name in line:
                        yield Path(line[name]), picture


def draft_of(family: Family, runs: Sequence[Giving]) -> GraphicsDraft:
    """Return the draft of runs. Raises ArchiveError where one was given what may not be passed on."""
    for run in runs:
        _refuse_private(run)
    lines = [(case.category, case.entry) for run in runs for case in run.cases]
    cases = {name: [entry for category, entry in lines if category == name] for name in family.categories}
    return GraphicsDraft(
        family,
        {name: entries for name, entries in cases.items() if entries},
        [source for run in runs for source in run.sources],
        drawn={data_id: drawing for run in runs for data_id, drawing in _drawn(run)},
        examples=max(map(_examples, runs), default=0),
    )


def _refuse_private(run: Giving) -> None:
    if not given_may_be_shared(settings_told(run.archive).get("vector_graphics") or {}, run.archive.note(SHARED)):
        raise ArchiveError(
            f"{run.folder}: the drawings that it was given, or the tables that they show, may not be passed on; where "
            "they may, say redistribute = true in [vector_graphics] and simulate again"
        )


def _examples(run: Giving) -> int:
    told = settings_told(run.archive).get("vector_graphics") or {}
    default: int = VectorGraphicsSettings.model_fields["examples"].default
    return int(told.get("examples", default))


def _drawn(run: Giving) -> Iterator[tuple[str, tuple[str, bytes]]]:
    for case in run.cases:
        drawing = run.archive.get(f"{brief_of(case.id)}.drawing")
        assert isinstance(drawing, Drawing), "a case is about a drawing"
        yield case.entry["data_id"], (drawing.code, run.archive.figures(drawing.id)[-1])
