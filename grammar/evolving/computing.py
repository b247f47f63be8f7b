"""The code of what a turn asks for: which rows count, which figure is told, in which form, and against what."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from company.records import Column
from grammar.evolving.about import about
from grammar.evolving.catalogue import Known, groups, measures
from grammar.evolving.earlier import NOW, TOP, Earlier
from grammar.evolving.figures import (
    COUNTED,
    GAPPY,
    OWN_QUANTITY,
    Figure,
    counted,
    of_column,
    of_term,
    short_of,
)
from grammar.evolving.forming import Form, form_code, possible
from grammar.evolving.linking import CHOOSING, OWN, PERCENT, Link, Situation, links
from grammar.evolving.looking_up import cells, grouping, has_strangers
from grammar.evolving.naming import named, stem_of_line
from grammar.linked import Linked
from grammar.slots import literal
from grammar.steps.amounts import comparable
from grammar.steps.words import additive
from grammar.subject import Subject

_GROUPED = 0.8
"""How often figures are by group rather than over all rows, where nothing decides it."""
_MOSTLY = 0.95
"""How often so where figures are told in units or percentages: nothing goes on from a single one of these."""
_SEVERAL, _FEW = 3, 12
"""Columns that figures are by, and the most labels of them."""
_TAKEN_UP = 0.9
"""How often an ask is about the figure of an earlier result that it goes on from, where it may be."""


@dataclass
class Asking:
    """An ask while it is written."""

    subject: Subject
    used: Mapping[str, tuple[str, Known]]
    """By kind: the variable, and what is known of the term."""
    earlier: tuple[Earlier, ...]
    taken: frozenset[str]
    chance: random.Random
    avoided: frozenset[str] = frozenset()
    """Forms, and ways to go on from earlier results, of the turns before."""
    lifted: frozenset[str] = frozenset()
    """Kinds of those terms that hold nothing any more."""
    before: Earlier | None = None
    """The result in whose place this one is to be."""
    best_about: Mapping[str, str] = field(default_factory=dict)
    """The columns that it had best be told by, and measure."""
    is_reported: bool = False
    """Whether it is a plain figure by group, as reports have it."""
    serves: frozenset[str] = frozenset()
    """The columns of the question that it serves."""
    decides: bool = False
    """Whether that question is decided by it."""
    lines: list[str] = field(default_factory=list)

    def coded(self) -> dict[str, Any]:
        """The ask but for its words: code, name, type, columns, its form, and its name but for what tells it apart."""
        rows = self._rows()
        columns = form_code(self, rows)
        kind = self._kind(columns)
        own, name = named(self, columns[0][0])
        shown = self._bound(name, kind, columns, rows)
        code = "\n".join(self.lines)
        return {"code": code, "name": name, "type": kind, "columns": shown, "form": self.turn_form, "own": own}

    def worded(self, coded: Mapping[str, Any]) -> dict[str, Any]:
        """The ask with what it is about in words, after its code."""
        return {**coded, "about": about(self, coded["type"], coded["columns"])}

    # what is asked for

    @cached_property
    def links(self) -> list[Link]:
        """What it goes on from, and how."""
        fixed = None if self.before is None else (self.before.group,)
        wants = "rounding" in self.used and "unit" not in self.used
        labels = {each.name: each.distinct for each in groups(self.subject)}
        known = self.subject.var.named
        limited = frozenset(name for kind in ("line", "filter", "exclusion") for name in self.columns(kind))
        situation = Situation(
            *(self.figure, self.narrowed, self.weighed, limited, labels, known), wants_percent=wants, fixed=fixed
        )
        return links(self.earlier, situation, self.avoided, self.chance)

    @property
    def chosen(self) -> list[Link]:
        """Earlier results that say which rows count."""
        return [link for link in self.links if link.role in CHOOSING]

    @property
    def held(self) -> list[Link]:
        """Earlier results that the figure is held against."""
        return [link for link in self.links if link.role not in CHOOSING]

    @property
    def narrowed(self) -> frozenset[str]:
        """Columns that a term leaves few labels of."""
        return frozenset(self.columns("filter"))

    @property
    def weighed(self) -> frozenset[str]:
        """Columns whose labels a term gives weights."""
        return frozenset(self.columns("rates"))

    @cached_property
    def group(self) -> str | None:
        """The column by whose values there are figures; that of an earlier result which they are held against."""
        if self.before is not None:
            return self.before.group
        by_label = [link.earlier.group for link in self.held if link.is_by_label]
        if by_label:
            return by_label[0]
        if any(link.role == "beside" for link in self.held) or not self.is_split:
            return None
        chosen = {link.earlier.group for link in self.chosen}
        few = [each.name for each in groups(self.subject) if each.distinct <= _FEW]
        free = [name for name in few if name not in self.narrowed | self.weighed]
        spare = few if self.is_told_otherwise or self.is_reported else []
        free = [name for name in free if name not in chosen] or free or spare
        if (best := self._best("told_by")) in free:
            return best
        free = [name for name in free if name in self.serves] or free[:_SEVERAL]
        return self.chance.choice(free) if free else None

    @cached_property
    def is_split(self) -> bool:
        """Whether figures are to be by group, where nothing decides it."""
        is_drawn = self.chance.random() < (_MOSTLY if self.is_told_otherwise else _GROUPED)
        return is_drawn or self.is_reported or self.decides or bool(self._best("told_by"))

    def _best(self, part: str) -> str:
        """What it had best be about, by the column's bare name."""
        return self.best_about.get(part, "").rpartition(".")[2]

    @property
    def is_told_otherwise(self) -> bool:
        """Whether figures are told in percent, in a unit or by weights."""
        return bool({"rounding", "unit", "rates"} & {*self.used})

    @cached_property
    def form(self) -> Form:
        """How the figure is told; plainly where it is held against earlier ones."""
        if self.held or self.is_reported:
            return "amount"
        forms = possible(self)
        if self.decides and "amount" in forms:
            return "amount"
        forms = {each: weight for each, weight in forms.items() if each not in self.avoided} or forms
        return self.chance.choices(list(forms), list(forms.values()))[0]

    @property
    def turn_form(self) -> str:
        """What neighbouring turns are told apart by."""
        return self.links[-1].role if self.links else self.form

    @property
    def is_share(self) -> bool:
        """Whether a line tells which part of the rows is beyond it, rather than which rows count."""
        return self.form == "share"

    @cached_property
    def figure(self) -> Figure:
        """What is told: what a term says, or an earlier result that it goes on from was about, or anything else."""
        taken_up = [each.figure for each in (self.before, *self.earlier) if each is not None and each.figure]
        weighted, unit = "rates" in self.used, "unit" in self.used
        found = self._drawn()
        if "measure" in self.used:
            ways = [replace(found, statistic=each) for each in ("sum", "mean")]
            alike = [each for each in ways if any(None is not other.quantity == each.quantity for other in taken_up)]
            if any(each.statistic == "size" for each in taken_up):
                alike = alike or [ways[0]]
            is_fixed = weighted or self.used["measure"][1].way in OWN_QUANTITY
            found = alike[0] if alike and not is_fixed else found
        elif taken_up and (self.before is not None or self.chance.random() < _TAKEN_UP):
            plain = [each for each in taken_up if not each.term and (each.adds_up or not weighted)]
            found = self.chance.choice(plain) if plain else found
        return found.scaled(weighted=weighted, unit=unit and "unit" not in self.lifted)

    def _drawn(self) -> Figure:
        weighted = "rates" in self.used
        if "measure" in self.used:
            variable, term = self.used["measure"]
            return of_term(self.subject, variable, term, self.chance.choice(self._ways(term)))
        limits = {column for kind in ("line", "filter", "exclusion") for column in self.columns(kind)}
        free = [column for column in measures(self.subject) if column.name not in limits]
        free = [column for column in free if column.name in self.serves] or free
        adding = [column for column in free if additive(column)]
        # Totals are told in lots of a unit, rather than averages.
        if best := next((each for each in (adding if weighted else free) if each.name == self._best("measured")), None):
            is_added = weighted or "unit" in self.used or self.best_about.get("how") == "added up"
            return of_column(self.subject, best, "sum" if is_added and additive(best) else "mean")
        is_counted = self.chance.random() < 0.25 and not self.decides
        if not free or is_counted or (weighted and not adding):
            return counted(self.subject)
        column = self.chance.choice((adding if weighted else free)[:4])
        sums = ["sum", "sum"] if additive(column) and self.is_split else []
        is_total = weighted or ("unit" in self.used and additive(column))
        ways = ["sum"] if is_total else [*sums, "mean", "mean"]
        if not is_total and not any(self.used[each][1].way == "most" for each in self.used):
            ways += ["median", "quantile"] if column.distinct > 20 else []
        return of_column(self.subject, column, self.chance.choice(ways))

    def _ways(self, term: Known) -> list[str]:
        """The statistics in which a measure that is agreed on may be told."""
        if term.way in OWN_QUANTITY:
            return ["mean", "max"] if term.way in COUNTED and "rates" not in self.used else ["mean"]
        if "rates" in self.used or "unit" in self.used:
            return ["sum"]
        return ["sum", "mean"] if self.is_split else ["mean"]

    @cached_property
    def other(self) -> Column | None:
        """Another column whose sum the figure's may be told per unit of."""
        own = self.figure.column
        if own is None or not additive(own):
            return None
        rest = [each for each in measures(self.subject) if each.name != own.name and additive(each)]
        rest = [each for each in rest if comparable(own, each) and each.quartiles and each.quartiles[0] > 0]
        rest = [each for each in rest if self._known_together(own, each)]
        rest = [each for each in rest if each.name in self.serves] or rest[:4]
        return self.chance.choice(rest) if rest else None

    def _known_together(self, one: Column, other: Column) -> bool:
        """Whether rows that name no row of a linked table lack both columns or neither: sums are of the same rows."""
        fetched = self.subject.fetched
        links = [fetched.get(each.name) for each in (one, other)]
        names = {link.name if link is not None and link.lost else None for link in links}
        return len(names) == 1

    @cached_property
    def stranger(self) -> Linked | None:
        """A linked table of whose rows some rows name none that is there, where no term is about it."""
        touched = {name for name in (*self._touched, self.group or "") if name in self.subject.fetched}
        taken = {self.subject.fetched[name].name for name in touched}
        links = {each.name: each for each in self.subject.fetched.values() if each.lost and each.name not in taken}
        return self.chance.choice(list(links.values())) if links else None

    @property
    def labelled(self) -> str | None:
        """The column whose labels figures are worked out for, be it only to tell how far these are apart."""
        if self.group is not None:
            return self.group
        return self.pair[0] if self.pair and self.form in ("spread", "pair", "dominant") else None

    @property
    def may_have_strangers(self) -> bool:
        """Whether figures by a column of a linked table are for rows as well that name none of its rows."""
        fetched = self.subject.fetched
        if self.labelled is None or self.form == "pair" or not has_strangers(self.subject, self.labelled):
            return False
        kinds = ("filter",) if self.is_share else ("filter", "line")
        kept = [fetched[name].name for kind in kinds for name in self.columns(kind) if name in fetched]
        # Who has no row there has no value of it either, and neither a total nor an average of such values.
        column, term = self.measured, self.figure.term
        told = {column.name} if column else {*term[1].columns} if term else set()
        lacking = [fetched[name].name for name in told if name in fetched]
        return fetched[self.labelled].name not in (*kept, *lacking)

    @cached_property
    def pair(self) -> tuple[str, str, str] | None:
        """A column and two of its most frequent labels."""
        free = [each for each in groups(self.subject) if each.name not in self._touched and each.distinct <= _FEW]
        free = [each for each in free if len(each.values) > 1]  # a brief may tell a column in short
        if not free:
            return None
        column = self.chance.choice([each for each in free if each.name in self.serves] or free[:_SEVERAL])
        first, second, *_ = [value for value, _ in column.values]
        is_clear = not any(sign in first + second for sign in "'\"{}0123456789")
        return (column.name, first, second) if is_clear else None

    @property
    def _touched(self) -> set[str]:
        chosen = {link.earlier.group or "" for link in self.chosen}
        return {*chosen, *(column for kind in self.used for column in self.columns(kind))}

    def columns(self, kind: str) -> tuple[str, ...]:
        """The columns of a term that is used."""
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
        for condition in self._conditions():
            self.lines.append(f"_rows = {rows}[{condition.replace('ROWS', rows)}]")
            rows = "_rows"
        return rows

    def _conditions(self) -> Iterator[str]:
        """Yield conditions of rows, which are called ROWS."""
        if "year" in self.used:
            variable, term = self.used["year"]
            yield f"{self._dates(term)} {'>=' if term.way in ('first', 'since') else '<='} {variable}"
        if "line" in self.used and not self.is_share:
            yield self.beyond("ROWS")
        for place, link in enumerate(self.chosen):
            base = f"_chosen_{place + 1}" if len(self.chosen) > 1 else "_chosen"
            if link.role == "threshold":
                assert link.earlier.figure and link.earlier.figure.limit
                limit = link.earlier.number
                if link.way == OWN:
                    limit = f"{grouping(self.subject, 'ROWS', link.earlier.group or '')}.map({link.earlier.by_group})"
                yield f"{cells(self.subject, 'ROWS', link.earlier.figure.limit)} > {limit}"
                continue
            self.lines.append(f"{base} = {link.earlier.by_group}")
            labels = {
                "above": f"{base}[{base} >= {base}.median()]",
                "upper": f"{base}[{base} >= {base}.mean()]",
                "below": f"{base}[{base} <= {base}.mean()]",
                # All that tie with the third are in, and nothing is put in order.
                "leading": f"{base}[{base}.rank(method='min', ascending=False) <= {TOP}]",
            }[link.way]
            yield f"{grouping(self.subject, 'ROWS', link.earlier.group or '')}.isin({labels}.index)"

    def _dates(self, term: Known) -> str:
        column = self.subject.var.named[term.columns[0]]
        told = f"ROWS[{literal(column.name)}]"
        if column.numeric or column.dtype.startswith(("int", "float")):
            return told
        if not column.dtype.startswith("datetime"):
            form = f", format={literal(column.date_format)}" if column.date_format else ""
            told = f"pd.to_datetime({told}{form})"
        return f"{told}.dt.year" if term.way in ("first", "last") else told

    def beyond(self, rows: str) -> str:
        """The condition of a line."""
        variable, term = self.used["line"]
        return f"{cells(self.subject, rows, term.columns[0])} {'<' if term.way == 'below' else '>'} {variable}"

    def values(self, rows: str) -> str:
        """Write the figure and the weight of each row; returns what is put together; empty for a count."""
        figure = ""
        if self.figure.term is not None:
            self.lines.append(f"_figure = {self.used['measure'][0]}({rows})")
            figure = "_figure"
        elif self.figure.column is not None:
            figure = cells(self.subject, rows, self.figure.column.name)
        if "rates" in self.used:
            variable, term = self.used["rates"]
            column = self.subject.var.named[term.columns[0]]
            filled = ".fillna(1)" if column.missing else ""
            self.lines.append(
                f"_weight = {cells(self.subject, rows, column.name)}.map({variable}).astype(float){filled}"
            )
            if not figure:
                return "_weight"
            self.lines.append(f"_figure = {figure} * _weight")
            figure = "_figure"
        return figure

    def rounded(self, expression: str) -> str:
        """A percentage as it is rounded."""
        return f"{self.used['rounding'][0]}({expression})" if "rounding" in self.used else expression

    def rounded_gaps(self, expression: str) -> str:
        """A percentage as it is rounded, without labels that are in one of two only."""
        return self.rounded(f"({expression}).dropna()" if self.group else expression)

    @property
    def unit(self) -> str:
        """What figures are divided by."""
        return f" / {self.used['unit'][0]}" if "unit" in self.used else ""

    @property
    def is_percent(self) -> bool:
        """Whether the figure itself is told as a percentage."""
        by_form = self.form in ("share", "whole", "index", "off", "remaining", "dominant", "strangers")
        return by_form or any(link.role in PERCENT for link in self.held)

    @property
    def line_stem(self) -> str:
        """What the line is called in names."""
        return stem_of_line(self.used["line"][0]) if "line" in self.used else ""

    @property
    def other_stem(self) -> str:
        """What the other column is called in names."""
        return short_of(self.subject, self.other.name, longest=14) if self.other else ""

    # its result

    def _kind(self, columns: list[tuple[str, str]]) -> str:
        """The type of the result."""
        if not self.group:
            return "dict" if len(columns) > 1 else "value"
        if len(columns) > 1:
            return "dataframe"
        if self.before is not None:
            return self.before.type
        kinds = ("series", "series", "series", "dataframe", "dataframe", "dict")
        return self.chance.choice(kinds[:-1] if self.is_reported else kinds)

    def _bound(self, name: str, kind: str, columns: list[tuple[str, str]], rows: str) -> list[str]:
        """Write the result; returns the columns of a frame, or the keys of a dict that is not by label."""
        (first, expression), *others = columns
        if kind == "value":
            self.lines.append(f"{name} = float({expression})")
            return []
        if not self.group:
            keys = [NOW, *(key for key, _ in others)]
            items = ", ".join(f"{literal(key)}: float({each})" for key, (_, each) in zip(keys, columns, strict=True))
            self.lines.append(f"{name} = {{{items}}}")
            return keys
        group = literal(self.group)
        gaps = ".dropna()" if self.can_have_gaps else ""
        if kind == "dataframe":
            items = ", ".join(f"{literal(key)}: {each}" for key, each in columns)
            self.lines.append(f"{name} = pd.DataFrame({{{items}}}){gaps}.rename_axis({group}).reset_index()")
            return [self.group, *(key for key, _ in columns)]
        if kind == "dict":
            self.lines.append(f"{name} = ({expression}){gaps}.to_dict()")
            return []
        self.lines.append(f"{name} = ({expression}){gaps}.rename({literal(first)}).rename_axis({group})")
        return [first]

    @property
    def measured(self) -> Column | None:
        """The column whose values are put together as they are; None where rows are counted, or a term says more."""
        return None if self.form in ("strangers", "remaining") or self.figure.term else self.figure.column

    @property
    def can_have_gaps(self) -> bool:
        """Whether there may be labels without a figure."""
        is_part = self.form == "ratio" or (self.form == "share" and self.figure.statistic != "size")
        is_by_label = any(link.is_by_label for link in self.held)
        return bool(is_by_label or is_part or self.can_lack_values)

    @property
    def can_lack_values(self) -> bool:
        """Whether rows may be without the value that is put together, so that all of a label's may be."""
        own = [self.measured, *(self.subject.var.named[name] for name in self.columns("measure"))]
        is_gappy = self.figure.term is not None and self.figure.term[1].way in GAPPY
        return bool(is_gappy or any(each is not None and each.missing for each in own))
