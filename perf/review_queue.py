"""How quickly the review queue hands out the next of 100,000 items to 20 reviewers, and what memory it takes.

    python -m perf.review_queue [ITEMS [ROUNDS [DATABASE_URL]]]

20 threads of one process, as in the server: each thinks for some two seconds, asks for its next item, keeps a draft and
submits, so that ten verdicts a second come in, far more than from people. A tenth of the items is one reviewer's share,
and another tenth that of a group of two. Between two such rounds one reviewer judges ever more items alone and asks for
the next one, which is the hard case: every open place further up is of an item that they have judged.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil

from company.reviewing import REST
from human_review.store import Assignment, KindShare, Proposal, ReviewStore, Submission
from human_review.verdicts import Accept, Reject

REVIEWERS = 20
THINKING = 4.0
"""Seconds, at most, between two verdicts of one reviewer: far quicker than people are."""
ALONE = 2_000
TOGETHER = 20
"""Items that lie together, as the turns of a dialogue do."""


def proposals(count: int) -> Iterator[Proposal]:
    for number in range(count):
        record = f"shop.p{number}"
        body = {"kind": "persona", "id": record, "parent": "shop", "stage": "personas", "position": number + 1}
        body |= {"name": "Ada", "location": "Turin", "job_title": "buyer", "background": "buys " * 200}
        yield Proposal(
            record=record,
            kind="persona",
            form="judge",
            hash=f"{number:064x}",
            why=REST,
            place=f"{number:08}",
            overlap=2,
            body=body,
            lies=f"shop.d{number // TOGETHER}",
        )


class Bench:
    """The times that each operation took, in milliseconds."""

    def __init__(self, store: ReviewStore) -> None:
        self.store = store
        self.took: dict[str, list[float]] = {}

    def timed(self, what: str, call: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        found = call()
        self.took.setdefault(what, []).append(1000 * (time.perf_counter() - start))
        return found

    def judge(self, reviewer: int, chance: random.Random, after: str = "") -> None:
        held = self.timed(f"next{after}", lambda: self.store.next(reviewer))
        assert isinstance(held, Assignment), held
        content = Accept() if chance.random() < 0.9 else Reject(reasons=("chance",))
        if not after:
            self.timed("draft", lambda: self.store.save_draft(reviewer, held.item.id, {"a": 1}, held.item.hash, 1))
        given = Submission(
            item=held.item.id,
            slot=held.slot,
            token=held.token,
            version=held.version,
            hash=held.item.hash,
            key=f"{reviewer} {held.token}",
            content=content,
        )
        self.timed(f"submit{after}", lambda: self.store.submit(reviewer, given))


def together(bench: Bench, reviewers: list[int], rounds: int) -> float:
    """Seconds that all reviewers took."""

    def work(reviewer: int) -> None:
        chance = random.Random(reviewer)
        for _ in range(rounds):
            time.sleep(chance.uniform(0, THINKING))
            bench.judge(reviewer, chance)

    threads = [threading.Thread(target=work, args=(reviewer,)) for reviewer in reviewers]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start


def main(items: int, rounds: int, place: Path | str) -> None:
    with ReviewStore(place) as store:
        bench = Bench(store)
        names = [f"reviewer {number}" for number in range(REVIEWERS)]
        reviewers = [store.reviewer(store.invite(name, "adjudicator")).id for name in names]
        start = time.perf_counter()
        store.add(proposals(items))
        print(f"{items:,} items queued in {time.perf_counter() - start:.1f} s")
        start = time.perf_counter()
        for reviewer in reviewers[:2]:
            store.leading.group(reviewer, ["experts"])
        for whose in ("group:experts", f"person:{reviewers[2]}"):
            store.leading.give_share(KindShare(kind="persona", whose=whose, share=0.1))
        print(f"two shares dealt out in {time.perf_counter() - start:.1f} s")
        resident = [_resident()]
        seconds = together(bench, reviewers, rounds)
        resident.append(_resident())
        alone = random.Random(0)
        (lonely,) = [store.reviewer(store.invite("alone", "reviewer")).id]
        for _ in range(ALONE):
            bench.judge(lonely, alone, ", judging alone")
        store._fronts.known.clear()
        bench.timed(f"next, the first look in a minute of one who judged {ALONE:,} alone", lambda: store.next(lonely))
        seconds += together(bench, reviewers, rounds)
        resident.append(_resident())
        for _ in range(20):
            bench.timed("standing", lambda: store.standing(lonely))
            bench.timed("progress", store.progress)
            bench.timed("a page of items", lambda: store.items(kind="persona", after="00050000"))
        print(f"{REVIEWERS} reviewers: {2 * rounds * REVIEWERS / seconds:.0f} verdicts a second")
        for what, took in bench.took.items():
            cuts = statistics.quantiles(took, n=100) if len(took) > 1 else took * 99
            print(
                f"{what:64} {cuts[49]:8.1f} ms median {cuts[94]:8.1f} ms p95 {max(took):8.1f} ms most  ({len(took):,})"
            )
        print("wanted: next under 50 ms at p95")
        print(f"MiB: {', '.join(f'{each:.0f}' for each in resident)} (filled; after each of two rounds)")


def _resident() -> float:
    return psutil.Process(os.getpid()).memory_info().rss / 2**20


if __name__ == "__main__":
    told = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        main(
            int(told[0]) if told else 100_000,
            int(told[1]) if len(told) > 1 else 15,
            told[2] if len(told) > 2 else Path(folder) / "review.sqlite",
        )
