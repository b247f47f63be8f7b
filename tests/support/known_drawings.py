"""Drawings whose facts the built-in company knows, held against what is read of them; `perf/drawings.py` runs many."""

from __future__ import annotations

from dataclasses import dataclass

from company.drawings.changing import mutations, rewritings
from company.drawings.comparing import Difference, differences
from company.drawings.reading import scene_in
from company.drawings.scenes import Format, Scene
from grammar.scenes.canvas import INKS, Page
from grammar.scenes.commissioning import Commission, commission
from tests.support.compiled_drawings import changed_tikz, content_of


@dataclass(frozen=True)
class Held:
    """A drawing, and where what is read of it is not what it shows."""

    drawing: Commission
    read: Scene
    errors: tuple[Difference, ...]


def read(code: str, form: Format) -> Scene:
    return scene_in(content_of(code, form), form)


def held(seed: int, form: Format, within: int | None = None) -> Held:
    drawing = commission(seed, form, within=within)
    found = read(drawing.code, form)
    told = differences(drawing.scene, found, places=form != "graphviz")
    # Which way a graph runs is known once it is laid out; the built-in company knows which way it cannot run.
    errors = tuple(each for each in told if each.what != "flow" or "None" not in (each.one, each.other))
    return Held(drawing, found, errors)


def fresh_colour(scene: Scene) -> str:
    used = {each.colour for each in scene.elements}
    return next(many[0] for name, many in INKS.items() if name not in {*used, "white"} or name == "brown")


def unnoticed(seed: int, form: Format, within: int = 0) -> tuple[int, list[str]]:
    """How many facts of a drawing are changed, one at a time, and which changes nobody notices."""
    drawing = commission(seed, form, within=within)
    content = content_of(drawing.code, form)
    before = scene_in(content, form)
    tried = _changed(drawing, content, before)
    blind = [name for name, each in tried.items() if not differences(before, scene_in(each, form))]
    return len(tried), [f"{seed} {form} {drawing.theme}: {name}" for name in blind]


def _changed(drawing: Commission, content: bytes, scene: Scene) -> dict[str, bytes]:
    hue = fresh_colour(scene)
    if isinstance(drawing.drawn, Page) and drawing.format == "tikz":
        return changed_tikz(drawing.drawn, content, scene, hue)
    tried = mutations(drawing.code, drawing.format, scene, hue)
    return {name: change().encode() for name, change in tried.items()}


def misread(seed: int, form: Format, within: int = 0) -> tuple[int, list[str]]:
    """In how many ways a drawing is written otherwise, and what is wrongly taken for a change."""
    drawing = commission(seed, form, within=within)
    before = read(drawing.code, form)
    tried = rewritings(drawing.code, form, before)
    found = {name: differences(before, read(write(), form)) for name, write in tried.items()}
    return len(tried), [f"{seed} {form} {drawing.theme}: {name} {each}" for name, each in found.items() if each]
