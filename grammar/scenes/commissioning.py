"""Drawings by seed: of a theme, in a format, and of a length that is spread evenly between bounds."""

from __future__ import annotations

import functools
import random
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from company.drawings.scenes import Format, Scene
from grammar.scenes.arrangements import ARRANGEMENTS, in_rows
from grammar.scenes.canvas import Page
from grammar.scenes.charts import CHARTS
from grammar.scenes.diagrams import DIAGRAMS
from grammar.scenes.networks import THEMES, Network, dot, network
from grammar.scenes.pictograms import PICTOGRAMS
from grammar.scenes.shuffling import shuffled
from grammar.scenes.tokens import TOKENS
from grammar.scenes.vehicles import VEHICLES
from grammar.scenes.writing import svg, tikz

LENGTHS = (1000, 2000, 3000, 4000)
"""Characters of code: below the first bound, between each and the next, and from the last on."""
_LARGEST = 34
Draw = Callable[[random.Random, int], Page | None]


@dataclass(frozen=True)
class Commission:
    """A drawing whose facts are known."""

    code: str
    format: Format
    category: str
    """"pictogram", "arrangement", "diagram", "chart" or "graph"."""
    theme: str
    depicts: str
    """What is to be seen, in a few words."""
    drawn: Page | Network
    scene: Scene
    """What it shows: boxes of pages, and no boxes of graphs, which are laid out by others."""


def _pages() -> dict[str, tuple[str, Draw]]:
    found: dict[str, tuple[str, Draw]] = {}
    for name, draw in (PICTOGRAMS | VEHICLES).items():
        found[name] = ("pictogram", functools.partial(in_rows, name, draw))
    for name, draw in TOKENS.items():
        found[name] = ("arrangement", functools.partial(in_rows, name, draw))
    for category, many in (("arrangement", ARRANGEMENTS), ("diagram", DIAGRAMS), ("chart", CHARTS)):
        found |= {name: (category, draw) for name, draw in many.items()}
    return found


PAGES = _pages()
"""Themes that are drawn in SVG and TikZ, each with its category."""
NAMES: tuple[str, ...] = (*PAGES, *THEMES)
"""All themes."""


def length_class(code: str, lengths: tuple[int, ...] = LENGTHS) -> int:
    """Return which of the classes between bounds a code's length is in, counted from 0."""
    return bisect_right(lengths, len(code))


def commission(
    seed: int,
    form: Format,
    *,
    theme: str = "",
    lengths: tuple[int, ...] = LENGTHS,
    within: int | None = None,
    mixed: bool = False,
) -> Commission:
    """Return a drawing of a theme, or of any, in one of the classes of lengths; by default these take turns by seed.

    A theme that does not come in a length gives the nearest that it has. Raises ValueError for a theme that the
    format does not have. `mixed`: things that do not meet stand in the code in an order of chance.
    """
    known = tuple(THEMES) if form == "graphviz" else tuple(PAGES)
    if theme and theme not in known:
        raise ValueError(f"there is no theme {theme!r} in {form}: take one of {', '.join(known)}")
    wanted = seed % (len(lengths) + 1) if within is None else within
    chance = random.Random(f"{seed} {form}")
    nearest: Commission | None = None
    for name in [theme] if theme else chance.sample(known, len(known)):
        for found in _sizes(name, form, f"{seed} {form} {name}", mixed=mixed):
            apart = abs(length_class(found.code, lengths) - wanted)
            if not apart:
                return found
            if nearest is None or apart < abs(length_class(nearest.code, lengths) - wanted):
                nearest = found
    assert nearest is not None, "each theme has a smallest drawing"
    return nearest


def _sizes(name: str, form: Format, seed: str, *, mixed: bool = False) -> Iterator[Commission]:
    """Yield a theme's drawings from the smallest to the largest."""
    sizes = list(range(1, _LARGEST))
    for size in sizes:
        chance = random.Random(f"{seed} {size}")
        if form == "graphviz":
            graph = network(name, chance, size)
            if graph is None:
                return
            yield Commission(dot(graph, chance), form, "graph", name, graph.depicts, graph, graph.scene())
            continue
        category, draw = PAGES[name]
        page = draw(chance, size)
        if page is None:
            return
        page = shuffled(page, random.Random(f"{seed} {size} order")) if mixed else page
        code = svg(page, chance) if form == "svg" else tikz(page)
        yield Commission(code, form, category, name, page.depicts, page, page.scene(form))


def recoded(found: Commission, drawn: Page | Network, seed: int) -> Commission:
    """Return a commission with another drawing in its place, written in the same language."""
    chance = random.Random(f"{seed} {found.theme}")
    if isinstance(drawn, Network):
        code, scene = dot(drawn, chance), drawn.scene()
    else:
        code, scene = svg(drawn, chance) if found.format == "svg" else tikz(drawn), drawn.scene(found.format)
    return Commission(code, found.format, found.category, found.theme, found.depicts, drawn, scene)
