"""People who judge captions over HTTP, with care, or walking off, coming late and clicking twice."""

from __future__ import annotations

import random
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from company.archive import Archive
from company.reviewing import settings_of
from human_review.published import verdict_lines
from human_review.queueing.tending import tend
from human_review.store import ReviewStore
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.captions_review import captions_run

LEASE = 1.5
"""Seconds: leases end often."""
_FORM = re.compile(r'<form method="post" action="/items/(\w+)/submit".*?</form>', re.DOTALL)
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


@dataclass
class Study:
    """What came of people who judged a run."""

    seconds: float
    did: Counter[str]
    given: dict[int, list[tuple[str, str]]]
    """Reviewer → the records that they were shown, each with its kind."""
    states: Counter[str]
    kept: int
    """Verdicts that are published."""
    submitted: int
    """Verdicts that the server took."""
    adjudications: int
    pairs: int
    """People who were shown a caption and its twin."""
    missing: int = 0
    """Items of which fewer opinions stand than were asked for."""
    problems: list[str] = field(default_factory=list)


@contextmanager
def served(desk: Desk) -> Iterator[str]:
    """Serve the pages of a desk on a port of this machine; yields their address."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application(desk), log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def judged(folder: Path, sets: int, groups: dict[str, int], chaos: bool, **review: Any) -> Study:
    """Have so many people of each group judge a run of captions until nothing is left, and say what came of it."""
    run = captions_run(folder, sets, **review)
    did: Counter[str] = Counter()
    given: dict[int, list[tuple[str, str]]] = {}
    problems: list[str] = []
    with ReviewStore(run / "review.sqlite", lease_seconds=LEASE if chaos else 600, kinds=_kinds()) as store:
        with Archive.open(run) as archive:
            told = settings_of(archive)
        tend(run, store, told, settled_for=0.0)
        wanted = {item.id: item.overlap for item in store.live().values()}
        names = {item.id: (item.record, item.kind) for item in store.live().values()}
        desk = Desk(run, store, None, Keys.of_run(run))
        start, lock = time.monotonic(), threading.Lock()
        with served(desk) as url:
            people = [_Client(desk, url, f"{name} {at}", name) for name, count in groups.items() for at in range(count)]

            def work(who: _Client) -> None:
                try:
                    who.work(random.Random(who.id), chaos)
                except Exception as problem:  # noqa: BLE001 - told in the study
                    problems.append(f"{type(problem).__name__}: {problem}"[:300])
                with lock:
                    did.update(who.did)
                    given[who.id] = [names[each] for each in dict.fromkeys(who.shown)]

            threads = [threading.Thread(target=work, args=(each,)) for each in people]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            for who in people:
                who.http.close()
        lines = [line for line in verdict_lines([store]) if line["standing"]]
        standing = Counter((line["record"], line["kind"]) for line in lines)
        able = {"caption_set": groups.get("experts", 0), "caption": groups.get("readers", 0)}
        return Study(
            seconds=time.monotonic() - start,
            did=did,
            given=given,
            states=Counter(item.state for item in store.live().values()),
            kept=len(lines),
            submitted=did["taken"],
            adjudications=sum(event.what == "disputed" for event in store.events()),
            pairs=sum(_met_both({record for record, _ in own}) for own in given.values()),
            missing=sum(standing[names[i]] < min(n, able[names[i][1]]) for i, n in wanted.items()),
            problems=problems,
        )


def _kinds() -> Any:
    from company.families.captions.review.kinds import KINDS

    return KINDS


def _met_both(records: set[str]) -> bool:
    """Whether somebody was shown a caption, by itself or in its set, and its twin: c5 and c7 of the support's sets."""
    twins = {each.rpartition(".")[0] for each in records if each.endswith(".c7")}
    return any(f"{each}.c5" in records or each in records for each in twins)


class _Client:
    """Somebody at the pages, over a socket."""

    def __init__(self, desk: Desk, url: str, name: str, group: str) -> None:
        token = desk.store.invite(name, groups=(group,))
        self.id = desk.store.reviewer(token).id
        self.http = httpx.Client(base_url=url, headers={"Origin": url}, follow_redirects=True, timeout=60)
        self.http.post("/enter", data={"token": token})
        self.csrf = desk.keys.csrf(self.http.cookies[desk.keys.cookie])
        self.did: Counter[str] = Counter()
        self.shown: list[str] = []

    def work(self, chance: random.Random, chaos: bool) -> None:
        idle = 0
        while idle < (5 if chaos else 1):
            page = self.http.post("/next", data={"csrf": self.csrf}).text
            form = _FORM.search(page)
            if form is None:
                if "a good moment for a pause" in page:
                    continue
                idle += 1
                time.sleep(LEASE / 3 if chaos else 0)
                continue
            idle = 0
            self.shown.append(form[1])
            self._judge(form, page, chance, chaos)

    def _judge(self, form: re.Match[str], page: str, chance: random.Random, chaos: bool) -> None:
        places = {f"place.{at}": str(place) for at, place in enumerate(chance.sample(range(1, 7), 6))}
        reply = {"verdict": chance.choice(("yes", "no", "unsure")), "flags": "not shown"}
        said = {
            **dict(_HIDDEN.findall(form[0])),
            **({"verdict": "rank", **places} if "data-ranking" in page else reply),
        }
        where, does = f"/items/{form[1]}/submit", chance.random() if chaos else 0.5
        if does < 0.06:
            self.did["walked off"] += 1
            return
        if does < 0.12:
            time.sleep(LEASE * 1.2)
            self.did["came late"] += 1
        answer = self.http.post(where, data=said)
        self.did["taken" if answer.status_code == 200 else f"answered {answer.status_code}"] += 1
        if does > 0.88:
            again = self.http.post(where, data=said)
            self.did[f"clicked twice ({again.status_code})"] += 1
