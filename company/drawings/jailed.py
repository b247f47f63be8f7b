"""A drawing whose code nobody has read: drawn and read in the jail, and what comes out is believed by nobody."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from company.drawings.cleaning import OTHERWISE
from company.drawings.exporting import MODULE, drawn_code
from company.drawings.painting import LONGEST, Undrawable
from company.drawings.running import Runner, bounded, run_again
from company.drawings.scenes import Scene, scene_of
from company.drawings.tikz import compiled

_COMPILED = "drawing.pdf"
_CODE, _PICTURE, _FACTS, _SCRIPT = "drawing.txt", "picture.png", "facts.json", "draw.py"
_HEADER = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Drawn:
    """A drawing's picture, a PNG of at most `painting.LONGEST` pixels a side, and what it shows."""

    picture: bytes
    scene: Scene


MOST_LATELY = 64
"""Drawings of which is known what a jail has made of them; each takes some 100 kB."""
_LATELY: WeakKeyDictionary[Runner, dict[tuple[str, str, bool], Drawn]] = WeakKeyDictionary()
"""By the jail, the code, its format, and whether it was drawn in a cold interpreter: a drawing is always the same."""


async def drawn_in(runner: Runner, folder: Path, code: str, form: str, *, cold: bool = False) -> Drawn:
    """Draw and read code in a jail, in an empty folder of its own; of what it has drawn lately, a jail is asked once.

    Raises Undrawable, with what its author is to do, and what the jail raises where it fails itself.
    """
    lately, asked = _LATELY.setdefault(runner, {}), (code, form, cold)
    if asked not in lately:
        found = await _drawn(runner, folder, code, form, cold=cold)
        while len(lately) >= MOST_LATELY:
            del lately[next(iter(lately))]
        lately[asked] = found
    return lately[asked]


async def _drawn(runner: Runner, folder: Path, code: str, form: str, *, cold: bool) -> Drawn:
    source = _CODE
    if form == "tikz":
        source = _COMPILED
        pdf = await compiled(runner, folder / "compiling", code)
        (folder / source).write_bytes(pdf)
    else:
        (folder / source).write_text(code, encoding="utf-8")
    order = f"read_file({source!r}, {form!r}, {_PICTURE!r}, {_FACTS!r})"
    told = await _told(runner, folder, order, cold=cold)
    try:
        scene = scene_of(told)
    except (KeyError, TypeError, ValueError) as error:
        raise Undrawable(f"what was read of it is no scene ({error}): write it simpler") from error
    return Drawn(picture_in(folder / _PICTURE, scene), scene)


async def cleaned_in(runner: Runner, folder: Path, code: str, form: str, *, cold: bool = False) -> str:
    """Clean the code of a drawing in a jail, as `cleaning.cleaned` does, in an empty folder of its own.

    Raises what `drawn_in` raises.
    """
    (folder / _CODE).write_text(code, encoding="utf-8")
    told = await _told(runner, folder, f"clean_file({_CODE!r}, {form!r}, {_FACTS!r})", cold=cold)
    clean = told.get("code")
    if not isinstance(clean, str):
        raise Undrawable("its code could not be cleaned: write it simpler")
    if form == "tikz":  # which was not drawn beside it
        pictures = []
        for name, each in (("before", code), ("after", clean)):
            (folder / name).mkdir()
            pictures.append((await drawn_in(runner, folder / name, each, form, cold=cold)).picture)
        if pictures[0] != pictures[1]:
            raise Undrawable(OTHERWISE)
    return clean


async def _told(runner: Runner, folder: Path, order: str, *, cold: bool) -> Mapping[str, Any]:
    return await told_by(runner, folder, order, _FACTS, cold=cold)


async def told_by(runner: Runner, folder: Path, order: str, report: str, *, cold: bool) -> Mapping[str, Any]:
    """Carry out a call of `drawn.py` in a jail; return what it left in a file, as JSON. Raises Undrawable."""
    (folder / f"{MODULE}.py").write_text(drawn_code(), encoding="utf-8")
    name = order.partition("(")[0]
    (folder / _SCRIPT).write_text(f"from {MODULE} import {name}\n\n{order}\n", encoding="utf-8")
    ran = await run_again(lambda: runner.script(folder / _SCRIPT, cold=cold))
    if ran.exit_code is None:
        raise Undrawable("it took too long, or too much memory, to draw: draw with fewer and simpler parts")
    if ran.exit_code:
        said = ran.stderr.strip().splitlines()
        raise Undrawable(f"drawing it failed ({(said or [f'exit code {ran.exit_code}'])[-1][:200]}): write it simpler")
    told = told_in(folder / report)
    if "problem" in told:
        raise Undrawable(str(told["problem"])[:500])
    return told


def told_in(place: Path) -> dict[str, Any]:
    """Return the facts that the jail left. Raises Undrawable where there are none."""
    try:
        told = json.loads(bounded(place))
    except (ValueError, RecursionError) as error:
        raise Undrawable("its facts could not be read: write it simpler") from error
    if not isinstance(told, dict):
        raise Undrawable("its facts could not be read: write it simpler")
    return told


def picture_in(place: Path, scene: Scene) -> bytes:
    """Return the picture that the jail left, whose size is what its header says. Raises Undrawable."""
    picture = bounded(place)
    if not picture.startswith(_HEADER) or len(picture) < 24:
        raise Undrawable("no picture was left: write it simpler")
    width, height = struct.unpack(">II", picture[16:24])
    if (width, height) != (scene.width, scene.height) or not 0 < max(width, height) <= LONGEST:
        raise Undrawable(f"the picture has {width} by {height} pixels; {LONGEST} by {LONGEST} are the most")
    return picture
