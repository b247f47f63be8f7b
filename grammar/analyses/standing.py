"""Where a dialogue stands in the chains that answer a question: what its turns have done, and what they have left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grammar.analyses.forms import Chain, Way
from grammar.slots import LAST, Condition, find_conditions
from grammar.understanding import mentioned


@dataclass(frozen=True)
class Done:
    """What a turn has done: the steps that were asked for, and the variable that was left."""

    steps: tuple[tuple[str, str | None], ...]
    """The kind of each, and the variable that it worked on; None for what a step before it in the turn has left."""
    left: str | None
    conditions: tuple[Condition, ...] = ()
    """Those that rows were filtered by."""


@dataclass(frozen=True)
class Standing:
    """A chain, how far it has been followed, and the variables that its named places have left."""

    chain: Chain
    at: int
    names: Mapping[str, str]

    @property
    def is_complete(self) -> bool:
        """Whether its last place has been taken."""
        return self.at == len(self.chain)

    @property
    def has_begun(self) -> bool:
        """Whether any of its places has been taken."""
        return self.at > 0


def rows_of(question: Mapping[str, Any], done: Sequence[Done], earlier: Sequence[Done] = ()) -> str | None:
    """Return the variable that a question's conditions have left, in a turn that asked for nothing else.

    In `earlier` turns of other questions, these were all of its conditions.
    """
    wanted = {condition for text in question["conditions"] for condition in find_conditions(text)}
    alone = [each for each in (*earlier, *done) if len(each.steps) == 1 and each.conditions]
    met = [each for each in alone if set(each.conditions) == wanted or (each in done and set(each.conditions) < wanted)]
    return met[-1].left if met else None


def turns_of(brief: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the turns of a brief's dialogue, in order; those of long ago have a query and results, and no more."""
    return [*brief.get("asked_before", ()), *brief["history"]]


def done_by(turns: Sequence[Mapping[str, Any]]) -> list[Done]:
    """Return what turns have done, one after the other."""
    found: list[Done] = []
    last: str | None = None
    for turn in turns:
        asked = mentioned(turn["query"])
        left = [str(result["name"]) for result in turn["results"] if result["type"] != "plot"]
        conditions = tuple(one for kind, slots in asked if kind == "filter" for one in slots["conditions"])
        steps = tuple(
            (kind, _source(slots, last if number == 0 else None)) for number, (kind, slots) in enumerate(asked)
        )
        found.append(Done(steps, left[-1] if left else None, conditions))
        last = left[-1] if left else last
    return found


def _source(slots: Mapping[str, Any], last: str | None) -> str | None:
    source = str(slots["source"])
    return last if source == LAST else source


def standing_of(chain: Chain, done: Sequence[Done], rows: str | None) -> Standing:
    """Return how far a chain has been followed; `rows` are those that the question is about, None for the table."""
    made = {each.left for each in done}
    at = 0
    names: dict[str, str] = {}

    def takes(way: Way, kind: str, source: str | None) -> bool:
        if way.kind != kind or source is None:
            return way.kind == kind
        if way.on is not None:
            return names.get(way.on) == source
        return source == rows if rows is not None else source not in made

    for each in done:
        for kind, source in each.steps:
            for place in range(at, len(chain)):
                way = next((way for way in chain[place] if takes(way, kind, source)), None)
                if way is not None:
                    names |= {way.name: each.left} if way.name and each.left else {}
                    at = place + 1
                    break
    return Standing(chain, at, names)
