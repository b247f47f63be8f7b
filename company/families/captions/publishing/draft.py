"""What runs of captions come to as one benchmark: cases, pictures, the vocabulary of claims, SciCap's annotations."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from company.benchmark.files import RESOURCE
from company.benchmark.publishing.draft import Draft, Line
from company.benchmark.publishing.giving import Giving
from company.benchmark.publishing.provenance import settings_told
from company.families.captions.files import SCICAP, VOCABULARY, vocabulary
from company.families.captions.records import Figure
from company.families.captions.settings import SETS_OF_AN_EXAMPLE, CaptionsSettings
from company.families.captions.spoiling import cropped
from company.families.shared.chances import place_of
from company.family.family import Family


@dataclass(frozen=True)
class CaptionsDraft(Draft):
    """Cases with their pictures."""

    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """PNGs by their place in the folder."""
    has_gold: bool = True
    examples: int = 0
    """Caption sets that are to be examples, where there are enough."""

    def only(self, data_ids: Collection[str]) -> Self:
        """Return the same with these cases alone, and their pictures."""
        kept = super().only(data_ids)
        wanted = {line["figure"] for lines in kept.cases.values() for line in lines}
        return replace(kept, pictures={place: png for place, png in self.pictures.items() if place in wanted})

    def settled(self) -> Self:
        """Return the same with the sets that lend the few-shot captions marked: chance says which of the sound ones."""
        sets = self.cases.get("ranking", ())
        most = min(self.examples, len(sets) // SETS_OF_AN_EXAMPLE)
        order = sorted(sets, key=lambda line: (_is_spoiled(line), place_of(line["data_id"], "example")))
        chosen = {line["data_id"] for line in order[:most]}
        marked = [{**line, "example": line["data_id"] in chosen} for line in sets]
        return replace(self, cases={**self.cases, **({"ranking": marked} if marked else {})})

    def public(self) -> Self:
        """Return the same without its gold: who wrote a caption, what it claims, which one is untrue."""
        return replace(super().public(), has_gold=False)

    def files(self) -> Mapping[Path, bytes]:
        """Return the pictures, the functions that claims are written with, and the captions as SciCap has them."""
        found = {Path(place): png for place, png in self.pictures.items()}
        if self.has_gold:
            found[RESOURCE / VOCABULARY] = vocabulary()
            if sets := self.cases.get("ranking"):
                found[SCICAP] = scicap(sets)
        return found


def draft_of(family: Family, runs: Sequence[Giving]) -> CaptionsDraft:
    """Return the draft of runs."""
    lines = [(case.category, case.entry) for run in runs for case in run.cases]
    cases = {name: [entry for category, entry in lines if category == name] for name in family.categories}
    return CaptionsDraft(
        family,
        {name: entries for name, entries in cases.items() if entries},
        [source for run in runs for source in run.sources],
        examples=max(map(_examples, runs), default=0),
        pictures=dict(pair for run in runs for pair in _pictures(run)),
    )


def _is_spoiled(line: Line) -> bool:
    """Whether a caption of a set has an error, or no paragraph mentions its figure."""
    return not line["paragraphs"] or any(each["errors"] for each in line["captions"])


def _examples(run: Giving) -> int:
    """Return how many examples a run asks for."""
    told = settings_told(run.archive).get("captions") or {}
    default: int = CaptionsSettings.model_fields["examples"].default
    return int(told.get("examples", default))


def _pictures(run: Giving) -> Iterator[tuple[str, bytes]]:
    """Yield the picture of each case, as it is published."""
    for case in run.cases:
        figure = run.archive.get(case.id.rpartition(".")[0])
        assert isinstance(figure, Figure), "a case is about a figure"
        for png in run.archive.figures(figure.id)[-1:]:
            yield case.entry["figure"], cropped(png, figure.cut)


def scicap(sets: Sequence[Line]) -> bytes:
    """Return caption sets in the form of the SciCap Challenge: images, and annotations with caption and paragraphs.

    Each caption of a figure is an annotation of its image; `writer` says whose it is, beside the Challenge's fields.
    """
    images: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    for number, line in enumerate(sets, start=1):
        images.append({"id": number, "file_name": Path(line["figure"]).name, "data_id": line["data_id"]})
        for caption in line["captions"]:
            found.append(
                {
                    "id": len(found) + 1,
                    "image_id": number,
                    "figure_type": "Graph Plot",
                    "caption": caption["text"],
                    "caption_no_index": caption["text"],
                    "mention": [[each["text"]] for each in line["paragraphs"]],
                    "paragraph": [each["text"] for each in line["paragraphs"]],
                    "ocr": list(line["texts"]),
                    "writer": caption["writer"],
                }
            )
    return (json.dumps({"images": images, "annotations": found}, ensure_ascii=False, indent=1) + "\n").encode()
