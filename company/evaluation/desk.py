"""What one evaluation has open while it runs: the benchmark, and a sandbox that its samples share."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from company.benchmark.reading import Benchmark
from company.config import LAYERS, Layer
from company.console.progress import Silent
from company.evaluation.scored import Scored
from company.evaluation.scoring import SECONDS, sandbox_for_answers, scored
from company.families.dialogues.evaluation.answering import given
from company.families.dialogues.evaluation.places import tables_at_hand
from company.sandbox import ProcessSandbox, Session


class Desk:
    """Runs code for the samples of one evaluation. Opened when it is first needed; close it at the end."""

    def __init__(self, content: Benchmark, *, seconds: float = SECONDS, require: Collection[Layer] = LAYERS) -> None:
        self._content, self._seconds, self._require = tables_at_hand(content), seconds, require
        self._sandbox: ProcessSandbox | None = None
        self._opening = asyncio.Lock()

    async def scored(self, data_id: str, response: str) -> Scored:
        """What a response is worth. Raises SandboxError when the sandbox itself fails."""
        category, entry = self._cases[data_id]
        content = replace(self._content, cases={category: (entry,)})
        return (await scored(content, {data_id: response}, await self._open(), Silent()))[0]

    @contextlib.asynccontextmanager
    async def state_of(self, data_id: str) -> AsyncIterator[Session]:
        """The state that a case is asked in. Raises SandboxError when the sandbox itself fails."""
        history = self._cases[data_id][1]["ref_code_hist"]
        session = await (await self._open()).open(given([history, "decision_company"], self._content.resource))
        try:
            await session.run(history, bare=True)
            yield session
        finally:
            await session.close()

    async def close(self) -> None:
        """End the sandbox; the next sample would open another one."""
        sandbox, self._sandbox = self._sandbox, None
        if sandbox is not None:
            await sandbox.close()

    async def _open(self) -> ProcessSandbox:
        async with self._opening:
            if self._sandbox is None:
                self._sandbox = await sandbox_for_answers(self._seconds, self._require).__aenter__()
            return self._sandbox

    @cached_property
    def _cases(self) -> Mapping[str, Any]:
        return {
            entry["data_id"]: (category, entry)
            for category, entries in self._content.cases.items()
            for entry in entries
        }
