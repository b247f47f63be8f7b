"""Which case of a benchmark is shown first: it closes a question in a few turns, with a result that reads well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from company.benchmark.reading import Benchmark
from company.families.dialogues.body.reference import solution
from company.families.dialogues.content import dialogues_of
from company.families.dialogues.records import WORKED_THROUGH

Line = Mapping[str, Any]
FEW = (3, 5)
"""Turns that tell a story and are soon read."""
LINES, WIDE = 8, 72
"""Of a result and of code that are read at a glance."""
_DIALOGUE = frozenset({"dialogue", "persona", "scenario", "turns"})
_TURN = frozenset({"question", "query", "answer", "code", "results", "cases"})
"""What the lines of dialogues have that can be told of."""
_UNREADABLE = frozenset({"plot", "array", "model", "function"})
_LONG_NUMBER = re.compile(r"\.\d{7,}")
_FIRST_SENTENCE = re.compile(r"[^?]+?[.!](?=\s|$)")


@dataclass(frozen=True)
class Sample:
    """A case, and the turns of its dialogue that serve the same question up to its own."""

    dialogue: Line
    turns: Sequence[Line]
    category: str
    case: Line
    closed: bool
    """Whether the dialogue went on to another question, or to its end."""
    closing: str
    """What the data scientist says of the result once the question is closed; empty where that is not known."""
    left: int
    """Turns of the same question behind its own."""
    first: bool
    """Whether nothing was said before these turns."""

    @property
    def _costs(self) -> tuple[int, ...]:
        """What speaks against it, the gravest first."""
        results, code = self.turns[-1]["results"], solution(self.case["reference_answer"])
        short, long = FEW
        return (
            not self.closed,
            any(not _readable(str(each["type"]), str(each["shown"])) for each in results) or not results,
            len(self.turns) < short,
            max(0, len(self.turns) - long) + self.left,
            any(turn["code"] is None for turn in self.turns),
            len(code.splitlines()) > LINES,
            not self.closing,
            not self.first,
            sum(len(str(turn["query"])) for turn in self.turns),
        )


def sample(content: Benchmark) -> Sample | None:
    """Return the case that is shown where nobody names one; None where the folder does not tell of dialogues."""
    return min(_samples(content), key=lambda each: each._costs, default=None)


def _samples(content: Benchmark) -> Iterator[Sample]:
    cases = {
        str(line["data_id"]): (str(category), line)
        for category, lines in content.cases.items()
        for line in lines
        if "choice" not in line and "reference_answer" in line
    }
    for dialogue in dialogues_of(content):
        if not (dialogue.keys() >= _DIALOGUE and all(turn.keys() >= _TURN for turn in dialogue["turns"])):
            continue
        served = [list(part) for _, part in groupby(dialogue["turns"], key=lambda turn: turn["question"])]
        for number, part in enumerate(served, start=1):
            closed = number < len(served) or dialogue.get("ended") == WORKED_THROUGH
            for last, turn in enumerate(part, start=1):
                left = len(part) - last
                made = next((cases[each] for each in turn["cases"] if each in cases), None)
                if made is not None:
                    closing = "" if left else _closing(dialogue, served[number:])
                    yield Sample(dialogue, part[:last], *made, closed, closing, left, number == 1)


def _closing(dialogue: Line, after: Sequence[Sequence[Line]]) -> str:
    """Return the words at the end of a dialogue, or those of a colloquial one that its next question is begun with."""
    if not after:
        return str(dialogue.get("closing") or "")
    if dialogue.get("register") == "statement":
        return ""
    said = _FIRST_SENTENCE.match(str(after[0][0]["query"]))
    return said[0] if said else ""


def _readable(kind: str, shown: str) -> bool:
    lines = shown.splitlines()
    return (
        kind not in _UNREADABLE
        and len(lines) <= LINES
        and all(len(line) <= WIDE for line in lines)
        and "..." not in shown
        and not _LONG_NUMBER.search(shown)
    )
