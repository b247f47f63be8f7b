"""What a new scenario says of figures, below its table, or of a folder of scripts or pictures in the place of one."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

from company.config import FILE_NAME
from company.errors import ConfigError
from company.families.figures.origins.pictures import pictures_in
from company.families.figures.origins.scripts import scripts_in
from company.family.starting import Asked, Started
from company.tables.columns_file import quoted
from company.tables.starting import COMMON, TableStarting

OWN = """\
[originals]
from = "tables"          # figures are drawn over [table]

[figures]
hard = 0.5               # share with several panels, or more than 50 values
# types = []             # types of plot that take turns; all that the table can carry; docs/figures.md lists them
# blind = "auto"         # whether the simple query alone has to lead to the figure; docs/figures.md
corrections = 3          # times that code which draws no figure, or another one, goes back to its writer

[targets]
figure = 100             # words and data, one figure

"""
SCRIPTS, PICTURES = "scripts", "pictures"
"""The folders beside simulation.toml that scripts and pictures are copied into."""
_OF_SCRIPTS = """\
# What to simulate. Edit it, then run: company simulate {folder}

[originals]
from = "scripts"         # each script that draws one figure is an original
folder = {scripts}
replace = true           # other values take the place of theirs, which models may know by heart; docs/given-figures.md
licence = ""             # under which they may be passed on, for the card
source = ""              # where they are from, for the card

[figures]
hard = 0.5               # share with several panels, or more than 50 values, as far as there are such scripts
# blind = "auto"         # whether the simple query alone has to lead to the figure; docs/figures.md
corrections = 3          # times that code which draws no figure, or another one, goes back to its writer

[targets]
figure = {count}

{common}"""


_OF_PICTURES = """\
# What to simulate. Edit it, then run: company simulate {folder}
# The built-in company sees no pictures: name a language model that does in [model].

[originals]
from = "pictures"        # each picture is an original, and nobody has its code
folder = {pictures}
licence = ""             # under which they may be passed on; without one that says so, nothing is exported
source = ""              # where they are from, for the card

[targets]
figure = {count}

{common}"""


class FigureStarting(TableStarting):
    """Begins scenarios about a table, or from a folder of scripts or pictures."""

    def new(self, folder: Path, asked: Asked, say: Callable[[str], None]) -> Started:
        """Write folder/simulation.toml; beside it, a copy of the table, or of the originals with their data files."""
        if asked.scripts is not None:
            return _of_scripts(folder, asked.scripts)
        if asked.pictures is not None:
            return _of_pictures(folder, asked.pictures)
        return super().new(folder, asked, say)


def _of_scripts(folder: Path, given: Path) -> Started:
    if not given.is_dir():
        raise ConfigError(f"{given} is not there, or no folder; name one that holds scripts (*.py)")
    found = scripts_in(given)
    places = [place for each in found for place in (given / each.path, *(file for _, file in each.files))]
    words = _OF_SCRIPTS.format(folder=folder, scripts=quoted(SCRIPTS), count=len(found), common=COMMON)
    file, copy = _written(folder, words, given, SCRIPTS, places)
    files = sum(len(each.files) for each in found)
    return Started(file, (f"scripts: {len(found):,}, with {files:,} data files, copied to {copy}",))


def _of_pictures(folder: Path, given: Path) -> Started:
    if not given.is_dir():
        raise ConfigError(f"{given} is not there, or no folder; name one that holds pictures (PNG, JPEG)")
    found = pictures_in(given)
    words = _OF_PICTURES.format(folder=folder, pictures=quoted(PICTURES), count=len(found), common=COMMON)
    file, copy = _written(folder, words, given, PICTURES, (place for each in found for place in each.places))
    files = sum(len(each.files) for each in found)
    return Started(file, (f"pictures: {len(found):,}, with {files:,} data files, copied to {copy}",))


def _written(folder: Path, words: str, given: Path, name: str, places: Iterable[Path]) -> tuple[Path, Path]:
    """Write simulation.toml, and copy files of a folder to the same places in another one; return both.

    Raises ConfigError where either is there already, or cannot be written.
    """
    file, copy = folder / FILE_NAME, folder / name
    for place in (file, copy):
        if place.exists():
            raise ConfigError(f"{place} is there already and is not overwritten; give another folder, or remove it")
    try:
        for place in places:
            target = copy / place.relative_to(given)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(place, target)
        file.write_text(words, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{folder} cannot be written ({error.strerror}); give another folder") from None
    return file, copy
