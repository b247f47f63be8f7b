"""A worker: a process of a cluster that does units of one run, several at a time, in a sandbox of its own.

It reads and writes the run's database, as long as whoever holds the run lets it, and keeps nothing that is not there:
where it dies, its units are done again elsewhere, from what is stored. It is asked for news, and never asks by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import traceback
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from company.archive import Archive, Call
from company.archive.place import run_at, trust
from company.archive.postgresql import helping
from company.benchmark.layers import entered
from company.cluster.connecting import refuse_other
from company.cluster.desks import worker_ledger
from company.cluster.messages import Answer, Asked, Commissions, Counted, Ended, Event, Made, Ready, Said, Told, Unit
from company.console.progress import Silent
from company.errors import CompanyError
from company.models.protocol import Reply
from company.run.performing import perform
from company.run.simulation import remedy
from company.run.stage import Office, Stage
from company.sandbox import ProcessSandbox, Sandbox
from company.sandbox.absent import NoSandbox
from company.sandbox.settled import sandbox_for

_AT_MOST = 500
"""Pieces of news that are told at once."""


class Worker:
    """Does the units that it is given, in the event loop that it is called in."""

    def __init__(self, told: Told, sessions: int) -> None:
        """Create a worker that has begun nothing; `sessions` dialogues may be open in its sandbox at once."""
        self._told, self._sessions = told, sessions
        self._news: asyncio.Queue[Event] = asyncio.Queue()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Reply]] = {}
        self._units: dict[int, asyncio.Task[None]] = {}
        self._commissions: Commissions = ()
        self._made = self._replayed = 0
        self._open = contextlib.AsyncExitStack()
        self._office: Office | None = None
        self._stages: Sequence[Stage] = ()

    async def begin(self) -> Ready:
        """Open the run and the sandbox. Raises ConfigError, ArchiveError, and LayersMissing as a run does here."""
        told = self._told
        refuse_other(told.versions)
        trust(told.place, told.password)
        settings = told.settings.model_copy(update={"out": run_at(str(told.place))})
        self._open.enter_context(helping(told.place, told.fence, told.hand))
        archive = self._open.enter_context(Archive.open(settings.out))
        ledger = worker_ledger(archive, settings, told.players, self._ask)
        ledger.on_call = self._count
        progress = _Relayed(self._news)
        making = archive.family.making
        sandbox: Sandbox = NoSandbox(settings.family)
        if making.runs_code:
            own = settings.sandbox.model_copy(update={"workers": 1, "sessions": self._sessions})
            sandbox = await self._open.enter_async_context(
                entered(sandbox_for(own), partial(remedy, settings), progress)
            )
        self._stages = making.stages
        self._office = Office(settings, archive, ledger, sandbox, progress, ())
        return self._ready(sandbox)

    @staticmethod
    def _ready(sandbox: Sandbox) -> Ready:
        return Ready(dict(sandbox.layers), isinstance(sandbox, ProcessSandbox) and sandbox.forks)

    async def commission(self, commissions: Commissions) -> None:
        """Take note of what all rounds so far have asked for."""
        self._commissions = commissions

    async def start(self, unit: Unit) -> None:
        """Begin a unit; what comes of it is news."""
        task = asyncio.create_task(self._do(unit))
        self._units[unit.number] = task
        task.add_done_callback(lambda done: self._units.pop(unit.number, None))

    async def _do(self, unit: Unit) -> None:
        assert self._office is not None
        problem: BaseException | None = None
        office = replace(self._office, commissions=self._commissions, reach=unit.reach)
        try:
            async with aclosing(perform(office, self._stages[unit.stage], unit.record, unit.before)) as made:
                async for record in made:
                    self._news.put_nowait(Made(unit.number, record))
        except CompanyError as known:
            problem = known
        except Exception as fault:  # noqa: BLE001 - raised again where the run is held
            problem = RuntimeError("".join(traceback.format_exception(fault)))
        self._news.put_nowait(Ended(unit.number, problem))

    async def cancel(self, number: int) -> None:
        """Let go of a unit, if it is under way."""
        if task := self._units.get(number):
            task.cancel()

    async def news(self) -> Sequence[Event]:
        """Return what has happened since this was last asked, once there is something."""
        news = [await self._news.get()]
        while not self._news.empty() and len(news) < _AT_MOST:
            news.append(self._news.get_nowait())
        if self._made or self._replayed:
            news.append(Counted(self._made, self._replayed))
            self._made = self._replayed = 0
        return news

    async def answer(self, number: int, answer: Answer) -> None:
        """Give the answer to a question."""
        waiting = self._waiting.pop(number, None)
        if waiting is None or waiting.done():
            return
        if isinstance(answer, Reply):
            waiting.set_result(answer)
        else:
            waiting.set_exception(answer)

    async def _ask(self, asked: Asked) -> Reply:
        number = next(self._numbers)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        self._news.put_nowait(replace(asked, number=number))
        return await self._waiting[number]

    def _count(self, call: Call, replayed: bool) -> None:
        self._replayed += replayed
        self._made += not replayed

    async def end(self) -> Ready | None:
        """Let go of all that is under way, of the sandbox and of the run; return behind what code ran last."""
        under_way = list(self._units.values())
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        self._news.put_nowait(Counted(0, 0))  # whoever waits for news has some
        last = self._ready(self._office.sandbox) if self._office else None
        await self._open.aclose()
        return last


class _Relayed(Silent):
    """Has whoever holds the run tell what work tells about itself."""

    def __init__(self, news: asyncio.Queue[Event]) -> None:
        super().__init__()
        self._news = news

    def turn(self, ok: bool) -> None:
        """Count one turn of a dialogue."""
        self._news.put_nowait(Said("turn", (ok,)))

    def failure(self) -> None:
        """Count something that went wrong and was got over."""
        self._news.put_nowait(Said("failure"))

    def note(self, line: str) -> None:
        """Say one line that stays."""
        self._news.put_nowait(Said("note", (line,)))
