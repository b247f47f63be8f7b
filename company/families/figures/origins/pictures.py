"""A folder of pictures with their data files, as a run is given them: found, read, and laid into the run's folder."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from company.archive import Archive
from company.errors import ConfigError
from company.families.figures.numbered import is_matplotbench, pictures_of
from company.families.figures.origins.data_files import described
from company.families.figures.origins.scripts import MOST_DATA, given_folder
from company.families.figures.pictures import is_blank, opened
from company.families.figures.records import DataFile

KINDS = (".png", ".jpg", ".jpeg")
MOST_PICTURE = 16 * 1024 * 1024
"""Bytes of a picture."""
_DATA = (".csv", ".tsv", ".txt", ".json")
_NAME = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class FoundPicture:
    """A picture of a folder, with the data files that go with it."""

    name: str
    """What a run calls it: its path in letters, digits and underscores."""
    path: str
    """In its folder."""
    png: bytes
    files: Mapping[str, bytes]
    """The content of each by its name."""
    places: tuple[Path, ...] = ()
    """Where the picture and its files lie."""

    @property
    def told(self) -> tuple[DataFile, ...]:
        """What is told of its files."""
        return tuple(described(name, content) for name, content in self.files.items())


def pictures_in(folder: Path) -> list[FoundPicture]:
    """Return the pictures below a folder, in order. Raises ConfigError where there is none, or one cannot be read.

    The data of `rivers.png` are `rivers.csv` beside it (or .tsv, .txt, .json), and such files in a folder `rivers`; in
    a folder as MatPlotBench has it, those of the same number.
    """
    if is_matplotbench(folder):
        places = list(pictures_of(folder))
    else:
        found = sorted(each for each in folder.rglob("*") if each.suffix.lower() in KINDS and each.is_file())
        places = [(each, tuple(_data_of(each))) for each in found]
    if not places:
        raise ConfigError(f"{folder} holds no pictures ({', '.join(KINDS)}); name a folder that does")
    known: dict[str, FoundPicture] = {}
    for place, data in places:
        one = _found(place, folder, data)
        if one.name in known:
            raise ConfigError(f"{folder}: {known[one.name].path} and {one.path} have the same name; rename one of them")
        known[one.name] = one
    return list(known.values())


def _found(place: Path, folder: Path, data: Sequence[Path]) -> FoundPicture:
    path = place.relative_to(folder)
    name = _NAME.sub("_", path.with_suffix("").as_posix().lower()).strip("_") or "picture"
    content = _read(place, MOST_PICTURE)
    if is_blank(content):
        raise ConfigError(f"{place} is no picture that can be opened, or has nothing on it; leave it out")
    files = {file.name: _read(file, MOST_DATA) for file in data}
    return FoundPicture(name, path.as_posix(), _as_png(content), files, (place, *data))


def _data_of(place: Path) -> Iterator[Path]:
    own = place.with_suffix("")
    within = sorted(own.iterdir()) if own.is_dir() else []
    for file in (*(place.with_suffix(ending) for ending in _DATA), *within):
        if file.is_file() and file.suffix.lower() in _DATA:
            yield file


def _read(place: Path, most: int) -> bytes:
    if place.stat().st_size > most:
        raise ConfigError(f"{place} is larger than {most:,} bytes; leave it out, or write a smaller one")
    return place.read_bytes()


def _as_png(content: bytes) -> bytes:
    """Return a picture as PNG with nothing beside its pixels: what else its file says could name who drew it how."""
    picture = opened(content)
    assert picture is not None, "it has been opened before"
    page = io.BytesIO()
    picture.save(page, "PNG", optimize=True)
    return page.getvalue()


def lay_picture(archive: Archive, found: FoundPicture) -> None:
    """Copy a picture and its files into the run's folder."""
    folder = given_folder(archive.run, found.name)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in found.files.items():
        (folder / name).write_bytes(content)
    picture_of(archive, found.name).write_bytes(found.png)


def picture_of(archive: Archive, name: str) -> Path:
    """Return where a run keeps a picture that it was given."""
    return given_folder(archive.run, f"{name}.png")
