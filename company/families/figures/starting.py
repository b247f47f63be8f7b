"""What a new scenario says of figures, below its table, or of a folder of scripts in the place of one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from company.config import FILE_NAME
from company.errors import ConfigError
from company.families.figures.origins.scripts import Found, scripts_in
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
COPY = "scripts"
"""The folder beside simulation.toml that scripts are copied into."""
_OF_SCRIPTS = """\
# What to simulate. Edit it, then run: company simulate {folder}

[originals]
from = "scripts"         # each script that draws one figure is an original
folder = {scripts}
replace = true           # other values take the place of theirs, which models may know by heart; docs/figures.md
licence = ""             # under which they may be passed on, for the card
source = ""              # where they are from, for the card

[figures]
hard = 0.5               # share with several panels, or more than 50 values, as far as there are such scripts
# blind = "auto"         # whether the simple query alone has to lead to the figure; docs/figures.md
corrections = 3          # times that code which draws no figure, or another one, goes back to its writer

[targets]
figure = {count}

{common}"""


class FigureStarting(TableStarting):
    """Begins scenarios about a table, or from a folder of scripts."""

    def new(self, folder: Path, asked: Asked, say: Callable[[str], None]) -> Started:
        """Write folder/simulation.toml; beside it, a copy of the table, or of the scripts with their data files."""
        if asked.scripts is None:
            return super().new(folder, asked, say)
        if not asked.scripts.is_dir():
            raise ConfigError(f"{asked.scripts} is not there, or no folder; name one that holds scripts (*.py)")
        found, file, copy = scripts_in(asked.scripts), folder / FILE_NAME, folder / COPY
        for place in (file, copy):
            if place.exists():
                raise ConfigError(f"{place} is there already and is not overwritten; give another folder, or remove it")
        words = _OF_SCRIPTS.format(folder=folder, scripts=quoted(COPY), count=len(found), common=COMMON)
        try:
            for each in found:
                _copied(each, asked.scripts, copy)
            file.write_text(words, encoding="utf-8")
        except OSError as error:
            raise ConfigError(f"{folder} cannot be written ({error.strerror}); give another folder") from None
        files = sum(len(each.files) for each in found)
        return Started(file, (f"scripts: {len(found):,}, with {files:,} data files, copied to {copy}",))


def _copied(found: Found, source: Path, copy: Path) -> None:
    """Copy a script and the files that it reads, each to the same place."""
    for place in (source / found.path, *(place for _, place in found.files)):
        target = copy / place.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(place, target)
