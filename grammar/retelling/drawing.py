"""The script that draws what sentences ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from grammar.retelling.sentences import Values
from grammar.retelling.telling import Axes, Page


def code_of(page: Page) -> str:
    """Return the script."""
    files = {name: f"table_{number}" for number, name in enumerate(dict.fromkeys(_files(page)), start=1)}
    lines = ["import matplotlib.pyplot as plt", "import numpy as np", "import pandas as pd", ""]
    for file, name in files.items():
        how = "" if file.endswith(".csv") else ', sep=None, engine="python"'
        lines.append(f"{name} = pd.read_csv({file!r}{how})")
    whole = page.whole
    lines.append(f"fig = plt.figure(figsize=({whole['wide']!r}, {whole['high']!r}))")
    lines.append(f"grid = fig.add_gridspec({whole.get('rows', 1)}, {whole.get('columns', 1)})")
    for axes in page.axes:
        lines += _begun(axes)
        lines += _Axes(axes, files).lines()
    if "title" in whole:
        lines.append(f"fig.suptitle({whole['title']!r})")
    if not any(axes.place.get("beside") == "inset" for axes in page.axes):
        lines.append("fig.tight_layout()")
    return "\n".join(lines) + "\n"


def _files(page: Page) -> Iterator[str]:
    for axes in page.axes:
        for series in axes.series:
            for value in series.values():
                for place in value if isinstance(value, list) else [value]:
                    if isinstance(place, Mapping) and "file" in place:
                        yield place["file"]
            if "file" in series:
                yield series["file"]


def _begun(axes: Axes) -> list[str]:
    """Return the lines that leave the axes in `ax`; the first ones of a place are `main`."""
    place, projection = axes.place, axes.words.get("projection", "rectilinear")
    kind = "" if projection == "rectilinear" else f", projection={projection!r}"
    if place.get("beside") == "twin":
        return [f"ax = main.twin{place['shared']}()"]
    if place.get("beside") == "inset":
        return [f"ax = main.inset_axes([0.6, 0.6, 0.35, 0.35]{kind})"]
    row, column = place.get("row", 1) - 1, place.get("column", 1) - 1
    down, across = row + place.get("row_span", 1), column + place.get("column_span", 1)
    return [f"main = ax = fig.add_subplot(grid[{row}:{down}, {column}:{across}]{kind})"]


class _Axes:
    """The lines that draw on one axes."""

    def __init__(self, axes: Axes, files: Mapping[str, str]) -> None:
        self.axes, self.words, self.files = axes, axes.words, files
        bars = [each for each in axes.series if each["kind"] in ("bar", "lying bar")]
        self.side_by_side = len(bars) > 1 and not self.words.get("stacked") and "base" not in bars[0]
        self.bars = bars
        self.is_polar = self.words.get("projection") == "polar"

    def lines(self) -> list[str]:
        """Return them all."""
        found: list[str] = []
        for series in self.axes.series:
            kind = series["kind"]
            found += _KINDS[kind](self, series) if kind in _KINDS else self.plain(series)
        return [*found, *self.worded()]

    def worded(self) -> list[str]:
        """Return the lines that write on the axes, and set its scales."""
        words = self.words
        found = [f"ax.set_{name}({words[name]!r})" for name in ("title", "xlabel", "ylabel", "zlabel") if name in words]
        found += [f'ax.set_{axis}scale("log")' for axis in "xy" if words.get(f"log_{axis}")]
        for axis in "xy":
            if f"from_{axis}" in words:
                found.append(f"ax.set_{axis}lim({words[f'from_{axis}']!r}, {words[f'to_{axis}']!r})")
        if words.get("has_legend"):
            title = f"title={words['legend_title']!r}" if "legend_title" in words else ""
            found.append(f"ax.legend({title})")
        if words.get("colourbar"):
            label = f", label={words['scale']!r}" if "scale" in words else ""
            found.append(f"fig.colorbar(drawn, ax=ax{label})")
        return [*found, *self.notes()]

    def notes(self) -> list[str]:
        """Return the lines that write on the axes."""
        found = []
        for number, text in enumerate(self.words.get("notes", ())):
            found.append(f"ax.text(0.05, {0.95 - 0.07 * number:.2f}, {text!r}, transform=ax.transAxes)")
        if "decimals" in self.words:
            form = f"{{each:.{self.words['decimals']}f}}{self.words.get('ending', '')}"
            found += [
                "for number, each in enumerate(np.ravel(written)):",
                f'    ax.text(0.05, 0.95 - 0.03 * number, f"{form}", transform=ax.transAxes)',
            ]
        return found

    def plain(self, series: Values) -> list[str]:
        """Return the lines that draw a line, steps, points or stems."""
        kind, looks = series["kind"], self.looks(series)
        found = [*self.along(series), f"y = {self.place(series, 'y')}", "written = y"]
        if kind == "closed line":
            return [*found, f"ax.plot([*x, x[0]], [*y, y[0]]{looks})"]
        if kind.startswith("step"):
            return [*found, f"ax.step(x, y, where={kind.partition(' ')[2]!r}{looks})"]
        if kind == "stem":
            name = f", label={series['name']!r}" if "name" in series else ""
            colour = f", linefmt={series['colour']!r}, markerfmt='o'" if "colour" in series else ""
            return [*found, f"ax.stem(x, y{name}{colour})"]
        if errors := self.errors(series):
            form = '"o"' if kind == "points" else '"-"'
            return [*found, f"ax.errorbar(x, y{errors}, fmt={form}{looks})"]
        if kind == "line":
            return [*found, f"ax.plot(x, y{looks})"]
        size = self.grown(series)
        shade = f", c={self.place(series, 'value')}" if "value" in series else ""
        return [*found, *size, f"drawn = ax.scatter(x, y{', s=area' if size else ''}{shade}{looks})"]

    def grown(self, series: Values) -> list[str]:
        """Return the lines that leave the areas of points, where these grow."""
        if "size" not in series:
            return []
        return [
            f"size = np.asarray({self.place(series, 'size')}, dtype=float)",
            "area = 20 + 280 * (size - size.min()) / (size.max() - size.min())",
        ]

    def errors(self, series: Values) -> str:
        """Return the arguments for error bars."""
        turned = {"x": "y", "y": "x"} if series["kind"] == "lying bar" else {"x": "x", "y": "y"}
        known = [axis for axis in "xy" if f"{axis}_error" in series]
        return "".join(f", {turned[axis]}err={self.place(series, f'{axis}_error')}" for axis in known)

    def looks(self, series: Values) -> str:
        """Return the arguments for colour and name."""
        colour = f", color={series['colour']!r}" if "colour" in series else ""
        return colour + (f", label={series['name']!r}" if "name" in series else "")

    def place(self, series: Values, name: str) -> str:
        """Return the expression for what stands in a channel."""
        return self.expression(series[name], self.length(series))

    def expression(self, place: Mapping[str, Any], length: str) -> str:
        """Return the expression for a place, as long as the others."""
        if "column" in place:
            return f"{self.files[place['file']]}[{place['column']!r}].dropna().to_numpy()"
        if "step" in place:
            return f"{place['from']!r} + {place['step']!r} * np.arange({length})"
        if "constant" in place:
            return f"np.full({length}, {place['constant']!r})"
        return repr(list(place["texts"]))

    def length(self, series: Values) -> str:
        """Return the expression for how many marks there are: as many as a column has values, or as there are texts."""
        for value in series.values():
            if isinstance(value, Mapping) and "column" in value:
                return f"len({self.expression(value, '')})"
            if isinstance(value, Mapping) and "texts" in value:
                return str(len(value["texts"]))
        return "2"

    # what is drawn by functions of its own

    def bar(self, series: Values) -> list[str]:
        """Return the lines that draw bars, which stand or lie; those of several series side by side or stacked."""
        lying = series["kind"].startswith("lying")
        function, wide, axis = ("barh", "height", "y") if lying else ("bar", "width", "x")
        number, count = self.bars.index(series), len(self.bars)
        found = [*self.along(series), f"y = {self.place(series, 'y')}", "written = y"]
        width = ""
        if self.side_by_side:
            counts = "step" in series["x"] or "constant" in series["x"]
            found.append(
                f"at = {'x' if counts else 'np.arange(len(x))'} + {(number - (count - 1) / 2) * 0.8 / count:.6g}"
            )
            width = f", {wide}={0.8 / count:.6g}"
            if number == count - 1 and not counts:
                found.append(f"ax.set_{axis}ticks(np.arange(len(x)), [str(each) for each in x])")
        elif "step" in series["x"]:
            width = f", {wide}={0.8 * abs(series['x']['step']):.6g}"
        elif self.is_polar:
            width = f", {wide}=5 / len(x)"
        at, base = "at" if self.side_by_side else "x", self.base(series, number)
        begins = f", {'left' if lying else 'bottom'}={base}" if base else ""
        found.append(f"ax.{function}({at}, y{width}{begins}{self.errors(series)}{self.looks(series)})")
        if self.words.get("stacked"):
            found.append("bottom = bottom + y" if number else "bottom = y")
        return found

    def along(self, series: Values) -> list[str]:
        """Return the lines that leave in `x` where marks stand; around a circle, names stand at equal angles."""
        found = [f"x = {self.place(series, 'x')}"]
        if not self.is_polar or not ({"column", "texts"} & series["x"].keys()):
            return found
        return [
            *found,
            "if not np.issubdtype(np.asarray(x).dtype, np.number):",
            "    names, x = x, np.linspace(0, 2 * np.pi, len(x), endpoint=False)",
            "    ax.set_xticks(x, [str(each) for each in names])",
        ]

    def base(self, series: Values, number: int) -> str:
        """Return the expression for where bars begin; empty where they do at 0."""
        if "base" in series:
            return self.place(series, "base")
        return "bottom" if self.words.get("stacked") and number else ""

    def histogram(self, series: Values) -> list[str]:
        """Return the line that draws a histogram."""
        return [f"ax.hist({self.place(series, 'values')}, bins={series['bins']}{self.looks(series)})"]

    def spread(self, series: Values) -> list[str]:
        """Return the lines that draw boxes or violins."""
        columns = ", ".join(self.expression(each, "") for each in series["columns"])
        found = [f"held = [{columns}]"]
        if series["kind"] == "violin":
            found.append("ax.violinplot(held)")
        else:
            found.append(f"ax.boxplot(held, showfliers={bool(series['outliers'])})")
        if "names" in series:
            names = self.expression(series["names"], "len(held)")
            found.append(f"ax.set_xticks(range(1, len(held) + 1), [str(each) for each in {names}])")
        return found

    def slices(self, series: Values) -> list[str]:
        """Return the line that draws a pie, or one with a hole."""
        names = f", labels=[str(each) for each in {self.place(series, 'names')}]" if "names" in series else ""
        hole = ', wedgeprops={"width": 0.4}' if series["kind"].startswith("hole") else ""
        percent = ""
        if "percent" in self.words:
            ending = self.words.get("percent_ending", "").replace("%", "%%")
            form = f"%.{self.words['percent']}f{ending}"
            percent = f", autopct={form!r}"
        return [f"ax.pie({self.place(series, 'values')}{names}{percent}{hole})"]

    def matrix(self, series: Values) -> str:
        """Return the expression for the numbers of a file."""
        turned = ".T" if series.get("way") == "columns" else ""
        return f'{self.files[series["file"]]}.select_dtypes("number").to_numpy(){turned}'

    def cells(self, series: Values) -> list[str]:
        """Return the lines that draw cells."""
        found = [f"held = {self.matrix(series)}", "written = held", 'drawn = ax.imshow(held, aspect="auto")']
        for axis, side in (("x", 1), ("y", 0)):
            if f"{axis}_names" in series:
                names = self.expression(series[f"{axis}_names"], "")
                found.append(f"ax.set_{axis}ticks(range(held.shape[{side}]), [str(each) for each in {names}])")
        return found

    def contours(self, series: Values) -> list[str]:
        """Return the line that draws contours."""
        function = "contourf" if series["kind"].startswith("filled") else "contour"
        return [f"drawn = ax.{function}({self.matrix(series)}, levels={series['levels']!r})"]

    def hexagons(self, series: Values) -> list[str]:
        """Return the line that draws hexagons."""
        return [
            f"drawn = ax.hexbin({self.place(series, 'x')}, {self.place(series, 'y')}, gridsize={series['count']})",
        ]

    def area(self, series: Values) -> list[str]:
        """Return the lines that fill an area."""
        found = [f"x, y = {self.place(series, 'x')}, {self.place(series, 'y')}"]
        low = self.place(series, "low") if "low" in series else "0"
        if series.get("lies"):
            return [*found, f"ax.fill_between(x, top, top + y{self.looks(series)})", "top = top + y"]
        return [*found, f"ax.fill_between(x, {low}, y{self.looks(series)})", "top = y"]

    def space(self, series: Values) -> list[str]:
        """Return the lines that draw in space."""
        x, y, z = (self.place(series, name) for name in "xyz")
        if series["kind"].startswith("bar"):
            return [
                f"x, y, z = ({', '.join(f'np.asarray({each}, dtype=float)' for each in (x, y, z))})",
                f"ax.bar3d(x - 0.3, y - 0.3, 0, 0.6, 0.6, z{self.looks(series)})",
            ]
        function = "scatter" if series["kind"].startswith("points") else "plot"
        return [f"ax.{function}({x}, {y}, {z}{self.looks(series)})"]

    def guide(self, series: Values) -> list[str]:
        """Return the line that draws a line across the panel."""
        function = "axhline" if series["kind"].endswith("y") else "axvline"
        return [f"ax.{function}({series['at']!r}{self.looks(series)})"]

    def band(self, series: Values) -> list[str]:
        """Return the line that draws a band across the panel."""
        function = "axhspan" if series["kind"].endswith("y") else "axvspan"
        return [f"ax.{function}({series['low']!r}, {series['high']!r}{self.looks(series)})"]


_KINDS: Mapping[str, Callable[[_Axes, Values], Sequence[str]]] = {
    "bar": _Axes.bar,
    "lying bar": _Axes.bar,
    "histogram": _Axes.histogram,
    "box": _Axes.spread,
    "violin": _Axes.spread,
    "slice": _Axes.slices,
    "hole slice": _Axes.slices,
    "grid": _Axes.cells,
    "contour": _Axes.contours,
    "filled contour": _Axes.contours,
    "cells": _Axes.hexagons,
    "area": _Axes.area,
    "points in space": _Axes.space,
    "line in space": _Axes.space,
    "bar in space": _Axes.space,
    "guide x": _Axes.guide,
    "guide y": _Axes.guide,
    "band x": _Axes.band,
    "band y": _Axes.band,
}
