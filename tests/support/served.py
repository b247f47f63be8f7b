"""Whole runs whose staff are played by a loopback server, and whether ledger and server tell the same of them."""

import json
import random
import signal
import sqlite3
import subprocess
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import company_command
from tests.support.loopback import MODEL, Loopback, digest
from tests.support.made_once import made_once
from tests.support.warm_start import Warm

LIMIT = 4
USD = 50.0
"""Dollars for a million tokens, read or written."""
SCENARIO = """
[table]
file = "orders.csv"
[targets]
normal = {limit}
[model]
backend = "openai"
name = "{model}"
base_url = "{url}"
usd_per_million = [{usd}, {usd}]
timeout = {timeout}
patience = 30.0
{more}
"""
_ROLES = {"SystemMessage": "system", "UserMessage": "user", "AssistantMessage": "assistant"}


def scenario(folder: Path, server: Loopback, more: str = "", *, cases: int = LIMIT, timeout: float = 2.0) -> Path:
    """A scenario over a small table of its own, whose staff are played by the server's model."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(7)
    rows = ["order,city,product,price,units,day"]
    for number in range(120):
        city = chance.choice(("Oslo", "Bergen", "Narvik"))
        product = chance.choice(("tea", "books", "lamps", "chairs"))
        price = round(chance.lognormvariate(3, 0.6), 2)
        day = f"2023-{number // 10 + 1:02d}-{number % 10 + 1:02d}"
        rows.append(f"{number},{city},{product},{price},{chance.randint(1, 9)},{day}")
    (folder / "orders.csv").write_text("\n".join(rows) + "\n")
    told = SCENARIO.format(limit=cases, model=MODEL, url=server.base_url, usd=USD, timeout=timeout, more=more)
    (folder / "simulation.toml").write_text(told)
    return folder


def undisturbed(factory: pytest.TempPathFactory) -> Path:
    """A whole run to which nothing happened, in `run`, and what it printed in `outcome.json`; made once."""

    def make(folder: Path) -> None:
        with Loopback(latency=0.05) as server:
            run = folder / "run"
            done = company_command("simulate", scenario(folder / "orders", server), "--out", run, "--json")
            assert done.returncode == 0, done.stderr
            assert explained(run, done)["accepted"] == LIMIT
            agree(run, server)
        (folder / "outcome.json").write_text(done.stdout)

    return made_once(factory, "served without faults", make)


@dataclass(frozen=True)
class Stored:
    """What a run's ledger says of one call."""

    request: str
    """As the server's log knows it."""
    prompt_tokens: int | None
    completion_tokens: int | None
    cached_tokens: int
    usd: float | None


def stored(run: Path) -> list[Stored]:
    """Every call that a run has paid for."""
    try:
        with sqlite3.connect(run / "company.sqlite") as database:
            rows = database.execute(
                "SELECT model, messages, prompt_tokens, completion_tokens, cached_tokens, usd FROM calls"
            ).fetchall()
    except sqlite3.OperationalError:  # killed before the tables were made
        return []
    return [Stored(_request(model, messages), *rest) for model, messages, *rest in rows]


def _request(model: str, messages: bytes) -> str:
    said = json.loads(zlib.decompress(messages))
    return digest(model, [(_ROLES[message["type"]], message["content"]) for message in said])


def records(run: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(run / "company.sqlite") as database:
        return sorted(database.execute("SELECT id, body FROM records"))


def agree(run: Path, server: Loopback, since: int = 0) -> None:
    """The ledger knows every reply that the server has sent completely, and no other, each with its tokens."""
    entries = [entry for entry in server.log(since) if entry.billed]
    silent = Counter((entry.request, None, None) for entry in entries if entry.outcome == "no_usage")
    told = Counter(
        (entry.request, entry.prompt_tokens, entry.completion_tokens)
        for entry in entries
        if entry.outcome != "no_usage"
    )
    calls = stored(run)
    assert Counter((call.request, call.prompt_tokens, call.completion_tokens) for call in calls) == told + silent
    cached = sum(entry.cached_tokens for entry in entries if entry.outcome != "no_usage")
    assert sum(call.cached_tokens for call in calls) == cached


def explained(run: Path, done: subprocess.CompletedProcess[str], wanted: int = LIMIT) -> dict[str, Any]:
    """What the command printed, once it is sure that nothing is missing without a reason."""
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    outcome: dict[str, Any] = json.loads(done.stdout)
    assert outcome["accepted"] == wanted or sum(outcome["missing"].values()) >= wanted - outcome["accepted"] > 0
    assert outcome["accepted"] <= wanted
    lost = [json.loads(line) for line in (run / "rejected.jsonl").read_text().splitlines()]
    assert all(each["id"] and each["stage"] and each["reason"] for each in lost)
    with sqlite3.connect(run / "company.sqlite") as database:
        rejected = {each for (each,) in database.execute("SELECT id FROM records WHERE status = 'rejected'")}
    assert rejected <= {each["id"] for each in lost}
    return outcome


@dataclass(frozen=True)
class Sitting:
    """One start of a run that was killed, or that came to its end."""

    before: Counter[str]
    """The requests that were stored by then."""
    sent: Counter[str]


def killed(scenario: Path, run: Path, server: Loopback, kills: int, chance: random.Random) -> Iterator[Sitting]:
    """Start a run and kill it at some moment after its first new requests, so many times; each with what it sent."""
    for _ in range(kills):
        before, since = requests(run), settled(server)
        process = Warm("simulate", scenario, "--out", run)
        enough, deadline = since + chance.randint(1, 7), time.monotonic() + 60
        while server.stats()["requests"] < enough and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.15))
        process.send_signal(signal.SIGKILL)
        process.wait()
        settled(server)
        yield Sitting(before, sent(server, since))


def requests(run: Path) -> Counter[str]:
    """How often the run has stored a reply to each request."""
    return Counter(call.request for call in stored(run))


def sent(server: Loopback, since: int) -> Counter[str]:
    """How often each request was sent after the first `since` ones."""
    return Counter(entry.request for entry in server.log(since))


def settled(server: Loopback) -> int:
    """The number of requests that have ended, once none is in flight."""
    deadline = time.monotonic() + 5
    while server.stats()["in_flight"] and time.monotonic() < deadline:
        time.sleep(0.02)
    return len(server.log())
