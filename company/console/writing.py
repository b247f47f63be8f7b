"""Files that commands write where the user says: all or none, and never over what is not theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from company.errors import ConfigError

_SEEN = 64
"""Bytes at a file's beginning that tell what it is."""


@dataclass(frozen=True)
class Page:
    """A file to be written, and what those like it begin with: such a one may be written anew."""

    option: str
    file: Path
    text: str
    opening: str
    by: str = "company report"
    """The command that writes them."""


def page(option: str, file: Path, text: str) -> Page:
    """Return an HTML page."""
    return Page(option, file, text, "<!doctype html>")


def markdown(option: str, file: Path, text: str) -> Page:
    """Return a page of figures as Markdown."""
    return Page(option, file, text, "# ")


def difficulty(option: str, file: Path, text: str) -> Page:
    """Return a file of difficulties."""
    return Page(option, file, text, '{\n "difficulty"', "company calibrate")


def write(pages: Sequence[Page]) -> None:
    """Write all of them. Raises ConfigError, before anything is written, where one cannot be written."""
    taken: dict[Path, str] = {}
    for each in pages:
        _has_a_place(each)
        first = taken.setdefault(each.file.resolve(), each.option)
        if first != each.option:
            raise ConfigError(f"{first} and {each.option} both name {each.file}; give each a file of its own")
    for each in pages:
        each.file.write_text(each.text, encoding="utf-8")


def _has_a_place(wanted: Page) -> None:
    file, said = wanted.file, f"{wanted.option} {wanted.file}"
    if file.is_dir():
        raise ConfigError(f"{said}: this is a folder; name a file in it")
    if not file.parent.is_dir():
        raise ConfigError(f"{said}: there is no folder {file.parent}; make it first, or name another file")
    if not file.exists():
        return
    with file.open("rb") as lines:
        begins = lines.read(_SEEN)
    if begins.strip() and not begins.startswith(wanted.opening.encode()):
        raise ConfigError(f"{said}: this file is there, and is none that `{wanted.by}` wrote; name another one")
