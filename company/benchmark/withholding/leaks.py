"""Whether a public folder gives away the gold that is held back: every file of it is looked through."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from company.benchmark.files import (
    CARD,
    CROISSANT,
    FIGURES,
    FILES,
    HEADER,
    LINES,
    LOADED,
    PROVENANCE,
    REGISTERS,
    RESOURCE,
    dialogue_of,
    turn_of,
)
from company.benchmark.loading import read_loaded
from company.benchmark.reading import Benchmark, is_benchmark, read_benchmark
from company.benchmark.withholding.gold import SHORTEST, Haystack, given_away, letters_named, squashed, texts_in
from company.benchmark.withholding.heldback import PUBLIC_FIELDS, public_line
from company.errors import ArchiveError
from company.families.dialogues.gate.choice import gold_letter
from company.families.dialogues.records import CATEGORIES

_TEXT_FILES: Final = (CARD, CROISSANT, PROVENANCE)
_SHORTEST_RESULT: Final = 6
_NOT_VALUES: Final = ("plot", "model", "function")
"""Results whose text says what they are, and not what they hold."""


def leaks(public: Path, held_back: Path) -> tuple[str, ...]:
    """Everything in a public folder that gives gold away, a line each; empty where there is nothing.

    Looked for are fields and files that have no place there, statements of references that a case's own prompt does
    not show, right letters, and results. Tables, figures and the library must be the ones of the held-back folder.
    Raises ArchiveError when one of the two is no benchmark, or the second has no gold.
    """
    _is_there(public)
    full = read_benchmark(held_back)
    shown: dict[str, list[str]] = {}
    for file in _line_files(public):
        for line in _json_lines(file):
            shown.setdefault(str(line.get("data_id", "")), []).extend(texts_in(line))
    found = [*_misplaced(public, held_back), *_fields(public), *_unlike(public, held_back), *_loaded(public)]
    stack = Haystack()
    for data_id, texts in shown.items():
        stack.add(data_id, texts)
    for file in _texts(public):
        text = file.read_text(encoding="utf-8")
        stack.add(file.relative_to(public).as_posix(), [text, *_strings(file, text)], case=False)
    found += _stated(full, shown, stack)
    found += _lettered(full, shown)
    found += _resulting(full, shown, public)
    return tuple(dict.fromkeys(found))


def refuse_leaks(public: Path, held_back: Path) -> None:
    """Raises ArchiveError where a public folder gives gold away."""
    found = leaks(public, held_back)
    if found:
        raise ArchiveError(
            f"{public} would give gold away ({found[0]}; {len(found):,} places in all): it was not written. Export "
            "without --held-back, or report this"
        )


def public_problems(public: Path) -> tuple[str, ...]:
    """What of this can be seen without the gold: fields and files that have no place in a public folder."""
    _is_there(public)
    return (*_fields(public), *_misplaced(public, None), *_loaded(public))


def _is_there(public: Path) -> None:
    if not is_benchmark(public):
        raise ArchiveError(f"{public} is not a benchmark; `company export --held-back` makes one without gold")


def _fields(public: Path) -> Iterator[str]:
    for file in _line_files(public):
        for number, line in enumerate(_json_lines(file), start=1):
            if set(line) == set(HEADER):
                continue
            extra = [name for name in line if name not in PUBLIC_FIELDS]
            if extra:
                yield f"{file.relative_to(public)}:{number}: the field {', '.join(extra)} is not public"


def _misplaced(public: Path, held_back: Path | None) -> Iterator[str]:
    """Files that a public folder has no room for, and those that are not what they are in the other folder."""
    for file in sorted(path for path in public.rglob("*") if path.is_file() or path.is_symlink()):
        place = file.relative_to(public)
        lines = place.parent in {LINES, *(REGISTERS / each for each in ("statement", "colloquial"))}
        if file.is_symlink():
            yield f"{place} is a link, and what is behind it was not looked at"
        elif place in _TEXT_FILES or (lines and place.name in FILES.values()) or place.parent == LOADED:
            continue
        elif place.parent not in (RESOURCE, FIGURES):
            yield f"{place} has no place in a public folder"
        elif held_back is not None and _digest(file) != _digest(held_back / place):
            yield f"{place} is not the file that the held-back folder has"


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else "missing"


def _unlike(public: Path, held_back: Path) -> Iterator[str]:
    """Lines that are not in both folders, or say something else in one of them."""
    ours = {file.relative_to(public): _shown(file) for file in _line_files(public)}
    theirs = {file.relative_to(held_back): _shown(file) for file in _line_files(held_back)}
    for place in sorted(set(ours) | set(theirs)):
        one, other = ours.get(place, {}), theirs.get(place, {})
        for data_id in sorted(set(one) ^ set(other)):
            yield f"{place}: {data_id} is in one of the two folders alone"
        for data_id in sorted(set(one) & set(other)):
            if one[data_id] != other[data_id]:
                yield f"{place}: {data_id} says something else in the two folders"


def _shown(file: Path) -> dict[str, dict[str, Any]]:
    """The public part of each line by its data_id; that of the opening line by an empty one."""
    return {
        str(line.get("data_id", "")): public_line(line) if "data_id" in line else dict(line)
        for line in _json_lines(file)
    }


def _loaded(public: Path) -> Iterator[str]:
    """Files for loaders that hold anything but what the lines say, and the figures that are there."""
    said = {text for path in _line_files(public) for line in _json_lines(path) for text in texts_in(line)}
    figures = {path.name: path.read_bytes() for path in (public / FIGURES).glob("*")}
    for file in sorted((public / LOADED).glob("*")):
        place = file.relative_to(public)
        names, rows = read_loaded(file)
        extra = [name for name in names if name not in (*PUBLIC_FIELDS, "category", "image")]
        if extra:
            yield f"{place}: the column {', '.join(extra)} is not public"
        for row in rows:
            image = row.pop("image", None)
            if image is not None and figures.get(str(image["path"])) != image["bytes"]:
                yield f"{place}: the image of {row['data_id']} is not its figure"
            other = next((text for text in texts_in(row) if text not in said and text not in CATEGORIES), None)
            if other is not None:
                yield f"{place}: {other[:40]!r} is in none of the lines"


def _stated(full: Benchmark, shown: Mapping[str, Sequence[str]], stack: Haystack) -> Iterator[str]:
    asked = [entry for entry in full.entries if entry["data_id"] in shown]
    for data_id, owner, piece in sorted(given_away(asked, stack)):
        yield f"{owner} holds {piece[:60]!r} of the reference of {data_id}"


def _lettered(full: Benchmark, shown: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for entry in full.entries:
        if "choice" in entry and gold_letter(entry) in letters_named(shown.get(entry["data_id"], ())):
            yield f"{entry['data_id']} says which option is right"


def _resulting(full: Benchmark, shown: Mapping[str, Sequence[str]], public: Path) -> Iterator[str]:
    """Results of references, in what is shown of the same dialogue or beside the cases."""
    beside = {file.relative_to(public).as_posix(): file.read_text(encoding="utf-8") for file in _texts(public)}
    said = {data_id: "\n".join(texts) for data_id, texts in shown.items()}
    coded = {entry["data_id"] for entry in full.entries if "choice" not in entry}
    for data_id, results in _results(full):
        if data_id not in said or data_id not in coded:
            continue
        dialogue = dialogue_of(turn_of(data_id))
        near = {
            other: text for other, text in said.items() if other != data_id and dialogue_of(turn_of(other)) == dialogue
        }
        for result in results:
            if _holds(said[data_id], result):
                continue
            for name, text in (near | beside).items():
                if _holds(text, result):
                    yield f"{name} holds {result[:40]!r}, a result of {data_id}"


def _results(full: Benchmark) -> Iterator[tuple[str, list[str]]]:
    """Each case with the results of its turn as a reader sees them, as far as the folder tells of them."""
    for dialogue in full.dialogues:
        for turn in dialogue["turns"]:
            texts = [str(each["shown"]).strip() for each in turn["results"] if each["type"] not in _NOT_VALUES]
            for data_id in turn["cases"]:
                yield data_id, [text for text in texts if len(text) >= _SHORTEST_RESULT]


def _holds(text: str, result: str) -> bool:
    """Whether a result stands in a text: a long one whatever its spacing, a short one as a word of its own."""
    if len(result) >= SHORTEST:
        return squashed(result) in squashed(text)
    return re.search(rf"(?<![\w.]){re.escape(result)}(?!\w)", text) is not None


def _texts(public: Path) -> Iterator[Path]:
    """The files beside the cases that hold words: the card, the metadata and the library."""
    for place in _TEXT_FILES:
        if (public / place).is_file():
            yield public / place
    yield from sorted(path for path in (public / RESOURCE).iterdir() if path.suffix in (".py", ".json"))


def _line_files(public: Path) -> Iterable[Path]:
    return sorted([*(public / LINES).glob("*"), *(public / REGISTERS).glob("*/*")])


def _json_lines(file: Path) -> Iterator[dict[str, Any]]:
    for text in file.read_text(encoding="utf-8").split("\n"):
        if text.strip():
            yield json.loads(text)


def _strings(file: Path, text: str) -> Sequence[str]:
    """The texts inside a file of JSON, as they read without its escapes."""
    try:
        return list(texts_in(json.loads(text))) if file.suffix == ".json" else []
    except ValueError:
        return []
