"""What a benchmark of dialogues holds beside its cases: the dialogues told whole, and the private library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from company.benchmark.files import RESOURCE
from company.benchmark.reading import Benchmark, read_lines
from company.errors import ArchiveError
from company.families.dialogues.body.private_library import JSON_FILE
from company.families.dialogues.files import DIALOGUES

_DIALOGUES, _LIBRARY = "dialogues", "library"


def beside(folder: Path) -> dict[str, Any]:
    """Return what a folder holds beside its cases. Raises ArchiveError."""
    file = folder / DIALOGUES
    return told_beside(tuple(line for _, line in read_lines(file)) if file.is_file() else ())


def told_beside(
    dialogues: tuple[Mapping[str, Any], ...] = (), library: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the further content of a benchmark; without a `library`, it is read from the folder."""
    return {_DIALOGUES: dialogues, **({} if library is None else {_LIBRARY: library})}


def dialogues_of(content: Benchmark) -> tuple[dict[str, Any], ...]:
    """Return the dialogues that cases were taken from; none where the folder does not tell."""
    dialogues: tuple[dict[str, Any], ...] = content.beside.get(_DIALOGUES, ())
    return dialogues


def library_of(content: Benchmark) -> Mapping[str, str]:
    """Return the private library's functions, each with its text. Raises ArchiveError where the file is damaged."""
    if _LIBRARY in content.beside:
        library: Mapping[str, str] = content.beside[_LIBRARY]
        return library
    file = content.folder / RESOURCE / JSON_FILE
    try:
        return dict(json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {})
    except ValueError as error:
        raise ArchiveError(f"{file} is not JSON ({error}); export the run again") from None
