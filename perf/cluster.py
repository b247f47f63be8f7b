"""A run on a cluster of nodes on this machine beside the same run in this process, in one go.

    python -m perf.cluster [NODES] [CASES] [ROUNDS] [CONCURRENCY]

Both write PostgreSQL, and a model server on this machine answers after 300 ms. Told are, for each side:

- seconds of a run of CASES dialogue cases, from the first unit of work to the last, and the calls in flight on average;
  with CONCURRENCY, at most so many are in flight, and the share of them that is, is how near the run comes to the
  bound that is set by the server (calls x 300 ms / CONCURRENCY): 1 where processors are never waited for;
- the same share midway, from the first quarter of the calls to the last: a run ends with cases that are judged while
  nobody asks, which a longer run has no more of;
- milliseconds a unit where all of it is done already, so that nothing is left but handing out and looking up;
- milliseconds of Ray's own in that: of handing something to an idle actor and hearing of it, median and mean.

The ratio of both sides is the figure to watch: with as many processors as nodes, a run on a cluster should take no
longer than here; what a unit takes more is the cost of Ray. Sides take turns, so that a busy machine is as busy for
both.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from company.archive.place import place_at, point
from company.cluster.connecting import Cluster, connected
from company.cluster.workforce import Workforce
from company.config import load
from company.console.blocking import waited
from company.console.progress import Silent
from company.records import Record
from company.run.engine import Performs
from company.run.performing import perform
from company.run.simulation import simulate
from company.run.stage import Office, Stage
from tests.support import cluster, postgresql
from tests.support.loopback import Loopback
from tests.support.served import scenario

LATENCY = 0.3


@dataclass
class Clock:
    """When units began and ended, whoever did them."""

    began: float = 0.0
    ended: float = 0.0
    units: int = 0

    def timing(self, performs: Performs) -> Performs:
        """Return the same with every unit noted."""

        async def timed(office: Office, stage: Stage, record: Record, before: str = "") -> AsyncIterator[Record]:
            self.began = self.began or time.perf_counter()
            self.units += 1
            async for made in performs(office, stage, record, before):
                yield made
            self.ended = time.perf_counter()

        return timed

    @property
    def seconds(self) -> float:
        return self.ended - self.began


@dataclass
class Side:
    """One side of the comparison, and what it took."""

    name: str
    cluster: Any = None
    nodes: int = 0
    run: list[float] = field(default_factory=list)
    flying: list[float] = field(default_factory=list)
    midway: list[float] = field(default_factory=list)
    unit: list[float] = field(default_factory=list)

    def at(self, clock: Clock, office: Office) -> AbstractAsyncContextManager[Performs]:
        return self._entered(clock, office)

    @contextlib.asynccontextmanager
    async def _entered(self, clock: Clock, office: Office) -> AsyncIterator[Performs]:
        if self.cluster is None:
            yield clock.timing(perform)
            return
        async with Workforce(self.cluster, office) as workers:
            while workers.told["workers"] < self.nodes:  # noqa: ASYNC110 - nobody is in a hurry
                await asyncio.sleep(0.2)
            yield clock.timing(workers.perform)

    def measured(self, told: Path, out: Path, database: str, server: Loopback) -> None:
        """Make a run, and go over it again."""
        before = len(server.log())
        point(out, place_at(database, f"{self.name}{len(self.run)}"))
        settings = replace_out(told, out)
        for seconds in (self.run, self.unit):
            clock = Clock()
            outcome = waited(simulate(settings, Silent(), None, lambda office, clock=clock: self.at(clock, office)))
            if seconds is self.run:
                assert outcome.calls and outcome.accepted == outcome.wanted, outcome
                seconds.append(clock.seconds)
                self.flying.append(outcome.calls * LATENCY / clock.seconds)
                self.midway.append(midway([call.ended for call in server.log(before)]))
            else:
                assert not outcome.calls, outcome
                seconds.append(clock.seconds / clock.units * 1000)


class Echo:
    """An actor that says what it is given, as a worker does with a unit that costs nothing."""

    def __init__(self) -> None:
        self._news: asyncio.Queue[int] = asyncio.Queue()

    async def start(self, number: int) -> None:
        self._news.put_nowait(number)

    async def news(self) -> int:
        return await self._news.get()


async def handed_over(cluster: Cluster, times: int = 200) -> list[float]:
    """Return the milliseconds of each time that something is handed to an actor and heard of."""
    actor = await cluster.actor(Echo, next(iter(await cluster.nodes())), "echo")
    await actor.start.remote(0)
    await actor.news.remote()
    taken = []
    for number in range(times):
        began = time.perf_counter()
        heard = actor.news.remote()
        await actor.start.remote(number)
        await heard
        taken.append((time.perf_counter() - began) * 1000)
    cluster.kill(actor)
    return taken


def midway(ended: list[float]) -> float:
    """Return the calls in flight on average from the first quarter of the calls to the last, by when each has ended."""
    ended = sorted(ended)
    first, last = len(ended) // 4, len(ended) * 3 // 4
    return (last - first) * LATENCY / (ended[last] - ended[first])


def replace_out(told: Path, out: Path) -> Any:
    """Return the settings of a scenario for a run in a folder."""
    return load(str(told)).model_copy(update={"out": out})


def main(nodes: int = 2, cases: int = 12, rounds: int = 1, concurrency: int = 256) -> None:
    """Measure and print."""
    if why := cluster.missing() or postgresql.missing():
        sys.exit(why)
    with (
        tempfile.TemporaryDirectory() as folder,
        postgresql.server() as database,
        cluster.nodes(nodes) as made,
        Loopback(latency=LATENCY, staffed=True) as server,
    ):
        os.environ |= {"RAY_ADDRESS": made.address, "XDG_CACHE_HOME": f"{folder}/cache"}
        made_of = scenario(Path(folder) / "s", server, f"concurrency = {concurrency}", cases=cases, timeout=60.0)
        asked = made_of / "simulation.toml"
        with connected("ray") as joined:
            alone = waited(handed_over(joined))
            print(f"Ray alone: {statistics.median(alone):.2f} ms a unit, {statistics.mean(alone):.2f} on average")
            sides = [Side("here"), Side("cluster", joined, nodes)]
            for number in range(rounds):
                for side in sides:
                    side.measured(asked.parent, Path(folder) / f"{side.name}{number}" / "run", database, server)
                    print(f"{side.name}: {side.run[-1]:.1f} s, {side.unit[-1]:.2f} ms a unit that is done", flush=True)
    here, there = (
        {name: statistics.median(getattr(side, name)) for name in ("run", "flying", "midway", "unit")} for side in sides
    )
    print(f"{cases} cases on {nodes} nodes beside this process, medians of {rounds}")
    print(f"seconds of a run      {here['run']:8.1f} {there['run']:8.1f}   ratio {there['run'] / here['run']:.2f}")
    print(f"calls in flight       {here['flying']:8.1f} {there['flying']:8.1f}")
    print(f"share of the bound    {here['flying'] / concurrency:8.2f} {there['flying'] / concurrency:8.2f}")
    print(f"share midway          {here['midway'] / concurrency:8.2f} {there['midway'] / concurrency:8.2f}")
    print(f"ms a unit that is done{here['unit']:8.2f} {there['unit']:8.2f}   more {there['unit'] - here['unit']:.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
