"""The code of what a turn asks for: which rows count, which figure is told, and against what."""

from __future__ import annotations

import ast
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from company.records import Column
from grammar.evolving.about import about
from grammar.evolving.catalogue import Known, groups, measures
from grammar.evolving.earlier import Earlier, stem_of
from grammar.slots import literal
from grammar.steps.base import identifier
from grammar.steps.words import additive
from grammar.subject import Subject
from grammar.words import words

_MORE = words("evolving")["results"]["more"].split()
_GROUPED = 0.82
"""How often figures are by group rather than over all rows."""
_STATISTICS = {"sum": "total", "mean": "mean", "median": "median", "std": "spread"}
_TYPES = ("series", "series", "series", "dataframe", "dataframe", "dict", "list")


def _wrapped(expression: str) -> str:
    """An expression as something can be called of it."""
    is_whole = isinstance(ast.parse(expression, mode="eval").body, ast.Name | ast.Call | ast.Subscript | ast.Attribute)
    return expression if is_whole else f"({expression})"


@dataclass
class Asking:
    """An ask while it is written."""

    subject: Subject
    used: Mapping[str, tuple[str, Known]]
    """By kind: the variable, and what is known of the term."""
    earlier: tuple[Earlier, ...]
    taken: frozenset[str]
    chance: random.Random
    before: Earlier | None = None
    """The result in whose place this one is to be."""
    lines: list[str] = field(default_factory=list)

    def written(self) -> dict[str, Any]:
        """The ask: code, name, type, columns, and what it is about."""
        rows = self._rows()
        if self.group:
            columns = self._by_group(rows)
            kind = self.before.type if self.before else self.chance.choice(_TYPES if self._labels > 5 else _TYPES[:-1])
            kind = "dataframe" if len(columns) > 1 else kind
        else:
            columns = self._overall(rows)
            kind = "dict" if len(columns) > 1 else "value"
        name = self._name(kind)
        shown = self._bound(name, kind, columns, rows)
        code = "\n".join(self.lines)
        return {"code": code, "name": name, "type": kind, "columns": shown, "about": about(self, kind, shown)}

    # what is asked for

    @cached_property
    def group(self) -> str | None:
        """The column by whose values there are figures; that of an earlier result where it has one."""
        if self.before is not None and self.before.type != "list":
            return self.before.group
        narrowed = {column for kind in ("filter", "exclusion", "rates") for column in self._columns(kind)}
        before = [each.group for each in self.earlier if each.group and each.group not in narrowed]
        if before:
            return before[0]
        if self.chance.random() > (1.0 if "rounding" in self.used or len(self.earlier) > 1 else _GROUPED):
            return None
        free = [column for column in groups(self.subject) if column.name not in narrowed] or groups(self.subject)
        few = [column.name for column in free if column.distinct <= 12] or [column.name for column in free]
        return self.chance.choice(few) if few else None

    @property
    def _labels(self) -> int:
        return self.subject.var.named[self.group].distinct if self.group else 0

    @cached_property
    def is_share(self) -> bool:
        """Whether a line tells which part of the rows is above it, rather than which rows count."""
        if "line" not in self.used or {"unit", "rates"} & {*self.used} or self.earlier:
            return False
        return self.chance.random() < (0.2 if {"filter", "exclusion", "year"} & {*self.used} else 0.6)

    @property
    def is_only_share(self) -> bool:
        """Whether a result holds a line's percentages alone, without the figures that they are parts of."""
        return not ("rounding" in self.used and len(self.used) > 2)

    @cached_property
    def figure(self) -> Column | None:
        """The plain column whose figures are told, where no term says which and rows are not just counted."""
        if "measure" in self.used:
            return None
        limits = {column for kind in ("line", "filter", "exclusion") for column in self._columns(kind)}
        free = [column for column in measures(self.subject) if column.name not in limits]
        free = [column for column in free if additive(column)] or free
        often = 0.35 if {"rates", "rounding"} & {*self.used} or self.is_share else 0.7
        return self.chance.choice(free[:4]) if free and self.chance.random() < often else None

    @cached_property
    def statistic(self) -> str:
        """How figures are put together: a name of pandas'."""
        if not self.has_figure:
            return "size"
        if {"rates", "rounding"} & {*self.used} or self.is_share:
            return "sum"
        narrowing = {"line", "filter", "exclusion", "year"} & {*self.used}
        if "measure" in self.used:
            is_ratio = self.used["measure"][1].way in ("ratio", "choice")
            return self.chance.choice(["mean"] if is_ratio else ["sum", "mean"])
        assert self.figure is not None
        sums = ["sum", "sum"] if additive(self.figure) else []
        return self.chance.choice([*sums, "mean"] if narrowing else [*sums, "mean", "median", "std"])

    @property
    def has_figure(self) -> bool:
        """Whether figures of rows are told, rather than how many rows there are."""
        return "measure" in self.used or self.figure is not None

    def _columns(self, kind: str) -> tuple[str, ...]:
        return self.used[kind][1].columns if kind in self.used else ()

    # its code

    def _rows(self) -> str:
        """Write which rows count; returns the variable that holds them."""
        rows = "df"
        for kind in ("exclusion", "filter"):
            rows = f"{self.used[kind][0]}({rows})" if kind in self.used else rows
        if rows != "df":
            self.lines.append(f"_rows = {rows}")
            rows = "_rows"
        if "year" in self.used:
            variable, term = self.used["year"]
            sign = ">=" if term.way in ("first", "since") else "<="
            self.lines.append(f"_rows = {rows}[{self._dates(rows, term)} {sign} {variable}]")
            rows = "_rows"
        if "line" in self.used and not self.is_share:
            self.lines.append(f"_rows = {rows}[{self._beyond(rows)}]")
            rows = "_rows"
        return rows

    def _dates(self, rows: str, term: Known) -> str:
        column = self.subject.var.named[term.columns[0]]
        told = f"{rows}[{literal(column.name)}]"
        if column.numeric or column.dtype.startswith(("int", "float")):
            return told
        if not column.dtype.startswith("datetime"):
            form = f", format={literal(column.date_format)}" if column.date_format else ""
            told = f"pd.to_datetime({told}{form})"
        return f"{told}.dt.year" if term.way in ("first", "last") else told

    def _beyond(self, rows: str) -> str:
        variable, term = self.used["line"]
        return f"{rows}[{literal(term.columns[0])}] {'<' if term.way == 'below' else '>'} {variable}"

    def _figures(self, rows: str) -> str:
        """Write the figure and the weight of each row; returns the variable of what is added up; empty for a count."""
        figure = ""
        if "measure" in self.used:
            self.lines.append(f"_figure = {self.used['measure'][0]}({rows})")
            figure = "_figure"
        elif self.figure is not None:
            figure = f"{rows}[{literal(self.figure.name)}]"
        if "rates" in self.used:
            variable, term = self.used["rates"]
            column = self.subject.var.named[term.columns[0]]
            filled = ".fillna(1)" if column.missing else ""
            self.lines.append(f"_weight = {rows}[{literal(column.name)}].map({variable}){filled}")
            if not figure:
                return "_weight"
            self.lines.append(f"_figure = {figure} * _weight")
            figure = "_figure"
        return figure

    def _by_group(self, rows: str) -> list[tuple[str, str]]:
        """Write the figures by group; returns the columns of the result with their expressions."""
        group = literal(self.group)
        figure = self._figures(rows)
        unit = f" / {self.used['unit'][0]}" if "unit" in self.used else ""
        statistic = "sum" if self.statistic == "size" else self.statistic
        amount = f"{figure}.groupby({rows}[{group}]).{statistic}()" if figure else f"{rows}.groupby({group}).size()"
        if not self.is_share or figure or not self.is_only_share:
            self.lines.append(f"_amount = {amount}{unit}")
        columns = [] if self.earlier else [(self.stem, "_amount")]
        for place, each in enumerate(self.earlier):
            base = f"_base_{place + 1}" if len(self.earlier) > 1 else "_base"
            if each.group == self.group:
                self.lines.append(f"{base} = {each.by_group}")
                ratio = f"_amount / {base}.where({base} != 0) * 100"
            else:
                self.lines.append(f"{base} = {each.number}")
                ratio = f"_amount / {base} * 100"
            columns.append((self._percent(place), ratio))
        columns += [(f"part_of_{place}", f"_amount * {each.share_by(self.group)} / 100") for place, each in self.parted]
        if self.is_share:
            share = f"({self._beyond(rows)}).groupby({rows}[{group}]).mean() * 100"
            if figure:
                own = f"{figure}.where({self._beyond(rows)}, 0).groupby({rows}[{group}]).sum()"
                share = f"{own} / _amount.where(_amount != 0) * 100"
            share = f"({share}).dropna()" if figure else share
            columns = [(f"percent_{self.used['line'][0]}", self._rounded(share))]
            return [(self.stem, "_amount"), *columns] if not self.is_only_share else columns
        if "rounding" in self.used:
            whole = ("percent_of_whole", self._rounded("_amount / _amount.sum() * 100"))
            columns = [whole] if len(self.used) == 1 and not self.earlier else [*columns, whole]
        return columns

    def _overall(self, rows: str) -> list[tuple[str, str]]:
        """Write the figures over all rows; returns the keys of the result with their expressions."""
        figure = self._figures(rows)
        unit = f" / {self.used['unit'][0]}" if "unit" in self.used else ""
        statistic = "sum" if self.statistic == "size" else self.statistic
        if not self.is_share or figure or not self.is_only_share:
            self.lines.append(f"_amount = {f'{figure}.{statistic}()' if figure else f'len({rows})'}{unit}")
        columns = [] if self.earlier else [(self.stem, "_amount")]
        for place, each in enumerate(self.earlier):
            base = f"_base_{place + 1}" if len(self.earlier) > 1 else "_base"
            self.lines.append(f"{base} = {each.number}")
            columns.append((self._percent(place), f"_amount / {base} * 100"))
        columns += [(f"part_of_{place}", f"_amount * {each.share_by(None)} / 100") for place, each in self.parted]
        if self.is_share:
            share = f"({self._beyond(rows)}).mean() * 100"
            if figure:
                share = f"{figure}.where({self._beyond(rows)}, 0).sum() / _amount * 100"
            columns = [(f"percent_{self.used['line'][0]}", self._rounded(share))]
            return [(self.stem, "_amount"), *columns] if not self.is_only_share else columns
        if "rounding" in self.used:
            columns.append(("percent_of_all_rows", self._rounded(f"len({rows}) / len(df) * 100")))
        return columns

    @property
    def parted(self) -> list[tuple[str, Earlier]]:
        """Earlier results with percentages, which are taken of the figures; with the words for their places."""
        places = ("first", "second", "third") if len(self.earlier) > 1 else ("it",)
        return [(place, each) for place, each in zip(places, self.earlier, strict=False) if each.share]

    def _percent(self, place: int) -> str:
        """The column of figures that are held against an earlier result."""
        return f"percent_of_{('first', 'second', 'third')[min(place, 2)]}" if len(self.earlier) > 1 else "percent"

    def _rounded(self, expression: str) -> str:
        return f"{self.used['rounding'][0]}({expression})" if "rounding" in self.used else expression

    def _bound(self, name: str, kind: str, columns: list[tuple[str, str]], rows: str) -> list[str]:
        """Write the result; returns the columns of a frame, or the keys of a dict that is not by label."""
        (first, expression), *others = columns
        if self.group and kind != "dataframe" and " / _base" in expression:
            expression = f"({expression}).dropna()"
        if kind == "value":
            self.lines.append(f"{name} = float({expression})")
            return []
        if not self.group:
            items = ", ".join(f"{literal(key)}: float({each})" for key, each in columns)
            self.lines.append(f"{name} = {{{items}}}")
            return [key for key, _ in columns]
        if kind == "dataframe":
            if not others and not self._is_count and not self.earlier:
                columns = [*columns, ("rows", f"{rows}.groupby({literal(self.group)}).size()")]
            items = ", ".join(f"{literal(key)}: {each}" for key, each in columns)
            gaps = ".dropna()" if self.earlier else ""
            self.lines.append(
                f"{name} = pd.DataFrame({{{items}}}){gaps}.rename_axis({literal(self.group)}).reset_index()"
            )
            return [self.group, *(key for key, _ in columns)]
        if kind == "list":
            self.lines.append(
                f"{name} = {_wrapped(expression)}.sort_values(ascending=False, kind='stable').head(5).tolist()"
            )
            return []
        if kind == "dict":
            self.lines.append(f"{name} = {_wrapped(expression)}.to_dict()")
            return []
        self.lines.append(
            f"{name} = {_wrapped(expression)}.rename({literal(first)}).rename_axis({literal(self.group)})"
        )
        return [first]

    @property
    def _is_count(self) -> bool:
        return self.statistic == "size" and "rates" not in self.used and "unit" not in self.used and not self.is_share

    # its names

    @property
    def _count(self) -> str:
        return identifier("number", "of", self.subject.rows)

    @property
    def stem(self) -> str:
        """What its figures are called."""
        if "measure" in self.used:
            figure = self.used["measure"][0]
        elif self.figure is not None:
            figure = stem_of(self.subject, self.figure.name)
        else:
            return self.used["rates"][0] if "rates" in self.used else self._count
        prefix = _STATISTICS[self.statistic]
        return figure if figure.startswith(prefix) else f"{prefix}_{figure}"

    def _name(self, kind: str) -> str:
        """A name for the result that is not taken; that of before, where there is one."""
        if self.before is not None:
            return self.before.name
        own = f"share_of_{self.used['line'][0]}" if self.is_share and "line" in self.used else self.stem
        own = "ratio" if self.earlier else f"highest_{own}" if kind == "list" else own
        ending = f"_by_{stem_of(self.subject, self.group)}" if self.group and kind != "list" else ""
        kinds = ("filter", "line", "year", "unit", "rounding")
        firsts = [self.used[kind][0] for kind in kinds if kind in self.used]
        names = [own, *(f"{first}_{own}" for first in firsts if first not in own)]
        more = list(_MORE)
        self.chance.shuffle(more)
        names += [f"{word}_{name}" for word in more for name in (own, *names[1:2])]
        names += [f"{one}_{other}_{own}" for one in more for other in more if one != other]
        fitting = (f"{name}{ending}" for name in names)
        return next(name for name in fitting if name not in self.taken)
