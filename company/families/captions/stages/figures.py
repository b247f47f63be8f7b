"""Stage: a chatbot draws the figures of a paper; each is drawn twice, and looked at."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from company.families.captions.chances import place_of
from company.families.captions.gate.drawing import Look, Question, looked, unfit
from company.families.captions.records import Figure, Paper, Planned, Section
from company.families.captions.replies import FigureCode
from company.families.captions.settings import settings_of
from company.families.captions.spoiling import chart_for, cut_for
from company.families.captions.stages.asking import reply_to, table_of
from company.families.dialogues.table_briefs import table_brief
from company.run.stage import Office, Stage


async def _draw(office: Office, paper: Paper) -> AsyncIterator[Figure | Section]:
    told = settings_of(office.settings).captions
    kept: list[str] = []
    for number, planned in enumerate(paper.figures, start=1):
        record_id = f"{paper.id}.f{number}"
        figure = await _drawn(office, paper, planned, number)
        if isinstance(figure, str):
            office.lost(record_id, "figures", figure)
            continue
        kept.append(record_id)
        yield figure
    if kept:
        yield Section(
            id=f"{paper.id}.section",
            parent=paper.id,
            stage="figures",
            position=len(paper.figures) + 1,
            status="accepted",
            figures=tuple(kept),
            unmentioned=tuple(each for each in kept if place_of(each, "mentioned") < told.unmentioned),
        )


async def _drawn(office: Office, paper: Paper, planned: Planned, number: int) -> Figure | str:
    """Return a figure, or why it does not come about."""
    told = settings_of(office.settings).captions
    record_id = f"{paper.id}.f{number}"
    chart = chart_for(record_id, told.spoiled)
    failures: list[dict[str, str]] = []
    brief: dict[str, Any] = {
        "task": "plot_figure",
        "table": table_brief(table_of(office), planned.columns),
        "figure": {"question": planned.question, "columns": planned.columns, "chart": chart},
        "failures": failures,
    }
    for _ in range(told.corrections + 1):
        reply, talk = await reply_to(office, "chatbot", ("figures", record_id), "chatbot_plot", FigureCode, brief)
        look = await looked(reply.code, Question(picture=True), office.resource, office.sandbox)
        wrong = look if isinstance(look, str) else unfit(look, chart)
        if wrong is None and isinstance(look, Look):
            again = await looked(reply.code, Question(), office.resource, office.sandbox)
            wrong = (
                None if isinstance(again, Look) and again.digest == look.digest else "It draws something else again."
            )
        if wrong is None and isinstance(look, Look):
            office.archive.put_figures(record_id, [look.picture])
            return Figure(
                id=record_id,
                parent=paper.id,
                stage="figures",
                position=number,
                status="accepted",
                conversation=talk,
                name=f"Figure {number}",
                question=planned.question,
                columns=planned.columns,
                chart=chart,
                cut=cut_for(record_id, told.spoiled),
                code=reply.code,
                digest=look.digest,
                drawn=tuple(dict(page) for page in look.drawn),
                texts=tuple(look.texts),
            )
        failures.append({"code": reply.code, "wrong": str(wrong)})
        if len(failures) > 1 and failures[-1] == failures[-2]:
            break  # it would say the same again
    return failures[-1]["wrong"]


STAGE = Stage("figures", "paper", _draw, prompts=("chatbot_role", "chatbot_plot"))
