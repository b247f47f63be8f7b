"""Reviewers who abandon, come late and click twice, each a process of its own, some of them killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from multiprocessing.process import BaseProcess
from pathlib import Path

from company.errors import ReviewError
from human_review.store import Assignment, ReviewStore
from human_review.verdicts import Accept, Reject
from tests.support.review import proposal, submission

LEASE = 0.7
"""Seconds: leases end often."""
KILLS = 6


def chaos(place: Path | str, folder: Path, clients: int, items: int, seconds: float) -> Counter[str]:
    """Have `clients` processes judge everything twice; what they did. Every client's word is kept in `folder`."""
    with ReviewStore(place, lease_seconds=LEASE) as store:
        reviewers = [store.reviewer(store.invite(f"reviewer {number}", "adjudicator")).id for number in range(clients)]
        store.add(proposal(number) for number in range(1, items + 1))
    started = {reviewer: _start(place, folder, reviewer, 0) for reviewer in reviewers}
    chance, end, kills = random.Random(1), time.monotonic() + seconds, 0
    try:
        while any(each.is_alive() for each in started.values()):
            assert time.monotonic() < end, "the queue was not worked off in time"
            time.sleep(0.25)
            alive = [reviewer for reviewer, each in started.items() if each.is_alive()]
            if kills < KILLS and alive:
                victim = chance.choice(alive)
                os.kill(started[victim].pid or 0, signal.SIGKILL)
                started[victim].join()
                kills += 1
                started[victim] = _start(place, folder, victim, kills)
    finally:
        for each in started.values():
            each.kill()
            each.join()
    assert all(each.exitcode == 0 for each in started.values()), "a client failed"
    return Counter(line["did"] for line in told(folder))


def told(folder: Path) -> list[dict[str, object]]:
    """All that clients noted once the store had answered; a line that a kill cut off was not answered for."""
    found = []
    for file in sorted(folder.glob("*.jsonl")):
        found += [json.loads(line) for line in file.read_text().split("\n")[:-1]]
    return found


def _start(place: Path | str, folder: Path, reviewer: int, life: int) -> BaseProcess:
    process = multiprocessing.get_context("fork").Process(target=_client, args=(place, folder, reviewer, life))
    process.start()
    return process


def _client(place: Path | str, folder: Path, reviewer: int, life: int) -> None:
    chance = random.Random(f"{reviewer} {life}")
    with (
        (folder / f"{reviewer}-{life}.jsonl").open("w", buffering=1) as notes,
        ReviewStore(place, lease_seconds=LEASE) as store,
    ):

        def noted(did: str, held: Assignment) -> None:
            notes.write(json.dumps({"did": did, "reviewer": reviewer, "item": held.item.id}) + "\n")

        while True:
            held = store.next(reviewer)
            if isinstance(held, Assignment):
                _judge(store, reviewer, held, chance, noted)
            elif store.items(state="open", most=1) or held.adjudication:
                time.sleep(chance.uniform(0.3, 0.6))
            else:
                return


def _judge(store, reviewer, held, chance, noted) -> None:
    does = chance.random()
    said = Accept() if chance.random() < 0.8 else Reject(reasons=("chance",))
    sent = submission(held, said, key=f"{reviewer} {held.token}")
    if chance.random() < 0.3:
        store.save_draft(reviewer, held.item.id, {"said": said.kind}, held.item.hash, time.monotonic_ns())
        noted("drafted", held)
    if does < 0.05:
        store.release(reviewer, held.token, skip=True)
        return noted("skipped", held)
    if does < 0.10:
        # Whoever walks off holds the item still, and gets it back; so the lease has to end meanwhile.
        time.sleep(LEASE * 1.2)
        return noted("abandoned", held)
    if does < 0.15:
        time.sleep(LEASE * 1.2)
    try:
        receipt = store.submit(reviewer, sent)
    except ReviewError as problem:
        assert "already in" in str(problem), problem
        return noted("refused", held)
    noted(receipt.outcome, held)
    if does > 0.9:
        assert store.submit(reviewer, sent) == receipt
        noted("clicked twice", held)
    elif does > 0.85:
        try:
            store.submit(reviewer, sent.model_copy(update={"key": f"{sent.key} again"}))
        except ReviewError as problem:
            assert "already in" in str(problem), problem
            noted("sent twice", held)
        else:
            raise AssertionError("one reviewer's second verdict on an item was taken")
