"""Verdicts as flat rows, for `datasets.load_dataset("json", data_files=…)`.

A row is a verdict, superseded and late ones among them; an item of which nothing may be told yet has none. Every row
has every column, and no value is null: the types that are read from the first rows hold for all.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from human_review.interchange.accounts import Account, accounts, names
from human_review.interchange.files import written
from human_review.store import Verdict
from human_review.store.database import Database
from human_review.verdicts import Answer, Reject

COLUMNS: dict[str, type] = {
    "item": str,
    "record": str,
    "kind": str,
    "form": str,
    "hash": str,
    "why": str,
    "state": str,
    "round": int,
    "reviewer": str,
    "duty": str,
    "verdict": str,
    "remarks": str,
    "content": str,
    "at": float,
    "seconds": float,
    "timed": bool,
    "standing": bool,
    "late": bool,
    "decision": str,
    "decided_by": str,
    "decision_content": str,
    "proposal": str,
}
"""Column → type. `remarks` are the reasons or flags, a line each; `content`, `decision_content` and `proposal` are JSON
text. `seconds` is 0 where nothing was `timed`; the columns of a decision are empty where there is none."""


def write(database: Database, file: Path) -> int:
    """Write the rows, items in their order; return how many. Raises ReviewError for a file that exists."""
    count = 0
    with written(file) as stream, database.reading() as connection:
        people = names(connection)
        for account in accounts(connection, whole=True):
            for verdict in account.verdicts:
                row = _row(account, verdict, people[verdict.reviewer])
                stream.write(json.dumps({name: row[name] for name in COLUMNS}, ensure_ascii=False) + "\n")
                count += 1
    return count


def _row(account: Account, verdict: Verdict, reviewer: str) -> dict[str, Any]:
    item, said = account.item, verdict.content
    told = {name: getattr(item, name) for name in ("record", "kind", "form", "hash", "why", "state", "round")}
    remarks = said.reasons if isinstance(said, Reject) else said.flags if isinstance(said, Answer) else ()
    decision = {
        "decision": "" if item.decision is None else item.decision.kind,
        "decided_by": item.decided_by or "",
        "decision_content": "" if item.decision is None else item.decision.model_dump_json(),
    }
    return {
        **told,
        **decision,
        "item": item.id,
        "reviewer": reviewer,
        "duty": verdict.duty,
        "verdict": said.kind,
        "remarks": "\n".join(remarks),
        "content": said.model_dump_json(),
        "at": verdict.at,
        "seconds": verdict.seconds or 0.0,
        "timed": verdict.seconds is not None,
        "standing": verdict.standing,
        "late": verdict.late,
        "proposal": json.dumps(account.body, ensure_ascii=False),
    }
