"""What one evaluation has open while it runs: the benchmark, and a sandbox that its samples share."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from company.benchmark.reading import Benchmark
from company.config import LAYERS, Layer
from company.console.progress import Silent
from company.evaluation.asking import SECONDS
from company.evaluation.contract import Judge
from company.evaluation.scored import Scored
from company.evaluation.scoring import sandbox_for_answers, scored
from company.sandbox import ProcessSandbox


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
        self._opening = asyncio.Lock()

    async def scored(self, data_id: str, response: str) -> Scored:
        """Return the score of a response. Raises SandboxError when the sandbox itself fails."""
        category, line = self.cases[data_id]
        content = replace(self.content, cases={category: (line,)})
        return (await scored(content, self._judge, {data_id: response}, self.sandbox, Silent()))[0]

    @contextlib.asynccontextmanager
    async def sandbox(self) -> AsyncIterator[ProcessSandbox]:
        """Open the sandbox, which stays open behind the block. Raises SandboxError where it cannot be opened."""
        async with self._opening:
            if self._sandbox is None:
                self._sandbox = await sandbox_for_answers(self._seconds, self._require).__aenter__()
        yield self._sandbox

    async def close(self) -> None:
        """End the sandbox; the next sample would open another one."""
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
