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
from grammar.voices import fitting, singular, spoken
from grammar.words import words

_SAID = words("answers")
_NAMES = ("label", "last", "strong", "weak", "top_row", "top_column")
"""Labels that may be names of columns."""
_TINY = 10
"""Fewer rows than these are a cluster only because they are extreme."""
_NAMING = re.compile(_SAID["naming"], re.I)
_MADE = re.compile(f"(.+)_({'|'.join(_SAID['made'])})")
_NAMED, _LONGEST = 3, 40
"""So many of the first rows are named, where there are more than one more, and characters of a name."""


def with_facts(result: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same result, with no facts where a prompt has none of it."""
    return {**result, "facts": result.get("facts") or {}}


@dataclass(frozen=True)
class Outcome:
    """A step that was asked for, the variable that it works on, its result, and what made the figures it works on.

    The result has `facts`, if only none (`with_facts`): a prompt that was too long has lost them.
    """

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
            known["column"] = known["column"] or in_words(str(self.slot["column"]))
        known |= self.facts()
        portraits = self.result["facts"].get("portraits", {})
        known |= {
            f"{end}_marks": listed([f"{rounded(value)} in {columns(name) or in_words(name)}" for name, value in marks])
            for end in ("label", "last")
            if (marks := portraits.get(known.get(end)))
        }
        sizes = [row[-1] for row in self.result["facts"]["head"]] if portraits else []
        if sizes and min(sizes) < min(_TINY, sum(sizes) / 100):
            known["tiny"] = known["low"]
        if "table" in self.slots and not known.get("mark"):
            line = in_words(self.source).removesuffix(f" {known.get('column')}")
            known["mark"] = "that figure" if self.source == LAST else f"the {line}"
        if by := str(self.slot.get("by", "")):
            known |= self._groups(by, known, is_made=not columns(by))
        if "period" in self.slot:
            start = f"{in_words(str(self.result['facts'].get('index_name', 'date')))} "
            known |= {
                end: known[end].removeprefix(start) for end in ("label", "last", "second", "tied") if end in known
            }
        if known.get("top_row") in ("True", "False"):
            known["top_row"] = f"{known.get('by')} {known['top_row'].lower()}"
        if re.match(r"[\d.,]+$|True$|False$", known.get("share_of", "")):
            known["share_of"] = f"{known.get('other') or plain(str(self.slots['other']))} {known['share_of']}"
        known |= {f"{end}_words": columns(known[end]) for end in _NAMES if known.get(end)}
        return known | self._what(known, columns)

    def _groups(self, by: str, known: Mapping[str, str], *, is_made: bool) -> dict[str, str]:
        """What groups are called, where their labels alone say too little: what a flag marks, and its figures."""
        rows, facts = known["rows"], self.result["facts"]
        pairs = facts.get("index") or facts.get("items", facts.get("head", ()))
        labels = [str(each[0] if isinstance(each, list) else each) for each in pairs]
        found = {"by": in_words(by)} if is_made else {}
        if labels and {*labels} <= {"True", "False", "all"}:
            marked, unit = of_made(by, "true", rows), "_percent" if self.kind in _SAID["mixes"] else ""
            ends = ("top", "low") if known.get("label", "").endswith("true") else ("low", "top")
            one, other = (known.get(end + unit, "") for end in ends)
            size = next((text for name, text in known.items() if re.match("True_(rows|count)", name)), "")
            found |= {"by": "", "marked_at": one, "others_at": other, "marked_size": size if size != "1" else ""}
            found |= {"level_at": one if "level_top" in known else ""}
            found["marked" if "True" in labels else "none_marked"] = marked
        if is_made or _MADE.fullmatch(by):
            found |= {end: of_made(by, known[end], rows) for end in ("label", "last", "second") if known.get(end)}
        return found

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
        by = "cluster" if self.kind.startswith("cluster") else self.slot.get("by")
        index = "date" if "period" in self.slot else by
        if "index_name" not in facts and (index in ("date", "cluster") or (index and kind == "dict")):
            facts = {**facts, "index_name": index}
        known = about({**self.result, "facts": facts}, share=self.subject in _SAID["shares"])
        if self.kind in _SAID["courses"]:
            known |= course_of({**self.result, "facts": facts})
        known |= _SAID["of_two"] if self._is_of_two else {}
        known |= _most(facts) if self.kind == "cumulative_share" else {}
        if kind == "dataframe":
            known |= _cells(facts) | (_widest(facts) if self.kind in _SAID["mixes"] else {})
        elif kind in ("dict", "series"):
            pairs = facts.get("items", facts.get("head", ()))
            known = _by_key([pair for pair in pairs if len(pair) == 2 and is_number(pair[1])]) | known
        if is_number(value := facts.get("value")):
            known |= {"value_percent": percent(value), "size": rounded(abs(value))}
        if self.maker:
            line = self.maker.maker or self.maker
            mark = _SAID["marks"].get(line.kind, "").format(**line.slots)
            made = line.result["facts"].get("value")
            known |= {"mark": rounded(made) if is_number(made) else mark}
        if kind == "dataframe" and facts["rows"] > 1:
            is_named = self.kind in _SAID["sorted"] and facts["head"]  # a prompt that was too long has lost the rows
            known |= (_by_name if is_named else _along)(facts, str(self.slots.get("column")))
        return known

    @property
    def _is_of_two(self) -> bool:
        """Whether it tells of two groups, and not of the ends of more."""
        facts = self.result["facts"]
        shown = facts["axes"][0].get("artists", {}).values() if facts.get("axes") else [len(ranking(self.result))]
        return 2 in shown and self.kind not in _SAID["cut"] and facts.get("length", facts.get("rows", 2)) <= 3

    def says(self, known: dict[str, str], chance: random.Random, *, part: bool = False) -> str:
        """What the result says, as it stands inside a sentence, of `part` of the rows or of all; else nothing."""
        facts, kind = self.result["facts"], _SAID["alike"].get(self.kind, self.kind)
        values = facts.get("items", [facts.get("value", facts.get("axes", [{}])[0].get("link"))])
        figure = values[-1] if values and is_number(values[-1]) else None
        for case in (*_SAID["says"].get(self.called, ()), *_SAID["says"].get(kind, ()), *_SAID["ranked"]):
            forms = [form for form in fitting(case["says"], known) if ("{part}" in form) == part]
            if forms and _applies(case, figure, self):
                return spoken(forms, chance, known)
        return ""


def small(known: Mapping[str, str]) -> str:
    """That a group which is first or last is small, or that figures are missing, where that is so."""
    told, (few, end) = dict(known), ("few", "label") if known.get("few") else ("few_last", "last")
    if marked := known.get("marked"):
        size, label, rows = known.get(few, ""), known.get(end, ""), known["rows"]
        others = label.removeprefix("the ").replace(rows, (size == "1" and singular(rows)) or rows)
        is_said = label == marked and known["marked_size"]
        told |= {"few": "", "few_last": "", "few_of_flag": "" if is_said else size, "small_group": others}
    forms = fitting(_SAID["small"], told)
    return spoken(forms[:1], random.Random(0), told) if forms else ""


def of_made(column: str, label: str, rows: str) -> str:
    """A group of a column that the dialogue has made, where its label alone says too little."""
    mark = label.split(" ")[-1].lower()
    if label.isdigit():
        return numbered(label, in_words(column))
    if mark == "false":
        return f"the other {rows}"
    if (made := _MADE.fullmatch(column)) or mark == "true":
        form, of = (_SAID["made"][made[2]], in_words(made[1])) if made else (_SAID["marked"], "")
        return str(form.format(rows=rows, column=of, label=label, name=quoted_name(column)))
    is_said = label.startswith((in_words(column), f"{in_words(column).split(' ')[-1]} "))
    return label if is_said else f"‘{label}’ in {quoted_name(column)}"


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
    whole = [*zip(facts["index"], facts["head"], strict=True)] if len(facts["head"]) == facts["rows"] else []
    if "difference" in facts["columns"] and whole:
        moved = sum(value != 0 for value, _, name in cells if name == "difference")
        known |= {"moved": str(moved)} if moved else {"same_order": "the same"}
        leader, (_, place, *_) = min(whole, key=lambda pair: pair[1][0])
        known |= {"leader": label_of(leader, facts.get("index_name")), "place": rounded(place)}
        ahead = next((said(label) for label, row in whole if row[1] == 1), "")
        known |= {"both_first": "alike"} if place == 1 else {"ahead": ahead}
    if whole and facts["columns"] == ["above", "others"]:
        label, (here, there) = max(whole, key=lambda pair: abs(pair[1][0] - pair[1][1]))
        is_most = len(whole) == 2 or here == max(share for _, (share, _) in whole)
        known |= {"apart": "" if is_most else said(label), "apart_here": percent(here), "apart_there": percent(there)}
    if whole and len(cells) > 1:
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


def _most(facts: Mapping[str, Any]) -> dict[str, str]:
    """Which labels, and how many, make up half or more by shares that are summed up from the largest on."""
    half = next((at for at, (_, share) in enumerate(facts["head"], start=1) if share >= 0.5), 1)
    labels = [label_of(label, facts.get("index_name")) for label, _ in facts["head"][:half]]
    names = {"half_names": listed(labels)} if half <= _NAMED + 1 and all(labels) else {}
    return {**names, "half": str(half), "half_percent": percent(facts["head"][half - 1][1])} if half > 1 else {}


def _along(facts: Mapping[str, Any], column: str) -> dict[str, str]:
    """What stands at both ends of a column of a table."""
    cells = [row[facts["columns"].index(column)] for row in facts["head"]] if column in facts["columns"] else []
    ends = [value for *_, value in facts["ends"].get(column, ())] if "ends" in facts else cells
    numbers = [value for value in ends if is_number(value)]
    least, most = (rounded(end(numbers)) if numbers else "" for end in (min, max))
    return {"least": least, "most": most} if least != most else {"same_cell": least} if numbers else {}


def _by_name(facts: Mapping[str, Any], column: str) -> dict[str, str]:
    """What the first rows of a table are called, with what stands in a column, and the rows at the ends of that."""
    rows = [*zip(facts["index"], facts["head"], strict=True), *map(tuple, facts.get("tail", ()))]
    at = facts["columns"].index(column) if column in facts["columns"] else -1
    cells = [said(row[at]) if at >= 0 else "" for _, row in rows]
    names = [_name(label, row, facts["columns"]) for label, row in rows]
    are_level = len({*cells}) == 1
    texts = names if are_level else [f"{name} with {cell}" for name, cell in zip(names, cells, strict=True)]
    first = texts if len(rows) == facts["rows"] <= _NAMED + 1 else texts[:_NAMED]
    alike = f", all with {cells[0]}" if are_level and cells[0] else ""
    known = {"all_names" if first == texts else "first_names": listed(first) + alike}
    if len(rows) == facts["rows"] and is_number(rows[0][1][at]):
        places = sorted(range(len(rows)), key=lambda place: rows[place][1][at])
        known |= {"least_name": texts[places[0]], "most_name": texts[places[-1]]}
    return known | _along(facts, column)


def _name(label: Any, row: Sequence[Any], columns: Sequence[str]) -> str:
    """What a row is called: by its columns of names, by its kinds if it has no more, or by its label and kinds."""
    texts = [(name, short) for name, cell in zip(columns, row, strict=True) if (short := _short(cell))]
    if names := [text for name, text in texts if _NAMING.search(name)]:
        return " / ".join(names[:2])
    kinds = ", ".join(text for _, text in texts[:2])
    if len(row) == len(texts) + 1 == 3:
        return f"{texts[0][1]} with {texts[1][1]}"
    return said(label) if isinstance(label, str) else f"row {said(label)}" + (f" ({kinds})" if kinds else "")


def _short(cell: Any) -> str:
    """A text as it can stand in a sentence, cut after some words; empty for what is none."""
    text = re.sub(r"['\"`\n?!]|\.(?=\s|$)", "", cell).strip() if isinstance(cell, str) else ""
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0].rstrip(" ,(-") + " …"


def _widest(facts: Mapping[str, Any]) -> dict[str, str]:
    """The column of shares that differs most from row to row, and the rows at its ends; that of all is left out."""
    columns, index = facts["columns"], zip(facts["index"], facts["head"], strict=False)
    known = [(label_of(label, facts.get("index_name")), row) for label, row in index if label != "all"]
    places = [at for at, name in enumerate(columns) if name != "rows"]
    is_whole = len(facts["head"]) == facts["rows"] and len(known) > 1
    if not is_whole or not all(is_number(row[at]) for _, row in known for at in places):
        return {}
    sizes = {label: row[columns.index("rows")] if "rows" in columns else FEW for label, row in known}
    large = [label for label, size in sizes.items() if size >= FEW]
    told = [(label, row) for label, row in known if label in large or len(large) < 2]
    shares = {at: sorted((row[at], label) for label, row in told) for at in places}
    # A share of none or of all is mostly so by definition, and no finding.
    inner = {at: [pair for pair in column if 0 < pair[0] < 1] for at, column in shares.items()}
    shares = {at: column for at, column in inner.items() if len(column) > 1} or shares
    at = max(shares, key=lambda place: shares[place][-1][0] - shares[place][0][0])
    (low, last), *_, (top, label) = shares[at]
    ends = {"label": label, "last": last, "top_percent": percent(top), "low_percent": percent(low)}
    few = min((end for end in (label, last) if end not in large), key=lambda end: sizes[end], default=None)
    ends |= {{label: "few", last: "few_last"}[few]: rounded(sizes[few])} if few else {}
    return {"share_of": str(columns[at]), **ends} if percent(top) != percent(low) else {"same_shares": "the same"}
