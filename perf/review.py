"""The review pages over HTTP, with 20 reviewers at 100,000 items: the next item, the run page, the server's memory.

    python -m perf.review [ITEMS [ROUNDS [DATABASE_URL]]]

A run is written with so many items' worth of personas, scenarios, plans and turns; `company review` serves it in a
process of its own, fills its queue and keeps looking after it, as it does for people. Each reviewer thinks for some
two seconds and then does what the page does: keeps a draft, submits, opens the next item. Meanwhile an administrator
looks at the run page. All of it is done twice, and the server's memory is looked at in between.
"""

from __future__ import annotations

import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import psutil

from company.archive import Archive
from company.families.dialogues.records import Attempt, Dialogue, Persona, Plan, Scenario, Turn
from company.records import Execution, Intent, Record, Result
from human_review.store import ReviewStore

REVIEWERS = 20
THINKING = 4.0
"""Seconds, at most, between two verdicts of one reviewer: far quicker than people are."""
TURNS = 10
PER_CLIENT = TURNS + 3
"""Items that a client's work comes to: the persona, the choice of scenarios, the plan, and the turns."""
LOOKING = 2.0
"""Seconds between two looks at the run page."""
WANTED = {"the next item": 50.0, "run page": 200.0}
"""Milliseconds at p95."""
LINK = re.compile(r"/enter\S*#(\S+)")


def records(clients: int) -> Iterator[Record]:
    """A run's worth of what staff write, of the sizes that it has."""
    frame = {"columns": list("abcdefgh"), "rows": [[n * 1.5 + m for m in range(8)] for n in range(10)]}
    shown = "\n".join(" ".join(f"{n * m:8.3f}" for m in range(8)) for n in range(10))
    result = Result(name="found", type="dataframe", shown=shown, digest="0" * 16, facts=frame)
    code = "\n".join(f"step_{n} = wine[wine['alcohol'] > {n}].groupby('cultivar').mean()" for n in range(12))
    intents = (Intent(name="found", type="dataframe"),)
    for number in range(1, clients + 1):
        client = f"wine.p{number:05}"
        yield Persona(
            id=client,
            parent="wine",
            stage="personas",
            position=number,
            status="accepted",
            name=f"Client {number}",
            location="Turin",
            job_title="buyer",
            background="buys wine for restaurants " * 20,
        )
        scenario = f"{client}.s1"
        told = {"name": "What sells", "description": "which wines sell " * 10, "goal": "a list"}
        yield Scenario(id=scenario, parent=client, stage="scenarios", position=1, status="accepted", **told)
        plan, dialogue = f"{scenario}.plan", f"{scenario}.d1"
        shape: dict[str, Any] = {"speech": "statement", "turns": TURNS, "position": 1, "status": "accepted"}
        yield Plan(id=plan, parent=scenario, stage="plans", questions=(), **shape)
        prelude = {"table_variable": "wine", "prelude": "import pandas as pd", "ended": "plan done"}
        yield Dialogue(id=dialogue, parent=plan, stage="dialogues", **prelude, **shape)
        execution = Execution(ok=True, results=(result,))
        for turn in range(1, TURNS + 1):
            yield Turn(
                id=f"{dialogue}.t{turn:02}",
                parent=dialogue,
                stage="dialogues",
                position=turn,
                status="accepted",
                question=1,
                query=f"How do the cultivars differ in step {turn} of client {number}?",
                answer="Here it is.",
                code=code,
                intents=intents,
                attempts=(Attempt(code=code, intents=intents, execution=execution),),
                results=(result,),
            )


class Hidden(HTMLParser):
    """The hidden fields of a page's forms."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "input" and found.get("type") == "hidden" and found.get("name"):
            self.fields.setdefault(str(found["name"]), found.get("value") or "")


@dataclass
class Bench:
    """The times that each kind of request took, in milliseconds."""

    origin: str
    took: dict[str, list[float]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def timed(self, what: str, client: httpx.Client, method: str, place: str, **more: Any) -> httpx.Response:
        start = time.perf_counter()
        answer = client.request(method, place, **more)
        with self.lock:
            self.took.setdefault(what, []).append(1000 * (time.perf_counter() - start))
        assert answer.status_code < 400, f"{what}: {answer.status_code}: {answer.text[:300]}"
        return answer

    def signed_in(self, token: str) -> httpx.Client:
        client = httpx.Client(base_url=self.origin, headers={"Origin": self.origin}, timeout=60)
        answer = client.post("/enter", data={"token": token})
        assert answer.status_code == 303, answer.text[:300]
        return client


@dataclass
class Reviewer:
    """What one person's page does."""

    bench: Bench
    client: httpx.Client
    chance: random.Random
    place: str = ""

    def work(self, rounds: int) -> None:
        if not self.place:
            csrf = Hidden(self.client.get("/").text).fields["csrf"]
            self.place = self.client.post("/next", data={"csrf": csrf}).headers["location"]
        for number in range(rounds):
            time.sleep(self.chance.uniform(0, THINKING))
            page = self.bench.timed("page of an item", self.client, "GET", self.place).text
            told = Hidden(page).fields
            item = self.place.partition("?")[0]
            draft = {"fields": {"reason": ["dull"]}, "hash": told["hash"], "sequence": number + 1}
            headers = {"X-CSRF-Token": told["csrf"], "Accept": "application/json"}
            self.bench.timed("draft", self.client, "POST", f"{item}/draft", json=draft, headers=headers)
            said = {"verdict": "accept"} if self.chance.random() < 0.9 else {"verdict": "reject", "reason": "dull"}
            if "/choose" in page or 'value="option:' in page:
                said = {"verdict": "reject", "reason": "none of them"}
            form = {**told, **said, "seconds": "2"}
            what = "verdict, and the next item leased"
            answer = self.bench.timed(what, self.client, "POST", f"{item}/submit", data=form, headers=headers)
            self.place = answer.json()["next"]


def watched(bench: Bench, client: httpx.Client, over: threading.Event) -> None:
    """Look at the run page now and then."""
    while not over.wait(LOOKING):
        bench.timed("run page", client, "GET", "/run")


def together(bench: Bench, reviewers: list[Reviewer], administrator: httpx.Client, rounds: int) -> float:
    """Seconds that all reviewers took."""
    over = threading.Event()
    threads = [threading.Thread(target=each.work, args=(rounds,)) for each in reviewers]
    looking = threading.Thread(target=watched, args=(bench, administrator, over))
    start = time.perf_counter()
    for thread in (looking, *threads):
        thread.start()
    for thread in threads:
        thread.join()
    over.set()
    looking.join()
    return time.perf_counter() - start


def main(items: int, rounds: int, run: Path, url: str | None) -> None:
    start = time.perf_counter()
    with Archive.create(run) as archive:
        for record in records(-(-items // PER_CLIENT)):
            archive.put(record)
    print(f"{items:,} items' worth of records written in {time.perf_counter() - start:.1f} s")
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    words = ["review", str(run), "--no-browser", "--host", "127.0.0.1", "--port", str(port)]
    words += ["--database", url] if url else []
    start = time.perf_counter()
    command = [sys.executable, "-m", "company.cli", *words]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert server.stdout is not None
    try:
        link = next(found[1] for line in server.stdout if (found := LINK.search(line)))
        threading.Thread(target=server.stdout.read, daemon=True).start()
        with ReviewStore.of_run(run, url) as store:
            wanted = PER_CLIENT * -(-items // PER_CLIENT)
            while sum(store.progress().states.values()) < wanted:
                time.sleep(1)
            print(f"queued in {time.perf_counter() - start:.1f} s")
            tokens = [store.invite(f"reviewer {number}", "reviewer") for number in range(REVIEWERS)]
        _measure(Bench(f"http://127.0.0.1:{port}"), server.pid, tokens, link, rounds)
    finally:
        server.terminate()
        server.wait()


def _measure(bench: Bench, pid: int, tokens: list[str], link: str, rounds: int) -> None:
    administrator = bench.signed_in(link)
    reviewers = [Reviewer(bench, bench.signed_in(token), random.Random(n)) for n, token in enumerate(tokens)]
    resident = [_resident(pid)]
    seconds = 0.0
    for _ in range(2):
        seconds += together(bench, reviewers, administrator, rounds)
        resident.append(_resident(pid))
    print(f"{REVIEWERS} reviewers: {2 * rounds * REVIEWERS / seconds:.1f} verdicts a second")
    for what, took in bench.took.items():
        cuts = statistics.quantiles(took, n=100, method="inclusive")
        print(f"{what:36} {cuts[49]:8.1f} ms median {cuts[94]:8.1f} ms p95 {max(took):8.1f} ms most  ({len(took):,})")
    print(f"MiB of the server: {', '.join(f'{each:.0f}' for each in resident)} (filled; after each of two rounds)")
    print(f"wanted at p95: {', '.join(f'{what} {most:.0f} ms' for what, most in WANTED.items())}; memory that stays")
    next_item = statistics.quantiles(bench.took["verdict, and the next item leased"], n=100, method="inclusive")[94]
    run_page = statistics.quantiles(bench.took["run page"], n=100, method="inclusive")[94]
    print(
        f"of what is wanted, the next item takes {next_item / WANTED['the next item']:.2f}, "
        f"the run page {run_page / WANTED['run page']:.2f}; memory grew by {resident[-1] / resident[-2] - 1:.1%}"
    )


def _resident(pid: int) -> float:
    """Of the server and what it started."""
    process = psutil.Process(pid)
    return sum(each.memory_info().rss for each in [process, *process.children(recursive=True)]) / 2**20


if __name__ == "__main__":
    told = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        main(
            int(told[0]) if told else 100_000,
            int(told[1]) if len(told) > 1 else 15,
            Path(folder) / "run",
            told[2] if len(told) > 2 else None,
        )
