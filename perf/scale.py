"""How far a cluster goes: the parts of a run are measured here, and runs of any size are simulated from them.

    python -m perf.scale [CASES]

A small run of dialogues over a table (CASES, 8) is made in PostgreSQL, its staff played by a model server on this
machine. Measured of it, for each accepted case: processor seconds of the work and of the driver, model calls, committed
transactions, bytes in the database. How many transactions a second the database takes is measured apart, by helpers
that write at once.

A closed network of queues is simulated from that, event by event: dialogues are worked on at the nodes' processors, ask
the driver, which is one process, wait for the model, and write. Printed are, for 1 to 1,000 nodes, cases an hour, how
busy each part is, and how long 10 million cases take: where the wall is, and what moves it. Nodes are simulated, not
had: the figures are as good as the parts.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import os
import pickle
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

import psutil
import sqlalchemy as sql

from company import simulate
from company.archive import Archive
from company.archive import postgresql as leases
from company.archive.locking import locked
from company.archive.place import Place, place_at, place_of, point
from tests.support import postgresql
from tests.support.loopback import Loopback
from tests.support.served import scenario

CORES = 8
"""Processors of a node."""
WANTED = 10_000_000
PEOPLE = 64
"""Dialogues that a node has open at once, as [sandbox] sessions has it."""


@dataclass(frozen=True)
class Parts:
    """What one accepted case takes, and what others give."""

    work: float
    """Processor seconds of a worker."""
    driver: float
    """Seconds of the driver, in which it does nothing else."""
    calls: float
    writes: float
    """Committed transactions."""
    size: float
    """Bytes in the database."""
    writes_a_second: float
    """That the database takes."""
    latency: float = 3.0
    """Seconds of a model's reply: no part of this machine, but of a model that writes some 200 tokens."""
    concurrency: int = 256
    """Calls that the model's server takes at once, as [model] concurrency has it."""
    drivers: int = 1
    """Scenarios that run at once, each with a driver."""


@dataclass
class Station:
    """Where some are served at once, each for a time about a mean, and others wait."""

    mean: float
    places: int
    busy: int = 0
    used: float = 0.0
    waiting: deque[int] = field(default_factory=deque)


class Network:
    """Dialogues that go round from station to station, as often for a case as it makes calls."""

    def __init__(self, parts: Parts, nodes: int, seed: int = 1) -> None:
        self._chance = random.Random(seed)
        self._rounds = max(1, round(parts.calls))
        self._stations = {
            "processors": Station(parts.work / self._rounds, nodes * CORES),
            "drivers": Station(parts.driver / self._rounds, parts.drivers),
            "models": Station(parts.latency, parts.concurrency),
            "database": Station(parts.writes / self._rounds / parts.writes_a_second, 1),
        }
        self._order = tuple(self._stations.values())
        self._events: list[tuple[float, int, int, int]] = []
        self._numbers = itertools.count()
        self._now = 0.0
        self._left = [self._chance.randint(1, self._rounds) for _ in range(nodes * PEOPLE)]
        for who in range(len(self._left)):
            self._arrive(who, 0)

    def run(self, cases: int) -> tuple[float, dict[str, float]]:
        """Return the cases a second, and the share of each station that is used, once a fifth of the cases is done."""
        self._until(cases // 5)
        since = self._now
        for each in self._order:
            each.used = 0.0
        self._until(cases - cases // 5)
        seconds = self._now - since
        used = {name: each.used / seconds / each.places for name, each in self._stations.items()}
        return (cases - cases // 5) / seconds, used

    def _until(self, cases: int) -> None:
        while cases:
            self._now, _, who, where = heapq.heappop(self._events)
            self._leave(where)
            if where == len(self._order) - 1:
                self._left[who] -= 1
                if not self._left[who]:
                    self._left[who] = self._rounds
                    cases -= 1
            self._arrive(who, (where + 1) % len(self._order))

    def _leave(self, where: int) -> None:
        station = self._order[where]
        station.busy -= 1
        if station.waiting:
            self._serve(station.waiting.popleft(), where)

    def _arrive(self, who: int, where: int) -> None:
        station = self._order[where]
        if station.busy < station.places:
            self._serve(who, where)
        else:
            station.waiting.append(who)

    def _serve(self, who: int, where: int) -> None:
        station = self._order[where]
        station.busy += 1
        takes = self._chance.expovariate(1 / station.mean)
        station.used += takes
        heapq.heappush(self._events, (self._now + takes, next(self._numbers), who, where))


def measured(cases: int) -> Parts:
    """Measure the parts on this machine."""
    with (
        tempfile.TemporaryDirectory() as name,
        postgresql.server(durable=True) as database,
        Loopback(staffed=True) as server,
    ):
        folder = Path(name)
        told = scenario(folder / "s", server, cases=cases, timeout=60.0)
        out, here, below = folder / "run", psutil.Process(), Below()
        before = sum(here.cpu_times()[:2])
        with below.watched():
            outcome = simulate(told, out=out, database=f"{database}#measured", quiet=True)
        own, others = sum(here.cpu_times()[:2]) - before, below.seconds
        place = place_of(out)
        assert place is not None and outcome.accepted
        with leases._connected(place) as connection:
            asked = "SELECT written, schema FROM company.runs WHERE name = %s"
            written, schema = connection.exec_driver_sql(asked, (place.name,)).one()
            size = (
                "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
            )
            size += " WHERE nspname = %s AND relkind = 'r'"
            stored = connection.exec_driver_sql(size, (schema,)).scalar()
        with Archive.open(out) as archive:
            driver = outcome.calls * _driver_seconds(archive)
        each = outcome.accepted
        return Parts(
            work=max(0.0, own + others - driver) / each,
            driver=driver / each,
            calls=outcome.calls / each,
            writes=written / each,
            size=float(stored) / each,
            writes_a_second=writes_a_second(place_at(database, "writes"), folder / "writes"),
        )


class Below:
    """The processor seconds of all that this process starts, the model server and the database not among them."""

    def __init__(self) -> None:
        self._known: dict[int, float] = {}
        self._over = threading.Event()

    @property
    def seconds(self) -> float:
        return sum(self._known.values())

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        others = {each.pid for each in psutil.Process().children(recursive=True)}
        watch = threading.Thread(target=self._watch, args=(others,))
        watch.start()
        try:
            yield
        finally:
            self._over.set()
            watch.join()

    def _watch(self, others: set[int]) -> None:
        while not self._over.wait(0.2):
            for each in psutil.Process().children(recursive=True):
                if each.pid not in others:
                    with contextlib.suppress(psutil.Error):
                        self._known[each.pid] = sum(each.cpu_times()[:2])


def _driver_seconds(archive: Archive) -> float:
    """Return the seconds in which the driver takes in a question, looks it up, stores the call and sends the reply."""
    calls, took = list(islice(archive.calls(), 100)), []
    for call in calls:
        began = time.perf_counter()
        pickle.loads(pickle.dumps(call))  # noqa: S301 - its own bytes
        archive.call(call.request)
        archive.put_call(replace(call, request=f"{call.request[:-4]}test"))
        pickle.loads(pickle.dumps(call.reply))  # noqa: S301 - its own bytes
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def writes_a_second(place: Place, folder: Path, seconds: float = 4.0, helpers: int = 4) -> float:
    """Return the transactions a second of helpers that write one run at once, with what they write made durable."""
    point(folder, place)
    counted = [0] * helpers
    with locked(folder), Archive.create(folder) as archive:
        archive.put_note("made", True)
        for number in range(helpers):
            fence = leases.hand_out(place, f"helper {number}")
        until = time.monotonic() + seconds

        def write(number: int) -> None:
            with leases._connected(place) as connection:
                connection.exec_driver_sql(f"CREATE TABLE IF NOT EXISTS company.w{number} (id int, body text)")
                connection.commit()
                lease = leases.Lease(place, fence, f"helper {number}")
                while time.monotonic() < until:
                    connection.execute(sql.text(f"INSERT INTO company.w{number} VALUES (1, repeat('x', 2000))"))
                    leases._check(connection, lease)
                    connection.commit()
                    counted[number] += 1

        threads = [threading.Thread(target=write, args=(number,)) for number in range(helpers)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    return sum(counted) / seconds


def shown(parts: Parts, title: str, cases: Callable[[int], int]) -> None:
    """Print what a number of nodes comes to."""
    print(f"\n{title}")
    print("  nodes  cases/hour  days for 10M  processors  drivers  models  database")
    for nodes in (1, 3, 10, 30, 100, 300, 1_000):
        rate, used = Network(parts, nodes).run(cases(nodes))
        shares = "  ".join(f"{used[name]:8.0%}" for name in used)
        print(f"  {nodes:5,}  {rate * 3600:10,.0f}  {WANTED / rate / 86_400:12,.1f}  {shares}", flush=True)


def main(cases: int = 8) -> None:
    """Measure, simulate, print."""
    if why := postgresql.missing():
        sys.exit(why)
    parts = measured(cases)
    print(f"measured on {os.cpu_count()} processors, for each of {cases} cases")
    print(f"  {parts.work:.2f} processor seconds of work, {parts.driver * 1000:.0f} ms of the driver")
    print(f"  {parts.calls:.1f} calls, {parts.writes:.1f} transactions, {parts.size / 1024:.1f} KiB in the database")
    print(f"  {parts.writes_a_second:,.0f} transactions a second")
    print(f"  {parts.size * WANTED / 1e12:.1f} TB of {WANTED:,} cases")

    def enough(nodes: int) -> int:
        return 400 + nodes * PEOPLE // 8

    shown(parts, f"one scenario, a model of {parts.latency:.0f} s and 256 calls at once", enough)
    shown(replace(parts, concurrency=20_000), "the same, 20,000 calls at once", enough)
    shown(replace(parts, concurrency=20_000, drivers=50), "the same, 50 scenarios at once", enough)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
