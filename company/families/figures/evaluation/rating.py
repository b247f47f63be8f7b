"""Figures that models drew, put before people: a run of nothing else, or beside what a run of figures asks them.

Who drew a figure stands in no record: the run keeps it apart, so that pages and other tools cannot tell it.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from company.archive import FILE, Archive
from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.evaluation.sittings import Sitting
from company.families.figures.evaluation.judging.drawn import code_of
from company.families.figures.evaluation.layouts.lines import data_of
from company.families.figures.evaluation.responses import response_in
from company.families.figures.gate.drawing import ANSWER, code_in, looked
from company.families.figures.pictures import is_blank, picture_in
from company.families.figures.records import Rating
from company.sandbox import Sandbox
from human_review.store import ReviewStore
from human_review.verdicts import Score

KIND, _NOTE = "rating", "rated"
Key = tuple[str, str]
"""The name of a sitting, and a data_id."""


@dataclass(frozen=True)
class Put:
    """What was put before people."""

    figures: int
    blank: int
    """Answers that drew nothing, which nobody is asked about: they are worth 0."""

    def sentence(self) -> str:
        """Return it in a sentence."""
        left = f"; {self.blank:,} answers drew nothing, and nobody is asked about them" if self.blank else ""
        return f"{self.figures:,} figures are to be rated{left}"


async def put_before_people(
    run: Path, content: Benchmark, sittings: Mapping[str, Sitting], cases: int | None, sandbox: Sandbox
) -> Put:
    """Put the figures of sittings into a run, of the same cases of each; those that are there stay as they are.

    Raises ArchiveError for a run of another family, and SandboxError when the sandbox itself fails.
    """
    lines = {line["data_id"]: line for line in content.entries}
    chosen = sorted(lines, key=lambda name: hashlib.sha256(name.encode()).hexdigest())[:cases]
    blank = 0
    with Archive.create(run, content.family.name) as archive:
        known: dict[str, list[str]] = archive.note(_NOTE) or {}
        for name, sitting in sittings.items():
            for answer in sitting.answers:
                data_id = answer.scored.data_id
                rating = f"rating-{hashlib.sha256(f'{name} {data_id}'.encode()).hexdigest()[:16]}"
                if data_id not in chosen or rating in known:
                    continue
                picture = await _picture(lines[data_id], answer.response, content, sandbox)
                if picture is None:
                    blank += 1
                    continue
                _put(archive, rating, lines[data_id]["current_query"], [picture, _truth(content, lines[data_id])])
                known[rating] = [name, data_id]
                archive.put_note(_NOTE, known)
    return Put(len(known), blank)


def ratings_of(run: Path, database: str | None = None) -> dict[Key, dict[str, float]]:
    """Return who gave which rating to each answer. Raises ConfigError for a run in which nobody rated any."""
    if not (run / FILE).is_file():
        raise ConfigError(f"--ratings {run} is no run; make one with `company review {run} rate BENCHMARK LOG`")
    found: dict[Key, dict[str, float]] = defaultdict(dict)
    with Archive.open(run) as archive, closing(ReviewStore.of_run(run, database)) as store:
        known: dict[str, list[str]] = archive.note(_NOTE) or {}
        names = {who.id: who.name for who in store.reviewers()}
        for item in store.live().values():
            if item.kind != KIND or item.record not in known:
                continue
            answer, data_id = known[item.record]
            for verdict in store.verdicts(item.id, None):
                if verdict.standing and verdict.duty == "review" and isinstance(verdict.content, Score):
                    found[answer, data_id][names[verdict.reviewer]] = verdict.content.score
    if not found:
        raise ConfigError(f"--ratings {run}: nobody has rated a figure there; `company review {run}` asks them")
    return dict(found)


def _put(archive: Archive, name: str, query: str, pictures: list[bytes]) -> None:
    archive.put_figures(name, pictures)
    archive.put(Rating(id=name, parent=None, stage="rating", position=1, status="accepted", query=query))


async def _picture(line: Mapping[str, object], response: str, content: Benchmark, sandbox: Sandbox) -> bytes | None:
    """Return what a response has drawn; None where that is nothing."""
    said = response_in(response)
    if said.picture is not None:
        picture = picture_in(said.picture)
    else:
        code = code_in(code_of(said.code), ANSWER)
        with data_of(line, content) as resource:
            picture = (await looked(code, resource, sandbox))[1] if code else None
    return None if is_blank(picture) else picture


def _truth(content: Benchmark, line: Mapping[str, object]) -> bytes:
    return (content.folder / str(line["ground_truth"])).read_bytes()
