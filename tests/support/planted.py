"""Errors planted in conversations, with what is known of each: whose it is, and which forgetful analyst it is like."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from inspect_ai.model import ChatMessage

from company.families.dialogues.body.reference import solution
from company.families.dialogues.evaluation.conversation.lines import TurnLine
from company.families.dialogues.evaluation.conversation.record import Talk
from tests.support.conversing import Say, handing_in


@dataclass(frozen=True)
class Planted:
    """A model's code by turn, and the labels of the analysts that it is like where it errs by itself."""

    codes: Mapping[int, str]
    labels: Mapping[int, str]
    looks: bool = False
    """It looks at the table before it hands in."""
    _looked: set[int] = field(default_factory=set)

    def say(self, turn: int, messages: Sequence[ChatMessage]) -> str:
        """The reply of the model in a turn."""
        if self.looks and turn not in self._looked:
            self._looked.add(turn)
            return "```python\nprint(df.shape)\n```"
        return handing_in(self.codes[turn])


def planted(talk: Talk, seed: int, share: float = 0.3) -> Planted:
    """Plant errors in a share of the turns that can go wrong by themselves; some analysts forget one term on and on."""
    chance = random.Random(seed)
    codes = {each.number: solution(each.reference) for each in talk.asked}
    labels: dict[int, str] = {}
    terms = sorted({str(told["term"]) for each in talk.asked for told in each.controls.values()})
    stubborn = chance.choice(terms) if chance.random() < 0.5 else None
    for each in talk.asked:
        here = {label: told for label, told in each.controls.items() if told["how"] == "here"}
        mine = [label for label, told in here.items() if told["term"] == stubborn and label.startswith("never")]
        wanted = mine[0] if mine else chance.choice(sorted(here)) if here and chance.random() < share else None
        if wanted is not None:
            codes[each.number] = solution(str(here[wanted]["script"]))
            labels[each.number] = wanted
    return Planted(codes, labels, looks=seed % 3 == 0)


def expected(talk: Talk, plan: Planted, lines: Sequence[TurnLine]) -> dict[int, tuple[str, str | None]]:
    """The class of each wrong turn as it was planted, and the label of those whose error is their own alone.

    Turns that were not checked are neither right nor wrong.
    """
    rests = {each.number: each.rests_on for each in talk.asked}
    found: dict[int, tuple[str, str | None]] = {}
    failed: set[str | None] = set()
    for line in lines:
        if line.right is not False:
            continue
        before = [each for each in rests[line.turn] if each in found]
        label = plan.labels.get(line.turn)
        if label is None:
            found[line.turn] = ("inherited", None)
        elif before:
            found[line.turn] = ("new", None)
        else:
            found[line.turn] = ("repeated" if label in failed else "new", label)
        failed.add(label)
    return found


def says(plan: Planted) -> Say:
    """The model of a plan."""
    return plan.say
