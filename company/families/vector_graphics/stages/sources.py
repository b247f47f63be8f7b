"""Stage: where drawings come from is taken as it was found."""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.families.vector_graphics.records import Source
from company.run.making import INTAKE
from company.run.stage import Office, Stage


async def _take(office: Office, source: Source) -> AsyncIterator[Source]:
    yield source.model_copy(update={"status": "accepted"})


STAGE = Stage("sources", INTAKE, _take)
