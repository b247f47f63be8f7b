"""What came out of a question, in the client's terms: a sentence that the facts of its results can fill, or nothing."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from grammar.analyses.following import analysis_at
from grammar.analyses.forms import Chain, Way
from grammar.language import listed
from grammar.narrowing import bare
from grammar.nouns import in_words
from grammar.outcomes import Outcome, small, with_facts
from grammar.remarks import percent, ranking, rounded, said
from grammar.requesting import Brief
from grammar.slots import LAST, SAME, TABLE, Condition, find_conditions
from grammar.speech import sought
from grammar.steps.catalogue import KINDS
from grammar.subject import Subject, subject_of
from grammar.understanding import asked_for, mentioned
from grammar.voices import agreeing, fitting, lower, sentence, spoken
from grammar.words import words

Limits = Literal["named", "known", "left out"]
_SAID = words("answers")
_SOURCES = ("source", "table")
_SAME = ("column", "by", "other", "agg", "pair", "method")
"""Slots in which two steps agree whose results can be held against each other."""
_LONGEST = 110
"""Characters of the rows that a question is about, where they are named with its answer."""


def finding(brief: Brief, question: int, chance: random.Random, *, limits: Limits = "named") -> str:
    """A sentence on what came out of a question, and for which rows; empty where its results do not tell.

    Of a statement's first question it says what was asked; of one that is left half way, how far it came.
    """
    told = Told(brief, question)
    is_main = question == 1 and told.telling and brief["plan"]["speech"] == "statement"
    asked = bare(told.asked["text"]) if is_main else ""
    known = {"first": brief["persona"]["name"].split()[0], "sought": sought(asked)}
    known["question"] = "" if known["sought"] else lower(asked)
    for step in reversed(told.telling or told.steps):
        if text := step.result["facts"] and told.said_by(step, chance):
            known["said"] = told.limited(text, limits)
            leads = fitting(_SAID["main"], known) or _SAID["leads" if told.telling else "so_far"]
            return sentence(leads, chance, known)
    return ""


def answer(brief: Brief, question: int, chance: random.Random) -> str:
    """What came out of a question just now, or that its results go on as they are, or that it is open; else nothing."""
    text, analysis = finding(brief, question, chance, limits="known"), analysis_at(brief, question)
    if text or analysis is None:
        return text
    known = {"first": brief["persona"]["name"].split()[0]}
    return sentence(_SAID["shown" if analysis.is_answered else "unanswered"], chance, known)


def is_open(brief: Brief, question: int) -> bool:
    """Whether the results of a question tell nothing, and a chain that would answer it was not followed to its end."""
    analysis = analysis_at(brief, question)
    return analysis is not None and not analysis.is_answered and not finding(brief, question, random.Random(0))


@dataclass(frozen=True)
class Told:
    """A question and what its turns have brought."""

    brief: Brief
    number: int

    @property
    def asked(self) -> Mapping[str, Any]:
        """The question."""
        asked: Mapping[str, Any] = self.brief["plan"]["questions"][self.number - 1]
        return asked

    @cached_property
    def subject(self) -> Subject:
        """The table as people talk about it."""
        return subject_of(self.brief["table"])

    @property
    def conditions(self) -> list[Condition]:
        """The conditions on the rows that the question is about."""
        return [found for text in self.asked["conditions"] for found in find_conditions(text)]

    @property
    def limits(self) -> str:
        """The rows that the question is about, where those are not all."""
        if not self.conditions:
            return ""
        rows, columns = self.subject.rows, [self.subject.said(column) for column, _, _ in self.conditions]
        limits = [
            spoken([_SAID["limits"][kind]], random.Random(0), {"column": column, **_operand(operand)})
            for column, (_, kind, operand) in zip(columns, self.conditions, strict=True)
        ]
        named = agreeing(f"{rows} {' and '.join(limits)}", columns)
        return named if len(named) <= _LONGEST and "{" not in named else f"the {rows} in question"

    def limited(self, text: str, limits: Limits) -> str:
        """What was found, with the rows that it was found for where those are not all."""
        is_part = text.startswith(("among ", "for ", "of "))
        if not self.limits or limits == "left out" or (is_part and limits == "known"):
            return text
        rows = self.limits if limits == "named" else f"these {self.subject.rows}"
        return f"{text}, counting only {rows}" if is_part else f"among {rows}, {text}"

    @cached_property
    def whole(self) -> str | None:
        """The variable with the rows that the question is about; None where they have not been picked out."""
        analysis = analysis_at(self.brief, self.number)
        if analysis is None:
            return None
        if self.conditions and analysis.rows is None:
            wanted = {*self.conditions}
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
    def steps(self) -> list[Outcome]:
        """The steps of its turns: the last ones of each are those whose results were asked for."""
        table = last = rows = str(self.brief["table"]["variable"])
        steps: list[Outcome] = []
        made: dict[str, Outcome] = {}
        clusters: dict[str, Sequence[str]] = {}
        for number, turn in enumerate(self.brief["history"]):
            results, before = iter(turn["results"]), last
            for kind, slots, is_wanted in asked_for(turn["query"]) if turn["results"] else ():
                result = next(results, _unnamed(number, kind)) if is_wanted else _unnamed(number, kind)
                known = {LAST: last, TABLE: table, SAME: rows}
                slots = {**slots, **{slot: known.get(slots[slot], slots[slot]) for slot in _SOURCES if slot in slots}}
                name, maker = str(result["name"]), made.get(slots["source"])
                maker = None if maker is None or maker.result["type"] == "dataframe" else maker
                if turn["question"] == self.number:
                    step = Outcome(kind, slots, slots["source"], with_facts(result), maker)
                    clusters |= {str(slots["new"]): slots["columns"]} if kind == "cluster_column" else {}
                    steps.append(step.of_clusters(clusters))
                    made |= {name: steps[-1]} if slots["source"] != name else {}
                last = name if KINDS[kind].leaves and result["type"] == KINDS[kind].gives[0] else last
                # Groups are no rows of the table, unless each row was given its group's figure.
                rows = name if result["type"] == "dataframe" and ("new" in slots or "by" not in slots) else rows
            last = next((str(each["name"]) for each in reversed(turn["results"]) if each["type"] != "plot"), before)
        return steps

    @cached_property
    def telling(self) -> list[Outcome]:
        """The steps that end the chains which were followed, with what those work on; checks on a part come with all.

        What is held against another does not tell by itself: all rows where a part ends a chain, a part where all do.
        """
        standings = found.standings if (found := analysis_at(self.brief, self.number)) else ()
        kinds = {kind for each in standings for kind in _ending(each.chain, whole=each.is_complete)}
        of_all = {way.kind for each in standings if each.is_complete for way in each.chain[-1] if way.on is None}
        steps = [step for step in self.steps if step.kind in kinds and step.result["facts"]]
        told = [step for step in steps if not self._against(step) or self._is_of_all(step) == (step.kind in of_all)]
        return sorted(told, key=lambda step: bool(self._against(step)))

    def _is_of_all(self, step: Outcome) -> bool:
        """Whether a result is about all rows that were asked about."""
        return self._rows_of(step) == self.whole

    def _against(self, step: Outcome) -> list[Outcome]:
        """The same of a part of the rows for what is about all of them, and of all for a part."""
        alike = [each for each in self.steps if _alike(each, step) and each.result["facts"]]
        return [each for each in alike if self._is_of_all(each) != self._is_of_all(step)]

    @cached_property
    def made(self) -> dict[str, Outcome]:
        """What made each variable."""
        return {str(step.result["name"]): step for step in self.steps if step.source != step.result["name"]}

    @cached_property
    def columns(self) -> dict[str, str]:
        """The question's columns in its words; those of other tables without whose they are, which is known by now."""
        linked = self.subject.linked_words
        return {name: in_words(name) if name in linked else self.subject.said(name) for name in self.asked["columns"]}

    def known(self, step: Outcome) -> dict[str, str]:
        """What the gaps of sentences about a step can be filled with."""
        return step.known(lambda name: self.columns.get(name, ""), self.subject.rows)

    def said_by(self, step: Outcome, chance: random.Random) -> str:
        """What the result of a step says, as it stands inside a sentence; empty where nothing can be said for sure."""
        rows = self._rows_of(step)
        if self.whole is None or rows is None or step.is_known:
            return ""
        known = self.known(step)
        against = self._against(step)
        if rows != self.whole:
            known["part"] = self._part(self.made[rows])
            known |= {f"whole_{name}": word for each in against for name, word in _held_against(each, step).items()
                      if known.get(name) != word}  # fmt: skip
        elif against and (checked := self._rows_of(against[-1])):
            known |= {"check": against[-1].facts().get("value", ""), "checked": self._part(self.made[checked])}
        text = step.says(known, chance, part=rows != self.whole)
        return agreeing(text, self.columns.values()) + small(known) if text else ""

    def _rows_of(self, step: Outcome) -> str | None:
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
        kept = "new" in maker.slots or maker.kind == "select_columns"
        same = kept or maker.result["facts"].get("rows") == self._size()
        return self._rows_of(maker) if same else None

    def size_before(self, step: Outcome) -> int | None:
        """How many rows there are in what a step works on, where that is known."""
        name = str(step.slots.get("table", step.source))
        if name in (TABLE, self.brief["table"]["variable"]):
            return int(self.brief["table"]["rows"])
        return self.made[name].result["facts"].get("rows") if name in self.made else None

    def _size(self) -> int | None:
        """How many rows the question is about."""
        if self.whole == self.brief["table"]["variable"]:
            return int(self.brief["table"]["rows"])
        results = [result for turn in self.brief["history"] for result in turn["results"]]
        return next((with_facts(each)["facts"].get("rows") for each in results if each["name"] == self.whole), None)

    def _part(self, made: Outcome) -> str:
        """What some of the rows are; empty where there are no words for them."""
        form = _SAID["parts"].get(made.called, _SAID["parts"].get(made.kind, ""))
        known = self.known(made) | {"rows": self.subject.rows}
        return spoken([form], random.Random(0), known) if form and fitting([form], known) else ""


def _operand(operand: Any) -> dict[str, str]:
    """What a condition holds a column against, in words."""
    texts = [said(value) for value in (operand if isinstance(operand, tuple) else (operand,))]
    return {"value": listed(texts, "or") if all(texts) else "{", "low": texts[0] or "{", "high": texts[-1] or "{"}


def _held_against(whole: Outcome, part: Outcome) -> dict[str, str]:
    """The facts of a result about all rows; of figures by label, that of the label which leads in the part."""
    ranked = ranking(part.result)
    if not ranked:
        return whole.facts()
    same = next((figure for figure, label, _ in ranking(whole.result) if label == ranked[-1][1]), None)
    return {} if same is None else {"top": rounded(same), "top_percent": percent(same)}


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


def _unnamed(turn: int, kind: str) -> Mapping[str, Any]:
    """What a step leaves that leads up to another in the same turn."""
    return {"name": f"{kind} in {turn}", "type": KINDS[kind].gives[0], "facts": {}}


def _alike(other: Outcome, step: Outcome) -> bool:
    return other is not step and other.kind == step.kind and all(
        other.slots.get(name) == step.slots.get(name) for name in _SAME
    )  # fmt: skip
