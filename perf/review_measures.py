"""What the run page, the search and the audit trail take where 100,000 items were judged twice.

    python -m perf.review_measures [ITEMS [DATABASE_URL]]

Verdicts are written straight into the tables: through the store, that many take an hour.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import sqlalchemy as sql

from human_review.measures import counts, quality
from human_review.store import ReviewStore, Search
from human_review.store.tables import ITEMS, JUDGEMENTS, SLOTS, TALLIES, VERDICTS
from perf.review_queue import proposals

REVIEWERS = 20
SAID = {
    "accept": {"kind": "accept"},
    "edit": {"kind": "edit", "changes": {"name": "Eva"}},
    "reject": {"kind": "reject", "reasons": ["no"]},
}


def judged(store: ReviewStore) -> None:
    """Have everything judged twice; who agrees has decided."""
    who = [store.reviewer(store.invite(f"reviewer {number}", "reviewer")).id for number in range(REVIEWERS)]
    chance = random.Random(1)
    with store._database.writing() as connection:
        slots = connection.execute(sql.select(SLOTS.c.id, SLOTS.c.item, SLOTS.c.number).order_by(SLOTS.c.place)).all()
        pairs = {row.item: chance.sample(who, 2) for row in slots if row.number == 1}
        said = {row.id: chance.choices(list(SAID), (75, 15, 10))[0] for row in slots}
        verdicts, counted, done = [], [], []
        for number, row in enumerate(slots, start=1):
            word, reviewer = said[row.id], pairs[row.item][row.number - 1]
            verdict = {"id": number, "item": row.item, "slot": row.id, "reviewer": reviewer, "duty": "review"}
            verdicts.append({**verdict, "hash": "", "content": json.dumps(SAID[word]), "at": float(number)})
            told = {"verdict": number, "item": row.item, "kind": "persona", "form": "judge", "why": "rest"}
            told |= {"persona": f"shop.p{number // 2 % 200}", "duty": "review", "reviewer": reviewer, "said": word}
            told |= {"seconds": chance.lognormvariate(3, 1), "distance": 0.5 if word == "edit" else None}
            counted.append({**told, "distances": '{"name": 0.5}' if word == "edit" else None, "standing": True})
            done.append({"slot_id": row.id, "by": reviewer, "number_of": number})
        for start in range(0, len(verdicts), 5_000):
            connection.execute(sql.insert(VERDICTS), verdicts[start : start + 5_000])
            connection.execute(sql.insert(JUDGEMENTS), counted[start : start + 5_000])
        columns = [JUDGEMENTS.c[name] for name in ("reviewer", "kind", "persona", "said")]
        together = sql.select(*columns, sql.func.count()).group_by(*columns)
        connection.execute(sql.insert(TALLIES).from_select([*TALLIES.c.keys()], together))
        finish = sql.update(SLOTS).where(SLOTS.c.id == sql.bindparam("slot_id"))
        values = {"state": "done", "reviewer": sql.bindparam("by"), "verdict": sql.bindparam("number_of")}
        connection.execute(finish.values(**values), done)
        row = {"state": "decided", "decided_as": "accept", "decided_by": "review", "decided": 0.0}
        connection.execute(sql.update(ITEMS).values(**row, decision=json.dumps(SAID["accept"])))


def timed(what: str, call: Callable[[], Any], times: int = 11) -> None:
    took = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        took.append(1000 * (time.perf_counter() - start))
    print(f"{what:48} {statistics.median(took):9.1f} ms median {max(took):9.1f} ms most")


def main(items: int, place: Path | str) -> None:
    with ReviewStore(place) as store:
        store.add(proposals(items))
        judged(store)
        me = store.reviewers()[0].id
        resident = [_resident()]
        timed("run page: counts (wanted: under 200 ms)", lambda: counts(store))
        for what, wanted, after in (
            ("everything", Search(), ""),
            ("one record", Search(text=f"shop.p{items - 1}"), ""),
            ("a word of all items", Search(text="turin"), ""),
            ("a word of all items, late", Search(text="turin"), f"{items * 9 // 10:08}"),
            ("a word of none", Search(text="xyzzy"), ""),
            ("a state", Search(state="decided"), ""),
            ("a client", Search(under=f"shop.p{items // 2}"), ""),
            ("mine", Search(mine=True), ""),
        ):
            timed(f"search: {what}", lambda wanted=wanted, after=after: store.search(wanted, me, after))
        timed("events: the newest", lambda: store.latest(most=50))
        timed("run page: quality, in the background", lambda: quality(store), times=2)
        resident.append(_resident())
        print(f"MiB: {', '.join(f'{each:.0f}' for each in resident)} (before; after)")


def _resident() -> float:
    return psutil.Process(os.getpid()).memory_info().rss / 2**20


if __name__ == "__main__":
    told = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        main(int(told[0]) if told else 100_000, told[1] if len(told) > 1 else Path(folder) / "review.sqlite")
