"""Stage: the admin looks which types of plot the table can carry."""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.families.asking import reply_to
from company.families.dialogues.table_briefs import table_brief
from company.families.figures.records import Repertoire, Unfit
from company.families.figures.replies import FittingTypes
from company.families.figures.settings import settings_of
from company.families.figures.types import TYPES
from company.run.stage import Office, Stage
from company.tables.record import Table


async def _list(office: Office, table: Table) -> AsyncIterator[Repertoire]:
    names = settings_of(office.settings).figures.types or tuple(TYPES)
    record_id = f"{table.id}.repertoire"
    brief = {"task": "list_types", "types": names, "table": table_brief(table)}
    reply, talk = await reply_to(office, "admin", ("repertoire", record_id), "admin_list_types", FittingTypes, brief)
    unfit = {each.type: each.reason for each in reply.unfit if each.type in names}
    fitting = tuple(name for name in names if name not in unfit)
    for name, reason in unfit.items():
        office.lost(f"{record_id}.{name}", "repertoire", f"no {name}: {reason}")
    yield Repertoire(
        id=record_id,
        parent=table.id,
        stage="repertoire",
        position=1,
        status="accepted" if fitting else "rejected",
        reason=None if fitting else "the table can carry none of the types of plot",
        conversation=talk,
        fitting=fitting,
        unfit=tuple(Unfit(type=name, reason=reason) for name, reason in unfit.items()),
    )


STAGE = Stage(
    "repertoire",
    "table",
    _list,
    prompts=("admin_figures_role", "admin_list_types"),
    on=lambda settings: not settings_of(settings).originals.given,
)
