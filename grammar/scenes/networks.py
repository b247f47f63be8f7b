"""Graphs of many themes: who reports to whom, what follows what, what flows where."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from company.drawings.margins import colour_name
from company.drawings.scenes import Edge, Element, Flow, Scene
from grammar.scenes.canvas import pale_inks

FLOWS: dict[str, Flow] = {"TB": "down", "BT": "up", "LR": "right", "RL": "left"}
SHAPES = {"box": "rectangle", "ellipse": "ellipse", "circle": "circle", "diamond": "polygon", "hexagon": "polygon"}


@dataclass(frozen=True)
class Spot:
    """A node."""

    name: str
    text: str
    shape: str
    colour: str
    """#rrggbb that it is filled with."""
    group: int | None = None
    """Which cluster it is in."""


@dataclass(frozen=True)
class Link:
    """An edge, as it is seen: its point is at `head`."""

    tail: str
    head: str
    text: str = ""
    turned: bool = False
    """Whether the code names its head first, and says dir=back."""


@dataclass(frozen=True)
class Network:
    """A graph, and what it is about."""

    spots: tuple[Spot, ...]
    links: tuple[Link, ...]
    depicts: str
    directed: bool = True
    rank: str = "TB"
    groups: tuple[str, ...] = ()
    """What is written on each cluster."""
    flows: bool = False
    """Whether each edge leads to a later rank."""
    strict: bool = field(default=False)
    """Whether the code repeats an edge that is drawn once."""

    def scene(self) -> Scene:
        """Return what can be told of it without laying it out: no boxes; its flow where it may have one."""
        nodes = tuple(
            Element(SHAPES[each.shape], colour_name(each.colour), None, each.text, each.name, each.colour)
            for each in self.spots
        )
        frames = tuple(
            Element("cluster", None, None, text, f"cluster_{place}") for place, text in enumerate(self.groups)
        )
        edges = tuple(Edge(each.tail, each.head, each.text, self.directed) for each in self.links)
        said = (*self.groups, *(each.text for each in nodes), *(each.text for each in edges if each.text))
        flow = FLOWS[self.rank] if self.flows else None
        return Scene("graphviz", 0, 0, (*frames, *nodes), said, nodes, edges, flow)


@dataclass(frozen=True)
class Theme:
    """What graphs of one theme are about."""

    about: str
    nouns: tuple[str, ...]
    verbs: tuple[str, ...]
    form: str
    """One of `FORMS`."""
    directed: bool = True


def _theme(about: str, nouns: str, verbs: str, form: str, *, directed: bool = True) -> Theme:
    return Theme(about, tuple(nouns.split()), tuple(verbs.split()), form, directed)


THEMES = {
    "organisation": _theme(
        "who reports to whom",
        "Director Finance Sales Support Legal Design Research Payroll Field Press",
        "leads asks",
        "tree",
    ),
    "state machine": _theme(
        "states of a machine",
        "Idle Ready Running Paused Stopped Failed Waiting Done Locked Asleep",
        "start stop wait fail",
        "cycle",
    ),
    "build": _theme(
        "steps of a build", "Fetch Compile Link Test Package Sign Upload Notify Lint Docs", "then next", "layers"
    ),
    "computer network": _theme(
        "machines in a network",
        "Router Switch Server Laptop Printer Camera Storage Firewall Phone Gateway",
        "cable radio fibre",
        "mesh",
        directed=False,
    ),
    "family": _theme(
        "who descends from whom", "Anna Bruno Clara David Elena Franz Greta Hugo Irma Jonas", "child", "tree"
    ),
    "courses": _theme(
        "which course needs which",
        "Algebra Logic Calculus Physics Statics Optics Biology Botany Ethics Poetry",
        "before needs",
        "layers",
    ),
    "food web": _theme("who eats whom", "Grass Beetle Mouse Rabbit Snake Hawk Fox Frog Heron Algae", "feeds", "layers"),
    "flights": _theme(
        "which airports are linked",
        "Oslo Madrid Vienna Lisbon Athens Zagreb Dublin Warsaw Turin Lyon",
        "daily weekly",
        "mesh",
        directed=False,
    ),
    "classes": _theme(
        "kinds of things", "Shape Circle Polygon Square Solid Sphere Cube Cone Curve Spline", "extends uses", "tree"
    ),
    "calls": _theme(
        "which function calls which", "main parse load check write render merge sort flush close", "calls", "layers"
    ),
    "services": _theme(
        "services of a shop", "Web Orders Stock Billing Mail Search Users Cache Queue Audit", "asks sends reads", "hub"
    ),
    "tournament": _theme(
        "who meets whom", "Lions Tigers Bears Wolves Eagles Sharks Foxes Hawks Bulls Rams", "wins", "tree"
    ),
    "decisions": _theme(
        "how a decision is made", "Raining Windy Cold Walk Drive Stay Umbrella Jacket Boots Picnic", "yes no", "tree"
    ),
    "recipe": _theme(
        "steps of a recipe", "Flour Butter Eggs Sugar Dough Oven Cream Bowl Plate Guests", "into then", "layers"
    ),
    "water": _theme("how water flows", "Spring Brook River Lake Dam Canal Basin Delta Ocean Pump", "fills", "chain"),
    "supply": _theme(
        "who supplies whom", "Mine Smelter Mill Forge Factory Depot Port Dealer Shop Client", "sells ships", "layers"
    ),
    "underground": _theme(
        "stations of an underground",
        "Harbour Castle Market Bridge Museum Station Park Theatre Stadium Airport",
        "minutes",
        "chain",
        directed=False,
    ),
    "molecule": _theme(
        "bonds of a molecule",
        "Carbon Oxygen Hydrogen Nitrogen Sulfur Chlorine Sodium Iron Iodine Boron",
        "single double",
        "mesh",
        directed=False,
    ),
}
_MOST = {"tree": 26, "chain": 7, "layers": 34, "cycle": 10, "hub": 20, "mesh": 34}
"""Nodes of a form at the most: of more, some pages would be too narrow."""
_QUALIFIED = ("", "North", "South", "East", "West", "Upper", "Lower", "Old", "New")
Pairs = list[tuple[int, int]]


def tree(chance: random.Random, number: int) -> Pairs:
    """Each but the first below an earlier one, at most three below each."""
    below = [0] * number
    found = []
    for place in range(1, number):
        free = [each for each in range(max(0, place - 5), place) if below[each] < 3]
        above = chance.choice(free)
        below[above] += 1
        found.append((above, place))
    return found


def chain(chance: random.Random, number: int) -> Pairs:
    """One after the other, with a branch here and there."""
    return [(place - 1 if place < 3 or chance.random() < 0.75 else place - 2, place) for place in range(1, number)]


def layers(chance: random.Random, number: int) -> Pairs:
    """Each after one or two of the few before it."""
    found: Pairs = []
    for place in range(1, number):
        before = list(range(max(0, place - 4), place))
        found += [(each, place) for each in sorted(chance.sample(before, min(len(before), chance.choice([1, 1, 2]))))]
    return found


def cycle(chance: random.Random, number: int) -> Pairs:
    """A ring, with a shortcut for every four."""
    found = [(place, (place + 1) % number) for place in range(number)]
    for _ in range(number // 4):
        one, other = sorted(chance.sample(range(number), 2))
        if other - one > 1 and (one, other) not in found and (other, one) not in found:
            found.append((one, other))
    return found


def hub(chance: random.Random, number: int) -> Pairs:
    """Most linked with the first, and some with each other."""
    found = [(0, place) for place in range(1, number)]
    return found + [(place, place + 1) for place in range(1, number - 1) if chance.random() < 0.3]


def mesh(chance: random.Random, number: int) -> Pairs:
    """All linked, with some links more."""
    found = [(chance.randrange(max(0, place - 4), place), place) for place in range(1, number)]
    more = [(one, other) for one in range(number) for other in range(one + 2, min(number, one + 5))]
    return found + [each for each in chance.sample(more, min(len(more), number // 3)) if each not in found]


FORMS: dict[str, Callable[[random.Random, int], Pairs]] = {
    "tree": tree,
    "chain": chain,
    "layers": layers,
    "cycle": cycle,
    "hub": hub,
    "mesh": mesh,
}


def network(name: str, chance: random.Random, number: int) -> Network | None:
    """Return a graph of a theme with two nodes more than the number; None of more than a page shows."""
    theme, many = THEMES[name], number + 3
    if many > _MOST[theme.form]:
        return None
    texts = list(_names(theme, chance, many))
    usual, special = pale_inks(chance, 2, but=("white",))
    # A circle is as wide as its text: of many, they would leave no room for anything else.
    shapes = chance.sample([each for each in SHAPES if each != "circle" or many <= 10], 2)
    grouped = many >= 6 and theme.form != "cycle" and chance.random() < 0.35
    spots = []
    for place, text in enumerate(texts):
        stands_out = chance.random() < 0.25
        group = (0 if place < many // 2 else 1) if grouped and place else None
        colour, shape = (special, shapes[1]) if stands_out else (usual, shapes[0])
        spots.append(Spot(text.lower().replace(" ", "_"), text, shape, colour, group))
    pairs = FORMS[theme.form](chance, many)
    said = chance.random() < 0.5
    turned = theme.directed and chance.random() < 0.3
    links = tuple(
        Link(
            spots[one].name,
            spots[other].name,
            chance.choice(theme.verbs) if said and chance.random() < 0.6 else "",
            turned and chance.random() < 0.2,
        )
        for one, other in pairs
    )
    straight = theme.form in ("tree", "chain", "layers") and theme.directed and not any(each.turned for each in links)
    return Network(
        tuple(spots),
        links,
        f"{theme.about}, {many} of them",
        theme.directed,
        _rank(theme.form, chance, many),
        ("Inner circle", "Outer circle") if grouped else (),
        straight,
        strict=chance.random() < 0.15 and not said,
    )


def _rank(form: str, chance: random.Random, number: int) -> str:
    """Return where a graph's ranks follow each other: sideways for such alone as are not too long for it."""
    sideways = form in ("tree", "hub") and 5 <= number <= 12
    return chance.choice(list(FLOWS) if sideways else ["TB", "BT"])


def _names(theme: Theme, chance: random.Random, number: int) -> Iterator[str]:
    for place in range(number):
        row, column = divmod(place, len(theme.nouns))
        if not column:
            nouns = chance.sample(theme.nouns, len(theme.nouns))
        yield f"{_QUALIFIED[row]} {nouns[column]}".strip()


def dot(graph: Network, chance: random.Random) -> str:
    """Return a graph in Graphviz's language."""
    manner = chance.choice(["defaults", "written out"])
    joint = "->" if graph.directed else "--"
    strict = "strict " if graph.strict else ""
    lines = [f"{strict}{'digraph' if graph.directed else 'graph'} G {{", f"  rankdir={graph.rank};"]
    common = Counter(each.colour for each in graph.spots).most_common(1)[0][0]  # of several, the first one
    if manner == "defaults":
        lines.append(f'  node [style=filled, fillcolor="{common}"];')
    grouped: dict[int | None, list[str]] = {}
    for each in graph.spots:
        look = [f'label="{each.text}"', f"shape={each.shape}"]
        if manner != "defaults":
            look.append("style=filled")
        if manner != "defaults" or each.colour != common:
            look.append(f'fillcolor="{each.colour}"')
        grouped.setdefault(each.group, []).append(f"  {each.name} [{', '.join(look)}];")
    lines += grouped.get(None, [])
    for place, text in enumerate(graph.groups):
        inner = [f"  {each}" for each in grouped.get(place, [])]
        lines += [f"  subgraph cluster_{place} {{", f'    label="{text}";', *inner, "  }"]
    stroke = chance.choice(["#000000", "#555555", "#10206a"])
    for link in graph.links:
        ends = (link.head, link.tail) if link.turned else (link.tail, link.head)
        look = [f'label="{link.text}"'] * bool(link.text) + ["dir=back"] * link.turned
        look += [f'color="{stroke}"', "penwidth=2"] if manner != "defaults" else []
        told = f" [{', '.join(look)}]" if look else ""
        lines.append(f"  {ends[0]} {joint} {ends[1]}{told};")
    if graph.strict:
        first = graph.links[0]
        ends = (first.head, first.tail) if first.turned else (first.tail, first.head)
        lines.append(f"  {ends[0]} {joint} {ends[1]};")
    return "\n".join([*lines, "}"]) + "\n"
