"""What the result of a step says, in words: its facts and its slots in the gaps of the sentences of `answers.toml`."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from grammar.language import listed
from grammar.nouns import quoted_name
from grammar.remarks import about, is_number, percent, ranking, rounded, said
from grammar.steps.base import plain
from grammar.voices import fitting, spoken
from grammar.words import words

_SAID = words("answers")
_LABELS = frozenset({"leading_group", "extreme_label"})
"""Kinds of step that give the label of a group, which may be a number."""


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
        return {**(self.maker.slots if self.maker else {}), **self.slots}

    @property
    def subject(self) -> str:
        """The kind of step that has made the figures which it shows, orders or picks from, or its own."""
        return self.maker.kind if self.maker and self.kind in _SAID["passing_on"] else self.kind

    def known(self, columns: Callable[[str], str], rows: str) -> dict[str, str]:
        """What gaps can be filled with: rows, slots in the words that there are for `columns`, and facts."""
        known = {"rows": rows}
        for name in self.slot.keys() - {"source", "rows", "table"}:
            known |= _slot(name, self.slot[name], columns)
        known |= self.facts()
        if (by := str(self.slot.get("by", ""))) and not columns(by):
            known["by"] = quoted_name(by)
            known |= {end: of_made(by, known[end], rows) for end in ("label", "last", "second") if known.get(end)}
        if self.kind in _LABELS and "number" in known:
            known["value"] = f"{known.get('by', '')} {known['value']}".strip()
        if re.match(r"\d|True$|False$", known.get("share_of", "")):
            known["share_of"] = f"{known.get('other') or plain(str(self.slots['other']))} {known['share_of']}"
        known |= {f"{end}_words": columns(known[end]) for end in ("label", "last", "strong") if known.get(end)}
        if what := fitting([_SAID["what"].get(self.subject, "{}")], known):
            known["what"] = spoken(what, random.Random(0), known)
        return known

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
        known = about(self.result, share=self.subject in _SAID["shares"])
        if kind == "dataframe":
            known |= _cells(facts) | (_widest(_mix(facts)) if self.kind in _SAID["mixes"] else {})
        elif kind in ("dict", "series"):
            pairs = [
                pair for pair in facts.get("items", facts.get("head", ())) if len(pair) == 2 and is_number(pair[1])
            ]
            known = {str(key): rounded(value) for key, value in pairs if str(key).isidentifier()} | known
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
            known |= _along(facts, str(self.slots.get("column")), is_sorted=self.kind in _SAID["sorted"])
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


def of_made(column: str, label: str, rows: str) -> str:
    """A group of a column that the dialogue has made, where its label alone says too little."""
    marks = {"true": f"{rows} marked in {quoted_name(column)}", "false": f"the other {rows}"}
    return marks.get(label.split(" ")[-1].lower(), f"‘{label}’ in {quoted_name(column)}")


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
    known = {f"{label}_{name}": rounded(value) for value, label, name in cells}
    if len(facts["head"]) == facts["rows"] and len(cells) > 1:
        value, row, column = max(cells, key=lambda cell: abs(cell[0]))
        known |= {"top_row": said(row), "top_column": said(column), "top_cell": rounded(value)}
    return known


def _along(facts: Mapping[str, Any], column: str, *, is_sorted: bool) -> dict[str, str]:
    """What stands in a column of a table's first row and of its last, if it is sorted, or else at both its ends."""
    rows = [*facts["head"], *(row for _, row in facts.get("tail", ()))]
    cells = [row[facts["columns"].index(column)] for row in rows] if column in facts["columns"] else []
    if is_sorted and cells:
        return {"first_cell": said(cells[0]), "last_cell": said(cells[-1])}
    ends = [value for _, value in facts["ends"].get(column, ())] if "ends" in facts else cells
    numbers = [value for value in ends if is_number(value)]
    return {"least": rounded(min(numbers)), "most": rounded(max(numbers))} if numbers else {}


def _mix(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the facts of a table of shares without the sizes and the whole that may stand beside them."""
    if facts["columns"][-1] != "rows":
        return facts
    parts = {label: row[:-1] for label, row in zip(facts["index"], facts["head"], strict=False) if label != "all"}
    without = {"columns": facts["columns"][:-1], "index": [*parts], "head": [*parts.values()]}
    return {**facts, **without, "rows": facts["rows"] - 1}


def _widest(facts: Mapping[str, Any]) -> dict[str, str]:
    """The column of shares that differs most from one row to another, and the rows at its ends."""
    rows = facts["head"]
    if len(rows) != facts["rows"] or len(rows) < 2 or not all(is_number(share) for row in rows for share in row):
        return {}
    at = max(range(len(rows[0])), key=lambda place: max(row[place] for row in rows) - min(row[place] for row in rows))
    (low, last), *_, (top, label) = sorted(zip((row[at] for row in rows), map(said, facts["index"]), strict=True))
    ends = {"label": label, "last": last, "top_percent": percent(top), "low_percent": percent(low)}
    return (
        {"share_of": str(facts["columns"][at]), **ends} if percent(top) != percent(low) else {"same_shares": "the same"}
    )
