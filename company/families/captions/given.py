"""Figures that a run is given and does not draw: those of dialogues, by their code, or pictures in a folder.

They are read before any work, and noted in the run with their pictures, so that it goes on whatever becomes of where
they are from.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.config.loading import is_file
from company.errors import ArchiveError, ConfigError
from company.families.captions.files import ANNOTATIONS
from company.families.captions.records import Chart, Given
from company.records import USABLE
from company.tables.record import Table

NOTE = "given"
"""What the archive calls the figures that a run was given."""
_TYPES: Mapping[str, Chart] = {"graph plot": "line", "line chart": "line", "bar chart": "bar"}
"""What the SciCap Challenge calls kinds of figures, as far as captions are written for them."""
_NAMED = re.compile(r"^\s*(?:Figure|Fig\.?)\s*(\d+)[a-z]?\s*[:.]?\s*", re.IGNORECASE)


def given_of(archive: Archive) -> list[Given]:
    """Return the figures that a run was given, in order."""
    return [Given.model_validate(each) for each in archive.note(NOTE) or ()]


def picture_of(given: Given) -> str:
    """Return the name under which the archive keeps the picture of a figure that was given as one."""
    return f"given.{given.name}"


# figures of dialogues


def from_runs(runs: Sequence[Path], table: Table) -> list[Given]:
    """Return every figure that a turn of these runs drew, with the code that draws it over the same table.

    Raises ConfigError for what is no run of dialogues, and for runs that are about another table.
    """
    return [given for run in runs for given in _of_run(run, table)]


def _of_run(run: Path, table: Table) -> list[Given]:
    try:
        with Archive.open(run) as archive:
            tables = archive.records("table", USABLE)
            if "turn" not in archive.family.records:
                raise ConfigError(f"[captions] runs: {run} is a run of {archive.family.name}; name one of dialogues")
            if [(each.file, each.sha256) for each in tables] != [(table.file, table.sha256)]:
                raise ConfigError(
                    f"[captions] runs: {run} is about another table than [table], which has to be the same, under the "
                    "same name; write a scenario for each table, and export the runs together"
                )
            return list(_of_turns(archive))
    except ArchiveError as error:
        raise ConfigError(f"[captions] runs: {run} cannot be read: {error}") from None


def _of_turns(archive: Archive) -> Iterator[Given]:
    for each in archive.family.figures(archive):
        turn: Any = archive.get(each.id)
        yield Given(name=each.id, question=turn.query, code=each.code)


# a folder in the form of the SciCap Challenge


def from_folder(folder: Path, charts: Sequence[Chart]) -> tuple[list[Given], dict[str, bytes], list[str]]:
    """Return the figures of a folder, their pictures as PNG by name, and what was left out, a line each.

    Raises ConfigError where the folder is not in the form of the SciCap Challenge: pictures, and annotations.json with
    "images" (id, file_name) and "annotations" (image_id, caption, paragraph, mention, ocr, figure_type).
    """
    told = _annotations(folder / ANNOTATIONS)
    found, pictures, left_out = [], {}, []
    for image, note in told:
        given = _given(image, note)
        wrong = _unfit(given, note, charts)
        png = None if wrong else _png(folder / str(image["file_name"]))
        if given is None or png is None:
            left_out.append(f"{image.get('file_name', image.get('id'))}: {wrong or 'its picture cannot be read'}")
            continue
        found.append(given.model_copy(update={"sha256": hashlib.sha256(png).hexdigest()}))
        pictures[picture_of(given)] = png
    return found, pictures, left_out


def _annotations(file: Path) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Return the images with their annotations: of several, the author's or the first."""
    if not is_file(file):
        raise ConfigError(f"[captions] folder: {file} is not there; a folder holds it beside its pictures")
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        images, notes = told["images"], told["annotations"]
        by_image: dict[Any, list[Mapping[str, Any]]] = {}
        for note in notes:
            by_image.setdefault(note["image_id"], []).append(note)
        pairs = [(image, by_image[image["id"]]) for image in images if image["id"] in by_image]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"{file} is not in the form of the SciCap Challenge ({type(error).__name__}: {error}); it needs `images` "
            "with `id` and `file_name`, and `annotations` with `image_id`, `caption`, `paragraph` and `ocr`"
        ) from None
    return [(image, next((note for note in own if note.get("writer") == "author"), own[0])) for image, own in pairs]


def _given(image: Mapping[str, Any], note: Mapping[str, Any]) -> Given | None:
    caption = " ".join(str(note.get("caption") or note.get("caption_no_index") or "").split())
    number = _NAMED.match(caption)
    texts = [" ".join(str(text).split()) for text in note.get("ocr") or ()]
    if not image.get("file_name"):
        return None
    return Given(
        name=Path(str(image["file_name"])).stem,
        figure_name=f"Figure {number[1] if number else 1}",
        caption=_NAMED.sub("", caption),
        paragraphs=tuple(" ".join(str(text).split()) for text in note.get("paragraph") or ()),
        texts=tuple(dict.fromkeys(filter(None, texts))),
        chart=_TYPES.get(str(note.get("figure_type", "line chart")).casefold(), "panels"),
    )


def _unfit(given: Given | None, note: Mapping[str, Any], charts: Sequence[Chart]) -> str | None:
    if given is None:
        return "it names no file"
    if given.chart not in charts:
        return f"it is a {note.get('figure_type')}, and [captions] charts has {', '.join(charts)}"
    if not given.caption:
        return "it has no caption of its author"
    return None if given.texts else "it has no `ocr`, the texts on the figure, which three of the writers are told"


def _png(file: Path) -> bytes | None:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(file) as image:
            content = io.BytesIO()
            image.convert("RGB").save(content, format="png")
    except (OSError, UnidentifiedImageError):
        return None
    return content.getvalue()
