"""What the result of a step says, in words: its facts and its slots in the gaps of the sentences of `answers.toml`."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grammar.language import listed
from grammar.nouns import in_words, quoted_name
from grammar.remarks import FEW, about, course_of, is_number, label_of, numbered, percent, ranking, rounded, said
from grammar.slots import LAST
from grammar.steps.base import plain
from grammar.voices import fitting, spoken
from grammar.words import words

_SAID = words("answers")
_NAMES = ("label", "last", "strong", "top_row", "top_column")
"""Labels that may be names of columns."""
_LABELS = frozenset({"leading_group", "extreme_label"})
"""Kinds of step that give the label of a group, which may be a number."""
_TINY = 10
"""Fewer rows than these are a cluster only because they are extreme."""
_NAMING = re.compile(_SAID["naming"], re.I)


@dataclass(frozen=True)
class Outcome:
    """A step that was asked for, the variable that it works on, its result, and what made the figures it works on."""

    kind: str
    slots: Mapping[str, Any]
    source: str
    result: Mapping[str, Any]
    maker: Outcome | None = None

    @property
    def called(self) -> str:
        """Its kind, with that of what has made the figures that it works on."""
        return f"{self.kind} of {self.maker.kind}" if self.maker else self.kind

    @property
    def slot(self) -> Mapping[str, Any]:
        """Its slots, and those of what has made the figures that it works on."""
        return {**(self.maker.slot if self.maker else {}), **self.slots}

    @property
    def subject(self) -> str:
        """The kind of step that has made the figures which it shows, orders or picks from, or its own."""
        return self.maker.subject if self.maker and self.kind in _SAID["passing_on"] else self.kind

    def of_clusters(self, made_by: Mapping[str, Sequence[str]]) -> Outcome:
        """The same of clusters: of another column alone than those that made them, or else of their sizes."""
        columns = self.slots["columns"] if self.kind == "cluster_portraits" else made_by.get(str(self.slots.get("by")))
        facts = self.result["facts"]
        names = facts.get("columns", ())
        if not columns or "rows" not in names or len(facts["head"]) != facts["rows"]:
            return self
        other = [name for name in names if name not in (*columns, "rows")]
        wanted = [names.index(name) for name in (*other, "rows")]
        makers = [name for name in names if name in columns]
        index = facts.get("index_name", "cluster")
        portraits = {
            label_of(label, index): [(name, row[names.index(name)]) for name in makers]
            for label, row in zip(facts["index"], facts["head"], strict=True)
        }
        head = [[row[at] for at in wanted] for row in facts["head"]]
        narrow = {"columns": [names[at] for at in wanted], "head": head}
        shown = {} if other else {"portraits": portraits}
        return replace(self, result={**self.result, "facts": {**facts, **narrow, **shown}})

    def known(self, columns: Callable[[str], str], rows: str) -> dict[str, str]:
        """What gaps can be filled with: rows, slots in the words that there are for `columns`, and facts."""
        known = {"rows": rows}
        for name in self.slot.keys() - {"source", "rows", "table"}:
            known |= _slot(name, self.slot[name], columns)
        if "column" in self.slot:
            known["column"] = known["column"] or quoted_name(str(self.slot["column"]))
        known |= self.facts()
        portraits = self.result["facts"].get("portraits", {})
        known |= {
            f"{end}_marks": listed(
                [f"{rounded(value)} in {columns(name) or quoted_name(name)}" for name, value in marks]
            )
            for end in ("label", "last")
            if (marks := portraits.get(known.get(end)))
        }
        sizes = [row[-1] for row in self.result["facts"]["head"]] if portraits else []
        if sizes and min(sizes) < min(_TINY, sum(sizes) / 100):
            known["tiny"] = known["low"]
        if "table" in self.slots and not known.get("mark"):
            known["mark"] = "that figure" if self.source == LAST else quoted_name(self.source)
        if (by := str(self.slot.get("by", ""))) and not columns(by):
            known["by"] = quoted_name(by)
            known |= {end: of_made(by, known[end], rows) for end in ("label", "last", "second") if known.get(end)}
        if self.kind in _LABELS and "number" in known:
            known["value"] = f"{known.get('by', '')} {known['value']}".strip()
        if "period" in self.slot:
            index = str(self.result["facts"].get("index_name", "date"))
            known |= {
                end: known[end].removeprefix(f"{in_words(index)} ")
                for end in ("label", "last", "second", "tied")
                if end in known
            }
        if known.get("top_row") in ("True", "False"):
            known["top_row"] = f"{known.get('by')} {known['top_row'].lower()}"
        if re.match(r"[\d.,]+$|True$|False$", known.get("share_of", "")):
            known["share_of"] = f"{known.get('other') or plain(str(self.slots['other']))} {known['share_of']}"
        known |= {f"{end}_words": columns(known[end]) for end in _NAMES if known.get(end)}
        return known | self._what(known, columns)

    def _what(self, known: dict[str, str], columns: Callable[[str], str]) -> dict[str, str]:
        """What the figures are of which there is a first and a last, where there are words for that."""
        first = str(next(iter(self.result["facts"].get("columns", ())), ""))
        named = {"first_column": columns(first)} if first in self.slot.get("columns", ()) else {}
        what = fitting([_SAID["what"].get(self.subject, "{}")], known | named)
        return {**named, "what": spoken(what, random.Random(0), known | named)} if what else named

    @property
    def is_known(self) -> bool:
        """Whether it tells what everybody knows: by groups that a column was cut into, that this column differs."""
        column, by = (plain(str(self.slot.get(name, ""))) for name in ("column", "by"))
        return bool(column) and column != by and by.startswith(column)

    def facts(self) -> dict[str, str]:
        """The facts of the result in words."""
        facts, kind = self.result["facts"], self.result["type"]
        if not facts:
            return {}
        index = "date" if "period" in self.slot else "cluster"
        if "index_name" not in facts and (index == "date" or self.kind.startswith(index)):
            facts = {**facts, "index_name": index}
        known = about({**self.result, "facts": facts}, share=self.subject in _SAID["shares"])
        if self.kind in _SAID["courses"]:
            known |= course_of({**self.result, "facts": facts})
        if kind == "dataframe":
            known |= _cells(facts) | (_widest(facts) if self.kind in _SAID["mixes"] else {})
        elif kind in ("dict", "series"):
            pairs = [
                pair for pair in facts.get("items", facts.get("head", ())) if len(pair) == 2 and is_number(pair[1])
            ]
            known = _by_key(pairs) | known
        if is_number(value := facts.get("value")):
            known |= {"value_percent": percent(value), "size": rounded(abs(value))}
        if self.maker:
            mark = _SAID["marks"].get(self.maker.kind, "").format(**self.maker.slots)
            made = self.maker.result["facts"].get("value")
            known |= {"mark": rounded(made) if is_number(made) else mark}
            if (entries := ranking(self.maker.result)) and "name" in known:
                at = {label: rounded(figure) for figure, label, _ in entries}
                other = next(label for _, label, _ in (entries[0], entries[-1]) if label != known["name"])
                known |= {"value_at": at.get(known["name"], ""), "other_end": other, "other_at": at[other]}
        if kind == "dataframe" and facts["rows"] > 1:
            is_sorted = self.kind in _SAID["sorted"]
            known |= _along(facts, str(self.slots.get("column")), is_sorted=is_sorted)
            known |= _by_name(facts) if is_sorted else {}
        return known

    def says(self, known: dict[str, str], chance: random.Random, *, part: bool = False) -> str:
        """What the result says, as it stands inside a sentence, of `part` of the rows or of all; else nothing."""
        values = self.result["facts"].get("items", [self.result["facts"].get("value")])
        figure = values[-1] if values and is_number(values[-1]) else None
        for case in (*_SAID["says"].get(self.called, ()), *_SAID["says"].get(self.kind, ()), *_SAID["ranked"]):
            forms = [form for form in fitting(case["says"], known) if ("{part}" in form) == part]
            if forms and _applies(case, figure, self):
                return spoken(forms, chance, known)
        return ""


def small(known: Mapping[str, str]) -> str:
    """That a group which is first or last is small, or that figures are missing, where that is so."""
    forms = fitting(_SAID["small"], dict(known))
    return spoken(forms[:1], random.Random(0), dict(known)) if forms else ""


def of_made(column: str, label: str, rows: str) -> str:
    """A group of a column that the dialogue has made, where its label alone says too little."""
    marks = {"true": f"{rows} marked in {quoted_name(column)}", "false": f"the other {rows}"}
    if label.isdigit():
        return numbered(label, in_words(column))
    is_said = label.startswith((in_words(column), f"{in_words(column).split(' ')[-1]} "))
    other = label if is_said else f"‘{label}’ in {quoted_name(column)}"
    return marks.get(label.split(" ")[-1].lower(), other)


def _applies(case: Mapping[str, Any], figure: float | None, step: Outcome) -> bool:
    """Whether a case is about such a figure and such slots."""
    if any(_SAID["slots"].get(slot, {}).get(str(step.slots.get(slot)).lower(), step.slots.get(slot)) != value
           for slot, value in case.get("when", {}).items()):  # fmt: skip
        return False
    if "least" in case or "most" in case:
        return figure is not None and case.get("least", figure) <= figure <= case.get("most", figure)
    return True


def _slot(slot: str, value: Any, columns: Callable[[str], str]) -> dict[str, str]:
    if slot in _SAID["slots"]:
        return {slot: _SAID["slots"][slot].get(str(value).lower(), "")}
    if slot == "aggs":
        agg = next((each for each in value if each in ("mean", "median")), "")
        return {"agg": _SAID["slots"]["agg"].get(agg, "")}
    if slot == "two":
        return dict(zip(("first_group", "second_group"), map(said, value), strict=True))
    if slot in ("column", "by", "other"):
        return {slot: columns(value)}
    if slot == "columns":
        texts = [columns(name) for name in value]
        return {slot: listed(texts) if all(texts) else ""}
    return {slot: said(value)}


def _cells(facts: Mapping[str, Any]) -> dict[str, str]:
    """The figures of a small table, by row and column: "mean_others"; and the largest of all that stand in them."""
    rows = zip(map(str, facts["index"]), facts["head"], strict=False)
    every = [(value, label, name) for label, row in rows for name, value in zip(facts["columns"], row, strict=False)]
    cells = [cell for cell in every if is_number(cell[0]) and cell[1] != cell[2]]
    known = _by_key([(f"{label}_{name}", value) for value, label, name in cells])
    if "difference" in facts["columns"] and len(facts["head"]) == facts["rows"]:
        moved = sum(value != 0 for value, _, name in cells if name == "difference")
        known |= {"moved": str(moved)} if moved else {"same_order": "the same"}
    if len(facts["head"]) == facts["rows"] and len(cells) > 1:
        value, row, column = max(cells, key=lambda cell: abs(cell[0]))
        known |= {"top_row": said(row), "top_column": said(column), "top_cell": rounded(value)}
    return known


def _by_key(pairs: Sequence[tuple[Any, Any]]) -> dict[str, str]:
    """Figures by their labels, those of shares as "p25", each also in percent where it may be a share."""
    names = [
        (f"p{100 * key:.0f}" if isinstance(key, float) and 0 < key < 1 else str(key), value) for key, value in pairs
    ]
    known = {name: rounded(value) for name, value in names if name.isidentifier()}
    known |= {f"{name}_percent": percent(value) for name, value in names if name.isidentifier()}
    first = {"lead": said(pairs[0][0]), "lead_percent": percent(pairs[0][1])} if pairs else {}
    return known | first


def _along(facts: Mapping[str, Any], column: str, *, is_sorted: bool) -> dict[str, str]:
    """What stands in a column of a table's first row and of its last, if it is sorted, or else at both its ends."""
    rows = [*facts["head"], *(row for _, row in facts.get("tail", ()))]
    cells = [row[facts["columns"].index(column)] for row in rows] if column in facts["columns"] else []
    if is_sorted and cells:
        first, last = said(cells[0]), said(cells[-1])
        return {"first_cell": first, **({"last_cell": last} if first != last else {"same_cell": first})}
    ends = [value for _, value in facts["ends"].get(column, ())] if "ends" in facts else cells
    numbers = [value for value in ends if is_number(value)]
    least, most = (rounded(end(numbers)) if numbers else "" for end in (min, max))
    return {"least": least, "most": most} if least != most else {"same_cell": least} if numbers else {}


def _by_name(facts: Mapping[str, Any]) -> dict[str, str]:
    """What the first row of a table and its last are called, where it has a column of names."""
    at = next((at for at, name in enumerate(facts["columns"]) if _NAMING.search(name)), None)
    rows = [*facts["head"], *(row for _, row in facts.get("tail", ()))]
    return {} if at is None else {"first_name": said(rows[0][at]), "last_name": said(rows[-1][at])}


def _is_large(row: Sequence[Any], columns: Sequence[str]) -> bool:
    """Whether a row of shares is of more than a few rows, as far as it says so."""
    size = row[columns.index("rows")] if "rows" in columns else None
    return size is None or size >= FEW


def _sizes(rows: Sequence[tuple[Any, Sequence[Any]]], labels: Sequence[str], columns: Sequence[str]) -> dict[str, str]:
    """How many rows the groups have that have few."""
    few = [(label, row) for label, (_, row) in zip(labels, rows, strict=True) if not _is_large(row, columns)]
    return {label: rounded(row[columns.index("rows")]) for label, row in few}


def _widest(facts: Mapping[str, Any]) -> dict[str, str]:
    """The column of shares that differs most from row to row, and the rows at its ends; that of all is left out."""
    whole = [at for at, name in enumerate(facts["columns"]) if name != "rows"]
    known = [(label, row) for label, row in zip(facts["index"], facts["head"], strict=True) if label != "all"]
    rows, labels = (
        [[row[at] for at in whole] for _, row in known],
        [label_of(label, facts.get("index_name")) for label, _ in known],
    )
    if (
        len(facts["head"]) != facts["rows"]
        or len(rows) < 2
        or not all(is_number(share) for row in rows for share in row)
    ):
        return {}
    large = [_is_large(row, facts["columns"]) for _, row in known]
    shares = [
        sorted((row[at], label) for row, label, is_large in zip(rows, labels, large, strict=True)
               if is_large or sum(large) < 2)
        for at in range(len(whole))
    ]  # fmt: skip
    # A share of none or of all is mostly so by definition, and no finding.
    inner = [[pair for pair in column if 0 < pair[0] < 1] for column in shares]
    if max(map(len, inner)) > 1:
        shares = [column if len(column) > 1 else [(0.0, "")] * 2 for column in inner]
    at = max(range(len(shares)), key=lambda place: shares[place][-1][0] - shares[place][0][0])
    (low, last), *_, (top, label) = shares[at]
    sizes = _sizes(known, labels, facts["columns"])
    ends = {"label": label, "last": last, "top_percent": percent(top), "low_percent": percent(low)}
    ends |= {"few": sizes.get(label, ""), "few_last": sizes.get(last, "")}
    return (
        {"share_of": str(facts["columns"][at]), **ends} if percent(top) != percent(low) else {"same_shares": "the same"}
    )
