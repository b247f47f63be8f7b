"""Whether a judge can be believed: what it says of pictures whose worth is known, before its scores count.

The reference beside itself has to get much, another case's figure little, random data under the right words not much.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from company.evaluation.kept import Reply
from company.families.figures.pictures import is_blank

if TYPE_CHECKING:  # who reads what controls came to need not have Inspect
    from company.families.figures.evaluation.judging.judge import VisionJudge

Kind = Literal["itself", "another", "random"]
LIMITS: Mapping[Kind, tuple[float, float]] = {"itself": (90.0, 100.0), "another": (0.0, 30.0), "random": (0.0, 60.0)}
"""What the score of a control may be, from and to."""
WORDS: Mapping[Kind, str] = {
    "itself": "the reference beside itself, at least 90",
    "another": "another case's figure, at most 30",
    "random": "random data under the right words, at most 60",
}
MOST_FAILED = 0.1
"""The share of controls that a judge may fail."""
CASES = 10
"""Cases that controls are made of, as far as there are so many."""


@dataclass(frozen=True)
class Known:
    """A case whose reference is at hand."""

    data_id: str
    query: str
    truth: bytes
    kind: str = ""
    """Its type of plot, where that is known."""


@dataclass(frozen=True)
class Control:
    """A picture whose worth is known."""

    kind: Kind
    case: Known
    drawn: bytes


@dataclass(frozen=True)
class Tried:
    """A control, and what a judge says of it."""

    kind: Kind
    data_id: str
    score: float | None

    @property
    def passed(self) -> bool:
        """Whether the score is one that can be."""
        low, high = LIMITS[self.kind]
        return self.score is not None and low <= self.score <= high


@dataclass(frozen=True)
class Trial:
    """A judge on its controls."""

    tried: tuple[Tried, ...]
    calls: tuple[Reply, ...] = ()

    @property
    def failed(self) -> int:
        """How many controls it failed."""
        return sum(not each.passed for each in self.tried)

    @property
    def trusted(self) -> bool:
        """Whether its scores count: it has failed few controls, and there were some."""
        return bool(self.tried) and self.failed <= MOST_FAILED * len(self.tried)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return {
            "controls": len(self.tried),
            "failed": self.failed,
            "trusted": self.trusted,
            "by": {
                kind: {"controls": len(own), "failed": sum(not each.passed for each in own)}
                for kind in LIMITS
                if (own := [each for each in self.tried if each.kind == kind])
            },
        }


def controls_of(cases: Sequence[Known], random: Mapping[str, bytes] | None = None) -> list[Control]:
    """Return the controls that cases give; `random` are pictures of random data by data_id, where there are any.

    The cases are chosen by their ids alone, so that they stay the same when others come.
    """
    drawn = random or {}
    usable = [case for case in cases if not is_blank(case.truth)]
    chosen = sorted(usable, key=lambda case: hashlib.sha256(case.data_id.encode()).hexdigest())[:CASES]
    found = []
    for at, case in enumerate(chosen):
        found.append(Control("itself", case, case.truth))
        others = [each for each in (*chosen[at + 1 :], *chosen[:at]) if each.truth != case.truth]
        other = next((each for each in others if each.kind != case.kind), None) or next(iter(others), None)
        if other is not None:
            found.append(Control("another", case, other.truth))
        if case.data_id in drawn:
            found.append(Control("random", case, drawn[case.data_id]))
    return found


async def tried(judge: VisionJudge, controls: Sequence[Control]) -> Trial:
    """Return what a judge says of controls. Raises whatever asking raises."""
    found = await asyncio.gather(*(judge.judged(each.case.query, each.drawn, each.case.truth) for each in controls))
    told = tuple(
        Tried(each.kind, each.case.data_id, judged.score) for each, judged in zip(controls, found, strict=True)
    )
    return Trial(told, tuple(call for judged in found for call in judged.calls))


def trial_text(told: Mapping[str, Any], model: str) -> str:
    """Return what `Trial.as_json` tells in a line."""
    if not told["controls"]:
        return f"{model} was shown no control, so that nothing says whether its scores can be believed"
    parts = ", ".join(
        f"{each['failed']} of {each['controls']} of {WORDS[kind].partition(',')[0]}"
        for kind, each in told["by"].items()
        if each["failed"]
    )
    passed = f"{model} passed {told['controls'] - told['failed']} of {told['controls']} controls"
    if told["trusted"]:
        return passed
    return f"NOT TO BE BELIEVED: {passed} (failed: {parts}), and at most {MOST_FAILED:.0%} may be failed"
