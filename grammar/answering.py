"""What came out of a question, in the client's terms: a sentence that the facts of its results can fill, or nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grammar.analyses.following import analysis_at
from grammar.analyses.forms import Chain, Way
from grammar.language import listed
from grammar.remarks import about, ends_of, is_number, rounded, said, statistics
from grammar.requesting import Brief
from grammar.slots import LAST, SAME, TABLE, Condition, find_conditions
from grammar.steps import KINDS
from grammar.steps.base import plain
from grammar.subject import subject_of
from grammar.understanding import mentioned
from grammar.voices import agreeing, fitting, sentence, spoken
from grammar.words import words

_SAID = words("answers")
_MOST_ITEMS = 5
_SOURCES = ("source", "table")
_BY_LABEL = ("grouped", "signed")
_LABELS = frozenset({"leading_group"})
"""Kinds of step that give the label of a group, which may be a number."""
_TELLING = re.compile(r"(mean|median)_|(above|these)$")
"""Names of columns by which groups are compared."""
_SAME = ("column", "by", "other", "agg", "pair")
"""Slots in which two steps agree whose results can be held against each other."""


def answer(brief: Brief, question: int, chance: random.Random) -> str:
    """A sentence on what came out of a question of the plan; empty where its results do not tell."""
    told = _Told(brief, question)
    for step in reversed(told.telling):
        if found := told.said_by(step, chance):
            known = {"said": found, "first": str(brief["persona"]["name"]).split()[0]}
            return sentence(_SAID["leads"], chance, known)
    return ""


def unanswered(brief: Brief, question: int, chance: random.Random) -> str:
    """A sentence that leaves a question open; empty where its chain was followed to its end, or nobody knows one."""
    analysis = analysis_at(brief, question)
    known = {"first": str(brief["persona"]["name"]).split()[0]}
    return sentence(_SAID["unanswered"], chance, known) if analysis and not analysis.is_answered else ""


@dataclass(frozen=True)
class _Step:
    """A step that was asked for, the variable that it works on, and its result."""

    kind: str
    slots: Mapping[str, Any]
    source: str
    result: Mapping[str, Any]


@dataclass(frozen=True)
class _Told:
    """A question and what its turns have brought."""

    brief: Brief
    number: int

    @property
    def asked(self) -> Mapping[str, Any]:
        """The question."""
        asked: Mapping[str, Any] = self.brief["plan"]["questions"][self.number - 1]
        return asked

    @property
    def is_limited(self) -> bool:
        """Whether the question is about some of the table's rows."""
        return any(find_conditions(text) for text in self.asked["conditions"])

    @cached_property
    def whole(self) -> str | None:
        """The variable with the rows that the question is about; None where they have not been picked out."""
        analysis = analysis_at(self.brief, self.number)
        if analysis is None:
            return None
        if self.is_limited and analysis.rows is None:
            wanted = {condition for text in self.asked["conditions"] for condition in find_conditions(text)}
            filtering = (step for step in self.steps if step.kind == "filter")
            picked = next((s.result["name"] for s in filtering if {*s.slots["conditions"]} == wanted), None)
            return picked or self._kept(wanted)
        return analysis.rows or str(self.brief["table"]["variable"])

    def _kept(self, wanted: Collection[Condition]) -> str | None:
        """The variable with rows that meet conditions where an earlier question's turn has left them on its way."""
        named = [each for turn in self.brief["history"] for each in mentioned(turn["query"])]
        is_left = any(kind == "filter" and {*slots["conditions"]} == wanted for kind, slots in named)
        source = self.steps[0].source if is_left and self.steps else None
        return None if source == self.brief["table"]["variable"] else source

    @cached_property
    def steps(self) -> list[_Step]:
        """The steps of its turns: the last ones of each are those whose results were asked for."""
        table = last = rows = str(self.brief["table"]["variable"])
        found = []
        for number, turn in enumerate(self.brief["history"]):
            named = mentioned(turn["query"]) if turn["results"] else []
            unnamed = [_unnamed(number, kind) for kind, _ in named[: -len(turn["results"])]]
            for (kind, slots), result in zip(named, [*unnamed, *turn["results"]], strict=False):
                known = {LAST: last, TABLE: table, SAME: rows}
                slots = {**slots, **{slot: known.get(slots[slot], slots[slot]) for slot in _SOURCES if slot in slots}}
                if turn["question"] == self.number:
                    found.append(_Step(kind, slots, slots["source"], result))
                name = str(result["name"])
                last = name if result in unnamed else last
                # Groups are no rows of the table, unless each row was given its group's figure.
                rows = name if result["type"] == "dataframe" and ("new" in slots or "by" not in slots) else rows
            last = next((str(each["name"]) for each in reversed(turn["results"]) if each["type"] != "plot"), last)
        return found

    @cached_property
    def telling(self) -> list[_Step]:
        """The steps that end the chains which were followed, with what those work on.

        What a part is held against does not tell by itself.
        """
        analysis = analysis_at(self.brief, self.number)
        standings = analysis.standings if analysis else ()
        kinds = {kind for each in standings for kind in _ending(each.chain, whole=each.is_complete)}
        steps = [step for step in self.steps if step.kind in kinds and step.result["facts"]]
        parts = [step for step in steps if self._rows_of(step) != self.whole]
        return [step for step in steps if step in parts or not any(_alike(part, step) for part in parts)]

    @cached_property
    def made(self) -> dict[str, _Step]:
        """What made each variable."""
        return {str(step.result["name"]): step for step in self.steps if step.source != step.result["name"]}

    @cached_property
    def columns(self) -> dict[str, str]:
        """The question's columns in its words."""
        subject = subject_of(self.brief["table"])
        return {name: subject.said(name) for name in self.asked["columns"]}

    def said_by(self, step: _Step, chance: random.Random) -> str:
        """What the result of a step says, as it stands inside a sentence; empty where nothing can be said for sure."""
        known = self._known(step)
        rows = self._rows_of(step)
        if self.whole is None or rows is None:
            return ""
        if rows != self.whole:
            known["part"] = self._part(self.made[rows])
            alike = (each for each in self.steps if _alike(each, step) and self._rows_of(each) == self.whole)
            known |= {f"whole_{name}": word for each in alike for name, word in _facts(each, step).items()}
        figure = _figure(step.result)
        for case in _SAID["says"].get(self._called(step), _SAID["says"].get(step.kind, ())):
            if _applies(case, figure, step):
                forms = [form for form in fitting(case["says"], known) if ("{part}" in form) == (rows != self.whole)]
                compared = [form for form in forms if "{whole_" in form]
                return agreeing(spoken(compared or forms, chance, known), self.columns.values()) if forms else ""
        return ""

    def _maker(self, step: _Step) -> _Step | None:
        """The step that made the figures which a step works on; None where it works on rows."""
        maker = self.made.get(step.source)
        return None if maker is None or maker.result["type"] == "dataframe" else maker

    def _called(self, step: _Step) -> str:
        maker = self._maker(step)
        return f"{step.kind} of {maker.kind}" if maker else step.kind

    def _rows_of(self, step: _Step) -> str | None:
        """The variable with the rows that a result is about: all that were asked about, or a part that can be named."""
        name = str(step.slots.get("table", step.source))
        name = str(self.brief["table"]["variable"]) if name == TABLE else name
        maker = self.made.get(name)
        if name == self.whole:
            return name
        if maker is None:
            return None
        if maker.result["type"] != "dataframe":
            return self._rows_of(maker)
        if self._part(maker):
            return name if self._rows_of(maker) == self.whole else None
        same = "new" in maker.slots or maker.result["facts"].get("rows") == self._size()
        return self._rows_of(maker) if same else None

    def _size(self) -> int | None:
        """How many rows the question is about."""
        if self.whole == self.brief["table"]["variable"]:
            return int(self.brief["table"]["rows"])
        results = [result for turn in self.brief["history"] for result in turn["results"]]
        return next((each["facts"].get("rows") for each in results if each["name"] == self.whole), None)

    def _part(self, made: _Step) -> str:
        """What some of the rows are; empty where there are no words for them."""
        form = _SAID["parts"].get(self._called(made), _SAID["parts"].get(made.kind, ""))
        known = self._known(made) | {"rows": subject_of(self.brief["table"]).rows}
        return spoken([form], random.Random(0), known) if form and fitting([form], known) else ""

    def _known(self, step: _Step) -> dict[str, str]:
        """What gaps can be filled with: rows, slots in the question's words, and facts."""
        rows = subject_of(self.brief["table"]).rows
        known = {"rows": f"{rows} in question" if self.is_limited else rows}
        maker = self._maker(step)
        for slot, value in {**(maker.slots if maker else {}), **step.slots}.items():
            if slot not in ("source", "rows", "table"):
                known |= self._slot(slot, value)
        known |= _facts(step)
        value = step.result["facts"].get("value")
        if step.kind in _LABELS and is_number(value):
            known["value"] = f"{known.get('by', '')} {rounded(value)}".strip()
        if (by := step.slots.get("by")) is not None and by not in self.columns:
            known |= {end: _of_made(str(by), known[end]) for end in ("label", "last") if known.get(end)}
        if re.match(r"\d|True$|False$", known.get("share_of", "")):
            known["share_of"] = f"{known.get('other') or plain(str(step.slots['other']))} {known['share_of']}"
        ends = {f"{end}_words": self.columns.get(known.get(end, ""), "") for end in ("label", "last")}
        return known | ends

    def _slot(self, slot: str, value: Any) -> dict[str, str]:
        if slot in _SAID["slots"]:
            return {slot: _SAID["slots"][slot].get(str(value).lower(), "")}
        if slot == "aggs":
            agg = next((each for each in value if each in ("mean", "median")), "")
            return {"agg": _SAID["slots"]["agg"].get(agg, "")}
        if slot == "two":
            return dict(zip(("first_group", "second_group"), map(said, value), strict=True))
        if slot in ("column", "by", "other"):
            return {slot: self.columns.get(value, "")}
        if slot == "columns":
            return {slot: listed([self.columns.get(name, "") for name in value])}
        return {slot: said(value)}


def _ending(chain: Chain, *, whole: bool) -> Iterator[str]:
    """Yield the kinds of step that end a chain, and those of the figures that these show, sort or pick from.

    Of one that was not followed as a `whole`, the figures are there.
    """
    made = {way.name: way for place in chain for way in place if way.name}
    for way in chain[-1]:
        step: Way | None = way
        while step is not None:
            if whole or step is not way:
                yield step.kind
            step = None if "table" in KINDS[step.kind].slots else made.get(step.on or "")


def _of_made(column: str, label: str) -> str:
    """A group of a column that the dialogue has made, where its label alone says too little."""
    return {"true": f"those with {plain(column)}", "false": "the others"}.get(label, f"{plain(column)} {label}")


def _unnamed(turn: int, kind: str) -> Mapping[str, Any]:
    """What a step leaves that leads up to another in the same turn."""
    return {"name": f"{kind} in {turn}", "type": KINDS[kind].gives[0], "facts": {}}


def _alike(other: _Step, step: _Step) -> bool:
    return other is not step and other.kind == step.kind and all(
        other.slots.get(name) == step.slots.get(name) for name in _SAME
    )  # fmt: skip


def _applies(case: Mapping[str, Any], figure: float | None, step: _Step) -> bool:
    """Whether a case is about such a figure and such slots."""
    if any(_SAID["slots"].get(slot, {}).get(str(step.slots.get(slot)).lower(), step.slots.get(slot)) != value
           for slot, value in case.get("when", {}).items()):  # fmt: skip
        return False
    if "least" in case or "most" in case:
        return figure is not None and case.get("least", figure) <= figure <= case.get("most", figure)
    return True


def _figure(result: Mapping[str, Any]) -> float | None:
    """The figure of a result; of two, the second."""
    facts = result["facts"]
    values = [facts["value"]] if "value" in facts else facts.get("items", ())
    return values[-1] if values and is_number(values[-1]) else None


def _facts(step: _Step, beside: _Step | None = None) -> dict[str, str]:
    """The facts of a result in words; with `beside`, of the label that leads there."""
    facts = step.result["facts"]
    if not facts:
        return {}
    pairs = [pair for pair in facts.get("head", facts.get("items", ())) if isinstance(pair, list) and len(pair) == 2]
    kind, found = about(step.result)
    found = dict(found) | statistics(step.result)
    if step.result["type"] == "dataframe" and facts:
        found = _cells(facts) | (_widest(facts) if step.kind == "crosstab_shares" else _ends(facts))
    if kind in _BY_LABEL and step.result["type"] == "dict" and beside is None:
        found |= {said(key): rounded(value) for key, value in pairs if str(key).isidentifier() and is_number(value)}
    if kind in _BY_LABEL and beside is not None:
        label = about(beside.result)[1].get("label")
        same = next((value for key, value in pairs if said(key) == label and is_number(value)), None)
        return {} if same is None else {"top": rounded(same), "top_percent": _percent(same)}
    if kind in _BY_LABEL:
        numbers = [value for _, value in pairs if is_number(value)] or [0]
        ends = [facts.get("largest", (0, max(numbers)))[1], facts.get("smallest", (0, min(numbers)))[1]]
        found["low_size"] = rounded(abs(ends[1])) if ends[1] < 0 else ""
        found |= dict(zip(("top_percent", "low_percent"), map(_percent, ends), strict=True))
    items = facts.get("items") or []
    if step.result["type"] in ("list", "index") and len(items) == facts.get("length") <= _MOST_ITEMS:
        found["items"] = listed([said(item) for item in items]) if all(map(said, items)) and items else ""
    if is_number(value := facts.get("value")):
        found |= {"value_percent": _percent(value), "size": rounded(abs(value))}
    return found


def _percent(share: float) -> str:
    return rounded(100 * share) if 0 <= share <= 1 else ""


def _cells(facts: Mapping[str, Any]) -> dict[str, str]:
    """The figures of a small table, by row and column: "mean_others"."""
    rows = zip(facts["index"], facts.get("head") or (), strict=False)
    cells = (
        (f"{label}_{name}", value) for label, row in rows for name, value in zip(facts["columns"], row, strict=False)
    )
    return {name: rounded(value) for name, value in cells if name.isidentifier() and is_number(value)}


def _widest(facts: Mapping[str, Any]) -> dict[str, str]:
    """The column of shares that differs most from one row to another, and the rows at its ends."""
    rows = facts.get("head") or []
    if len(rows) != facts["rows"] or len(rows) < 2 or not all(is_number(share) for row in rows for share in row):
        return {}
    at = max(range(len(rows[0])), key=lambda place: max(row[place] for row in rows) - min(row[place] for row in rows))
    ranked = sorted(zip((row[at] for row in rows), map(said, facts["index"]), strict=True))
    (low, last), (top, label) = ranked[0], ranked[-1]
    shares = {"top_percent": _percent(top), "low_percent": _percent(low)}
    return {"share_of": str(facts["columns"][at]), "label": label, "last": last, **shares}


def _ends(facts: Mapping[str, Any]) -> dict[str, str]:
    """The groups with the highest and the lowest figure in the first column of averages or shares, where all rows are
    known, and what stands beside the highest.
    """
    rows = facts.get("head") or []
    place = next((at for at, name in enumerate(facts["columns"]) if _TELLING.match(name)), None)
    if place is None or len(rows) != facts["rows"] or not all(is_number(row[place]) for row in rows):
        return {}
    ranked = sorted(
        zip((row[place] for row in rows), map(said, facts["index"]), (row[-1] for row in rows), strict=True)
    )
    if not (found := ends_of(ranked)):
        return {}
    top, _, beside = ranked[-1]
    found["top_percent"] = _percent(top)
    if not is_number(beside):
        return found
    share = _percent(beside)
    return found | {"same_percent" if share == found["top_percent"] else "beside_percent": share}
