"""The workers of a run on a cluster: one for each processor, as long as it is there, and who of them does what.

The process that holds the run follows its records, as it does where all work is its own. It hands each unit to the
worker that has the fewest, passes on what comes of it, and asks the models what workers want to know. A worker that is
gone is told so by the database, which takes nothing from it any more; then its units go to others, which find every
record and every reply that was stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import uuid
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from pathlib import Path
from typing import Any

from company.archive.place import Place, password_of, place_of
from company.archive.postgresql import DatabaseGone, hand_out, take_back
from company.benchmark.layers import weakest
from company.benchmark.publishing.versions import versions
from company.cluster.connecting import Cluster, awaited
from company.cluster.desks import player_of
from company.cluster.hands import Gone, Hand
from company.cluster.messages import Asked, Commissions, Counted, Ended, Made, Ready, Said, Told, Unit
from company.cluster.worker import Worker
from company.errors import ClusterError, CompanyError, ConfigError, SandboxError
from company.records import Record
from company.run.engine import Performs
from company.run.stage import Office, Stage
from company.run.status import AT_WORK

AT_ONCE = 64
"""Units that a worker is given at once: most of the time, each of them waits for a model."""
_LOOK = 2.0
"""Seconds between two looks at which nodes there are."""
_DEATHS = 10
"""Workers that may die at one unit before the run is stopped: it may be what they die of."""
_NOBODY = 300.0
"""Seconds without any worker after which a run gives up."""
_LAST = 10.0
"""Seconds for workers to let go at the end."""
_GIVEN_UP = 2.0
"""The same, where the head of the cluster is gone, and the workers with it in most cases."""


class Workforce:
    """The workers of one run; use it as a context manager while there is work."""

    def __init__(self, cluster: Cluster, office: Office, runs: int = 1) -> None:
        """Create the workforce of a run that this process holds, beside those of other `runs`.

        Raises ConfigError for a run outside a database.
        """
        self._runs = runs
        self._cluster, self._office = cluster, office
        self._place = shared(office.settings.out)
        self._stages = office.archive.family.making.stages
        self._hands: dict[str, Hand] = {}
        self._refused: dict[str, CompanyError] = {}
        """By node, why no worker can work there."""
        self._numbers = itertools.count(1)
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._fault: BaseException | None = None
        """What ends the run."""
        self.deaths = 0
        """Workers that were lost."""

    async def __aenter__(self) -> Workforce:
        """Look for nodes, from now on."""
        self._spawn(self._keep())
        self._spawn(self._tell_readers())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let the workers go."""
        hands = list(self._hands.values())
        for hand in hands:
            hand.is_over = True
        await asyncio.gather(*(self._dismiss(hand) for hand in hands))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(CompanyError):
            self._office.archive.put_note(AT_WORK, None)

    async def perform(self, office: Office, stage: Stage, record: Record, before: str = "") -> AsyncIterator[Record]:
        """Yield the records that a stage makes of one, as `company.run.performing.perform` does, on some worker."""
        yielded: set[str] = set()
        for _ in range(_DEATHS):
            unit = Unit(next(self._numbers), self._stages.index(stage), record, before, office.reach)
            try:
                async with contextlib.aclosing(self._done(unit, office.commissions)) as made:
                    async for one in made:
                        if one.id not in yielded:
                            yielded.add(one.id)
                            yield one
                return
            except (Gone, DatabaseGone):
                continue
        raise ClusterError(
            f"{_DEATHS} workers died, one after the other, at {stage.name} of {record.id}; Ray's logs say what of, "
            "such as too little memory. What is done is kept"
        )

    # who does what

    async def _done(self, unit: Unit, commissions: Commissions) -> AsyncGenerator[Record, None]:
        hand = await self._free()
        news = hand.units[unit.number] = asyncio.Queue()
        ended = False
        try:
            await self._given(hand, unit, commissions)
            while not isinstance(one := await news.get(), Ended):
                yield one.record
            ended = True
            if one.problem is not None:
                raise one.problem
        finally:
            hand.units.pop(unit.number, None)
            if not ended and hand.name in self._hands:
                hand.actor.cancel.remote(unit.number)
            self._let_in()

    async def _given(self, hand: Hand, unit: Unit, commissions: Commissions) -> None:
        """Give a unit to a worker. Raises Gone, and what ends a run where the unit cannot be sent."""
        from ray.exceptions import RayActorError

        if hand.commissions is not commissions:
            hand.commissions = commissions
            hand.actor.commission.remote(commissions)  # it comes first: calls of one process keep their order
        try:
            await hand.actor.start.remote(unit)
        except RayActorError:
            raise Gone from None

    async def _free(self) -> Hand:
        """Return the worker with the fewest units, once one has room for another. Raises what ends the run."""
        while True:
            if self._fault is not None:
                raise self._fault
            ready = [hand for hand in self._hands.values() if hand.is_ready and len(hand.units) < AT_ONCE]
            if ready:
                return min(ready, key=lambda hand: len(hand.units))
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            finally:
                if not turn.done() or turn.cancelled():
                    with contextlib.suppress(ValueError):
                        self._waiting.remove(turn)

    def _let_in(self, count: int = 1) -> None:
        """Let this many units look for a worker again."""
        while count > 0 and self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                count -= 1

    # workers come and go

    async def _keep(self) -> None:
        """Have a worker for each processor of each node. Ends the run where none is to be had."""
        loop = asyncio.get_running_loop()
        heard = loop.time()
        while True:
            try:
                nodes = await self._cluster.nodes()
                for node, count in nodes.items():
                    there = sum(hand.node == node for hand in self._hands.values())
                    for _ in range(count - there if node not in self._refused else 0):
                        await self._hire(node, max(1, self._office.settings.sandbox.sessions // (count * self._runs)))
            except ClusterError as gone:
                self._office.progress.note(str(gone))  # Ray may end this process before anything else is said
                return self._end(gone)
            if any(hand.is_ready for hand in self._hands.values()):
                heard = loop.time()
            elif nodes and nodes.keys() <= self._refused.keys():
                return self._end(self._refused[next(iter(nodes))])
            elif loop.time() - heard > _NOBODY:
                return self._end(
                    ClusterError(f"no worker has begun for {_NOBODY:.0f} s; see which nodes the cluster has")
                )
            await asyncio.sleep(_LOOK)

    async def _hire(self, node: str, sessions: int) -> None:
        name = f"{self._office.settings.out.name} {uuid.uuid4().hex[:8]}"
        actor = await self._cluster.actor(Worker, node, name, self._told(name), sessions, runs=self._runs)
        self._hands[name] = hand = Hand(name, node, actor)
        hand.hearing = self._spawn(self._hear(hand))

    def _told(self, name: str) -> Told:
        office = self._office
        return Told(
            settings=office.settings,
            versions=versions(),
            place=self._place,
            password=password_of(self._place),
            fence=hand_out(self._place, name),
            hand=name,
            players={role: player_of(backend) for role, backend in office.ledger.backends.items()},
        )

    async def _hear(self, hand: Hand) -> None:
        """Take in a worker's news until it is gone."""
        from ray.exceptions import RayError, RayTaskError

        try:
            ready: Ready = await hand.actor.begin.remote()
            self._note_sandbox(ready)
            hand.is_ready = True
            self._let_in(AT_ONCE)
            while not hand.is_over:
                for event in await hand.actor.news.remote():
                    self._heard(hand, event)
        except RayTaskError as raised:
            self._lose(hand)
            self._refuse(hand.node, raised.cause)
        except (RayError, ConnectionError):
            self._lose(hand)

    def _refuse(self, node: str, why: BaseException) -> None:
        """Have no more workers on a node where they cannot work; a database that does not answer may do so soon."""
        if isinstance(why, ConfigError | SandboxError):
            if node not in self._refused:
                self._office.progress.note(f"the node {node[:8]} does no work: {why}")
            self._refused[node] = why
        elif not isinstance(why, CompanyError):
            self._end(RuntimeError(f"a worker failed: {why!r}"))

    def _lose(self, hand: Hand) -> None:
        """Have a worker count as gone, and its units as not done."""
        self._hands.pop(hand.name, None)
        self.deaths += 1
        self._cluster.kill(hand.actor)
        take_back(self._place, hand.name)
        for number, news in hand.units.items():
            news.put_nowait(Ended(number, Gone()))

    async def _dismiss(self, hand: Hand) -> None:
        """Let a worker go, and hear its last news: what Ray is asked and nobody waits for, it complains of."""
        last = _GIVEN_UP if self._cluster.is_gone else _LAST
        with contextlib.suppress(Exception):  # work is done: what goes wrong now harms nobody
            if hand.is_ready:
                ready = await asyncio.wait_for(awaited(hand.actor.end.remote()), last)
                if ready is not None:
                    self._note_sandbox(ready)
            else:
                self._cluster.kill(hand.actor)
            if hand.hearing is not None:
                await asyncio.wait([hand.hearing], timeout=last)
        self._cluster.kill(hand.actor)
        with contextlib.suppress(CompanyError):
            take_back(self._place, hand.name)

    # what workers say

    def _heard(self, hand: Hand, event: Any) -> None:
        match event:
            case Made(unit) | Ended(unit):
                if unit in hand.units:
                    hand.units[unit].put_nowait(event)
            case Asked():
                self._spawn(self._answer(hand, event))
            case Said(what, given):
                getattr(self._office.progress, what)(*given)
            case Counted(made, replayed):
                ledger = self._office.ledger
                ledger.count(made=made, replayed=replayed)
                self._office.progress.cost(ledger.usd, ledger.made, ledger.replayed, ledger.cap_usd)

    async def _answer(self, hand: Hand, asked: Asked) -> None:
        desk = self._office.ledger.desk(asked.role, asked.stage, asked.record, asked.trial)
        try:
            answer: Any = await desk.answered(asked.key, asked.request)
        except CompanyError as problem:
            answer = problem
        if hand.name in self._hands:
            hand.actor.answer.remote(asked.number, answer)

    def _note_sandbox(self, ready: Ready) -> None:
        archive = self._office.archive
        if ready.layers:
            archive.put_note("sandbox", weakest(archive.note("sandbox"), ready))

    async def _tell_readers(self) -> None:
        """Say how many are at work; with that, those who watch the run see that something was written."""
        while True:
            await asyncio.sleep(_LOOK)
            with contextlib.suppress(DatabaseGone):
                self._office.archive.put_note(AT_WORK, self.told)

    @property
    def told(self) -> dict[str, int]:
        """How many workers are ready, how many were lost, and how many units are under way and wait."""
        hands = self._hands.values()
        return {
            "workers": sum(hand.is_ready for hand in hands),
            "lost": self.deaths,
            "under_way": sum(len(hand.units) for hand in hands),
            "queued": len(self._waiting),
        }

    # tasks

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._over)
        return task

    def _over(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            self._end(problem)

    def _end(self, problem: BaseException) -> None:
        """End the run by a problem, of several by the first."""
        self._fault = self._fault or problem
        for hand in self._hands.values():
            for number, news in hand.units.items():
                news.put_nowait(Ended(number, self._fault))
        self._let_in(len(self._waiting))


def shared(run: Path) -> Place:
    """Return the database that a run is in. Raises ConfigError for one that is in a folder."""
    place = place_of(run)
    if place is None:
        raise ConfigError(
            f"{run} is a folder of this machine, and others are to write the run: keep it in PostgreSQL "
            "with --database (docs/cluster.md)"
        )
    return place


@contextlib.asynccontextmanager
async def on_cluster(cluster: Cluster, runs: int, office: Office) -> AsyncIterator[Performs]:
    """Have the units of a run, one of so many at once, done by the workers of a cluster."""
    async with Workforce(cluster, office, runs) as workers:
        yield workers.perform
