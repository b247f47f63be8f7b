"""Forgetful analysts walk through the dialogues of a benchmark: are they wrong just where its cases say so?

    python -m perf.forgetting BENCHMARK …

Each of ten analysts forgets one thing of one term, throughout; one of them does not think of rules that hold without
being named, one has not heard what a turn said of these, and one does not ask for what is left open. What they take to
hold is read here from `data/dialogues.jsonl` alone, apart from the code that makes benchmarks, so that one is held
against the other. An analyst who comes to something else on a turn with a case should be labelled there, and be right
everywhere else; who is off by less than 1 % is labelled nowhere, and counted apart. A careful analyst, who takes what
holds from the same settings, should be right everywhere. By which rules an old report was made is in no setting: there
the careful one alone walks, by the rules on record. Four who keep nothing try the hard cases: one copies the last
result of the type, one takes what was said last for any term of its kind, one what was agreed last, one knows the
turn's own words alone.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from company.families.dialogues.analysts import COPYING, LATEST, NEAREST_NAME, RESTATED
from company.families.dialogues.evolution import RECONCILE, RuleChange
from company.families.dialogues.evolving import outcomes
from company.families.dialogues.evolving.enforcing import applied
from company.families.dialogues.evolving.standing import fitting
from company.families.dialogues.gate import controls
from company.families.dialogues.handbook.records import Scope
from company.records import Execution, Intent
from company.sandbox import LocalSandbox, Session

Line = Mapping[str, Any]
UNNAMED = "standing rule not applied"
UNHEARD = "rules in force not heard of"
NOT_ASKED = "not asked"
HARD = "hard"
CLEARLY = (
    "\n".join(
        [
            "import math\nfrom collections import Counter\nimport numpy as np\nimport pandas as pd",
            f"LEARNED, CLEAR = {controls.LEARNED!r}, {outcomes.CLEAR!r}",
            *(
                inspect.getsource(each)
                for each in (controls.leaves, controls._inside, outcomes.differs, outcomes._apart)
            ),
        ]
    )
    .replace("-> Iterable[Any] | None", "")
    .replace(": Any", "")
    .replace("Counter[str] = Counter", "Any = Counter")
)
TELLING = f"def _telling():\n{textwrap.indent(CLEARLY, '    ')}\n    return differs\n_clear = _telling()"
"""What tells in a session of the sandbox, which reads none of our files, whether two results are clearly apart."""
LABELS: Mapping[str, tuple[str, ...]] = {
    "never agreed": ("never agreed", "convention lost"),
    "old definition": ("old definition",),
    "what-if kept": ("what-if kept",),
    "not rolled back": ("not rolled back",),
    "one version for both": ("one version for both",),
    "uncorrected": ("uncorrected",),
    "plain word": ("plain word",),
    UNNAMED: ("standing rule not applied",),
    UNHEARD: ("rule kept that is out of force", "rule not put back", "rule does not give way", "older priority"),
    NOT_ASKED: (NOT_ASKED,),
}
"""The analysts, each with the labels that cases know them by."""
LAZY = (COPYING, NEAREST_NAME, RESTATED, LATEST)
"""Who hopes to be right without keeping anything: on cases that are hard they should hardly ever be."""


class Story:
    """What was said of each term, by turn."""

    def __init__(self, dialogue: Line) -> None:
        self.terms = {term["slot"]: term for term in dialogue["terms"]}
        self.rules = {slot for slot, term in self.terms.items() if term.get("rule")}
        holding = [(0, {"slot": slot, "act": "define", "version": 0, "reach": "on"}) for slot in self.rules]
        self.changes = [
            (turn["turn"], RuleChange.model_validate(one))
            for turn in dialogue["turns"]
            for one in turn.get("changes", ())
        ]
        self.scopes = {
            slot: Scope.model_validate(rule["scope"])
            for slot, term in self.terms.items()
            for rule in dialogue.get("handbook") or ()
            if term.get("standing") and rule["rule"] == term["rule"]
        }
        self.sets = [*holding, *((turn["turn"], one) for turn in dialogue["turns"] for one in turn["sets"] or ())]

    def lasting(self, slot: str, until: int) -> list[tuple[int, Line]]:
        return [(at, one) for at, one in self.sets if one["slot"] == slot and at <= until and one["reach"] != "here"]

    def here(self, slot: str, at: int) -> Line | None:
        return next(
            (one for turn, one in self.sets if one["slot"] == slot and turn == at and one["reach"] == "here"), None
        )

    def holds(self, slot: str, at: int) -> int | None:
        if self.terms[slot].get("readings"):
            return 0  # whoever asks is told
        here, lasting = self.here(slot, at), self.lasting(slot, at)
        return here["version"] if here else lasting[-1][1]["version"] if lasting else None

    def code(self, slot: str, version: int | None) -> str:
        term = self.terms[slot]
        return str(term["naive"] if version is None else term["versions"][version]["code"])

    def fits(self, turn: Line) -> set[str]:
        """Return the standing rules that a turn's question is within, in force or not."""
        used = {use["slot"]: self.code(use["slot"], use["version"]) for use in turn["uses"]}
        return fitting(self.scopes, turn["ask"], used)

    def unheard(self, turn: Line) -> Iterator[tuple[str, list[str]]]:
        """Yield who misses a change of the rules in force: the rule, and which ones they take to hold at a turn."""
        fits = self.fits(turn)
        heard = [each for each in self.changes if each[0] <= turn["turn"]]
        for number, (_, one) in enumerate(heard):
            theirs = applied(fits, [each for _, each in (*heard[:number], *heard[number + 1 :])])
            if set(theirs) != set(turn.get("standing", ())):
                yield one.slot, [*theirs]

    def taken(self, analyst: str, term: str, used: Sequence[str], at: int) -> dict[str, int | None]:
        """Return what an analyst who forgets something of a term takes otherwise at a turn."""
        if analyst == "one version for both":
            return self._of_one_age(term, used, at)
        if self.terms[term].get("readings"):
            return {term: None} if analyst == NOT_ASKED else {}
        lasting, here = self.lasting(term, at), self.here(term, at)
        if term in self.rules:
            return {term: None} if analyst == "plain word" else {}
        if not lasting or here:
            return {}
        (when, last), before = lasting[-1], (lasting[-2][1]["version"] if len(lasting) > 1 else None)
        supposed = [
            one for turn, one in self.sets if one["slot"] == term and one["act"] == "suppose" and when <= turn < at
        ]
        found: dict[str, int | None] = {}
        if analyst == "never agreed" and when < at and last["version"] is not None:
            found = {term: None}
        elif analyst == "what-if kept" and supposed:
            found = {term: supposed[-1]["version"]}
        elif (analyst, last["act"]) in _LAST:
            found = {term: before}
        return {slot: version for slot, version in found.items() if version != self.holds(slot, at)}

    def _of_one_age(self, leg: str, used: Sequence[str], at: int) -> dict[str, int | None]:
        here = self.here(leg, at)
        if not here or here["act"] != "restore":
            return {}
        age = self.terms[leg]["versions"][here["version"]]["turn"]
        found = {}
        for slot in used:
            lasting = self.lasting(slot, age)
            aged = self.here(slot, at) or len(self.lasting(slot, at)) > 1
            if aged and lasting and lasting[-1][1]["version"] not in (None, self.holds(slot, at)):
                found[slot] = lasting[-1][1]["version"]
        return found

    def last_said(self, slot: str, at: int) -> tuple[str, int | None] | None:
        """Return what was said last of any term of a kind: its slot and version."""
        return self._last(slot, [one for turn, one in self.sets if turn <= at and one["act"] in _SAID])

    def last_agreed(self, slot: str, at: int) -> tuple[str, int | None] | None:
        """Return the same of what was agreed for longer than a turn, but for what the turn itself brings back."""
        lasting = [(turn, one) for turn, one in self.sets if turn <= at and one["reach"] != "here"]
        return self._last(slot, [one for turn, one in lasting if turn < at or one["act"] in _SAID])

    def _last(self, slot: str, settings: Sequence[Line]) -> tuple[str, int | None] | None:
        kind = self.terms[slot]["kind"]
        own = [each for each in settings if each["slot"] not in self.rules]
        found = [each for each in own if self.terms[each["slot"]]["kind"] == kind]
        return (found[-1]["slot"], found[-1]["version"]) if found else None


_SAID = ("define", "change", "suppose", "correct")
_LAST = {("old definition", "change"), ("not rolled back", "restore"), ("uncorrected", "correct")}


def bound(turn: Line, faults: Mapping[str, str]) -> str:
    """Return a turn's code with other content of some terms where its own question reads them."""
    code, ask = str(turn["code"]), str(turn["ask"]).strip()
    start = code.rindex(ask)
    head, rest = code[:start], code[start:]
    for slot, content in faults.items():
        places = list(re.finditer(rf"^{re.escape(slot)} = .*$", head, re.MULTILINE))
        last = places[-1]
        head = f"{head[: last.start()]}{slot} = {content}{head[last.end() :]}"
    return head + rest


def without(turn: Line, rule: str) -> str:
    """Return a turn's code whose own question does not look at the table through a standing rule."""
    code, ask = str(turn["code"]), str(turn["ask"]).strip()
    start = code.rindex("\ndf = ", 0, code.rindex(ask))
    end = code.index("\n", start + 1)
    return code[:start] + code[start:end].replace(f"{rule}(", "(") + code[end:]


def ruled(turn: Line, rules: Sequence[str], story: Story) -> str:
    """Return a turn's code whose own question looks at the table through other standing rules."""
    held = turn.get("standing", ())
    for rule in held:
        turn = turn if rule in rules else {**turn, "code": without(turn, rule)}
    code, ask = str(turn["code"]), str(turn["ask"]).strip()
    more = "".join(f"{rule} = {story.code(rule, 0)}\ndf = {rule}(df)\n" for rule in rules if rule not in held)
    start = code.rindex(ask)
    return code[:start] + more + code[start:]


def lazy(story: Story, turn: Line, before: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """Yield those who keep nothing, with the code that they run: the handbook and all results are before them, and of
    the rules that hold unnamed they take all that fit.
    """
    at, used = turn["turn"], [use["slot"] for use in turn["uses"]]
    (wanted,) = turn["intents"]
    results = [one for each in before for one in each["intents"] if one["type"] == wanted["type"]]
    if results:
        yield COPYING, f"{wanted['name']} = {results[-1]['name']}"
    agreed = [slot for slot in used if slot not in story.rules]
    now = {one["slot"] for one in turn["sets"] or () if one["act"] in _SAID}
    agreed = [slot for slot in agreed if slot not in now]
    nearest = {slot: found for slot in agreed if (found := story.last_said(slot, at))}
    latest = {slot: found for slot in agreed if (found := story.last_agreed(slot, at))}
    turn = {**turn, "code": ruled(turn, sorted(story.fits(turn)), story)} if story.scopes else turn
    yield NEAREST_NAME, bound(turn, {slot: story.code(*which) for slot, which in nearest.items()})
    yield LATEST, bound(turn, {slot: story.code(*which) for slot, which in latest.items()})
    forgotten = {slot: story.code(slot, None) for slot in agreed}
    yield RESTATED, bound(turn, forgotten)


SAME, NEAR, WRONG = "same", "near", "wrong"


async def _comes_to(session: Session, code: str, ours: Execution, intents: Sequence[Intent]) -> tuple[Execution, str]:
    """Run an analyst's code in a fork of a session that holds our results, and say how theirs stand to these."""
    fork = await session.fork()
    pairs = ", ".join(f"_clear(_ours_{place}, {each.name})" for place, each in enumerate(intents))
    theirs = await fork.run(f"{code}\nprint([{pairs}])", intents)
    await fork.close()
    if theirs.ok and [each.digest for each in ours.results] == [each.digest for each in theirs.results]:
        return theirs, SAME
    return theirs, WRONG if not theirs.ok or "True" in theirs.output.splitlines()[-1] else NEAR


async def walked(session: Session, dialogue: Line, cases: Mapping[str, Line]) -> list[tuple[str, str, bool, str]]:
    """Return of each analyst, term and turn with a case: whether they are labelled there, and what they come to."""
    story, found, before = Story(dialogue), [], list[Line]()
    await session.run(dialogue["prelude"])
    for turn in dialogue["turns"]:
        if not turn["code"]:
            continue
        intents = [Intent.model_validate(each) for each in turn["intents"]]
        case = next((cases[each] for each in turn["cases"] if each in cases), None)
        if case is not None:
            reference = await session.fork()
            ours = await reference.run(turn["code"], intents)
            kept = "\n".join(f"_ours_{place} = {each.name}" for place, each in enumerate(intents))
            await reference.run(f"{TELLING}\n{kept}")
            for analyst, term, code in _analysts(story, turn, is_report=RECONCILE in case["pattern"]):
                theirs, how = await _comes_to(reference, code, ours, intents)
                found.append((analyst, f"{term} · {turn['turn']}", _is_labelled(case, analyst, term, theirs), how))
            for solver, code in lazy(story, turn, before) if case["level"] == HARD else ():
                _, how = await _comes_to(reference, code, ours, intents)
                found.append((solver, f"{turn['turn']}", True, how))
            await reference.close()
        await session.run(turn["code"], intents, in_place=True)
        before.append(turn)
    return found


def _is_labelled(case: Line, analyst: str, term: str, theirs: Execution) -> bool:
    """Return whether a case knows an analyst: those who come to the same results share the label of one of them."""
    known = {told["outcome"] for told in case["forgetful"].values()}
    own = any(f"{label}: {term}" in case["forgetful"] for label in LABELS.get(analyst, ()))
    return own or any(each.digest in known for each in theirs.results)


def _analysts(story: Story, turn: Line, *, is_report: bool) -> Iterator[tuple[str, str, str]]:
    """Yield the analysts at a turn, each with the term that they are wrong about, and the code that they run."""
    if is_report:
        yield "careful", "", turn["code"]
        return

    def run(taken: Mapping[str, int | None]) -> str:
        return bound(turn, {slot: story.code(slot, version) for slot, version in taken.items()})

    used = [use["slot"] for use in turn["uses"]]
    yield "careful", "", run({use["slot"]: story.holds(use["slot"], turn["turn"]) for use in turn["uses"]})
    for analyst in LABELS:
        for term in used:
            faults = story.taken(analyst, term, used, turn["turn"])
            if faults:
                yield analyst, term, run(faults)
    for rule in turn.get("standing", ()):
        yield UNNAMED, rule, without(turn, rule)
    for rule, theirs in story.unheard(turn):
        yield UNHEARD, rule, ruled(turn, theirs, story)


async def main(folders: Sequence[Path]) -> None:
    """Walk through all dialogues, and print what came of it."""
    counts: dict[str, Counter[tuple[bool, str]]] = {}
    async with LocalSandbox() as sandbox:
        for folder in folders:
            data = folder / "data"
            lines = (data / "dialogue_data" / "evolving.jsonl").read_text(encoding="utf-8").splitlines()
            cases = {case["data_id"]: case for case in map(json.loads, lines)}
            tables = {path.name: path for path in (data / "resource").glob("*.csv")}
            for dialogue in map(json.loads, (data / "dialogues.jsonl").read_text(encoding="utf-8").splitlines()):
                if not dialogue.get("terms"):
                    continue
                session = await sandbox.open(tables)
                for analyst, where, labelled, how in await walked(session, dialogue, cases):
                    counts.setdefault(analyst, Counter())[labelled, how] += 1
                    if labelled != (how == WRONG) and how != NEAR and analyst not in LAZY:
                        what = "labelled, and right" if labelled else "wrong, and not labelled"
                        print(f"  {dialogue['dialogue']} · {analyst} · {where}: {what}")
                await session.close()
    print(
        "analyst: turns with a case at which they take something else · wrong where labelled · right where not · near"
    )
    for analyst, own in counts.items():
        if analyst in LAZY:
            continue
        said = sum(count for (labelled, _), count in own.items() if labelled)
        right, near = own[False, SAME], own[False, NEAR]
        silent = own.total() - said - near
        print(f"{analyst}: {own.total()} · {own[True, WRONG]} of {said} · {right} of {silent} · {near}")
    for solver in LAZY:
        own = counts.get(solver, Counter())
        print(f"{solver}: right in {own[True, SAME] + own[True, NEAR]} of {own.total()} hard cases")


if __name__ == "__main__":
    asyncio.run(main([Path(each) for each in sys.argv[1:]]))
