"""Drawings of the user's own folder: which there are, and where they are kept in a run."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from company.archive import Archive
from company.drawings.scenes import Format
from company.errors import ConfigError
from company.families.vector_graphics.records import Given, Source
from company.families.vector_graphics.settings import Settings

FORM_OF: dict[str, Format] = {".svg": "svg", ".tex": "tikz", ".tikz": "tikz", ".dot": "graphviz", ".gv": "graphviz"}
"""Formats by the endings of files."""
MOST_CHARACTERS = 100_000
"""Of a drawing's code."""
KEPT = "drawings"
"""The folder, among a run's resources, of what was given."""


def found_in(folder: Path) -> tuple[list[Given], list[str]]:
    """Return the drawings of a folder in the order of their paths, and what was left out, a line each."""
    found: list[Given] = []
    left_out: list[str] = []
    for file in sorted(each for each in folder.rglob("*") if each.suffix.lower() in FORM_OF and each.is_file()):
        name = file.relative_to(folder).as_posix()
        try:
            code = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            left_out.append(f"{name}: it cannot be read as UTF-8")
            continue
        if len(code) > MOST_CHARACTERS:
            left_out.append(f"{name}: it has {len(code):,} characters; {MOST_CHARACTERS:,} are the most")
            continue
        digest = hashlib.sha256(code.encode()).hexdigest()
        if any(each.sha256 == digest for each in found):
            left_out.append(f"{name}: it is the same as another one")
            continue
        found.append(Given(file=name, form=FORM_OF[file.suffix.lower()], sha256=digest))
    return found, left_out


def source_of_folder(told: Settings, archive: Archive, lines: list[str]) -> Source:
    """Return the source of a run that is given a folder of drawings; they are copied to its resources.

    Raises ConfigError where there are none.
    """
    found, left_out = found_in(told.folder)
    lines += [f"left out: {each}" for each in left_out]
    if not found:
        raise ConfigError(f"{told.file}: [vector_graphics] folder: {told.folder} holds no drawing; add some")
    for each in found:
        target = archive.run / "resource" / KEPT / each.file
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file():
            target.write_bytes((told.folder / each.file).read_bytes())
    return source_called(told.folder.resolve().name, "drawings", found, told)


def source_called(name: str, usual: str, given: Iterable[Given], told: Settings) -> Source:
    """Return the source of what a run was given, by a name of which ids can be made; `usual` where nothing is left."""
    called = re.sub(r"\W+", "_", name.lower()).strip("_") or usual
    return Source(
        id=called,
        parent=None,
        stage="sources",
        position=1,
        name=called,
        given=tuple(given),
        licence=told.vector_graphics.licence,
    )


def code_of(archive: Archive, file: str) -> str:
    """Return the code of a drawing of the user's folder."""
    return (archive.run / "resource" / KEPT / file).read_text(encoding="utf-8")


def of_form(source: Source, form: str) -> Iterator[Given]:
    """Yield the drawings of a format."""
    yield from (each for each in source.given if each.form == form)


def given_as(source: Source, file: str) -> Given:
    """Return the drawing that a source calls by this name."""
    return next(each for each in source.given if each.file == file)
