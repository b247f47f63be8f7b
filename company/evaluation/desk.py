"""What one evaluation has open while it runs: the benchmark, and a sandbox that its samples share."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import replace
from functools import cached_property
from typing import Any

from company.benchmark.reading import Benchmark
from company.config import LAYERS, Layer
from company.console.progress import Progress, Silent
from company.evaluation.asking import SECONDS
from company.evaluation.contract import Judge
from company.evaluation.scored import Scored
from company.evaluation.scoring import Elsewhere, Running, sandbox_for_answers, scored
from company.sandbox import ProcessSandbox

_ELSEWHERE: ContextVar[Elsewhere | None] = ContextVar("elsewhere", default=None)


@contextlib.contextmanager
def scoring_elsewhere(place: Elsewhere | None) -> Iterator[None]:
    """Have the desks that are created meanwhile run responses at a place, where one is given.

    Tasks of Inspect are made of words alone, by each family in its own way: this is how a place gets past them.
    """
    token = _ELSEWHERE.set(place)
    try:
        yield
    finally:
        _ELSEWHERE.reset(token)


class Desk:
    """Judges the samples of one evaluation. Its sandbox is opened when it is first needed; close it at the end."""

    def __init__(
        self,
        content: Benchmark,
        *,
        seconds: float = SECONDS,
        require: Collection[Layer] = LAYERS,
        seeing: Callable[[Judge], Judge] | None = None,
    ) -> None:
        """Create a desk; `seeing` returns a judge that has a model look at pictures besides."""
        self.content, self._seconds, self._require, self._seeing = content, seconds, require, seeing
        self._sandbox: ProcessSandbox | None = None
        self._elsewhere = _ELSEWHERE.get()
        self._running: Running | None = None
        self._open = contextlib.AsyncExitStack()
        self._opening = asyncio.Lock()

    async def scored(self, data_id: str, response: str) -> Scored:
        """Return the score of a response. Raises SandboxError when the sandbox itself fails."""
        category, line = self.cases[data_id]
        content = replace(self.content, cases={category: (line,)})
        running = None if self._elsewhere is None else self._run_elsewhere
        return (await scored(content, self._judge, {data_id: response}, self.sandbox, Silent(), running))[0]

    async def _run_elsewhere(
        self, responses: Mapping[str, str], done: Callable[[Scored], None], progress: Progress
    ) -> None:
        assert self._elsewhere is not None
        async with self._opening:
            if self._running is None:
                self._running = await self._open.enter_async_context(self._elsewhere(progress))
        await self._running(responses, done, progress)

    @contextlib.asynccontextmanager
    async def sandbox(self) -> AsyncIterator[ProcessSandbox]:
        """Open the sandbox, which stays open behind the block. Raises SandboxError where it cannot be opened."""
        async with self._opening:
            if self._sandbox is None:
                self._sandbox = await sandbox_for_answers(self._seconds, self._require).__aenter__()
        yield self._sandbox

    async def close(self) -> None:
        """End the sandbox, here or elsewhere; the next sample would open another one."""
        self._running = None
        await self._open.aclose()
        sandbox, self._sandbox = self._sandbox, None
        if sandbox is not None:
            await sandbox.close()

    @cached_property
    def _judge(self) -> Judge:
        judge = self.content.family.scoring.judge(self.content)
        return judge if self._seeing is None else self._seeing(judge)

    @cached_property
    def cases(self) -> Mapping[str, tuple[Any, Any]]:
        """Category and line of each case, by its data_id."""
        return {line["data_id"]: (category, line) for category, lines in self.content.cases.items() for line in lines}
