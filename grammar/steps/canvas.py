"""What every plot has in common: a fresh figure, in one of two ways of writing, its title and its labels."""

from __future__ import annotations

import random
from typing import ClassVar

from company.records import Column, ResultType
from grammar.scene import Var
from grammar.slots import literal
from grammar.steps.base import Kind, Slots
from grammar.steps.words import textual

SEABORN = "import seaborn as sns"


class Plot(Kind):
    """A step whose result is a figure."""

    gives: ClassVar[tuple[ResultType, ...]] = ("plot",)

    def stem(self, slots: Slots, source: Var) -> str:
        """A figure is its own result and needs no name."""
        return "plot"


class Canvas:
    """A new figure that is drawn on through pyplot ("plt") or through its axes ("ax")."""

    def __init__(self, style: random.Random, on: str | None = None, size: tuple[int, int] = (8, 5)) -> None:
        self.on = on or style.choice(("plt", "ax"))
        self.size = size

    @property
    def start(self) -> str:
        """The line that opens the figure."""
        if self.on == "plt":
            return f"plt.figure(figsize={self.size})"
        return f"fig, ax = plt.subplots(figsize={self.size})"

    @property
    def aimed(self) -> str:
        """The argument that makes seaborn draw here; none for the current figure."""
        return ", ax=ax" if self.on == "ax" else ""

    def end(self, title: str, x: str = "", y: str = "", *, slanted: bool = False) -> list[str]:
        """Title, labels of the axes, and slanted labels where they are long."""
        put = "plt." if self.on == "plt" else "ax.set_"
        texts = {"title": title, "xlabel": x, "ylabel": y}
        lines = [f"{put}{what}({literal(_unmathematical(text))})" for what, text in texts.items() if text]
        if slanted:
            lines.append("plt.xticks(rotation=45)" if self.on == "plt" else 'ax.tick_params(axis="x", rotation=45)')
        return lines

    def ticks(self, places: str, labels: str, axis: str = "x", *, slanted: bool = False) -> str:
        """The line that puts labels at places of an axis."""
        put = f"plt.{axis}ticks" if self.on == "plt" else f"ax.set_{axis}ticks"
        turned = ', rotation=45, ha="right"' if slanted else ""
        return f"{put}({places}, {labels}{turned})"


def gappy(column: Column) -> bool:
    """Whether a column of numbers has gaps, or too little is known of it to be sure that it has none."""
    return column.missing > 0 or column.quartiles is None


def slanting(column: Column) -> bool:
    """Whether the values of a category are too long to stand side by side."""
    texts = [text for text, _ in column.values]
    return sum(map(len, texts)) > 45 or max(map(len, texts), default=9) > 12


def as_text(column: Column) -> str:
    """What turns the values of a category into the texts of an axis, where they are none yet."""
    return ".astype(str)" if not textual(column) or column.dtype == "category" else ""


def _unmathematical(text: str) -> str:
    """The text with no two dollar signs that would make it a formula."""
    return text.replace("$", "\\$") if text.count("$") > 1 else text


def worded(name: str) -> str:
    """A variable's name as words: "mean_price" → "mean price"."""
    return name.replace("_", " ").strip()


def heading(*words: str) -> str:
    """A title from words, the first letter large."""
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def heatmap(lines: list[str], matrix: str, style: random.Random) -> list[str]:
    """Lines that draw a frame of correlations in colour, by seaborn or matplotlib."""
    canvas = Canvas(style, size=(7, 6))
    end = canvas.end("Correlations")
    if style.random() < 0.5:
        options = f'annot=True, fmt=".2f", cmap="coolwarm", vmin=-1, vmax=1{canvas.aimed}'
        return [SEABORN, *lines, canvas.start, f"sns.heatmap({matrix}, {options})", *end]
    bar = "fig" if canvas.on == "ax" else "plt"
    return [
        *lines,
        canvas.start,
        f'image = {canvas.on}.imshow({matrix}, cmap="coolwarm", vmin=-1, vmax=1)',
        f"{bar}.colorbar(image)",
        canvas.ticks(f"range(len({matrix}.columns))", f"{matrix}.columns", slanted=True),
        canvas.ticks(f"range(len({matrix}.index))", f"{matrix}.index", "y"),
        *end,
    ]
