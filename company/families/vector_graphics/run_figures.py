"""The figures of other runs as drawings that a run is given: their scripts are kept with what these read."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from company.archive import Archive
from company.drawings.painting import Undrawable
from company.drawings.running import run_again
from company.errors import ArchiveError, ConfigError
from company.families.shared.place import LINES_BEFORE, Place, fault
from company.families.vector_graphics.given import KEPT, source_called
from company.families.vector_graphics.records import Given, Source
from company.families.vector_graphics.settings import Settings
from company.family.figure_code import FigureCode
from company.run.stage import RESOURCE
from company.sandbox import Sandbox

GIVEN, SHARED = "given_figures", "given_figures_shared"
"""Notes: the figures that a run was given, and whether what stands in the tables of all these runs may be passed on."""
_SVG = "figure.svg"
_HEAD = """
from matplotlib import rcParams as _settings
from matplotlib.figure import Figure as _Figure
_settings.update({"svg.fonttype": "none", "svg.hashsalt": "drawn"})
_saved, _save = [], _Figure.savefig
def _savefig(self, *places, **options):
    _saved.append(self)
    return _save(self, *places, **options)
_Figure.savefig = _savefig
"""
_TAIL = f"""
from matplotlib import pyplot as _pyplot
_figure = _pyplot.gcf() if _pyplot.get_fignums() else _saved[-1]
_save(_figure, "{_SVG}", format="svg", metadata={{"Date": None}})
"""


def figures_in(told: Settings) -> list[FigureCode]:
    """Return the figures of the runs that a run is to begin from. Raises ConfigError where one has none."""
    where = f"{told.file}: [vector_graphics] figures"
    return [each for run in told.runs for each in figures_of(run, where)]


def figures_of(run: Path, where: str) -> Sequence[FigureCode]:
    """Return the figures of a run that was named somewhere. Raises ConfigError where it has none."""
    try:
        with Archive.open(run) as archive:
            found, kind = archive.family.figures(archive), archive.family.name
    except ArchiveError as error:
        raise ConfigError(f"{where}: {error}") from None
    if not found:
        raise ConfigError(f"{where}: {run}, a run of {kind}, has drawn no figure whose code is known; name another one")
    return found


def source_of_runs(told: Settings, archive: Archive) -> Source:
    """Return the source of a run that is given figures.

    They are read when a run begins, which then goes on whatever becomes of the other runs. Raises ConfigError where one
    of these has none.
    """
    if archive.note(GIVEN) is None:
        found = figures_in(told)
        given = [each.model_dump(mode="json") for each in _kept(found, archive.run / RESOURCE / KEPT)]
        archive.put_notes({GIVEN: given, SHARED: all(each.shared for each in found)})
    name = "_".join(each.resolve().name for each in told.runs)
    return source_called(name, "figures", map(Given.model_validate, archive.note(GIVEN)), told)


def _kept(found: Sequence[FigureCode], folder: Path) -> Iterator[Given]:
    """Copy scripts and what they read into a folder, each once, and yield what is there."""
    places: dict[tuple[tuple[str, Path], ...], str] = {}
    scripts = dict.fromkeys((each.code, each.files) for each in found)
    for number, (code, files) in enumerate(scripts, start=1):
        data = places.setdefault(files, f"data{len(places) + 1}")
        _copy(files, folder / data)
        file = f"{number:03d}.py"
        (folder / file).write_text(code, encoding="utf-8")
        yield Given(file=file, form="svg", sha256=hashlib.sha256(code.encode()).hexdigest(), data=data)


def _copy(files: Sequence[tuple[str, Path]], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if not (folder / name).is_file():
            shutil.copyfile(source, folder / name)


async def svg_of_figure(archive: Archive, given: Given, sandbox: Sandbox) -> str:
    """Return a figure as SVG, with its texts as texts: its script runs in the jail. Raises Undrawable."""
    folder = archive.run / RESOURCE / KEPT
    script = (folder / given.file).read_text(encoding="utf-8")
    with Place.temporary(folder / given.data, sandbox) as place:
        code = f"{LINES_BEFORE}{_HEAD}{script}\n{_TAIL}"
        ran = await run_again(lambda: place.run("figure.py", code, cold=False))
        found = place.read(_SVG)
    if ran.exit_code != 0:
        raise Undrawable(f"its script fails: {fault(ran)}")
    if not found:
        raise Undrawable("its script leaves no SVG that can be read")
    return found
