"""Drawings in TikZ, compiled without a jail as they are the house's own, and such in which one fact is another one."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from company.drawings.compiled import changed_pdf
from company.drawings.margins import same_box
from company.drawings.painting import Undrawable
from company.drawings.scenes import Element, Format, Scene
from company.drawings.tikz import compiled
from grammar.scenes.canvas import Page, Shape, circle, element_of, rectangle
from grammar.scenes.writing import tikz

_SECONDS = 60
_FAR = 0.2
"""Share of the canvas that things are moved by."""
_WIDE = 0.6
"""Share of the canvas from where on a thing cannot be moved so that it is seen to be."""


@dataclass(frozen=True)
class Ran:
    """What became of a program."""

    exit_code: int
    stdout: str
    stderr: str


class Unjailed:
    """Runs the program that compiles drawings, and no scripts."""

    async def program(
        self,
        name: str,
        arguments: Sequence[str],
        folder: Path,
        readable: Sequence[Path] = (),
        settings: Mapping[str, str] | None = None,
    ) -> Ran:
        done = subprocess.run(  # noqa: ASYNC221 - nothing else waits
            [name, *arguments],
            cwd=folder,
            env={**os.environ, **(settings or {})},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    async def script(self, path: Path, *, cold: bool, readable: Sequence[Path] = ()) -> Ran:
        raise NotImplementedError("drawings are read in this process")


def content_of(code: str, form: Format) -> bytes:
    """What of a drawing is read: its code, or of TikZ what that is compiled to."""
    if form != "tikz":
        return code.encode()
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(compiled(Unjailed(), Path(folder) / "compiling", code))


def changed_tikz(page: Page, pdf: bytes, scene: Scene, hue: str) -> dict[str, bytes]:
    """A compiled page with one fact changed, by what is changed: in its code, and in what it was compiled to."""
    return {**dict(_pages(page, scene, hue)), **dict(_pdfs(pdf, scene, hue))}


def _pages(page: Page, scene: Scene, hue: str) -> Iterator[tuple[str, bytes]]:
    chance = random.Random(repr(page))
    seen = [shape for shape in page.shapes if _is_seen(shape, page, scene)]
    for name, change in _CHANGES.items():
        for shape in chance.sample(seen, len(seen)):
            other = change(shape, page, hue)
            if other != [shape]:
                place = page.shapes.index(shape)
                shapes = (*page.shapes[:place], *other, *page.shapes[place + 1 :])
                yield name, content_of(tikz(replace(page, shapes=shapes)), "tikz")
                break


def _is_seen(shape: Shape, page: Page, scene: Scene) -> bool:
    """Whether a shape is read as it is: what is covered for the most part may be another one unnoticed."""
    told = element_of(shape, page.width, page.height)
    if told.box is None:
        return shape.text in scene.texts
    return any(
        each.kind == told.kind and each.colour == told.colour and each.box and same_box(each.box, told.box)
        for each in scene.elements
    )


def _recoloured(shape: Shape, page: Page, hue: str) -> list[Shape]:
    return [shape if shape.kind == "text" else replace(shape, colour=hue)]


def _reinked(shape: Shape, page: Page, hue: str) -> list[Shape]:
    return [replace(shape, colour=hue) if shape.kind == "text" else shape]


def _removed(shape: Shape, page: Page, hue: str) -> list[Shape]:
    return []


def _renamed(shape: Shape, page: Page, hue: str) -> list[Shape]:
    return [replace(shape, text=f"{shape.text}ing") if shape.kind == "text" else shape]


def _reshaped(shape: Shape, page: Page, hue: str) -> list[Shape]:
    if shape.width or shape.kind not in ("rectangle", "circle", "ellipse"):
        return [shape]
    left, top, right, bottom = shape.sides or (0.0, 0.0, 0.0, 0.0)
    if shape.kind == "rectangle":
        return [circle((left + right) / 2, (top + bottom) / 2, min(right - left, bottom - top) / 2, shape.colour)]
    return [rectangle(left, top, right - left, bottom - top, shape.colour)]


def _moved(shape: Shape, page: Page, hue: str) -> list[Shape]:
    if shape.sides is None or shape.sides[2] - shape.sides[0] > _WIDE * page.width:
        return [shape]
    left, top, right, bottom = shape.sides
    across = (-_FAR if left + right > page.width else _FAR) * page.width
    down = (-_FAR if top + bottom > page.height else _FAR) * page.height
    return [shape.placed(across, down, 1)]


_CHANGES: dict[str, Callable[[Shape, Page, str], list[Shape]]] = {
    "recoloured": _recoloured,
    "reinked": _reinked,
    "removed": _removed,
    "renamed": _renamed,
    "reshaped": _reshaped,
    "moved": _moved,
}


def _pdfs(pdf: bytes, scene: Scene, hue: str) -> Iterator[tuple[str, bytes]]:
    chance = random.Random(pdf)
    whole = [each for each in scene.elements if each.kind not in ("text", None) and _is_small(each)]
    for what in ("recolour", "remove", "move"):
        for element in chance.sample(whole, len(whole)):
            try:
                yield f"{what} compiled", changed_pdf(pdf, element, what, hue if what == "recolour" else _away(element))
            except Undrawable:
                continue  # two objects of the page that cannot be told apart
            break


def _is_small(element: Element) -> bool:
    return element.box is not None and element.box.right - element.box.left < _WIDE


def _away(element: Element) -> str:
    assert element.box is not None
    return " ".join(str(-_FAR if each > 0.5 else _FAR) for each in element.box.centre)
