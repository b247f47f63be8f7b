"""How a run stands: what it has, what came to nothing and why, what it cost."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from company.archive import EXECUTED, Archive, natural
from company.families.dialogues.records import CATEGORIES, Plan, Turn
from company.reviewing import Gates, settings_of
from company.run.stage import LOST

_SET_ASIDE = "set aside: it gives something else, or fails, since reviewers changed a turn before it"
REJECTED = "rejected.jsonl"
"""The file in a run's folder that tells of every candidate that was lost."""


def lost(archive: Archive) -> dict[str, int]:
    """Why candidates did not become accepted cases: stage and reason → count, the most frequent first."""
    reasons: Counter[str] = Counter()
    for each in rejected(archive):
        reason = _SET_ASIDE if "was" in each else each["reason"]
        reasons[f"{each['stage']}: {reason}"] += each.get("turns", 1)
    return dict(reasons.most_common())


def rejected(archive: Archive) -> Iterator[dict[str, Any]]:
    """Every candidate that was lost: its id, the stage that it was lost at, the reason, and what there was of it.

    A dialogue that ended early is one of them, with the number of `turns` that it is short of.
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
    for told in archive.notes(EXECUTED).values():
        for each, was in told["aside"].items():
            turn = archive.get(each)
            if isinstance(turn, Turn) and turn.status == "stale":
                found = {"id": each, "stage": turn.stage, "reason": turn.reason, "query": turn.query}
                yield {**found, "code": turn.code, "was": was}
    for place, reason in archive.notes(LOST).items():
        stage, _, record = place.partition(" ")
        yield {"id": record, "stage": stage, "reason": reason}


def _ended_early(archive: Archive) -> Iterator[dict[str, Any]]:
    for dialogue in archive.records("dialogue", ["accepted", "edited"]):
        plan = archive.get(dialogue.parent)
        if isinstance(plan, Plan) and dialogue.turns < plan.turns:
            reason = f"turns short of those asked for; {dialogue.ended}"
            yield {"id": dialogue.id, "stage": dialogue.stage, "reason": reason, "turns": plan.turns - dialogue.turns}


def write_rejected(archive: Archive) -> Path:
    """Write `rejected.jsonl` into the run's folder, a line for each candidate that was lost, in the order of ids."""
    lines = sorted(rejected(archive), key=lambda each: (natural(each["id"]), each["stage"]))
    file = archive.run / REJECTED
    unfinished = file.with_suffix(".part")
    unfinished.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines), encoding="utf-8")
    unfinished.replace(file)
    return file


def run_status(run: Path) -> dict[str, Any]:
    """Stages, counts, rejected by reason, and what was spent on what, for `company status`; raises ArchiveError."""
    with Archive.open(run) as archive:
        calls, cost = archive.spent()
        records: dict[str, dict[str, int]] = {}
        for kind, status, _, number in archive.counts():
            records.setdefault(kind, {}).setdefault(status, 0)
            records[kind][status] += number
        return {
            "run": str(run),
            "settings": archive.note("settings"),
            "backends": archive.note("backends"),
            "sandbox": archive.note("sandbox"),
            "records": records,
            "categories": _categories(archive),
            "rejected": lost(archive),
            "flags": flagged(archive),
            "drafts": drafts(archive),
            "waiting": dict(Gates(archive, settings_of(archive)).waiting()),
            "calls": calls,
            "usd": cost,
            "usage": {
                "stage": archive.usage("stage"),
                "role": archive.usage("role", "model"),
                "record": archive.usage("record"),
            },
        }


def _categories(archive: Archive) -> dict[str, dict[str, int]]:
    """How many cases there are of each category, by status."""
    found: dict[str, dict[str, int]] = {}
    for case in archive.records("case"):
        counts = found.setdefault(case.category, {})
        counts[case.status] = counts.get(case.status, 0) + 1
    return {category: found[category] for category in CATEGORIES if category in found}


def flagged(archive: Archive) -> list[dict[str, Any]]:
    """Every passage that waits for a person, with the record that it stands in."""
    return [
        {"record": record.id, **flag.model_dump(mode="json")} for record in archive.flagged() for flag in record.flags
    ]


def drafts(archive: Archive) -> dict[str, int]:
    """How many drafts of plans clients have read, and to how many of them they objected."""
    opinions = [
        message.content["agreed"]
        for plan in archive.records("plan")
        for message in plan.conversation
        if message.content and "agreed" in message.content
    ]
    return {"read": len(opinions), "objected": sum(not agreed for agreed in opinions)}
