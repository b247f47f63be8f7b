"""Kinds of plot, each with its data, how it is drawn, and how it is drawn in another encoding.

`DRAWN` draws a kind from its data on a figure; what a query leaves open is in `Look`, so that the same can be drawn in
other colours and with its calls in another order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Values = dict[str, Any]
Draw = Callable[[Any, Values, "Look"], None]
NAMES = ["rye", "oat", "spelt", "wheat", "barley"]
_CHANCE = np.random.default_rng(7)
_TIMES = np.linspace(0, 4, 12)
_PLANE = np.meshgrid(np.linspace(-2, 2, 9), np.linspace(-2, 2, 8))


@dataclass(frozen=True)
class Look:
    """What is free: colours, and in which order series are drawn."""

    colours: tuple[str, ...] = ("tab:blue", "tab:orange", "tab:green", "tab:red", "tab:purple")
    backwards: bool = False

    def each(self, names: Sequence[Any]) -> list[tuple[int, Any]]:
        """Numbered, in the order in which they are to be drawn."""
        numbered = list(enumerate(names))
        return numbered[::-1] if self.backwards else numbered


PLAIN = Look()
OTHER = Look(("#224466", "#cc5500", "#119944", "#777700", "#aa33aa"), backwards=True)


@dataclass(frozen=True)
class Kind:
    """A kind of plot."""

    values: Values
    draw: Draw
    encodings: dict[str, Draw] = field(default_factory=dict)
    """The same values shown otherwise, which is wrong."""


def _one(fig: Any, **more: Any) -> Any:
    ax = fig.add_subplot(**more)
    return ax


def _worded(ax: Any, legend: bool = False) -> None:
    ax.set(title="Harvest by field", xlabel="Field", ylabel="Tonnes")
    if legend:
        ax.legend()


def _series(values: Values) -> list[str]:
    return [name for name in values if name not in ("x", "names")]


def bar(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.bar(NAMES, v["y"], color=look.colours[0])
    _worded(ax)


def lying(fig: Any, v: Values, look: Look) -> None:
    _one(fig).barh(NAMES, v["y"], color=look.colours[0])


def line_of_bars(fig: Any, v: Values, look: Look) -> None:
    _one(fig).plot(NAMES, v["y"], color=look.colours[0])


def log_bars(fig: Any, v: Values, look: Look) -> None:
    bar(fig, v, look)
    fig.axes[0].set_yscale("log")


def grouped(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    for place, name in look.each(_series(v)):
        ax.bar(np.arange(5) + 0.3 * place, v[name], 0.3, label=name, color=look.colours[place])
    ax.set_xticks(np.arange(5) + 0.3 * (len(_series(v)) - 1) / 2, NAMES)
    _worded(ax, legend=True)


def stacked(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    bases = np.cumsum([np.zeros(5), *(v[name] for name in _series(v))], axis=0)
    for place, name in look.each(_series(v)):
        ax.bar(NAMES, v[name], bottom=bases[place], label=name, color=look.colours[place])
    _worded(ax, legend=True)


def laid_over(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    for place, name in look.each(_series(v)):
        ax.bar(NAMES, v[name], label=name, color=look.colours[place])
    _worded(ax, legend=True)


def line(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.plot(v["x"], v["y"], color=look.colours[0])
    _worded(ax)


def points_of_line(fig: Any, v: Values, look: Look) -> None:
    _one(fig).scatter(v["x"], v["y"], color=look.colours[0])


def log_line(fig: Any, v: Values, look: Look) -> None:
    line(fig, v, look)
    fig.axes[0].set_yscale("log")


def polar_line(fig: Any, v: Values, look: Look) -> None:
    _one(fig, projection="polar").plot(v["x"], v["y"], color=look.colours[0])


def several_lines(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    for place, name in look.each(_series(v)):
        ax.plot(v["x"], v[name], label=name, color=look.colours[place])
    _worded(ax, legend=True)


def step(fig: Any, v: Values, look: Look) -> None:
    _one(fig).step(v["x"], v["y"], where="post", color=look.colours[0])


def step_before(fig: Any, v: Values, look: Look) -> None:
    _one(fig).step(v["x"], v["y"], where="pre", color=look.colours[0])


def area(fig: Any, v: Values, look: Look) -> None:
    _one(fig).fill_between(v["x"], v["y"], color=look.colours[0], alpha=0.6)


def stacked_area(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.stackplot(v["x"], *(v[name] for name in _series(v)), labels=_series(v), colors=look.colours[: len(_series(v))])
    _worded(ax, legend=True)


def areas_over(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    for place, name in enumerate(_series(v)):
        ax.fill_between(v["x"], v[name], label=name, color=look.colours[place])
    _worded(ax, legend=True)


def scatter(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    held = slice(None, None, -1) if look.backwards else slice(None)
    drawn = ax.scatter(
        v["x"][held], v["y"][held], s=v["s"][held], c=v["c"][held], cmap="magma" if look.backwards else None
    )
    fig.colorbar(drawn)


def scatter_by_size(fig: Any, v: Values, look: Look) -> None:
    _one(fig).scatter(v["x"], v["y"], s=v["c"], c=v["s"])


def bubble(fig: Any, v: Values, look: Look) -> None:
    _one(fig).scatter(v["x"], v["y"], s=v["s"] * (7 if look.backwards else 2), color=look.colours[0], alpha=0.5)


def plain_points(fig: Any, v: Values, look: Look) -> None:
    _one(fig).scatter(v["x"], v["y"], color=look.colours[0])


def histogram(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.hist(v["y"], bins=8, color=look.colours[0], edgecolor="white" if look.backwards else None)
    _worded(ax)


def histogram_of_shares(fig: Any, v: Values, look: Look) -> None:
    _one(fig).hist(v["y"], bins=8, density=True, color=look.colours[0])


def density(fig: Any, v: Values, look: Look) -> None:
    places = np.linspace(v["y"].min() - 1, v["y"].max() + 1, 150 if look.backwards else 200)
    heights = np.exp(-((places[:, None] - v["y"]) ** 2)).mean(axis=1)
    _one(fig).plot(places, heights, color=look.colours[0])


def box(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    drawn = ax.boxplot(list(v["groups"]), patch_artist=look.backwards, widths=0.3 if look.backwards else 0.5)
    ax.set_xticks(range(1, 4), NAMES[:3])
    assert drawn


def lying_box(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.boxplot(list(v["groups"]), **_lying(ax.boxplot))
    ax.set_yticks(range(1, 4), NAMES[:3])


def _lying(call: Any) -> dict[str, Any]:
    """What a call of matplotlib, before 3.10 or after it, takes to lie."""
    import inspect

    return {"orientation": "horizontal"} if "orientation" in inspect.signature(call).parameters else {"vert": False}


def violin(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.violinplot(list(v["groups"]), widths=0.8 if look.backwards else 0.5, showmedians=look.backwards)
    ax.set_xticks(range(1, 4), NAMES[:3])


def error_bars(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.bar(NAMES, v["y"], yerr=v["e"], capsize=4 if look.backwards else 0, color=look.colours[0])


def error_points(fig: Any, v: Values, look: Look) -> None:
    _one(fig).errorbar(v["x"], v["y"], yerr=v["e"], fmt="s" if look.backwards else "o", color=look.colours[0])


def error_line(fig: Any, v: Values, look: Look) -> None:
    _one(fig).errorbar(v["x"], v["y"], yerr=v["e"], color=look.colours[0])


def heatmap(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    drawn = ax.imshow(v["z"], cmap="magma" if look.backwards else None)
    ax.set_xticks(range(4), NAMES[:4])
    ax.set_yticks(range(3), ["north", "south", "east"])
    fig.colorbar(drawn)


def log_heatmap(fig: Any, v: Values, look: Look) -> None:
    from matplotlib.colors import LogNorm

    heatmap(fig, v, look)
    fig.axes[0].images[0].set_norm(LogNorm())


def contour(fig: Any, v: Values, look: Look) -> None:
    _one(fig).contour(*_PLANE, v["z"], cmap="magma" if look.backwards else None)


def contourf(fig: Any, v: Values, look: Look) -> None:
    _one(fig).contourf(*_PLANE, v["z"], cmap="magma" if look.backwards else None)


def hexbin(fig: Any, v: Values, look: Look) -> None:
    _one(fig).hexbin(v["x"], v["y"], gridsize=8, cmap="magma" if look.backwards else None)


def pie(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    held = slice(None, None, -1) if look.backwards else slice(None)
    ax.pie(v["y"][held], labels=NAMES[held], colors=look.colours[held], startangle=90 if look.backwards else 0)


def donut(fig: Any, v: Values, look: Look) -> None:
    width = 0.5 if look.backwards else 0.4
    _one(fig).pie(v["y"], labels=NAMES, colors=look.colours, wedgeprops={"width": width})


def radar(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig, projection="polar")
    angles = np.linspace(0, 2 * np.pi, 5, endpoint=False)
    for place, name in look.each(_series(v)):
        closed = np.append(angles, angles[0] + 2 * np.pi if not look.backwards else angles[0])
        ax.plot(closed, np.append(v[name], v[name][0]), label=name, color=look.colours[place])
    ax.set_xticks(angles, NAMES)
    ax.legend()


def polar_bar(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig, projection="polar")
    ax.bar(
        np.linspace(0, 2 * np.pi, 5, endpoint=False),
        v["y"],
        width=1.0 if look.backwards else 0.8,
        color=look.colours[0],
    )


def upright_bar(fig: Any, v: Values, look: Look) -> None:
    _one(fig).bar(np.linspace(0, 2 * np.pi, 5, endpoint=False), v["y"], width=0.8)


def quiver(fig: Any, v: Values, look: Look) -> None:
    _one(fig).quiver(*_PLANE, v["u"], v["v"], color=look.colours[0])


def stream(fig: Any, v: Values, look: Look) -> None:
    _one(fig).streamplot(*_PLANE, v["u"], v["v"], density=0.6, color=look.colours[0])


def scatter_in_space(fig: Any, v: Values, look: Look) -> None:
    held = slice(None, None, -1) if look.backwards else slice(None)
    _one(fig, projection="3d").scatter(v["x"][held], v["y"][held], v["z"][held], color=look.colours[0])


def flat_scatter(fig: Any, v: Values, look: Look) -> None:
    _one(fig).scatter(v["x"], v["y"], c=v["z"])


def bars_in_space(fig: Any, v: Values, look: Look) -> None:
    width = 0.4 if look.backwards else 0.6
    places = np.arange(5)
    _one(fig, projection="3d").bar3d(
        places - width / 2, np.full(5, -width / 2), 0, width, width, v["y"], color=look.colours[0]
    )


def surface(fig: Any, v: Values, look: Look) -> None:
    _one(fig, projection="3d").plot_surface(*_PLANE, v["z"], color=look.colours[0])


def wireframe(fig: Any, v: Values, look: Look) -> None:
    _one(fig, projection="3d").plot_wireframe(*_PLANE, v["z"], color=look.colours[0])


def panels(fig: Any, v: Values, look: Look, swapped: bool = False) -> None:
    axes = fig.subplots(2, 2)
    places = [axes[1, 1], axes[0, 1], axes[1, 0], axes[0, 0]] if swapped else [*axes.ravel()]
    for place, name in look.each(_series(v)):
        places[place].plot(v["x"], v[name], color=look.colours[place])
        places[place].set_title(name)


def swapped_panels(fig: Any, v: Values, look: Look) -> None:
    panels(fig, v, look, swapped=True)


def panels_in_a_row(fig: Any, v: Values, look: Look) -> None:
    for place, (ax, name) in enumerate(zip(fig.subplots(1, 4), _series(v), strict=True)):
        ax.plot(v["x"], v[name], color=look.colours[place])
        ax.set_title(name)


def twins(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.bar(v["x"], v["a"], width=0.2, color=look.colours[0])
    ax.twinx().plot(v["x"], v["b"], color=look.colours[1])


def without_a_twin(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.bar(v["x"], v["a"], width=0.2, color=look.colours[0])
    ax.plot(v["x"], v["b"], color=look.colours[1])


def inset(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.plot(v["x"], v["a"], color=look.colours[0])
    ax.inset_axes([0.6, 0.1, 0.35, 0.3]).plot(v["x"], v["b"], color=look.colours[1])


def beside(fig: Any, v: Values, look: Look) -> None:
    for ax, name in zip(fig.subplots(1, 2), "ab", strict=True):
        ax.plot(v["x"], v[name])


def table(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    ax.axis("off")
    cells = [[f"{each:.3f}" for each in v["y"]]]
    ax.table(cells, colLabels=NAMES, loc="center", cellLoc="right" if look.backwards else "left")


def broken_bars(fig: Any, v: Values, look: Look) -> None:
    ax = _one(fig)
    for place, name in look.each(NAMES[:2]):
        spans = list(zip(v["start"][3 * place :][:3], v["long"][3 * place :][:3], strict=True))
        ax.broken_barh(spans, (10 * place, 7 if look.backwards else 8), color=look.colours[place])
        assert name
    ax.set_yticks([3.5 if look.backwards else 4, 13.5 if look.backwards else 14], NAMES[:2])


def stem(fig: Any, v: Values, look: Look) -> None:
    _one(fig).stem(v["x"], v["y"], linefmt="r-" if look.backwards else None)


def mesh(fig: Any, v: Values, look: Look) -> None:
    _one(fig).pcolormesh(*_PLANE, v["z"], shading="nearest", cmap="magma" if look.backwards else None)


def image(fig: Any, v: Values, look: Look) -> None:
    _one(fig).imshow(v["z"], origin="lower", extent=(0, 4, 0, 2), cmap="magma" if look.backwards else None)


def treemap(fig: Any, v: Values, look: Look) -> None:
    from matplotlib.patches import Rectangle

    ax = _one(fig)
    left = 0.0
    for (place, name), share in zip(
        look.each(NAMES), v["y"][:: -1 if look.backwards else 1] / v["y"].sum(), strict=True
    ):
        corner, size = ((0, left), (1, share)) if look.backwards else ((left, 0), (share, 1))
        ax.add_patch(Rectangle(corner, *size, facecolor=look.colours[place], edgecolor="white"))
        ax.text(corner[0] + size[0] / 2, corner[1] + size[1] / 2, name, ha="center")
        left += share
    ax.axis("off")


def swapped(draw: Draw) -> Draw:
    """Draw with x and y of the values exchanged."""
    return lambda fig, v, look: draw(fig, v | {"x": v["y"], "y": v["x"]}, look)


def _values(*names: str, count: int = 5) -> Values:
    return {name: _CHANCE.uniform(2, 9, count) for name in names}


_OVER = {"x": _TIMES}
_CLOUD = {"x": _CHANCE.normal(5, 2, 40), "y": _CHANCE.normal(3, 1, 40)}
_MARKED = _CLOUD | {"s": _CHANCE.uniform(10, 90, 40), "c": _CHANCE.uniform(0, 1, 40)}
_GROUPS = {"groups": np.array([_CHANCE.normal(place, 1 + place / 3, 30) for place in (3, 4, 6)])}
_FIELD = {"z": _PLANE[0] * np.exp(-(_PLANE[0] ** 2) - _PLANE[1] ** 2) + 0.1 * _PLANE[1]}
_FLOW = {"u": -_PLANE[1] + 0.2 * _PLANE[0], "v": _PLANE[0] * 1.5}
_TWO = _OVER | _values("a", "b", count=12)

KINDS: dict[str, Kind] = {
    "bar": Kind(_values("y"), bar, {"lying": lying, "line": line_of_bars, "log": log_bars, "pie": pie}),
    "lying bar": Kind(_values("y"), lying, {"standing": bar}),
    "grouped bar": Kind(_values("a", "b", "c"), grouped, {"stacked": stacked}),
    "stacked bar": Kind(_values("a", "b", "c"), stacked, {"grouped": grouped, "laid over": laid_over}),
    "line": Kind(
        _OVER | _values("y", count=12),
        line,
        {"points": points_of_line, "log": log_line, "polar": polar_line, "x for y": swapped(line), "step": step},
    ),
    "several lines": Kind(_OVER | _values("a", "b", "c", count=12), several_lines, {"areas": areas_over}),
    "step": Kind(_OVER | _values("y", count=12), step, {"line": line, "another step": step_before}),
    "area": Kind(_OVER | _values("y", count=12), area, {"line": line, "x for y": swapped(area)}),
    "stacked area": Kind(_OVER | _values("a", "b", count=12), stacked_area, {"laid over": areas_over}),
    "scatter": Kind(
        _MARKED, scatter, {"channels": scatter_by_size, "plain": plain_points, "x for y": swapped(scatter)}
    ),
    "bubble": Kind({name: _MARKED[name] for name in "xys"}, bubble, {"plain": plain_points}),
    "histogram": Kind({"y": _CLOUD["y"]}, histogram, {"shares": histogram_of_shares}),
    "density": Kind({"y": _CLOUD["y"]}, density, {"histogram": histogram_of_shares}),
    "box": Kind(_GROUPS, box, {"lying": lying_box, "violin": violin}),
    "violin": Kind(_GROUPS, violin, {"box": box}),
    "error bar": Kind(_values("y", "e"), error_bars, {"plain": bar}),
    "error point": Kind(
        _OVER | _values("y", "e", count=12), error_points, {"line": error_line, "plain": points_of_line}
    ),
    "heatmap": Kind({"z": _CHANCE.uniform(1, 9, (3, 4))}, heatmap, {"log": log_heatmap}),
    "contour": Kind(_FIELD, contour, {"filled": contourf, "mesh": mesh}),
    "contourf": Kind(_FIELD, contourf, {"lines": contour, "mesh": mesh}),
    "hexbin": Kind({"x": _CHANCE.normal(5, 2, 300), "y": _CHANCE.normal(3, 1, 300)}, hexbin, {"points": plain_points}),
    "pie": Kind(_values("y"), pie, {"donut": donut, "bar": bar}),
    "donut": Kind(_values("y"), donut, {"pie": pie}),
    "radar": Kind(_values("a", "b"), radar),
    "polar bar": Kind(_values("y"), polar_bar, {"upright": upright_bar}),
    "quiver": Kind(_FLOW, quiver, {"stream": stream}),
    "stream": Kind(_FLOW, stream, {"quiver": quiver}),
    "scatter in space": Kind(_values("x", "y", "z", count=20), scatter_in_space, {"flat": flat_scatter}),
    "bars in space": Kind(_values("y"), bars_in_space, {"flat": bar}),
    "surface": Kind(_FIELD, surface, {"wires": wireframe}),
    "panels": Kind(
        _OVER | _values("a", "b", "c", "d", count=12),
        panels,
        {"exchanged": swapped_panels, "in a row": panels_in_a_row},
    ),
    "twins": Kind(_TWO, twins, {"one axis": without_a_twin}),
    "inset": Kind(_TWO, inset, {"beside": beside}),
    "table": Kind(_values("y"), table, {"bar": bar}),
    "broken bars": Kind(_values("start", "long", count=6), broken_bars),
    "stem": Kind(_OVER | _values("y", count=12), stem, {"line": line, "points": points_of_line}),
    "mesh": Kind(_FIELD, mesh, {"contour": contourf}),
    "image": Kind(_FIELD, image, {"mesh": mesh}),
    "treemap": Kind(_values("y"), treemap, {"pie": pie}),
}


def wrong_values(values: Values) -> dict[str, Values]:
    """Values that are not these: one changed, shuffled, by chance; of each array that has more than one value."""
    found: dict[str, Values] = {}
    chance = np.random.default_rng(1)
    for name, each in values.items():
        flat = np.ravel(each)
        changed, least = flat.copy(), flat.min()
        changed[len(flat) // 3] = flat.max() if changed[len(flat) // 3] < flat.mean() else least
        found[f"{name}: one value changed"] = values | {name: changed.reshape(each.shape)}
        found[f"{name}: by chance"] = values | {name: chance.uniform(least, flat.max(), each.shape)}
        if len(values) > 1 or each.ndim > 1 or len(flat) == len(NAMES):
            found[f"{name}: shuffled"] = values | {name: np.roll(flat, 2).reshape(each.shape)}
    return found
