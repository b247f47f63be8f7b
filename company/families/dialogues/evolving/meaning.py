"""Whether the turns of a search mean what they say, each judged once with the same state and code. In the sandbox."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from company.families.dialogues.evolving.sensing import Turned, senseless, shuffled
from company.families.dialogues.evolving.slips import without_slip
from company.families.dialogues.gate.sense.ties import says_order
from company.families.dialogues.limiting import limited
from company.results.digests import digest

Names = Mapping[str, Any]
Code = Callable[[str, int | None], str]


class Meaning:
    """What is known of turns: why they do not mean what they say, None of those that do."""

    def __init__(
        self, base: Names, turns: Sequence[Names], terms: Mapping[str, Any], known: dict[str, str | None]
    ) -> None:
        """Judge turns of these terms on these tables; what is `known` already is taken as it is, and added to."""
        self.terms, self.known = terms, known
        self.asks = {turn["position"]: turn["ask"] for turn in turns}
        self.others = shuffled(base)
        self.judged = 0
        """Turns that were looked at, those that were known apart."""
        self._digests: dict[int, str] = {}

    def fault(self, turn: Names, state: Names, results: Names, code: Code) -> str | None:
        """Return why a turn does not mean what it says; `code` gives the expression of a version of a term.

        What it makes anew counts among its `results`: the client asks for that, too.
        """
        turned = self._turned(turn, state, results, code)
        goes_by_order = any(says_order(self.terms[slot]["says"]) for slot in _slots(turn))
        key = self._key(turn, turned, goes_by_order)
        if key not in self.known:
            self.judged += 1
            self.known[key] = senseless(turned, None if goes_by_order else self.others)
        return self.known[key]

    def blamed(self, turn: Names, problem: str, code: Code) -> list[tuple[str, int]]:
        """Return the versions that a turn is bound to, those first that the problem is about."""
        _, _, condition = problem.partition("`")
        condition = condition.rpartition("`")[0]
        bounds = [(slot, version) for slot, version in turn["pieces"][-1]["bound"].values() if version is not None]

        def is_other(bound: tuple[str, int]) -> bool:
            variable = self.terms[without_slip(bound[0])]["variable"]
            return variable not in condition and (not condition or condition not in code(*bound))

        return sorted(bounds, key=is_other)

    def _turned(self, turn: Names, state: Names, results: Names, code: Code) -> Turned:
        lines = []
        for piece in turn["pieces"]:
            bound = {self.terms[slot]["variable"]: code(*which) for slot, which in piece["bound"].items()}
            rules = [self.terms[slot]["variable"] for slot in piece["bound"] if self.terms[slot].get("standing")]
            lines += [*(f"{variable} = {expression}" for variable, expression in bound.items())]
            lines += limited(self.asks[piece["of"]], rules)
        said = [self._says(slot, version) for slot, version in turn["sets"] if version is not None]
        return Turned(
            code="\n".join(lines),
            words=" ".join([turn["about"], *said]),
            name=turn["name"],
            type=turn["type"],
            state=state,
            results=results,
        )

    def _says(self, slot: str, version: int) -> str:
        """Return what a version is said to be, its value as code."""
        term = self.terms[slot]
        return str(term["says"]).replace("{value}", term["candidates"][term["chosen"][version]])

    def _key(self, turn: Names, turned: Turned, goes_by_order: bool) -> str:
        """Return what tells a turn from any that is to be judged otherwise: its code, its words, what it goes on from.

        What runs again on the way reads results, too.
        """
        read = [[name, self._digest(turned.state[name])] for name in turn["reads"] if name in turned.state]
        told = [turned.code, turned.words, turned.name, turned.type, goes_by_order, read]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()

    def _digest(self, value: Any) -> str:
        # The results of a search stay alive as long as it does, so that an id stays that of one value.
        if id(value) not in self._digests:
            try:
                self._digests[id(value)] = digest(value)
            except ValueError:
                self._digests[id(value)] = ""
        return self._digests[id(value)]


def _slots(turn: Names) -> list[str]:
    return [without_slip(slot) for piece in turn["pieces"] for slot in piece["bound"]]
