"""Stage: a data scientist plans results sections over the table, each with figures on one subject."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from company.errors import ReplyError
from company.families.asking import marked, reply_to
from company.families.captions.given import given_of
from company.families.captions.records import Given, Paper, Planned
from company.families.captions.replies import PaperPlan
from company.families.captions.settings import settings_of
from company.families.dialogues.table_briefs import table_brief
from company.run.stage import Office, Stage
from company.tables.record import Table

_TITLE = "Answers to questions"
"""Of a paper whose figures were there before it."""
_TAKEN = 60
"""Questions of earlier papers that a prompt tells."""


class _Given:
    """The figures that a run was given, taken one after the other; beside drawn ones, by every second paper."""

    def __init__(self, office: Office) -> None:
        self.left = given_of(office.archive)
        self.only = "drawn" not in settings_of(office.settings).captions.figures
        self.told = False
        """Whether it was said that there are no more."""

    def next(self, paper: int, most: int) -> list[Given]:
        """Return the figures of a paper; none where it is to be drawn, or where there are no more."""
        if not self.only and paper % 2:
            return []
        taken, self.left = self.left[:most], self.left[most:]
        return taken


def _of_given(table: Table, record_id: str, number: int, given: Sequence[Given]) -> Paper:
    """Return the paper whose figures are there already."""
    return Paper(
        id=record_id,
        parent=table.id,
        stage="papers",
        position=number,
        status="accepted",
        title=_TITLE,
        goal=f"To answer what was asked about the {table.row_meaning}s.",
        figures=tuple(Planned(question=each.question or each.caption, columns=(), given=each.name) for each in given),
    )


async def _plan(office: Office, table: Table) -> AsyncIterator[Paper]:
    told, taken = table_brief(table), list[str]()
    names = {column.name for column in table.columns}
    given = _Given(office)
    for number, commission in enumerate(office.commissions, start=1):
        record_id = f"{table.id}.p{number:02d}"
        if own := given.next(number, commission.units):
            yield _of_given(table, record_id, number, own)
            continue
        if given.only:
            if not given.told:
                office.lost(record_id, "papers", "no more figures were given")
                given.told = True
            continue
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
