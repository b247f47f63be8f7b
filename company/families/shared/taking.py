"""Stage: the table that figures are drawn over is taken as it was read; who plans them reads its columns."""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.run.making import INTAKE
from company.run.stage import Office, Stage
from company.tables.record import Table


async def _take(office: Office, table: Table) -> AsyncIterator[Table]:
    yield table.model_copy(update={"status": "accepted"})


STAGE = Stage("tables", INTAKE, _take)
