"""What one evaluation has open for cases of dialogues: also the state that a case is asked in."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Collection

import company.evaluation.desk as shared
from company.benchmark.reading import Benchmark
from company.config import LAYERS, Layer
from company.evaluation.asking import SECONDS
from company.families.dialogues.evaluation.answering import given
from company.families.dialogues.evaluation.places import tables_at_hand
from company.sandbox import Session


class Desk(shared.Desk):
    """Runs code for the samples of one evaluation, with the tables where that code finds them."""

    def __init__(self, content: Benchmark, *, seconds: float = SECONDS, require: Collection[Layer] = LAYERS) -> None:
        super().__init__(tables_at_hand(content), seconds=seconds, require=require)

    @contextlib.asynccontextmanager
    async def state_of(self, data_id: str) -> AsyncIterator[Session]:
        """Open the state that a case is asked in. Raises SandboxError when the sandbox itself fails."""
        history = self.cases[data_id][1]["ref_code_hist"]
        async with self.sandbox() as sandbox:
            session = await sandbox.open(given([history, "decision_company"], self.content.resource))
        try:
            await session.run(history, bare=True)
            yield session
        finally:
            await session.close()
