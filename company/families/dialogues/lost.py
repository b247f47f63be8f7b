"""What of a run of dialogues came to nothing, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from company.archive import Archive
from company.evaluation.traits import LEVELS
from company.families.dialogues.body.bodies import NEEDS_HISTORY
from company.families.dialogues.body.difficulty import Difficulty
from company.families.dialogues.history import EXECUTED
from company.families.dialogues.records import EVOLVING, Plan, Turn
from company.records import USABLE

LEVELS_MADE = "levels"
"""What a run's status calls the counts of evolving cases by level."""
PATTERNS_MADE = "patterns"
"""The same of evolving turns and cases by pattern."""
SET_ASIDE = "set aside: it gives something else, or fails, since reviewers changed a turn before it"


def rejected(archive: Archive) -> Iterator[dict[str, Any]]:
    """Yield every candidate that was lost: its id, the stage that it was lost at, the reason, and what there was of it.

    A dialogue that ended early is one of them, with the number of `turns` that it is short of; so is a turn that was
    set aside, with the status that it `was` of.
    """
    for turn in archive.records("turn", ["rejected"]):
        last = turn.attempts[-1] if turn.attempts else None
        error = last.execution.error if last else None
        yield {
            "id": turn.id,
            "stage": turn.stage,
            "reason": turn.reason,
            "query": turn.query,
            "code": last.code if last else None,
            "error": f"{error.type}: {error.message}" if error else None,
        }
    yield from _ended_early(archive)
    for case in archive.records("case", ["rejected"]):
        query, code = case.entry.get("current_query"), case.entry.get("reference_answer")
        yield {"id": case.id, "stage": case.stage, "reason": case.reason, "query": query, "code": code}
    for kind in ("rewrite", "rewording"):
        for made in archive.records(kind, ["rejected"]):
            query, code = getattr(made, "query", None), getattr(made, "code", None)
            yield {"id": made.id, "stage": made.stage, "reason": made.reason, "query": query, "code": code}
    yield from _set_aside(archive)


def _ended_early(archive: Archive) -> Iterator[dict[str, Any]]:
    for dialogue in archive.records("dialogue", ["accepted", "edited"]):
        plan = archive.get(dialogue.parent)
        if isinstance(plan, Plan) and dialogue.turns < plan.turns:
            reason = f"turns fewer than were asked for: {dialogue.ended}"
            yield {"id": dialogue.id, "stage": dialogue.stage, "reason": reason, "turns": plan.turns - dialogue.turns}


def _set_aside(archive: Archive) -> Iterator[dict[str, Any]]:
    for told in archive.facts(EXECUTED).values():
        for turn_id, was in told["aside"].items():
            turn = archive.get(turn_id)
            if isinstance(turn, Turn) and turn.status == "stale":
                line = {"id": turn_id, "stage": turn.stage, "reason": turn.reason, "query": turn.query}
                yield {**line, "code": turn.code, "was": was}


def needing_history(archive: Archive) -> dict[str, int]:
    """Count the usable code cases that need what earlier turns made of the table, and those of which that is known."""
    told = [case.entry[NEEDS_HISTORY] for case in archive.records("case", USABLE) if NEEDS_HISTORY in case.entry]
    return {"needing": sum(told), "told": len(told)}


def deep(archive: Archive) -> dict[str, int]:
    """Count the usable cases that are deep, and those whose depth is known."""
    told = [each for case in archive.records("case", USABLE) if (each := Difficulty.of(case.entry))]
    return {"deep": sum(each.deep for each in told), "told": len(told)}


def levels_of(archive: Archive) -> dict[str, int]:
    """Count the usable evolving cases by level; {} where there are none."""
    found = Counter(case.entry["level"] for case in archive.records("case", USABLE) if case.category == EVOLVING)
    return {level: found[level] for level in LEVELS} if found else {}


def drafts(archive: Archive) -> dict[str, int]:
    """Count the drafts of plans that clients have read, and those that they objected to."""
    opinions = [
        message.content["agreed"]
        for plan in archive.records("plan")
        for message in plan.conversation
        if message.content and "agreed" in message.content
    ]
    return {"read": len(opinions), "objected": sum(not agreed for agreed in opinions)}
