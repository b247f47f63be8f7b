"""Earlier results that an ask goes on from: by which labels they are, and which figure they hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grammar.evolving.figures import Figure, short_of
from grammar.slots import literal
from grammar.subject import Subject

_BY = "_by_"
_WHOLE = re.compile(r"(?:[a-z]+_)?(?:weighted|number_of|total|share_of)_")
_FORMS = {
    "share_of": "whole", "share": "share", "part_of": "share", "portion_of": "share", "shift_of": "shift",
    "change_in": "change", "percent_change": "percent", "percent_off": "off", "gap_in": "gap", "index": "index",
}  # fmt: skip
TOP = 3
"""Labels of a result that holds the highest ones."""
_LEVEL = ("off", "shift", "whole")
"""Forms whose figures have an average that is known beforehand: nothing, or a hundred by the number of labels."""
NOW = "figure"
"""The key of the figure itself in a dict of several numbers."""
DERIVED = ("share", "portion", "shift", "part", "gap", "change", "percent", "index", "per")
"""Words in names of results whose figures are worked out of others."""


def group_in_names(subject: Subject, column: str) -> str:
    """What a column that rows are grouped by is called in names of results."""
    return short_of(subject, column, longest=12)


@dataclass(frozen=True)
class Earlier:
    """A result that was made before."""

    name: str
    type: str
    columns: tuple[str, ...]
    group: str | None
    """The column by whose values it has figures."""
    figure: Figure | None = None
    """What it holds, where that is sure and no figure worked out of others."""
    stem: str = ""
    """What its figures are called."""
    adds_up: bool = False
    """Whether its figures are parts of one whole."""

    @classmethod
    def of(
        cls, told: Mapping[str, Any], grouping: Sequence[str], subject: Subject, known: Mapping[str, Figure]
    ) -> Earlier:
        """The result that a brief tells of; `known` are figures by their stems."""
        name, kind = str(told["name"]), str(told["type"])
        columns = tuple(map(str, told.get("columns") or ()))
        group, stem = None, re.sub(r"_\d+$", "", name)
        if kind == "dataframe":
            group = columns[0] if columns[:1] and columns[0] in grouping and len(columns) > 1 else None
            stem = columns[1] if len(columns) > 1 else stem
        elif kind in ("series", "dict") and _BY in name:
            known_by = {group_in_names(subject, column): column for column in grouping}
            # A column may end in a number itself.
            whole, _, by = name.rpartition(_BY)
            bare, _, bare_by = stem.rpartition(_BY)
            stem, group = (whole, known_by[by]) if by in known_by else (bare, known_by.get(bare_by))
        figure = _figure_in(stem, known)
        adds_up = figure.adds_up if figure else bool(_WHOLE.match(stem))
        return cls(name, kind, columns, group, figure, stem, group is not None and adds_up and "top_" not in name)

    @property
    def form(self) -> str:
        """The form, or the way to go on from others, that it was asked for in, as far as its name tells."""
        forms = [form for word, form in _FORMS.items() if re.search(rf"(?:^|_){word}_", self.stem)]
        is_beside = len(self.columns) > 2 and not self.columns[2].startswith("percent_of")
        return [*forms, *["beside"] * is_beside, "top" if "top_" in self.name else ""][0]

    @property
    def is_level(self) -> bool:
        """Whether the average of its figures by label is known beforehand, so that the highest one stands for them."""
        return self.group is not None and self.form in _LEVEL

    def holds(self, figure: Figure) -> bool:
        """Whether it is about the very quantity, put together in the same way, and told in no unit of its own."""
        return self.figure is not None and None is not self.figure.quantity == figure.quantity

    @property
    def by_group(self) -> str:
        """The expression of its figures by label."""
        if self.type == "dataframe":
            return f"{self.name}.set_index({literal(self.group)})[{literal(self.columns[1])}]"
        return f"pd.Series({self.name})" if self.type == "dict" else self.name

    @property
    def number(self) -> str:
        """The expression of the number that it is, or of one that stands for all its numbers."""
        if self.group:
            return f"{self.by_group}.{'max' if self.is_level else 'mean'}()"
        if self.type == "dict":
            return f"{self.name}[{literal(NOW)}]"
        if self.type == "dataframe":
            # Of one that came to nothing so far, nobody knows the columns.
            last = f"[{literal(self.columns[-1])}]" if self.columns else ".iloc[:, -1]"
            return f"{self.name}{last}.mean()"
        return {"series": f"{self.name}.mean()", "list": f"max({self.name})"}.get(self.type, self.name)

    @property
    def said(self) -> str:
        """Which of its figures are meant, in words."""
        if self.type == "dataframe" and len(self.columns) > 2:
            return f"'{self.columns[1]}' of `{self.name}`"
        return f"`{self.name}`"

    @property
    def said_number(self) -> str:
        """Its number, in words."""
        if self.type == "value":
            return f"`{self.name}`"
        if self.type == "dict" and not self.group:
            return f"'{NOW}' of `{self.name}`"
        return f"the highest of {self.said}" if self.type == "list" or self.is_level else f"the average of {self.said}"


def _figure_in(stem: str, known: Mapping[str, Figure]) -> Figure | None:
    """The figure that a name is of: with a word before it, if that is none for figures that are worked out."""
    for own in sorted(known, key=len, reverse=True):
        before = stem.removesuffix(own)
        if stem.endswith(own) and (not before or before.endswith("_")):
            is_own = not {*before.split("_")} & {*DERIVED, "weighted", "total", "mean", "median", "upper"}
            return known[own] if is_own else None
    return None
