"""The search for values under which forgetting shows. Runs inside the sandbox, behind the code that loads the table.

All turns of a dialogue are executed by what truly holds, and each by what forgetful analysts take to hold; values of
terms are exchanged until each analyst comes to something else. Only turns that a value bears on are executed again.
"""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import pandas as pd

from company.families.dialogues.analysts import COPYING
from company.families.dialogues.evolving.applied import Applied
from company.families.dialogues.evolving.meaning import Meaning
from company.families.dialogues.evolving.outcomes import DIFFERS, NEAR, RAISES, SAME, compared, problem_of, told
from company.families.dialogues.evolving.slips import code_with_slip, without_slip
from company.families.dialogues.prelude import VARIABLE
from company.results.substance import hollow

MOST_ASKS, _MOST_ROWS = 5_000, 20_000_000
"""Asks that are executed in search of better values, and rows of the table that all of them together go over, at the
most. No clock ends a search: on a slow machine it comes to the same values as on a fast one.
"""
_FEWER = 4
"""Times as few of them where a few turns alone are searched anew."""
_OF_MEANING = 20
"""Asks for which it counts to find out whether a turn means what it says: each of its steps is left out."""
_BLAMED = 3
"""Versions of which other values are tried for one thing that fails."""
_NEEDED = 5.0
"""How much what a case needs weighs, beside what it might depend on as well."""
Names = dict[str, Any]


def search(names: Names, order: Path, report: Path) -> None:
    """Choose values as the order says, and write what each turn and each analyst then comes to.

    `order` is JSON: `terms` (slot → variable, naive, code, says, candidates, chosen: the candidate of each version),
    and `turns` (position, name, type, about, asks with bindings, controls, who is `lazy`). With `anew`, values
    are searched for these turns alone, and with `fixed` for none. With `known`, turns have to mean what they say as
    well: it says of some, by a key, why they do not, or None; the report adds to it. `names` are what the prelude left.
    """
    warnings.filterwarnings("ignore")
    asked = json.loads(order.read_text())
    found = Search(names, asked["terms"], asked["turns"], fixed=asked.get("fixed", False), anew=asked.get("anew"))
    with contextlib.redirect_stdout(io.StringIO()):
        for _ in found.run(asked.get("known")):
            # Stopped for whatever reason, a search has come to what it found until then.
            report.write_text(json.dumps(found.report()))


@dataclass(frozen=True)
class Missed:
    """What fails at a turn."""

    position: int
    label: str
    term: str
    blamed: list[tuple[str, int]]
    """Versions whose values may mend it, the likeliest first."""
    needed: bool
    """Whether the turn gives no case as long as it fails."""
    control: int | None = None
    """The place of the analyst among the turn's; None where the turn itself fails."""

    @property
    def key(self) -> tuple[int, str, str]:
        """What tells it from others."""
        return self.position, self.label, self.term


class Search:
    """One search: the values chosen so far, and what each turn comes to with them."""

    def __init__(
        self, names: Names, terms: Names, turns: Sequence[Names], *, fixed: bool, anew: Sequence[int] | None
    ) -> None:
        self.base = {name: value for name, value in names.items() if not name.startswith("_")}
        self.bases: dict[str, Names] = {}
        """Tables as analysts make them, by the code."""
        self.counting: dict[Any, pd.DataFrame] = {}
        """The rows that standing rules let count, by the table and their code."""
        self.terms, self.turns = terms, list(turns)
        self.fixed = fixed
        self.anew = anew
        """The turns whose values are searched; None for all of them."""
        self.asks = {turn["position"]: turn["ask"] for turn in turns}
        self.names = {turn["position"]: turn["name"] for turn in turns}
        self.reads = {turn["position"]: turn["goes_on_from"] for turn in turns}
        self.applied = Applied([*self.base.values()])
        self.ran: dict[Any, tuple[Any, str | None]] = {}
        self.judged: dict[tuple[int, int], Names] = {}
        self.made: dict[int, Names] = {}
        self.found: dict[int, Names] = {}
        self.tried: dict[tuple[str, int], set[int]] = {}
        self.reasons: list[str] = []
        self.meaning: Meaning | None = None
        """From when on turns have to mean what they say."""
        self.given_up: set[tuple[int, str, str]] = set()
        self.executed = 0
        """Asks in search of better values, each counted once with what its terms are bound to."""
        rows = max((len(value) for value in self.base.values() if isinstance(value, pd.DataFrame)), default=0)
        self.most = min(MOST_ASKS, _MOST_ROWS // max(1, rows)) // (1 if anew is None else _FEWER)

    def run(self, known: dict[str, str | None] | None = None) -> Iterator[None]:
        """Execute all turns, then exchange values until nothing fails or nothing is left to try; yield after each.

        Then the same once more, with turns failing that do not mean what they say, where that is to be `known`: so the
        values are tried at length that forgetting shows with, and at little more length those with which steps matter.
        """
        for turn in self.turns:
            self._execute(turn)
        yield
        yield from self._mended()
        if known is not None:
            self.meaning = Meaning(self.base, self.turns, self.terms, known)
            for turn in self.turns:
                self._judge(turn, self.state(turn["position"]))
            yield
            yield from self._mended()
        if any("lazy" in turn for turn in self.turns):
            for turn in self.turns:
                self.found[turn["position"]]["lazy"] = [*self._right_lazily(turn)]
            yield

    def _right_lazily(self, turn: Names) -> Iterator[str]:
        """Yield who keeps nothing and comes to what a turn comes to, or so near to it that no check is sure."""
        position, name = turn["position"], turn["name"]
        if "lazy" not in turn or self.found[position]["problem"]:
            return
        state, ours = self.state(position), self.made[position][name]
        alike = [each["name"] for each in self.turns if each["position"] < position and each["type"] == turn["type"]]
        if alike and alike[-1] in state and self.compared(ours, state[alike[-1]])["how"] in (SAME, NEAR):
            yield COPYING
        for each in turn["lazy"]:
            theirs, error = self.ran_pieces(state, each["pieces"])
            if not error and self.compared(ours, theirs[name])["how"] in (SAME, NEAR):
                yield each["label"]

    def _mended(self) -> Iterator[None]:
        self.executed = 0
        if self.meaning:
            self.meaning.judged, self.most = 0, self.most // _FEWER
        while not self.fixed and self._may_go_on():
            failing = [
                each for each in self._failing() if each.key not in self.given_up and self._is_sought(each.position)
            ]
            if not failing:
                return
            # What a case needs first, then what it might depend on as well.
            missed = min(failing, key=lambda each: not each.needed)
            self.tried = {}
            if any(self._exchanged(slot, version, missed) for slot, version in missed.blamed[:_BLAMED]):
                yield
            else:
                self.given_up.add(missed.key)

    def _is_sought(self, position: int) -> bool:
        return self.anew is None or position in self.anew

    def _may_go_on(self) -> bool:
        judged = self.meaning.judged if self.meaning else 0
        return self.executed + _OF_MEANING * judged < self.most

    def report(self) -> Names:
        """Return the choice of candidates, and what each turn and analyst comes to."""
        chosen = {slot: term["chosen"] for slot, term in self.terms.items()}
        known = {"known": self.meaning.known} if self.meaning else {}
        return {"chosen": chosen, "turns": self.found, "reasons": self.reasons, **known}

    # what fails

    def _failing(self) -> Iterator[Missed]:
        """Yield what fails, with the versions whose values may mend it."""
        for turn in self.turns:
            found, position = self.found[turn["position"]], turn["position"]
            own = list(turn["pieces"][-1]["bound"].values())
            if found["problem"]:
                if self.meaning:
                    own = self.meaning.blamed(turn, found["problem"], self.code)
                yield Missed(position, found["problem"], "", self._valued(own), needed=True)
                continue
            hows = [each["how"] for each in found["outcomes"]]
            pairs = list(zip(turn["controls"], hows, strict=True))
            main = any(control["main"] and how == DIFFERS for control, how in pairs)
            slip = next((control for control, _ in pairs if control.get("slip")), None)
            if any(control.get("slip") and how == DIFFERS for control, how in pairs):
                slip = None  # one who goes wrong in the work of a term is enough
            for number, (control, how) in enumerate(pairs):
                is_near = how == NEAR and not control["spare"]
                is_wanted = control["wanted"] or control is slip
                if is_near or (is_wanted and how != DIFFERS):
                    there = [bound for piece in control["pieces"] for bound in piece["bound"].values()]
                    term = [each for each in (*own, *there) if each[0] == control["term"]]
                    needed = is_near or control.get("needed", False) or (control["main"] and not main)
                    blamed = self._valued([*term, *there])
                    yield Missed(position, control["label"], control["term"], blamed, needed=needed, control=number)

    def _valued(self, bounds: Sequence[Any]) -> list[tuple[str, int]]:
        """Return the versions among what names are bound to of which there are other values."""
        free = {slot for slot, term in self.terms.items() if len(term["chosen"]) < len(term["candidates"])}
        told = [(without_slip(slot), version) for slot, version in bounds if version is not None]
        return list(dict.fromkeys((slot, version) for slot, version in told if slot in free))

    def _missed(self) -> float:
        return sum(_NEEDED if each.needed else 1 for each in self._failing())

    # exchanging a value

    def _exchanged(self, slot: str, version: int, missed: Missed) -> bool:
        """Return whether another value of a version mends what fails, and makes less fail in all; it stays then."""
        term = self.terms[slot]
        before, weight = term["chosen"][version], self._missed()
        tried = self.tried.setdefault((slot, version), {before})
        for number in range(len(term["candidates"])):
            if number in tried or number in term["chosen"] or not self._may_go_on():
                continue
            tried.add(number)
            term["chosen"][version] = number
            if self._mends(missed):
                kept = (dict(self.made), dict(self.found))
                self._again(slot, version)
                if self._missed() < weight:
                    self.reasons.append(f"turn {missed.position}: {missed.label}")
                    return True
                self.made, self.found = kept
            term["chosen"][version] = before
        return False

    def _mends(self, missed: Missed) -> bool:
        """Return whether what fails would not with the values as they are now, all before the turn being as it was."""
        turn = next(turn for turn in self.turns if turn["position"] == missed.position)
        state = self.state(missed.position)
        left, error = self.ran_pieces(state, turn["pieces"])
        if error or problem_of(left[turn["name"]], turn["type"]):
            return False
        if missed.control is None:
            return self._fault(turn, state, {each: left[each] for each in turn["binds"]}) is None
        control = turn["controls"][missed.control]
        theirs, error = self.ran_pieces(state, control["pieces"], control.get("before", ""))
        return not error and self.compared(left[turn["name"]], theirs[turn["name"]])["how"] == DIFFERS

    def _again(self, slot: str, version: int) -> None:
        """Execute the turns again that a version bears on, or a result that has changed."""
        changed: set[str] = set()
        for turn in self.turns:
            pieces = [*turn["pieces"], *(piece for each in turn["controls"] for piece in each["pieces"])]
            touched = any([slot, version] == bound for piece in pieces for bound in piece["bound"].values())
            if touched or changed & set(turn["reads"]):
                before = self.found[turn["position"]]["digest"]
                self._execute(turn)
                if touched or self.found[turn["position"]]["digest"] != before:
                    changed |= self.made[turn["position"]].keys()

    # executing

    def state(self, position: int) -> Names:
        """Return what there is before a turn."""
        state = dict(self.base)
        for turn in self.turns:
            if turn["position"] >= position:
                break
            state.update(self.made.get(turn["position"], {}))
        return state

    def _execute(self, turn: Names) -> None:
        position, name = turn["position"], turn["name"]
        state = self.state(position)
        left, error = self.ran_pieces(state, turn["pieces"])
        found: Names = {"problem": error, "digest": "", "outcomes": []}
        self.found[position], self.made[position] = found, {}
        if error is None:
            self.made[position] = {each: left[each] for each in turn["binds"]}
            found |= told(left[name])
            found["problem"] = problem_of(left[name], turn["type"])
            if found["type"] != turn["type"] or hollow(left[name]):
                found["digest"] = ""  # no session takes it
        for control in turn["controls"]:
            if found["problem"]:
                found["outcomes"].append({"how": SAME, "digest": ""})
                continue
            theirs, error = self.ran_pieces(state, control["pieces"], control.get("before", ""))
            how = {"how": RAISES, "digest": ""} if error else self.compared(left[name], theirs[name])
            found["outcomes"].append(how)
        self._judge(turn, state)

    def _judge(self, turn: Names, state: Names) -> None:
        """Note where a turn with which nothing else is wrong does not mean what it says."""
        found, made = self.found[turn["position"]], self.made[turn["position"]]
        if not found["problem"]:
            found["problem"] = self._fault(turn, state, made)

    def _fault(self, turn: Names, state: Names, results: Names) -> str | None:
        return self.meaning.fault(turn, state, results, self.code) if self.meaning else None

    def ran_pieces(self, state: Names, pieces: Sequence[Names], before: str = "") -> tuple[Names, str | None]:
        """Return the names that asks leave behind, each with its terms bound; with the error that ended them.

        `before` is code that makes other tables of those that there are.
        """
        try:
            base = self._base(before)
        except Exception as problem:  # noqa: BLE001 - tables of other types may not go together
            return state, f"it raises {type(problem).__name__}: {str(problem)[:120]}"
        left = {**state, **base} if before else dict(state)
        for piece in pieces:
            of = piece["of"]
            bound = tuple((slot, self.code(*which)) for slot, which in piece["bound"].items())
            # What was made once is kept, so that the ids of what it was made from stay theirs.
            key = (of, before, bound, tuple(id(left.get(name)) for name in self.reads[of]))
            if key not in self.ran:
                self.executed += 1
                self.ran[key] = self._asked(of, bound, left, before)
            value, error = self.ran[key]
            if error:
                return left, error
            left[self.names[of]] = value
        return left, None

    def _base(self, before: str) -> Names:
        """Return the tables, as they are or as code makes them."""
        if before not in self.bases:
            names = dict(self.base)
            exec(before, names)
            self.bases[before] = {name: names[name] for name in self.base}
            self.applied.keep([*self.bases[before].values()])
        return self.bases[before]

    def _asked(self, of: int, bound: Sequence[tuple[str, str]], state: Names, before: str) -> tuple[Any, str | None]:
        """Return what an ask comes to, with its terms bound; or the error that ends it."""
        try:
            rules = tuple(code for slot, code in bound if self.terms[without_slip(slot)].get("standing"))
            base = self._limited(before, rules) if rules else self._base(before)
            names = {**state, **base} if rules else dict(state)
            for slot, code in bound:
                value = eval(_compiled(code, "eval"), dict(base))
                names[self.terms[slot]["variable"]] = self.applied.remembering(value, (code, before, rules))
            exec(_compiled(self.asks[of], "exec"), names)
            return names[self.names[of]], None
        except Exception as error:  # noqa: BLE001 - code that nobody has read may raise anything
            return None, f"it raises {type(error).__name__}: {str(error)[:120]}"

    def _limited(self, before: str, rules: tuple[str, ...]) -> Names:
        """Return the tables with those rows alone that standing rules let count."""
        base, key = self._base(before), (before, rules)
        if key not in self.counting:
            rows = base[VARIABLE]
            for code in rules:
                rows = eval(_compiled(code, "eval"), dict(base))(rows)
            self.counting[key] = rows
            self.applied.keep([rows])
        return {**base, VARIABLE: self.counting[key]}

    def compared(self, ours: Any, theirs: Any) -> Names:
        """Return how one result stands to the true one, and its digest."""
        key = (id(ours), id(theirs))
        if key not in self.judged:
            self.judged[key] = compared(ours, theirs)
        return self.judged[key]

    def code(self, slot: str, version: int | None) -> str:
        """Return the expression of a version."""
        term = self.terms[without_slip(slot)]
        if version is None:
            return str(term["naive"])
        return code_with_slip(slot, str(term["code"])).replace("{value}", term["candidates"][term["chosen"][version]])


@cache
def _compiled(code: str, mode: str) -> CodeType:
    return compile(code, "<ask>", mode)
