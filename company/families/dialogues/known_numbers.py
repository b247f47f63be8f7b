"""The numbers that somebody may have read in results, with where each stands, and those that belong together."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from company.families.dialogues.report_words import COUNTED
from company.records import Result

NUMBER = re.compile(r"(?<![\w.])[-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?")
DIGITS = re.compile(r"\d+(?:\.\d+)?")
_WORDS = re.compile(rf"(?i)\b(?:{'|'.join(COUNTED)})\b")
_LOOKS = frozenset((
    "figsize", "axis", "random_state", "rotation", "dpi", "fontsize", "size", "alpha", "linewidth", "lw", "n_jobs",
    "decimals", "ncol", "ncols", "nrows", "pad", "width", "height", "zorder", "s", "capsize", "ddof", "labelsize",
    "bbox_to_anchor", "markersize",
))  # fmt: skip
"""Keywords of code whose numbers say how something looks or is run."""
_SILENT = frozenset(("round", "subplots", "figure", "subplot", "text", "annotate", "tight_layout", "set_option"))
_SIZE = re.compile(r"\[\d+ rows x \d+ columns\]")
_ROW_NUMBER = re.compile(r"^\s*\d{1,3}(?=\s{2,})")
"""What stands before a printed row that has no label of its own."""
SAID, CODE = "what was said before", "the code"
_SIZES = frozenset(("rows", "length", "width", "shape"))
_CELLS = frozenset(("head", "values"))
_PLAIN = frozenset(("head", "items", "value", "index", "axes", "columns", "shows"))
_KEYS = frozenset((
    "largest", "second", "smallest", "tallest", "shortest", "begins", "ends", "highest", "lowest", "missing", "link",
    "artists", "bars", "bins", "boxes", "slices", "lines", "points", "grids", "guides", "highest_median",
    "lowest_median", "tail", "params", "fitted", "error_bars",
))  # fmt: skip
"""Names of facts, which are no labels."""
_FEW = 9
"""Cells of a small table that all belong together."""
_MOST_TOGETHER = 40
"""Numbers of a group up to which differences, ratios and sums within it are thought of."""


@dataclass(frozen=True)
class Known:
    """A number that stands somewhere."""

    value: float
    place: str
    """Where it stands, as its reader would say: "`medians`, Racing, EU_Sales"."""
    labels: frozenset[str] = frozenset()
    """The labels of its row and its column, in lower case; empty where it has none."""
    is_fact: bool = True
    """Whether it is a number by itself, and not one in a text."""


@dataclass
class Numbers:
    """What may be said in numbers of some results, and of the texts around them."""

    known: list[Known] = field(default_factory=list)
    groups: list[list[float]] = field(default_factory=list)
    """Numbers of one column, one row or one line: they may be held against each other."""
    counts: set[int] = field(default_factory=set)
    """How many there are of rows, columns, items and labels: what number words may mean."""
    names: set[str] = field(default_factory=set)
    """Texts with digits in them, in lower case: labels and names of which the digits are no numbers."""
    given: list[float] = field(default_factory=list)
    """Numbers that a query or a plan sets: limits above all."""
    columns: set[str] = field(default_factory=set)
    """The columns of data frames, in lower case: labels of many numbers, and words of everyday speech."""
    lines: list[str] = field(default_factory=list)
    """What was printed, and said before, line by line, in lower case."""
    _printed: list[list[float]] = field(default_factory=list)

    @classmethod
    def of(cls, results: Iterable[Result], output: str = "", code: str = "", texts: Iterable[str] = ()) -> Numbers:
        """Return the numbers of results, of what their code printed, of the code, and of texts said before."""
        numbers = cls()
        for text in texts:
            numbers.take_text(text)
        numbers._take_code(code)
        numbers._take_lines(output, "the output")
        numbers.lines += output.lower().splitlines()
        for result in results:
            place = "the figure" if result.type == "plot" else f"`{result.name}`"
            numbers._take(result.facts, place, ())
            numbers._take_lines(_SIZE.sub("", result.shown), place, is_result=True)
            numbers.names |= {result.name.lower()} if DIGITS.search(result.name) else set()
        numbers._count_against_limits()
        numbers.groups += numbers._printed
        return numbers

    def take_text(self, text: str) -> None:
        """Take in the numbers of something that was said before."""
        self.lines += text.lower().splitlines()
        found = [number_of(each[0]) for each in NUMBER.finditer(text)]
        self.given += found
        self.known += [Known(number, SAID, is_fact=False) for number in found]
        self.counts |= {COUNTED[word.lower()] for word in _WORDS.findall(text)}
        self._name(*re.findall(r"[\w'-]*\d[\w'-]*", text))

    def _take_code(self, code: str) -> None:
        try:
            tree = ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            tree = ast.Module(body=[], type_ignores=[])
        for value in _constants(tree):
            if isinstance(value, str):
                self._name(value)
            else:
                self.known.append(Known(value, CODE, is_fact=False))

    def _take_lines(self, text: str, place: str, *, is_result: bool = False) -> None:
        lines = [
            [number_of(each[0]) for each in NUMBER.finditer(_ROW_NUMBER.sub("", line))] for line in text.splitlines()
        ]
        self.known += [Known(number, place, is_fact=False) for line in lines for number in line]
        if not is_result:  # of a result, its facts tell what belongs together
            widths = {len(line) for line in lines if line}
            columns = [[line[at] for line in lines if len(line) == width] for width in widths for at in range(width)]
            self._printed += [group for group in (*lines, *columns) if 1 < len(group) <= _MOST_TOGETHER]
        self._name(*re.findall(r"[\w'-]*\d[\w'-]*", text))

    def _take(self, told: Any, place: str, labels: Sequence[str]) -> None:
        """Take in facts of any form: all their numbers, and which of these stand together."""
        if isinstance(told, bool) or told is None:
            return
        if isinstance(told, int | float):
            own = frozenset(map(str.lower, labels)) - _KEYS
            self.known.append(Known(float(told), ", ".join((place, *labels)), own))
            return
        if isinstance(told, str):
            self._name(told)
            self.known += [Known(float(each), place, is_fact=False) for each in DIGITS.findall(told)]
        elif isinstance(told, Mapping):
            self._take_mapping(told, place, labels)
        else:
            self._take_list(list(told), place, labels)

    def _take_mapping(self, told: Mapping[str, Any], place: str, labels: Sequence[str]) -> None:
        for key, part in told.items():
            called = labels if key in _PLAIN else (*labels, key)
            if key in _SIZES and not isinstance(part, list | dict | str):
                self.counts.add(int(part))
                self.known.append(Known(float(part), f"the {key} of {place}"))
            elif key in _CELLS and "columns" in told:
                index = told.get("index", told.get("rows", ()))
                self._take_rows(index if key != "rows" else ["" for _ in part], told["columns"], part, place)
            elif key == "tail" and "columns" in told:
                self._take_rows([label for label, _ in part], told["columns"], [row for _, row in part], place)
            elif key != "index" or "index_name" in told or not _is_numbered(part):
                self._take(part, place, called)
            else:
                self._name(*(f"row {number}" for number in part))
        numbers = [float(each) for each in told.values() if _is_number(each)]
        self._together(numbers)
        self.counts |= {int(each) for each in told.get("artists", {}).values()}

    def _take_rows(self, index: Sequence[Any], columns: Sequence[str], rows: Sequence[Any], place: str) -> None:
        self.columns |= {str(name).lower() for name in columns}
        for label, row in zip(index, rows, strict=False):
            texts = [each for each in row if isinstance(each, str)]
            for name, cell in zip(columns, row, strict=False):
                self._take(cell, place, (*texts, str(label), name) if _is_number(cell) else ())
            self._together([float(cell) for cell in row if _is_number(cell)])
        for place_in_row in range(len(columns)):
            column = [row[place_in_row] for row in rows if place_in_row < len(row)]
            self._together([float(cell) for cell in column if _is_number(cell)])
            self._count(column)
        cells = [float(cell) for row in rows for cell in row if _is_number(cell)]
        self._together(cells if len(cells) <= _FEW else [])
        self.counts |= {len(columns), sum(any(_is_number(row[at]) for row in rows) for at in range(len(columns)))}

    def _take_list(self, told: list[Any], place: str, labels: Sequence[str]) -> None:
        """Take in a list: of numbers, of texts, or of rows that begin with their labels."""
        self.counts.add(len(told))
        rows = [each for each in told if isinstance(each, list)]
        for each in told:
            own = _labels_of(each) if isinstance(each, list) and len(each) > 1 else []
            if isinstance(each, list):
                self._take_row(each, own, place, labels)
            else:
                self._take(each, place, labels)
        self._together([float(each) for each in told if _is_number(each)])
        self._count(told)
        for at in range(min(map(len, rows), default=0)):
            column = [row[at] for row in rows]
            self._count(column)
            self._together([float(each) for each in column if _is_number(each)])

    def _take_row(self, row: list[Any], own: list[str], place: str, labels: Sequence[str]) -> None:
        for label in row[: len(own)]:
            self._take(label, place, ())
        for cell in row[len(own) :]:
            self._take(cell, place, (*labels, *own))
        self._together([float(cell) for cell in row[len(own) :] if _is_number(cell)])

    def _count(self, values: Sequence[Any]) -> None:
        """Take in how many values there are of each kind: different ones, equal ones, missing ones."""
        texts = [str(each) for each in values if not isinstance(each, list | dict)]
        self.counts |= {len(values), len({*texts}), *(texts.count(each) for each in {*texts})}

    def _count_against_limits(self) -> None:
        """Take in how many numbers of a group are above or below a number that was given."""
        self.counts |= self.past((*self.given, 0.0))

    def past(self, limits: Iterable[float]) -> set[int]:
        """Return how many numbers of each group are above a limit, and how many below."""
        counts: set[int] = set()
        for limit in {*limits}:
            for group in self.groups:
                above, equal = sum(each > limit for each in group), sum(each == limit for each in group)
                counts |= {above, above + equal, len(group) - above, len(group) - above - equal}
        return counts

    def _together(self, group: list[float]) -> None:
        if 1 < len(group) <= _MOST_TOGETHER:
            self.groups.append(group)

    def _name(self, *texts: str) -> None:
        self.names |= {text.lower() for text in texts if DIGITS.search(text) and not NUMBER.fullmatch(text.strip())}


def number_of(text: str) -> float:
    """Return the number that digits, signs and commas for thousands stand for."""
    return float(text.replace(",", "").replace("−", "-"))


def _is_numbered(index: Any) -> bool:
    """Return whether rows have numbers in place of labels."""
    return isinstance(index, list) and all(type(each) is int and each < 1000 for each in index)


def _labels_of(row: list[Any]) -> list[str]:
    """Return the labels that a row of facts begins with: its texts, or the first of a pair."""
    if len(row) == 2 and not isinstance(row[0], list | dict):
        return [_text(row[0])]
    texts = [at for at, cell in enumerate(row) if not isinstance(cell, str)]
    return row[: texts[0]] if texts else []


def _text(value: Any) -> str:
    """Return a label as it is said: of a whole number without its point."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _constants(tree: ast.AST) -> Iterator[Any]:
    """Yield the numbers and texts of code, but those that only say how something looks or is run."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.keyword) and child.arg in _LOOKS:
            continue
        if isinstance(child, ast.Call) and getattr(child.func, "attr", getattr(child.func, "id", "")) in _SILENT:
            yield from _constants(child.func)
            continue
        if isinstance(child, ast.Constant):
            if isinstance(child.value, str):
                yield child.value
            elif _is_number(child.value):
                yield float(str(child.value))
        yield from _constants(child)
