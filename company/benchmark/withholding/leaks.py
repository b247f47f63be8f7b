"""Whether a public folder gives away the gold that is held back: every file of it is looked through."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from company.benchmark.files import CARD, CROISSANT, LOADED, PROVENANCE, RESOURCE
from company.benchmark.loading import HOW, as_text, can_be_loaded, read_loaded
from company.benchmark.reading import Benchmark, family_of, is_benchmark, read_benchmark
from company.benchmark.withholding.gold import Haystack, given_away, texts_in
from company.errors import ArchiveError

if TYPE_CHECKING:
    from company.benchmark.release import Release
    from company.family.family import Family

_TEXT_FILES: Final = (CARD, CROISSANT, PROVENANCE)


def leaks(public: Path, held_back: Path) -> tuple[str, ...]:
    """Return all leaks of gold in a public folder, a line each; empty where there are none.

    Looked for are fields and files that have no place there, pieces of gold that a case's own public fields do not
    show, and what else the family knows to give it away. Sources and further files must be the ones of the held-back
    folder. Raises ArchiveError when one of the two is no benchmark, or the second has no gold.
    """
    family = _family(public)
    release = family.release
    full = read_benchmark(held_back)
    shown: dict[str, list[str]] = {}
    for file in _line_files(public, family):
        for line in _json_lines(file):
            shown.setdefault(str(line.get("data_id", "")), []).extend(texts_in(line))
    lines = [
        *_misplaced(public, held_back, family),
        *_fields(public, family),
        *_unlike(public, held_back, family),
        *_loaded(public, family),
    ]
    stack = Haystack(release.paragraphs)
    for data_id, texts in shown.items():
        stack.add(data_id, texts)
    beside = {file.relative_to(public).as_posix(): file.read_text(encoding="utf-8") for file in _texts(public)}
    for name, text in beside.items():
        stack.add(name, [text, *_strings(name, text)], case=False)
    lines += _stated(release, full, shown, stack)
    lines += release.given_away(full, shown, beside)
    return tuple(dict.fromkeys(lines))


def refuse_leaks(public: Path, held_back: Path) -> None:
    """Raise ArchiveError where a public folder gives gold away."""
    lines = leaks(public, held_back)
    if lines:
        raise ArchiveError(
            f"{public} would give gold away ({lines[0]}; {len(lines):,} places in all): it was not written. Export "
            "without --held-back, or report this"
        )


def public_problems(public: Path) -> tuple[str, ...]:
    """Return the problems that can be seen without the gold: fields and files that do not belong in a public folder."""
    family = _family(public)
    return (*_fields(public, family), *_misplaced(public, None, family), *_loaded(public, family))


def _family(public: Path) -> Family:
    if not is_benchmark(public):
        raise ArchiveError(f"{public} is not a benchmark; `company export --held-back` makes one without gold")
    return family_of(public)


def _fields(public: Path, family: Family) -> Iterator[str]:
    release = family.release
    for file in _line_files(public, family):
        for number, line in enumerate(_json_lines(file), start=1):
            extra = [name for name in line if name not in release.public_fields] if release.is_case(line) else []
            if extra:
                yield f"{file.relative_to(public)}:{number}: the field {', '.join(extra)} is not public"


def _misplaced(public: Path, held_back: Path | None, family: Family) -> Iterator[str]:
    """Yield files that a public folder has no room for, and those that are not what they are in the other folder."""
    release, names = family.release, {category.file for category in family.categories.values()}
    for file in sorted(path for path in public.rglob("*") if path.is_file() or path.is_symlink()):
        place = file.relative_to(public)
        lines = place.parent in (family.lines, *release.line_folders) and place.name in names
        if file.is_symlink():
            yield f"{place} is a link, and what is behind it was not looked at"
        elif place in _TEXT_FILES or lines or place.parent == LOADED:
            continue
        elif RESOURCE not in place.parents and place.parent not in release.shown_folders:
            yield f"{place} has no place in a public folder"
        elif held_back is not None and _digest(file) != _digest(held_back / place):
            yield f"{place} is not the file that the held-back folder has"


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else "missing"


def _unlike(public: Path, held_back: Path, family: Family) -> Iterator[str]:
    """Yield lines that are not in both folders, or say something else in one of them."""
    ours = {file.relative_to(public): _shown(file, family) for file in _line_files(public, family)}
    theirs = {file.relative_to(held_back): _shown(file, family) for file in _line_files(held_back, family)}
    for place in sorted(set(ours) | set(theirs)):
        one, other = ours.get(place, {}), theirs.get(place, {})
        for data_id in sorted(set(one) ^ set(other)):
            yield f"{place}: {data_id} is in one of the two folders alone"
        for data_id in sorted(set(one) & set(other)):
            if one[data_id] != other[data_id]:
                yield f"{place}: {data_id} says something else in the two folders"


def _shown(file: Path, family: Family) -> dict[str, dict[str, Any]]:
    """Return the public part of each line by its data_id; that of a line that is no case by an empty one."""
    return {
        str(line.get("data_id", "")): family.release.public_line(line) if "data_id" in line else dict(line)
        for line in _json_lines(file)
    }


def _loaded(public: Path, family: Family) -> Iterator[str]:
    """Yield files for loaders that hold anything but what the lines say, and the images that are there."""
    release = family.release
    lines = [line for path in _line_files(public, family) for line in _json_lines(path)]
    said = {text for line in lines for text in texts_in(line)}
    # Loaders get a list or a table as JSON.
    said |= {as_text(value) for line in lines for value in line.values() if isinstance(value, list | dict)}
    images = {path.name: path.read_bytes() for folder in release.shown_folders for path in (public / folder).glob("*")}
    files = sorted((public / LOADED).glob("*"))
    if files and not can_be_loaded():
        yield f"{LOADED} was not looked at, since that needs an extra: {HOW}"
        return
    for file in files:
        place = file.relative_to(public)
        names, rows = read_loaded(file)
        extra = [name for name in names if name not in (*release.public_fields, "category", "image")]
        if extra:
            yield f"{place}: the column {', '.join(extra)} is not public"
        for row in rows:
            image = row.pop("image", None)
            if image is not None and images.get(str(image["path"])) != image["bytes"]:
                yield f"{place}: the image of {row['data_id']} is not its figure"
            other = next((text for text in texts_in(row) if text not in said and text not in family.categories), None)
            if other is not None:
                yield f"{place}: {other[:40]!r} is in none of the lines"


def _stated(release: Release, full: Benchmark, shown: Mapping[str, Sequence[str]], stack: Haystack) -> Iterator[str]:
    asked = [entry for entry in full.entries if entry["data_id"] in shown]
    for data_id, owner, piece in sorted(given_away(release, asked, stack)):
        yield f"{owner} holds {piece[:60]!r} of the reference of {data_id}"


def _texts(public: Path) -> Iterator[Path]:
    """Yield the files beside the cases that hold words: the card, the metadata, and texts among the resources."""
    for place in _TEXT_FILES:
        if (public / place).is_file():
            yield public / place
    yield from sorted(path for path in (public / RESOURCE).glob("*") if path.suffix in (".py", ".json"))


def _line_files(public: Path, family: Family) -> Sequence[Path]:
    return sorted(
        file for folder in (family.lines, *family.release.line_folders) for file in (public / folder).glob("*")
    )


def _json_lines(file: Path) -> Iterator[dict[str, Any]]:
    for text in file.read_text(encoding="utf-8").split("\n"):
        if text.strip():
            yield json.loads(text)


def _strings(name: str, text: str) -> Sequence[str]:
    """Return the texts inside a file of JSON, as they read without its escapes."""
    try:
        return list(texts_in(json.loads(text))) if name.endswith(".json") else []
    except ValueError:
        return []
