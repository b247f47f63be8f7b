"""What a new scenario says of vector graphics: drawn by the run, or of a folder that is copied beside it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from company.config import FILE_NAME
from company.drawings.scenes import Format
from company.errors import ConfigError
from company.families.vector_graphics.categories import CATEGORIES
from company.families.vector_graphics.given import found_in
from company.families.vector_graphics.run_figures import figures_of
from company.family.starting import Asked, Started, Starting
from company.tables.columns_file import quoted
from company.tables.starting import COMMON

DRAWINGS = "drawings"
"""The folder beside simulation.toml that drawings are copied into."""
_WORDS = """\
# What to simulate. Edit it, then run: company simulate {folder}

[vector_graphics]
{sources}
lengths = [1000, 2000, 3000, 4000]   # characters of code between which drawings are made evenly
blind = 2                # readings of each question without its drawing; right in each, it is dropped
examples = 3             # questions of a type that are shown in context and never scored; one of five at the most
corrections = 3          # times that what cannot be used goes back to its writer

[targets]                # docs/vector-graphics.md says what is asked
{targets}

{common}"""
_DRAWN = 'sources = ["scenes"]     # drawings are made by the run; or ["folder"], with folder = "my_drawings"'
_GIVEN = """\
sources = ["folder"]     # drawings are the user's own
folder = {folder}
licence = ""             # under which they may be passed on, for the card
questions = 1            # asked about each drawing at the most, each with another answer"""
_FIGURES = """\
sources = ["figures"]    # drawings are the figures of other runs, as SVG
figures = [{runs}]
licence = ""             # under which they may be passed on, for the card
questions = 3            # asked about each drawing at the most, each with another answer"""
_OF_FORM: dict[Format, tuple[str, ...]] = {
    "svg": ("svg_color",),
    "tikz": ("tikz_counting", "tikz_relation"),
    "graphviz": ("graphviz_layout", "graphviz_relation"),
}
"""Categories whose answers are executed, whoever made a drawing."""
_USUAL = 10


class GraphicsStarting(Starting):
    """Begins scenarios whose drawings are made, or are those of a folder."""

    def new(self, folder: Path, asked: Asked, say: Callable[[str], None]) -> Started:
        """Write folder/simulation.toml; beside it a copy of the drawings that are given. Raises ConfigError."""
        if asked.tables or asked.kaggle or asked.scripts or asked.pictures:
            raise ConfigError(
                "vector graphics begin from no table, scripts or pictures; name a folder of code with --drawings, a "
                "run with --run, or nothing"
            )
        file = folder / FILE_NAME
        if file.exists():
            raise ConfigError(f"{file} is there already and is not overwritten; give another folder, or remove it")
        if asked.run is not None:
            return _of_run(folder, file, asked.run)
        if asked.drawings is None:
            targets = "\n".join(f"{name} = {_USUAL}" for name in CATEGORIES)
            _write(file, _WORDS.format(folder=folder, sources=_DRAWN, targets=targets, common=COMMON))
            return Started(file)
        return _of_folder(folder, file, asked.drawings)


def _of_run(folder: Path, file: Path, run: Path) -> Started:
    """Write a scenario about the figures of a run. Raises ConfigError where it has none."""
    named = os.path.relpath(run.resolve(), folder.resolve())
    count = len(figures_of(run, "--run"))
    targets = "\n".join(f"{name} = {max(1, count // 2)}" for name in ("svg_color", "svg_generation"))
    sources = _FIGURES.format(runs=quoted(Path(named).as_posix()))
    _write(file, _WORDS.format(folder=folder, sources=sources, targets=targets, common=COMMON))
    return Started(file, (f"figures: {count:,} of {run}",))


def _of_folder(folder: Path, file: Path, given: Path) -> Started:
    if not given.is_dir():
        raise ConfigError(f"{given} is not there, or no folder; name one that holds *.svg, *.tex, *.dot or *.gv")
    found, left_out = found_in(given)
    if not found:
        raise ConfigError(f"{given} holds no drawing (*.svg, *.tex, *.dot, *.gv); name another folder")
    copy = folder / DRAWINGS
    if copy.exists():
        raise ConfigError(f"{copy} is there already and is not overwritten; give another folder, or remove it")
    forms = dict.fromkeys(each.form for each in found)
    counts = {form: sum(each.form == form for each in found) for form in forms}
    targets = "\n".join(f"{name} = {max(1, counts[form] // 2)}" for form in forms for name in _OF_FORM[form])
    sources = _GIVEN.format(folder=quoted(DRAWINGS))
    try:
        for each in found:
            target = copy / each.file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(given / each.file, target)
    except OSError as error:
        raise ConfigError(f"{copy} cannot be written ({error.strerror}); give another folder") from None
    _write(file, _WORDS.format(folder=folder, sources=sources, targets=targets, common=COMMON))
    return Started(file, (f"drawings: {len(found):,} copied to {copy}, {len(left_out):,} left out",))


def _write(file: Path, words: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(words, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{file} cannot be written ({error.strerror}); give another folder") from None
