"""Code is run for the picture that it draws; its portrait comes back, and counts as far as it can be checked.

The portrait is taken beside the code, when the picture is written, by the module that is exported with a benchmark. So
a script here is one that a stranger may run. What costs nothing where no figure is wanted: nobody else takes portraits.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.families.figures.files import READER, tools
from company.families.shared.place import LINES_BEFORE, Place, fault
from company.results.likeness.aspects import right
from company.results.likeness.content import panels_of
from company.results.likeness.elements import elements
from company.results.likeness.exporting import LINES, PICTURE
from company.results.portraits.trusting import MOST_BYTES, NoPortrait, checked, portrait_of
from company.sandbox import Sandbox

REFERENCE, ANSWER = "ref_result", "pred_result"
_HEAD = f'import portrait as _portrait\n\n_portrait.take_portraits("./{{folder}}/{LINES}")\n\n'
_TAIL = f'\n\n_portrait.leave_picture("./{{folder}}/{PICTURE}")\n'
_PICTURE_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class Drawn:
    """A picture, and what is drawn on it."""

    picture: bytes
    portrait: dict[str, Any]


def script(code: str, folder: str) -> str:
    """Return code that leaves its picture and its portrait in a folder of results."""
    return f"{_HEAD.format(folder=folder)}{code.strip()}{_TAIL.format(folder=folder)}"


def code_in(script: str, folder: str) -> str:
    """Return the code in such a script; one that is none as it is."""
    return script.removeprefix(_HEAD.format(folder=folder)).removesuffix(_TAIL.format(folder=folder))


async def drawn(code: str, resource: Path, sandbox: Sandbox, *, cold: bool = False) -> Drawn | str:
    """Return what code draws that reads the files in `resource`; a text says why it draws nothing that counts.

    Raises SandboxError when the sandbox itself fails.
    """
    return (await looked(code, resource, sandbox, cold=cold))[0]


async def drawn_alone(code: str, resource: Path, sandbox: Sandbox, *, cold: bool = False) -> Drawn | str:
    """Return what code draws that somebody else wrote, where it is one figure with something on it; else why it is not.

    Raises SandboxError when the sandbox itself fails.
    """
    with Place.temporary(resource, sandbox) as place:
        place.write(READER, tools()[READER].decode())
        run = await place.run("figure.py", LINES_BEFORE + script(code, ANSWER), cold=cold)
        if run.exit_code != 0:
            return fault(run)
        found, lines = left(place.folder / ANSWER), _read(place.folder / ANSWER / LINES, MOST_BYTES)
    if isinstance(found, str):
        return found
    if (count := different_figures(lines or b"")) > 1:
        return f"it draws {count} figures; one is wanted"
    if not panels_of(found.portrait):
        return "there is nothing on its figure that can be compared"
    return found


def different_figures(lines: bytes) -> int:
    """Return how many figures were saved that show something else than one before."""
    seen: list[Any] = []
    for line in lines.splitlines():
        told = json.loads(line).get("portrait")
        if told is not None and not any(right(each, told, elements(each)) for each in seen):
            seen.append(checked(told))
    return len(seen)


async def looked(
    code: str, resource: Path, sandbox: Sandbox, *, cold: bool = False
) -> tuple[Drawn | str, bytes | None]:
    """Return the same, and the picture, whether or not what is on it can be read."""
    with Place.temporary(resource, sandbox) as place:
        if not place.has(READER):
            place.write(READER, tools()[READER].decode())
        run = await place.run("figure.py", LINES_BEFORE + script(code, ANSWER), cold=cold)
        if run.exit_code != 0:
            return fault(run), None
        folder = place.folder / ANSWER
        return left(folder), _read(folder / PICTURE, _PICTURE_BYTES)


def left(folder: Path) -> Drawn | str:
    """Return what a script has left in a folder, as far as it can be believed; a text says why it cannot."""
    picture, lines = (_read(folder / name, most) for name, most in ((PICTURE, _PICTURE_BYTES), (LINES, MOST_BYTES)))
    if picture is None:
        return "no picture was drawn"
    try:
        return Drawn(picture, portrait_of(picture, lines or b""))
    except NoPortrait as problem:
        return str(problem)


def _read(path: Path, most: int) -> bytes | None:
    """Return a file of its own of a bearable length; links are not followed, since untrusted code may lay them."""
    if path.is_symlink() or not path.is_file() or path.stat().st_size > most:
        return None
    return path.read_bytes()
