"""A benchmark folder, written whole or not at all."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonlines

from company.benchmark.files import CARD, CROISSANT, PROVENANCE, RECORDINGS, RESOURCE, VERDICTS
from company.benchmark.loading import write_loaded
from company.benchmark.publishing.croissant import croissant_text
from company.benchmark.publishing.draft import Draft
from company.benchmark.publishing.provenance import file_hashes, provenance_text
from company.benchmark.publishing.publication import Publication
from company.benchmark.publishing.workplace import workplace
from company.benchmark.reading import is_benchmark
from company.errors import ArchiveError

Line = Mapping[str, Any]


@dataclass(frozen=True)
class Contents:
    """All that a benchmark folder is made of."""

    draft: Draft
    card: str
    verdicts: Sequence[Line] = ()
    """What people said of its records, one verdict each."""
    provenance: Line | None = None
    """What `provenance.json` says, but for the hashes of the other files, which it is given when they are there."""
    recordings: Mapping[str, Path] = field(default_factory=dict)
    """Name of a run → the file of its model calls."""
    publication: Publication | None = None
    """What Croissant tells of it. Without it, there are neither metadata nor files for loaders."""


def write_benchmark(out: Path, contents: Contents, check: Callable[[Path], None] | None = None) -> Path:
    """Write a benchmark folder: the card, the lines, the sources, and whatever else its family has.

    Everything is written beside `out` and moved there at the end, so that no reader meets half a benchmark; `check`
    sees it before it is moved, and may raise. An older benchmark at `out` is replaced; raises ArchiveError when
    something else is there, or a source is missing.
    """
    if out.exists() and not is_benchmark(out) and not _is_empty(out):
        raise ArchiveError(f"{out} holds something that is not a benchmark; choose another folder with --out")
    out.parent.mkdir(parents=True, exist_ok=True)
    with workplace(out) as temporary:
        fresh, former = temporary / "new", temporary / "old"
        _fill(fresh, contents)
        if check is not None:
            check(fresh)
        if out.exists():
            out.rename(former)
        fresh.rename(out)
    return out


def _fill(folder: Path, contents: Contents) -> None:
    draft = contents.draft
    for part in (draft.family.lines, *draft.family.release.folders):
        (folder / part).mkdir(parents=True)
    (folder / CARD).write_text(contents.card, encoding="utf-8")
    withheld = {source.file for source in draft.sources if not source.shared}
    for source in draft.sources:
        if not source.place.is_file():
            raise ArchiveError(
                f"{source.place}, the {source.noun} {source.name}, is missing; simulate the scenario again"
            )
        if source.file not in withheld:
            (folder / RESOURCE).mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source.place, folder / RESOURCE / source.file)
    for name, lines in draft.lines().items():
        write_lines(folder / name, lines)
    if contents.verdicts:
        write_lines(folder / VERDICTS, contents.verdicts)
    for name, content in draft.files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    _write_metadata(folder, contents.publication)
    _write_origin(folder, contents)


def _write_metadata(folder: Path, publication: Publication | None) -> None:
    """Write the files for loaders, and Croissant, which holds the hashes of all files that are there by then."""
    if publication is None:
        return
    write_loaded(folder, publication.parts)
    files = {name: (sha256, (folder / name).stat().st_size) for name, sha256 in file_hashes(folder, but=[]).items()}
    (folder / CROISSANT).write_text(croissant_text(publication, files), encoding="utf-8")


def _write_origin(folder: Path, contents: Contents) -> None:
    """Write the recordings, and at the very end the provenance, which holds the hashes of all other files."""
    for name, recording in contents.recordings.items():
        (folder / RECORDINGS).mkdir(exist_ok=True)
        shutil.copyfile(recording, folder / RECORDINGS / f"{name}.recording")
    if contents.provenance is not None:
        whole = {**contents.provenance, "files": file_hashes(folder, but=[PROVENANCE.as_posix()])}
        (folder / PROVENANCE).write_text(provenance_text(whole), encoding="utf-8")


def write_lines(path: Path, lines: Iterable[Line]) -> None:
    """Write lines of JSON; the folder is made where it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with jsonlines.open(path, mode="w", dumps=_dumps) as writer:
        writer.write_all(lines)


def _dumps(line: Line) -> str:
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def _is_empty(folder: Path) -> bool:
    return folder.is_dir() and next(folder.iterdir(), None) is None
