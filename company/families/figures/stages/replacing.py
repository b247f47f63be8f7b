"""Stage: the values of a chosen script are laid into files, and others take their place, as the settings say.

Without a model: by the run's seed. The figure has to stay what it is but for its values, and none of its series may
show the old ones any more; if need be, values are drawn again, and lists that rather say how something is drawn stay in
the code.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from company.families.figures.files import folder_of
from company.families.figures.gate.drawing import Drawn, drawn_alone
from company.families.figures.origins.data_files import NoValues, described
from company.families.figures.origins.memorizing import left_in, replacement_fault, texts_of
from company.families.figures.origins.replacing import Exchanged, Sources, Way, sources_of
from company.families.figures.origins.scripts import given_folder
from company.families.figures.records import Candidate, Original, Replacement, Script
from company.families.figures.settings import of_code, settings_of
from company.families.figures.shapes import counted, shows
from company.families.figures.stages.drawing import same
from company.run.stage import Office, Stage
from company.sandbox.roots import scratch

TRIES = 8
"""How often other values are drawn."""
_MOST_LISTS = 16
"""Lists of a script that are looked at one by one."""


@dataclass(frozen=True)
class Made:
    """A script that reads files, these, and what it draws."""

    code: str
    files: Mapping[str, bytes]
    drawn: Drawn


async def _replace(office: Office, candidate: Candidate) -> AsyncIterator[Replacement]:
    original = office.archive.get(candidate.original)
    assert isinstance(original, Original), "candidates are chosen among originals"
    told = settings_of(office.settings).originals
    record_id, wanted = f"{candidate.id}.replacement", told.replaces
    if original.status == "rejected":
        office.lost(record_id, "replacing", f"{original.id}: people dropped it")
        return
    trying = _Trying(office, original, _files_of(office, original))
    made = trying.as_it_is() if told.origin == "run" else await trying.made(wanted=wanted)
    if isinstance(made, str):
        office.lost(record_id, "replacing", f"{original.id}: {made}")
        return
    lay(office.resource / folder_of(candidate.id), made.files)
    office.archive.put_figures(record_id, [made.drawn.picture])
    yield Replacement(
        id=record_id,
        parent=candidate.id,
        stage="replacing",
        position=1,
        status="accepted",
        plot_type=original.plot_type,
        difficulty=counted(made.drawn.portrait)["difficulty"],
        code=made.code,
        portrait=made.drawn.portrait,
        original=original.id,
        files=tuple(described(name, content) for name, content in made.files.items()),
        replaced=wanted,
    )


def _files_of(office: Office, original: Original) -> dict[str, bytes]:
    script = office.archive.get(original.script)
    assert isinstance(script, Script), "what is chosen is of a script"
    folder = given_folder(office.archive.run, script.place)
    return {name: (folder / name).read_bytes() for name in script.files}


def lay(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder of their own."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


@dataclass(frozen=True)
class _Trying:
    """The trials of one script."""

    office: Office
    original: Original
    files: Mapping[str, bytes]

    def as_it_is(self) -> Made:
        """Return the script as it is, with the tables that it reads: nobody knows these by heart."""
        picture = self.office.archive.figures(self.original.id)[-1]
        return Made(self.original.code, self.files, Drawn(picture, self.original.portrait))

    async def made(self, *, wanted: bool) -> Made | str:
        """Return the script with its values in files, others if it is `wanted`; else why there is none."""
        try:
            found = await self._as_it_was(wanted=wanted)
            if isinstance(found, str) or not wanted:
                return found if isinstance(found, str) else found[1]
            return await self._others(found[0])
        except NoValues as problem:
            return str(problem)

    async def _as_it_was(self, *, wanted: bool) -> tuple[Sources, Made] | str:
        """Return what a script draws from once that is in files, and draws the same; lists that do not stay in it."""
        without: set[int] = set()
        while (sources := sources_of(self.original.code, self.files, without, replace=wanted)) is not None:
            found = await self._draw(sources.made.code, sources.as_they_are())
            if isinstance(found, Made) and same(self.original.portrait, found.drawn.portrait):
                return (sources, found) if sources.lists or not wanted else _NONE
            more = {column.place for column in sources.made.columns if column.values.nested} or {
                column.place for column in sources.made.columns
            }
            if not more:
                return found if isinstance(found, str) else "from files it draws something else"
            without |= more
        return "its code cannot be parsed"

    async def _others(self, sources: Sources) -> Made | str:
        """Return the script with other values; where these change how it looks, with fewer of them."""
        fault, only = _NONE, None
        for number in range(TRIES):
            seed = f"{self.office.settings.model.seed} {self.original.id} values {number}"
            way = Way(seed, wider=number % 2 == 1, even=number >= TRIES // 4)
            found, fault = await self._exchanged(sources, way, only)
            if found is not None:
                return found
            if only is None and number in (1, TRIES // 2) and fault.startswith(("with other", "its code")):
                only = await self._harmless(sources, way)
        return fault

    async def _harmless(self, sources: Sources, way: Way) -> set[tuple[str, int]] | None:
        """Return the lists that can go one by one without any change but of values; None where all can, or none."""
        found = set()
        for key in list(sources.lists)[:_MOST_LISTS]:
            _, fault = await self._exchanged(sources, way, {key})
            if not fault.startswith(("with other", "it ", "its ")) and "Error" not in fault:
                found.add(key)
        return found if 0 < len(found) < len(sources.lists) else None

    async def _exchanged(
        self, sources: Sources, way: Way, only: Collection[tuple[str, int]] | None
    ) -> tuple[Made | None, str]:
        files, values = sources.exchanged(way, only)
        if not values.old:
            return None, _NONE
        found = await self._draw(sources.made.code, files)
        if isinstance(found, str):
            return None, f"its code fails with other values: {found}"
        fault = self._fault(found, values)
        return (None, fault) if fault else (found, "")

    def _fault(self, found: Made, values: Exchanged) -> str:
        portrait = found.drawn.portrait
        if not shows(self.original.plot_type, portrait):
            return "with other values it is another type of plot"
        if (fault := replacement_fault(self.original.portrait, portrait)) is not None:
            return fault
        left = left_in([*texts_of(portrait, numbers=True), found.code], values.old, values.new)
        return "" if left is None else f"the old value {left:g} still stands in its texts, ticks or limits"

    async def _draw(self, code: str, files: Mapping[str, bytes]) -> Made | str:
        with scratch("values") as folder:
            lay(folder / "files", files)
            found = await drawn_alone(code, folder / "files", self.office.sandbox)
        return found if isinstance(found, str) else Made(code, dict(files), found)


_NONE = "its values are computed, or stand in it one by one: there are none to be replaced"
STAGE = Stage("replacing", "candidate", _replace, wants=lambda candidate: bool(candidate.original), on=of_code)
