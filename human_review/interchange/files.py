"""Files that are whole or not there, and never written over another."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from company.errors import ReviewError


@contextlib.contextmanager
def written(file: Path) -> Iterator[IO[str]]:
    """Yield a file to write text to, named only when all of it is written. Raises ReviewError for one that exists."""
    if file.exists():
        raise ReviewError(f"{file} is there already; move it away, or give another --out")
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def empty_folder(folder: Path) -> None:
    """Make a folder that is to be filled. Raises ReviewError where one with something in it, or a file, is there."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ReviewError(f"{folder} is there already; give the name of a new folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
