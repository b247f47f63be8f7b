"""Which dialogues are shown: a few that have much to see between them, and the same ones each time."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence

from company.archive import Archive, natural
from company.errors import ConfigError
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Case, Dialogue, Plan, Turn
from company.records import USABLE

EXAMPLES = 3
"""Dialogues that a page shows where nobody names others."""
NEAR = 3
WORTH = {"type plot": 3, "correction": 3, "question back": 2}
"""How much there is to see in some things; in all others 1."""


def examples(archive: Archive, cases: Mapping[str, Sequence[Case]], most: int = EXAMPLES) -> list[Dialogue]:
    """Return the dialogues with the greatest variety for their length, each for what those before it do not show.

    What counts: types of results, plots, corrections, questions back, categories of accepted cases, registers.
    """
    dialogues: list[Dialogue] = archive.records("dialogue", USABLE) or under_way(archive)
    turns: dict[str, list[Turn]] = {}
    for turn in archive.records("turn", USABLE):
        turns.setdefault(turn.parent or "", []).append(turn)
    sights = {each.id: _sights(each, turns.get(each.id, ()), cases) for each in dialogues}
    found: list[Dialogue] = []
    seen: set[str] = set()
    while dialogues and len(found) < most:
        worth = [
            sum(WORTH.get(sight, 1) for sight in sights[each.id] - seen) / math.sqrt(len(turns.get(each.id, ())) or 1)
            for each in dialogues
        ]
        if found and not max(worth):
            break
        best = dialogues.pop(worth.index(max(worth)))
        seen |= sights[best.id]
        found.append(best)
    return found


def under_way(archive: Archive) -> list[Dialogue]:
    """Return the dialogues that have turns and no end yet, as far as they are."""
    begun = dict.fromkeys(archive.texts("turn", "parent").values())
    ended = archive.texts("dialogue", "id")
    plans: dict[str | None, Plan] = {plan.parent: plan for plan in archive.records("plan", USABLE)}
    return [
        Dialogue(
            id=each,
            parent=plan.id,
            stage="dialogues",
            position=1,
            status="accepted",
            speech=plan.speech,
            table_variable=VARIABLE,
            prelude="",
            turns=plan.turns,
            ended="not yet",
        )
        for each in sorted(begun.keys() - ended.keys(), key=natural)
        if (plan := plans.get(each.rpartition(".")[0])) is not None
    ]


def _sights(dialogue: Dialogue, turns: Sequence[Turn], cases: Mapping[str, Sequence[Case]]) -> set[str]:
    found = {f"speech {dialogue.speech}"}
    for turn in turns:
        found |= {f"type {each.type}" for each in turn.results}
        found |= {f"case {each.category}" for each in cases.get(turn.id, ()) if each.status in USABLE}
        found |= {"correction"} if any(not each.execution.ok for each in turn.attempts) else set()
        found |= {"question back"} if turn.code is None else set()
    return found


def named(archive: Archive, record: str, cases: Mapping[str, Sequence[Case]]) -> tuple[Dialogue, str | None]:
    """Return the dialogue of this id, or that of a turn or case, and the turn's id.

    Raises ConfigError for an id of none of these, with the nearest ones.
    """
    dialogues = {each.id: each for each in [*archive.records("dialogue"), *under_way(archive)]}
    if record in dialogues:
        return dialogues[record], None
    turns = archive.texts("turn", "parent")
    made_of = {str(case.entry.get("data_id", case.id)): turn for turn, each in cases.items() for case in each}
    made_of |= {case.id: turn for turn, each in cases.items() for case in each}
    turn = made_of.get(record, record)
    if turns.get(turn) in dialogues:
        return dialogues[turns[turn]], turn
    near = difflib.get_close_matches(record, list(dict.fromkeys([*dialogues, *turns, *made_of])), NEAR, 0)
    known = f"; the nearest are {', '.join(near)}" if near else "; it has none yet"
    raise ConfigError(f"{archive.run} has no dialogue, turn or case {record!r}{known}")
