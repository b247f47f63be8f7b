"""What supervisors are asked, and what is seen to to its end even where nobody waits for it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any

from company.sandbox.connection import Connection
from company.sandbox.protocol import MIB, Limits
from company.sandbox.trees import remove_tree

GRACE_SECONDS = 60.0
"""Beyond its own deadline, what a supervisor may take to answer on a busy machine."""


class Errands:
    """The questions of a sandbox, so many at a time, first come, first served, and what is left to do behind them."""

    def __init__(self, limits: Limits, workers: int) -> None:
        """Begin with none; `workers` is how many executions there are at a time."""
        self.limits = limits
        self.turnstile = asyncio.Semaphore(workers)
        self._leaving: set[asyncio.Task[None]] = set()

    @property
    def patience(self) -> float:
        """Seconds that an answer may take."""
        return self.limits.wall_seconds + GRACE_SECONDS

    async def asked(
        self, connection: Connection, question: Mapping[str, Any], before: int = 0
    ) -> tuple[dict[str, Any], bytes]:
        """Return the answer to a question that may run long; it is taken back when nobody waits for it any more.

        So many turns `before` it may have to run again first. Raises ConnectionError and TimeoutError as
        `Connection.answer` does.
        """
        patience = self.patience + before * self.limits.wall_seconds
        async with connection.turn:
            await connection.send(question)
            try:
                return await connection.answer(self._answer_bytes, patience)
            except asyncio.CancelledError:
                await self.finish(self._taken_back(connection))
                raise

    @property
    def _answer_bytes(self) -> int:
        return max(self.limits.reply_bytes + 64, 32 * self.limits.output_bytes + MIB)

    async def _taken_back(self, connection: Connection) -> None:
        # A turn that is done by now has changed the state, and nobody heard of it.
        if await connection.take_back(self._answer_bytes) in ("finished", "forked", "lost", None):
            connection.spoilt = True

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work to its end, even when whoever waits for it is cancelled."""
        errand = asyncio.ensure_future(work)
        self._leaving.add(errand)
        errand.add_done_callback(self._leaving.discard)
        await asyncio.shield(errand)

    async def settled(self) -> None:
        """Wait for all that is being finished, but for what waits itself."""
        await asyncio.gather(*self._leaving - {asyncio.current_task()})


async def leave(connection: Connection | None, folder: Path) -> None:
    """End the talk with a supervisor, and remove the folder in which its code has run."""
    if connection is not None:
        await connection.close()
    await asyncio.to_thread(remove_tree, folder)
