"""Steps that draw what earlier steps have left: figures by label and summaries."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from company.records import Column
from grammar.scene import Focus, Var
from grammar.slots import QUOTED, ColumnName, ColumnNames, Source, Words, literal, quoted
from grammar.steps.base import Slots, Step
from grammar.steps.canvas import Canvas, Plot, heading, worded
from grammar.steps.words import is_figures, textual

CHART = Words(
    {"bar": ("bar chart", "chart of vertical bars"), "barh": ("horizontal bar chart", "chart of horizontal bars")}
)
_ADDS_UP = re.compile(r"count|size|number|share|percent|total|sum|rows", re.IGNORECASE)


class OfFigures(Plot):
    """A series of figures by label."""

    takes = frozenset({"grouped"})
    moment = "close"
    least: int = 2
    most: int = 25
    slots = {"source": Source()}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Figures without gaps, and few enough to be told apart."""
        few = self.least <= source.rows <= self.most
        named = source.index_name is not None
        return few and named and is_figures(source) and not source.columns[0].missing

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Any such series."""
        if self.sensible({}, source):
            yield {}


class FigureBars(OfFigures):
    """Figures by label as bars."""

    name = "bars_of_figures"
    slots = {"source": Source(), "chart": CHART}
    weight = 1.6
    verbs = (
        "(draw|plot) {source} as a {chart}",
        "turn {source} into a {chart}",
        "(display|visualise|visualize) {source} in a {chart}",
    )
    nouns = ("a {chart} of {source}", "a {chart} that shows {source}", "{source} as a {chart}")
    motives = (
        "I'd rather see that than read it.",
        "For my report a picture would be better.",
        "The differences are hard to judge from bare numbers.",
        "Could we look at this in a chart?",
        "How large are the gaps between them, visually?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Standing bars mostly, lying ones for long lists."""
        for slots in super().offers(source, focus, chance):
            yield {**slots, "chart": "barh" if chance.random() < (0.6 if source.rows > 8 else 0.25) else "bar"}

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """By pandas, or by matplotlib with the labels as text."""
        canvas, chart, name = Canvas(style), step.slots["chart"], source.name
        title, value = heading(worded(name)), worded(source.columns[0].name) or "value"
        label = worded(source.index_name or "") or "label"
        across, up = (value, label) if chart == "barh" else (label, value)
        labels = canvas.end(title, across, up)
        if style.random() < 0.5:
            return [canvas.start, f"{name}.plot(kind={literal(chart)}{canvas.aimed})", *labels]
        # By place, since two bars may have one label.
        axis = "y" if chart == "barh" else "x"
        ticks = canvas.ticks(f"range(len({name}))", f"{name}.index.astype(str)", axis, slanted=axis == "x")
        return [canvas.start, f"{canvas.on}.{chart}(range(len({name})), {name})", ticks, *labels]


class FigureLine(OfFigures):
    """Figures along ordered labels as a line."""

    name = "line_of_figures"
    least = 4
    most = 80
    verbs = (
        "(draw|plot) {source} as a line[ plot], in the order in which the labels stand",
        "connect the figures of {source} by a line, in the order in which they stand",
        "(display|visualise|visualize) {source} as a line[ plot], with the labels in their order on the x-axis",
    )
    nouns = (
        "a line plot of {source}, in the order in which the labels stand",
        "{source} as a line[ plot], with the labels in their order on the x-axis",
        "the course of {source} as a line, in the order in which the labels stand",
    )
    motives = (
        "Is there a trend in that?",
        "I would like to see the ups and downs.",
        "The order means something here, so a line should show it best.",
        "Where does it turn, if it turns at all?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Series by time, age or another scale, in ascending order."""
        if self.sensible({}, source) and _ascending(source):
            yield {}

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """By pandas or matplotlib."""
        canvas, name = Canvas(style), source.name
        labels = canvas.end(heading(worded(name)), worded(source.index_name or "label"), worded(source.columns[0].name))
        if style.random() < 0.5:
            return [canvas.start, f"{name}.plot(kind='line', marker='o'{canvas.aimed})", *labels]
        labels = labels if _numbered(source) else [*labels, *canvas.end("", slanted=True)]
        places = f"{name}.index" if _numbered(source) else f"{name}.index.astype(str)"
        return [canvas.start, f"{canvas.on}.plot({places}, {name}, marker='o')", *labels]


def _numbered(source: Var) -> bool:
    """Whether the labels that the preview shows are numbers."""
    lines = [line for line in source.preview.splitlines()[1:] if line and line[0] not in " [."]
    return bool(lines) and all(re.match(r"-?\d+(?:\.\d+)?\s", line) for line in lines)


def _ascending(source: Var) -> bool:
    """Whether the labels that the preview shows are numbers or dates in ascending order."""
    lines = source.preview.splitlines()[1 if source.index_name else 0 :]
    labels = [line.split()[0] for line in lines if line and line[0] not in " [." and len(line.split()) == 2]
    if len(labels) < 4 or not all(
        re.fullmatch(r"\d+(?:\.\d+)?|\d{4}-\d\d(?:-\d\d)?|\d{4}Q\d", text) for text in labels
    ):
        return False
    dated = all(re.match(r"\d{4}(?:-|Q)", text) for text in labels)
    ordered = labels if dated else [float(text) for text in labels if re.fullmatch(r"[\d.]+", text)]
    return len(ordered) == len(labels) and list(ordered) == sorted(ordered)


class FigurePie(OfFigures):
    """Counts or shares as slices."""

    name = "pie_of_figures"
    most = 6
    weight = 0.6
    verbs = (
        "(draw|make) a pie chart of {source}",
        "(draw|plot) {source} as a pie chart",
        "(display|visualise|visualize) {source} in a pie, with one slice per label",
    )
    nouns = ("a pie chart of {source}", "{source} as a pie chart", "a pie with one slice per label of {source}")
    motives = (
        "How big is each part of the whole?",
        "A pie would do for so few of them.",
        "I'd like to show how it divides up.",
        "Does one of them take more than half of the cake?",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Counts, shares and totals."""
        lowest = source.columns[0].minimum if source.columns else None
        adds_up = _ADDS_UP.search(source.columns[0].name) or _ADDS_UP.search(source.name) if source.columns else None
        if adds_up and (isinstance(lowest, int | float) and lowest >= 0):
            yield from super().offers(source, focus, chance)

    def sensible(self, slots: Slots, source: Var) -> bool:
        """No slice can be negative."""
        lowest = source.columns[0].minimum if source.columns else None
        return super().sensible(slots, source) and not (isinstance(lowest, int | float) and lowest < 0)

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """By pandas or matplotlib."""
        canvas, name = Canvas(style), source.name
        title = canvas.end(heading(worded(name)))
        if style.random() < 0.5:
            draw = f"{name}.plot(kind='pie', autopct='%1.1f%%', ylabel=''{canvas.aimed})"
        else:
            draw = f"{canvas.on}.pie({name}, labels={name}.index.astype(str), autopct='%1.1f%%')"
        return [canvas.start, draw, *title]


class SummaryBars(Plot):
    """Columns of a summary side by side."""

    name = "bars_of_summary"
    takes = frozenset({"summary"})
    moment = "close"
    slots = {"source": Source(), "columns": ColumnNames()}
    verbs = (
        "(draw|plot) the columns {columns} of {source} as grouped bars, with one group per index label",
        "(show|plot) {columns} from {source} side by side as bars for each index label",
        "compare {columns} from {source} in a bar chart with one group of bars per index label",
    )
    nouns = (
        "a grouped bar chart of {columns} from {source}, with one group per index label",
        "the columns {columns} of {source} side by side as bars for each index label",
        "grouped bars of {columns} for each index label of {source}",
    )
    motives = (
        "Side by side these figures would be easier to compare.",
        "I'd like to have that table as a picture.",
        "Can we see where the two differ most?",
        "Numbers in a table are fine, but my colleagues want a chart.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Columns of one order of magnitude in a frame with labels."""
        if source.index_name is None or not 2 <= source.rows <= 12:
            return
        numeric = [column for column in source.named.values() if column.numeric and not column.missing]
        for size in (3, 2, 4):
            alike = _alike(numeric)[:size]
            if len(alike) == size:
                yield {"columns": tuple(column.name for column in alike)}

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Different columns of numbers."""
        names = slots["columns"]
        known = super().sensible(slots, source) and len(set(names)) == len(names) >= 2
        numbers = known and all(source.named[name].numeric and not source.named[name].missing for name in names)
        return numbers and source.index_name is not None and 2 <= source.rows <= 40

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """By pandas, or series by series with matplotlib."""
        canvas = Canvas(style, "ax")
        labels = canvas.end(heading(worded(source.name)), worded(source.index_name or "label"), "value")
        columns, name = step.slots["columns"], source.name
        if style.random() < 0.5:
            return [canvas.start, f"{name}[{literal(columns)}].plot(kind='bar', ax=ax)", *labels]
        width = round(0.8 / len(columns), 2)
        lines = [f"positions = np.arange(len({name}))", f"bar_width = {width}", canvas.start]
        lines += [f"for i, column in enumerate({literal(columns)}):"]
        lines += [f"    ax.bar(positions + i * bar_width, {name}[column], bar_width, label=column)"]
        middle = f"positions + {round(width * (len(columns) - 1) / 2, 3)}"
        return [*lines, canvas.ticks(middle, f"{name}.index.astype(str)", slanted=True), "ax.legend()", *labels]


class AxisLabels:
    """What stands under the bars of a frame: the labels of its index ("") or the values of a column."""

    pattern: str = rf"(?:index label|value of {QUOTED})"

    def say(self, value: str, chance: random.Random) -> str:
        """Words for one label."""
        return f"value of {quoted(value)}" if value else "index label"

    def read(self, words: str) -> str:
        """The column's name, or empty text."""
        return words[len("value of ") + 1 : -1] if words.lower().startswith("value of ") else ""


class ColumnBars(Plot):
    """One column of a summary as bars."""

    name = "bars_of_column"
    takes = frozenset({"summary"})
    moment = "close"
    slots = {"source": Source(), "column": ColumnName(), "labels": AxisLabels()}
    verbs = (
        "(draw|plot) the column {column} of {source} as bars, one for each {labels}",
        "(show|plot) {column} from {source} in a bar chart with one bar for each {labels}",
        "turn {column} from {source} into a bar chart with one bar for each {labels}",
    )
    nouns = (
        "a bar chart of {column} from {source} with one bar for each {labels}",
        "the column {column} of {source} as a bar chart, with one bar for each {labels}",
        "bars of {column} from {source}, one for each {labels}",
    )
    motives = (
        "As a picture {column} would be quicker to take in.",
        "I'd like to see {column} from that table side by side.",
        "How unequal is {column} in there?",
        "For the report I want {column} as a chart.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Figures of a frame with an index of labels, or with a column that tells its rows apart."""
        for column in focus.first(source.named.values(), chance)[:6]:
            for label in _labels(source)[:1]:
                slots = {"column": column.name, "labels": label}
                if self.sensible(slots, source) and column.name != label and column.distinct > 1:
                    yield slots

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Numbers without gaps in a few rows that can be told apart."""
        if not super().sensible(slots, source) or not 2 <= source.rows <= 25:
            return False
        column, labels = source.named[slots["column"]], slots["labels"]
        known = labels in source.named if labels else source.index_name is not None
        return known and column.numeric and not column.missing

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """By pandas, or by matplotlib with the labels at their places."""
        column, by, name = step.slots["column"], step.slots["labels"], source.name
        pandas = style.random() < 0.5
        canvas = Canvas(style, "ax" if pandas else None)
        shown = by or source.index_name or "label"
        end = canvas.end(f"{heading(worded(column))} by {worded(shown)}", shown, column)
        if pandas:
            across = f"x={literal(by)}, " if by else ""
            return [canvas.start, f"{name}.plot(kind='bar', {across}y={literal(column)}, legend=False, ax=ax)", *end]
        labels = f"{name}[{literal(by)}]" if by else f"{name}.index"
        draw = f"{canvas.on}.bar(range(len({name})), {name}[{literal(column)}])"
        ticks = canvas.ticks(f"range(len({name}))", f"{labels}.astype(str)", slanted=True)
        return [canvas.start, draw, ticks, *end]


def _labels(source: Var) -> list[str]:
    """What tells the rows of a summary apart: its index as "", or columns of texts that are all different."""
    if source.index_name is not None:
        return [""]
    return [c.name for c in source.named.values() if textual(c) and c.distinct == source.rows and not c.missing]


def _alike(columns: list[Column]) -> list[Column]:
    """The columns whose largest values are within a factor of 20 of the first one's."""
    tops = {c.name: abs(c.maximum) for c in columns if isinstance(c.maximum, int | float) and c.maximum}
    usable = [column for column in columns if column.name in tops]
    if not usable:
        return []
    first = tops[usable[0].name]
    return [column for column in usable if 0.05 <= tops[column.name] / first <= 20]


KINDS: tuple[Plot, ...] = (FigureBars(), FigureLine(), FigurePie(), SummaryBars(), ColumnBars())
