"""Stage: a data scientist plans results sections over the table, each with figures on one subject."""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.errors import ReplyError
from company.families.captions.records import Paper, Planned
from company.families.captions.replies import PaperPlan
from company.families.captions.stages.asking import marked, reply_to
from company.families.dialogues.table_briefs import table_brief
from company.run.stage import Office, Stage
from company.tables.record import Table

_TAKEN = 60
"""Questions of earlier papers that a prompt tells."""


async def _plan(office: Office, table: Table) -> AsyncIterator[Paper]:
    told, taken = table_brief(table), list[str]()
    names = {column.name for column in table.columns}
    for number, commission in enumerate(office.commissions, start=1):
        record_id = f"{table.id}.p{number:02d}"
        brief = {
            "task": "plan_paper",
            "table": told,
            "figures": commission.units,
            "taken": taken[-_TAKEN:],
        }
        try:
            plan, talk = await reply_to(
                office, "data_scientist", ("papers", record_id), "data_scientist_paper", PaperPlan, brief
            )
        except ReplyError as problem:
            office.lost(record_id, "papers", str(problem))
            continue
        figures = [
            Planned(question=each.question, columns=tuple(filter(None, (each.x, each.y, each.by))))
            for each in plan.figures
            if {each.x, each.y, *filter(None, (each.by,))} <= names
        ]
        taken += [each.question for each in figures]
        paper = Paper(
            id=record_id,
            parent=table.id,
            stage="papers",
            position=number,
            status="accepted" if figures else "rejected",
            reason=None if figures else "none of its figures names columns of the table",
            conversation=talk,
            title=plan.title,
            goal=plan.goal,
            figures=tuple(figures[: commission.units]),
        )
        yield marked(office, paper, [("title", plan.title), ("goal", plan.goal)])


STAGE = Stage("papers", "table", _plan, prompts=("data_scientist_role", "data_scientist_paper"), for_each=True)
