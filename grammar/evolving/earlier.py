"""Earlier results that an ask goes on from: by which labels they are, and what of them it is held against."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grammar.slots import literal
from grammar.steps.base import identifier
from grammar.subject import Subject

_BY = "_by_"


def stem_of(subject: Subject, column: str) -> str:
    """What a column is called in names of results."""
    return identifier(re.sub(r"\W+", " ", subject.said(column)), longest=24)


@dataclass(frozen=True)
class Earlier:
    """A result that was made before."""

    name: str
    type: str
    columns: tuple[str, ...]
    group: str | None
    """The column by whose values it has figures."""

    @classmethod
    def of(cls, told: Mapping[str, Any], grouping: Sequence[str], subject: Subject) -> Earlier:
        """The result that a brief tells of, with what it is grouped by where that is sure."""
        name, kind = str(told["name"]), str(told["type"])
        columns = tuple(map(str, told.get("columns") or ()))
        group = None
        if kind == "dataframe":
            group = columns[0] if columns[:1] and columns[0] in grouping and len(columns) > 1 else None
        elif kind in ("series", "dict") and _BY in name:
            stem = name.rpartition(_BY)[2]
            group = next((column for column in grouping if stem_of(subject, column) == stem), None)
        return cls(name, kind, columns, group)

    @property
    def by_group(self) -> str:
        """The expression of its figures by label."""
        if self.type == "dataframe":
            return f"{self.name}.set_index({literal(self.group)})[{literal(self.columns[1])}]"
        return f"pd.Series({self.name})" if self.type == "dict" else self.name

    @property
    def share(self) -> str | None:
        """Of a frame, the column of rounded percentages beside its figures; None where it has none."""
        last = self.columns[-1] if self.type == "dataframe" and len(self.columns) > 2 else ""
        is_against = last in ("percent_of_first", "percent_of_second", "percent_of_third")
        return last if last.startswith("percent_") and not is_against else None

    def share_by(self, group: str | None) -> str:
        """The expression of its percentages: by label where those are of this group, else the highest."""
        if group is not None and group == self.group:
            return f"{self.name}.set_index({literal(group)})[{literal(self.share)}]"
        return f"{self.name}[{literal(self.share)}].max()"

    @property
    def number(self) -> str:
        """The expression of a number that tells of all its figures, or of itself."""
        if self.type == "dataframe":
            return f"{self.name}[{literal(self.columns[1] if len(self.columns) > 1 else self.columns[0])}].mean()"
        if self.type == "dict":
            return f"sum({self.name}.values())" if self.group or not self.columns else f"{self.name}[{self._key}]"
        return {"series": f"{self.name}.mean()", "list": f"sum({self.name})"}.get(self.type, self.name)

    @property
    def _key(self) -> str:
        return literal(self.columns[0])

    @property
    def way(self) -> str:
        """How its number comes about: "average", "total", or "number" where it is one."""
        if self.type == "dict":
            return "total" if self.group or not self.columns else "number"
        return {"dataframe": "average", "series": "average", "list": "total"}.get(self.type, "number")

    @property
    def said(self) -> str:
        """What of it is meant, in words."""
        at = self.columns[1:2] or self.columns[:1]
        if self.type == "dataframe" and at:
            return f"'{at[0]}' in `{self.name}`"
        return f"{self._key} in `{self.name}`" if self.type == "dict" and self.way == "number" else f"`{self.name}`"
