"""A folder of scripts with their data files, as a run is given them: found, read, and laid into the run's folder."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from company.archive import Archive
from company.errors import ConfigError
from company.families.figures.origins.notes import GIVEN

MOST_CODE, MOST_DATA = 200_000, 8 * 1024 * 1024
"""Bytes of a script, and of one of its data files."""
_NAME = re.compile(r"[^a-z0-9]+")
_NO_DATA = frozenset((".py", ".pyc", ".png", ".pdf", ".svg", ".jpg", ".jpeg", ".md", ".toml"))
"""What stands beside scripts and is read by none of them for its values."""


@dataclass(frozen=True)
class Found:
    """A script of a folder, with the data files that it names."""

    name: str
    """What a run calls it: its path in letters, digits and underscores."""
    path: str
    """In its folder."""
    code: str
    files: tuple[tuple[str, Path], ...] = ()
    """Each by the name under which the code reads it."""


def scripts_in(folder: Path) -> list[Found]:
    """Return the scripts below a folder, in order. Raises ConfigError where there is none, or one cannot be read.

    Each is a file, or a line of JSON with its `code` and, as `file`, how it is called.
    """
    places = sorted(each for each in folder.rglob("*.py") if not _is_hidden(each, folder))
    lists = sorted(each for each in folder.rglob("*.jsonl") if not _is_hidden(each, folder))
    found = [*(_found(each, folder) for each in places), *(one for each in lists for one in _listed(each, folder))]
    if not found:
        raise ConfigError(
            f"{folder} holds no scripts (*.py, or lines with `file` and `code` in *.jsonl); name a folder with scripts "
            "that each draw one figure"
        )
    names: dict[str, str] = {}
    for each in found:
        if names.setdefault(each.name, each.path) != each.path:
            raise ConfigError(f"{folder}: {names[each.name]} and {each.path} have the same name; rename one of them")
    return found


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith((".", "__")) for part in path.relative_to(folder).parts)


def _found(place: Path, folder: Path) -> Found:
    path = place.relative_to(folder)
    name = _NAME.sub("_", path.with_suffix("").as_posix().lower()).strip("_") or "script"
    if place.stat().st_size > MOST_CODE:
        raise ConfigError(f"{place} is longer than {MOST_CODE:,} bytes; leave it out, or have it read its data")
    try:
        code = place.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{place} is no text in UTF-8; leave it out, or write it anew") from None
    return Found(name, path.as_posix(), code, tuple(_files(code, place.parent, folder)))


def _listed(place: Path, folder: Path) -> Iterator[Found]:
    """Yield the scripts of a list, which need to be no files of their own; a list of other things has none."""
    beside = place.parent.relative_to(folder)
    with place.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            told = _told(line)
            if told is None and number == 1:
                return
            if told is None or len(told[1]) > MOST_CODE:
                said = f"a script with `file` and `code`, of up to {MOST_CODE:,} bytes, is expected here as before"
                raise ConfigError(f"{place}, line {number}: {said}; mend it, or leave it out")
            called, code = told
            name = _NAME.sub("_", (beside / called).as_posix().lower()).strip("_") or "script"
            path = (beside / place.name / f"{called}.py").as_posix()
            yield Found(name, path, code, tuple(_files(code, place.parent, folder)))


def _told(line: str) -> tuple[str, str] | None:
    """Return what a script of a list is called, and its code; None for a line that is of something else."""
    try:
        told = json.loads(line)
    except ValueError:
        return None
    if not isinstance(told, dict) or not all(isinstance(told.get(key), str) for key in ("file", "code")):
        return None
    return told["file"].removesuffix(".py"), told["code"]


def _files(code: str, beside: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files that a script names and that are there: beside it, or as seen from the folder."""
    whole = folder.resolve()
    for name in dict.fromkeys(texts_in(code)):
        if not name or len(name) > 200 or "\n" in name or name.startswith(("/", "~")) or ".." in Path(name).parts:
            continue
        for place in (beside / name, folder / name):
            is_inside = place.is_file() and whole in place.resolve().parents
            if is_inside and place.suffix.lower() not in _NO_DATA:
                if place.stat().st_size > MOST_DATA:
                    raise ConfigError(f"{place} is larger than {MOST_DATA:,} bytes; leave its script out")
                yield name, place
                break


def texts_in(code: str) -> list[str]:
    """Return the texts that stand in code; of code that cannot be parsed, none."""
    tree = parsed(code)
    nodes = () if tree is None else ast.walk(tree)
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def parsed(code: str) -> ast.Module | None:
    """Return code as a tree; None where it is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd escapes: the code is not ours
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def lay(archive: Archive, found: Found, place: str = "") -> dict[str, str]:
    """Copy the files of a script into a folder of the run, its own or `place`; return the digest of each by name."""
    folder = given_folder(archive.run, place or found.name)
    folder.mkdir(parents=True, exist_ok=True)
    digests = {}
    for name, source in found.files:
        content = source.read_bytes()
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)
        digests[name] = hashlib.sha256(content).hexdigest()
    return digests


def given_folder(run: Path, name: str) -> Path:
    """Return where a run keeps the files of a script that it was given."""
    return run / GIVEN / name
