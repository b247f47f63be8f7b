"""What turns ask for, as code that reads every term it is to use, and as words that name them."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from company.records import Column
from grammar.evolving.catalogue import Known, catalogue, groups, measures
from grammar.evolving.earlier import Earlier, stem_of
from grammar.evolving.forms import drawn
from grammar.language import listed
from grammar.slots import literal
from grammar.steps.base import identifier, plain
from grammar.steps.words import additive
from grammar.subject import Subject, subject_of
from grammar.words import words

_SAID = words("evolving")
_MOST_WORDS = 25
_TRIES, _ANEW = 30, 60
_GROUPED = 0.82
"""How often figures are by group rather than over all rows."""
_STATISTICS = {"sum": "total", "mean": "mean", "median": "median", "std": "spread"}
_TYPES = ("series", "series", "series", "dataframe", "dataframe", "dict", "list")


def write_asks(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_asks` brief: an ask for each of its turns."""
    subject = subject_of(brief["table"])
    known = catalogue(subject)
    terms = {str(term["variable"]): _known(term, known, subject) for term in brief["terms"]}
    results = {str(each["name"]): each for each in brief.get("results", ())}
    taken = {*results, *terms, *(column.name for column in subject.var.columns), "df", "pd", "np"}
    grouping = [column.name for column in groups(subject)]
    asks = []
    for turn in brief["turns"]:
        used = {terms[str(name)].kind: (str(name), terms[str(name)]) for name in turn["uses"]}
        earlier = [
            Earlier.of(results[name], grouping, subject) for name in turn.get("of_results", ()) if name in results
        ]
        before = Earlier.of(results[turn["name"]], grouping, subject) if turn.get("name") in results else None
        failed = [str(each["code"]) for each in brief.get("failed", ()) if each["turn"] == turn["turn"]]
        ask = _asked(subject, used, tuple(earlier), frozenset(taken), before, failed, chance)
        taken.add(ask["name"])
        results[ask["name"]] = {"name": ask["name"], "type": ask["type"], "columns": ask.pop("columns")}
        asks.append({"turn": turn["turn"], **ask})
    return {"asks": asks}


def _asked(
    subject: Subject,
    used: Mapping[str, tuple[str, Known]],
    earlier: tuple[Earlier, ...],
    taken: frozenset[str],
    before: Earlier | None,
    failed: Sequence[str],
    chance: random.Random,
) -> dict[str, Any]:
    """An ask; in place of one `before`, another whose result looks alike, so that what goes on from it still can."""
    if before is None:
        return Asking(subject, used, earlier, taken, chance).written()
    drafts = (Asking(subject, used, earlier, taken, chance, before).written() for _ in range(_ANEW))
    others = [draft for draft in drafts if draft["type"] == before.type and draft["code"] not in failed]
    alike = [draft for draft in others if draft["type"] != "dataframe" or tuple(draft["columns"]) == before.columns]
    return next(iter(alike or others), None) or Asking(subject, used, earlier, taken, chance, before).written()


def _known(term: Mapping[str, Any], known: Mapping[str, Known], subject: Subject) -> Known:
    """What there is to know of a term; of one in another's words, what its kind tells."""
    name = str(term["name"])
    if name in known:
        return known[name]
    kind = _kind_of(str(term["naive"]), str(term.get("code", "")))
    typical = {"year": subject.dates, "rates": subject.groups}.get(kind) or measures(subject)
    columns = [column.name for column in typical]
    way = {"line": "above", "year": "first"}.get(kind, "values")
    return Known(kind, way, name, tuple(columns[:1]), "", "", (), {})


def _wrapped(expression: str) -> str:
    """An expression as something can be called of it."""
    is_whole = isinstance(ast.parse(expression, mode="eval").body, ast.Name | ast.Call | ast.Subscript | ast.Attribute)
    return expression if is_whole else f"({expression})"


def _kind_of(naive: str, code: str) -> str:
    """The kind of a term, by the form of its code."""
    if code.startswith("{"):
        return "rates"
    if code.startswith("lambda"):
        return "filter" if naive == "lambda t: t" else "rounding" if naive == "lambda x: x" else "measure"
    return "unit" if naive == "1" else "line"


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
            kind = self.before.type if self.before else self.chance.choice(_TYPES)
            kind = "dataframe" if len(columns) > 1 else kind
        else:
            columns = self._overall(rows)
            kind = "dict" if len(columns) > 1 else "value"
        name = self._name(kind)
        shown = self._bound(name, kind, columns, rows)
        code = "\n".join(self.lines)
        return {"code": code, "name": name, "type": kind, "columns": shown, "about": self._about(kind, shown)}

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
        if self.chance.random() > (1.0 if "rounding" in self.used and not self.is_share else _GROUPED):
            return None
        free = [column for column in groups(self.subject) if column.name not in narrowed] or groups(self.subject)
        few = [column.name for column in free if column.distinct <= 12] or [column.name for column in free]
        return self.chance.choice(few) if few else None

    @cached_property
    def is_share(self) -> bool:
        """Whether a line tells which part of the rows is above it, rather than which rows count."""
        if "line" not in self.used or {"unit", "rates"} & {*self.used} or self.earlier:
            return False
        return self.chance.random() < 0.55

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
        if not self._has_figure:
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
    def _has_figure(self) -> bool:
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
        if not self.is_share or figure or not self._is_only_share:
            self.lines.append(f"_amount = {amount}{unit}")
        columns = [] if self.earlier else [(self._stem, "_amount")]
        for place, each in enumerate(self.earlier):
            base = f"_base_{place + 1}" if len(self.earlier) > 1 else "_base"
            if each.group == self.group:
                self.lines.append(f"{base} = {each.by_group}")
                ratio = f"_amount / {base}.where({base} != 0) * 100"
            else:
                self.lines.append(f"{base} = {each.number}")
                ratio = f"_amount / {base} * 100"
            columns.append((self._percent(place), ratio))
        if self.is_share:
            share = f"({self._beyond(rows)}).groupby({rows}[{group}]).mean() * 100"
            if figure:
                own = f"{figure}.where({self._beyond(rows)}, 0).groupby({rows}[{group}]).sum()"
                share = f"{own} / _amount.where(_amount != 0) * 100"
            share = f"({share}).dropna()" if figure else share
            columns = [(f"percent_{self.used['line'][0]}", self._rounded(share))]
            return [(self._stem, "_amount"), *columns] if not self._is_only_share else columns
        if "rounding" in self.used:
            share = ("percent_of_whole", self._rounded("_amount / _amount.sum() * 100"))
            columns = [share] if len(self.used) == 1 and not self.earlier else [*columns, share]
        return columns

    def _overall(self, rows: str) -> list[tuple[str, str]]:
        """Write the figures over all rows; returns the keys of the result with their expressions."""
        figure = self._figures(rows)
        unit = f" / {self.used['unit'][0]}" if "unit" in self.used else ""
        statistic = "sum" if self.statistic == "size" else self.statistic
        if not self.is_share or figure or not self._is_only_share:
            self.lines.append(f"_amount = {f'{figure}.{statistic}()' if figure else f'len({rows})'}{unit}")
        columns = [] if self.earlier else [(self._stem, "_amount")]
        for place, each in enumerate(self.earlier):
            base = f"_base_{place + 1}" if len(self.earlier) > 1 else "_base"
            self.lines.append(f"{base} = {each.number}")
            columns.append((self._percent(place), f"_amount / {base} * 100"))
        if self.is_share:
            share = f"({self._beyond(rows)}).mean() * 100"
            if figure:
                share = f"{figure}.where({self._beyond(rows)}, 0).sum() / _amount * 100"
            columns = [(f"percent_{self.used['line'][0]}", self._rounded(share))]
            return [(self._stem, "_amount"), *columns] if not self._is_only_share else columns
        if "rounding" in self.used:
            columns.append(("percent_of_all_rows", self._rounded(f"len({rows}) / len(df) * 100")))
        return columns

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
    def _stem(self) -> str:
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
        own = f"share_of_{self.used['line'][0]}" if self.is_share and "line" in self.used else self._stem
        own = f"relative_{own}" if self.earlier else f"highest_{own}" if kind == "list" else own
        ending = f"_by_{stem_of(self.subject, self.group)}" if self.group and kind != "list" else ""
        kinds = ("filter", "line", "year", "unit", "rounding")
        firsts = [self.used[kind][0] for kind in kinds if kind in self.used]
        names = [own, *(f"{first}_{own}" for first in firsts if first not in own)]
        more = _SAID["results"]["more"].split()
        self.chance.shuffle(more)
        names += [f"{word}_{name}" for word in more for name in (own, *names[1:2])]
        names += [f"{one}_{other}_{own}" for one in more for other in more if one != other]
        fitting = (f"{name}{ending}" for name in names)
        return next(name for name in fitting if name not in self.taken)

    # its words

    def _about(self, kind: str, shown: list[str]) -> str:
        drafts = [", ".join(self._parts(kind, shown)) for _ in range(_TRIES)]
        drafts = [draft.replace(" ,", ",") for draft in drafts]
        return next((draft for draft in drafts if len(draft.split()) <= _MOST_WORDS), min(drafts, key=len))

    def _parts(self, kind: str, shown: list[str]) -> Iterator[str]:
        known = {each: term.name for each, (_, term) in self.used.items()}
        known |= {"rows": self.subject.rows, "group": self.subject.said(self.group) if self.group else ""}
        known["grouped"] = self._called(self.group) if self.group else ""
        known["figure"] = known.get("measure") or self._plain_figure

        def said(occasion: str, **more: str) -> str:
            return drawn(_SAID["about"][occasion], {**known, **more}, self.chance)

        head = self.statistic if "rates" not in self.used else "weighed" if self._has_figure else "points"
        is_plain_share = self.is_share and not any(column == self._stem for column in shown) and self._is_only_share
        head = ("part" if self._has_figure else "share") if is_plain_share else head
        text = said(head)
        if kind == "list":
            text = f"{said('list')} for {text}"
        text += " " + (said("group") if self.group else said("whole"))
        yield text
        if "filter" in self.used:
            yield said("filter")
        if "exclusion" in self.used:
            yield said("exclusion")
        if "year" in self.used:
            yield said("first" if self.used["year"][1].way in ("first", "since") else "last")
        if "line" in self.used and not self.is_share:
            yield said("line")
        if "unit" in self.used:
            yield said("unit")
        if "rounding" in self.used:
            yield said(self._share_words)
        ways = ("same" if self.group and each.group == self.group else each.way for each in self.earlier)
        against = [said(way, earlier=each.said) for way, each in zip(ways, self.earlier, strict=True)]
        if against:
            text = f" {said('both')} ".join(against)
            yield f"{said('that')} {text}" if "rounding" in self.used else text
        if kind == "dataframe" and "rows" in shown:
            yield said("beside")
        if kind == "dict":
            keys = listed([f"'{key}'" for key in shown]) if shown else ""
            yield said("keys", keys=keys) if keys else said("labels")

    @property
    def _is_only_share(self) -> bool:
        return not ("rounding" in self.used and len(self.used) > 2)

    @property
    def _share_words(self) -> str:
        if self.is_share:
            return "rounding" if self._is_only_share else "line_share"
        if not self.group:
            return "all_share"
        return "only_share" if len(self.used) == 1 and not self.earlier else "whole_share"

    @property
    def _plain_figure(self) -> str:
        """The column whose figures are told, in words."""
        if self.figure is None:
            return ""
        said = self._called(self.figure.name)
        return said if said.startswith("‘") else f"the {said}"

    def _called(self, column: str) -> str:
        """A column in words, with its header where the words are others."""
        said = self.subject.said(column)
        return said if said.startswith("‘") or said.lower() == plain(column) else f"{said} ‘{column}’"
