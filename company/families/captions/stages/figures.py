"""Stage: a chatbot draws the figures of a paper; each is drawn twice, and looked at."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from company.families.asking import reply_to, table_of
from company.families.captions.gate.drawing import Look, Question, chart_of, looked, unfit
from company.families.captions.given import given_of, picture_of
from company.families.captions.records import Chart, Figure, Paper, Planned, Section
from company.families.captions.replies import FigureCode
from company.families.captions.settings import CaptionsSettings, settings_of
from company.families.captions.spoiling import chart_for, cut_for
from company.families.dialogues.table_briefs import table_brief
from company.families.shared.chances import chance_of, place_of
from company.records import Message
from company.run.stage import Office, Stage


@dataclass(frozen=True)
class Made:
    """What a figure was drawn by, and what came out."""

    chart: Chart
    code: str
    look: Look
    talk: tuple[Message, ...] = ()


async def _draw(office: Office, paper: Paper) -> AsyncIterator[Figure | Section]:
    told = settings_of(office.settings).captions
    kept: list[str] = []
    for number, planned in enumerate(paper.figures, start=1):
        record_id = f"{paper.id}.f{number}"
        figure = await (_taken if planned.given else _drawn)(office, paper, planned, number)
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


def _wanted(record_id: str, told: CaptionsSettings) -> Chart:
    """Return what kind of chart a figure is to be: one that is wanted, or another one as an error."""
    planted = chart_for(record_id, told.spoiled)
    return planted if planted != "line" else chance_of(record_id, "kind").choice(told.charts)


async def _drawn(office: Office, paper: Paper, planned: Planned, number: int) -> Figure | str:
    """Return a figure, or why it does not come about."""
    told = settings_of(office.settings).captions
    record_id = f"{paper.id}.f{number}"
    chart = _wanted(record_id, told)
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
        wrong = look if isinstance(look, str) else unfit(look, chart, apart=len(planned.columns) > 2)
        if wrong is None and isinstance(look, Look):
            again = await looked(reply.code, Question(), office.resource, office.sandbox)
            wrong = (
                None if isinstance(again, Look) and again.digest == look.digest else "It draws something else again."
            )
        if wrong is None and isinstance(look, Look):
            return _figure(office, paper, planned, number, Made(chart, reply.code, look, talk))
        failures.append({"code": reply.code, "wrong": str(wrong)})
        if len(failures) > 1 and failures[-1] == failures[-2]:
            break  # it would say the same again
    return failures[-1]["wrong"]


async def _taken(office: Office, paper: Paper, planned: Planned, number: int) -> Figure | str:
    """Return a figure that was given, or why it is none that captions are written for."""
    told = settings_of(office.settings).captions
    given = next(each for each in given_of(office.archive) if each.name == planned.given)
    record_id = f"{paper.id}.f{number}"
    if not given.code:
        pictures = office.archive.figures(picture_of(given))
        office.archive.put_figures(record_id, pictures)
        return Figure(
            **_known(paper, planned, record_id, number),
            name=given.figure_name,
            chart=given.chart,
            charts=told.charts,
            code="",
            digest=given.sha256,
            drawn=(),
            texts=given.texts,
        )
    look = await looked(given.code, Question(picture=True), office.resource, office.sandbox)
    if isinstance(look, str):
        return look
    planted = chart_for(record_id, told.spoiled)
    chart = chart_of(look.drawn)
    if chart not in (*told.charts, planted):
        return f"{given.name} shows no {' or '.join(told.charts)} chart"
    again = await looked(given.code, Question(), office.resource, office.sandbox)
    if not isinstance(again, Look) or again.digest != look.digest:
        return f"{given.name} draws something else again"
    wrong = unfit(look, chart)
    return wrong or _figure(office, paper, planned, number, Made(chart, given.code, look))


def _known(paper: Paper, planned: Planned, record_id: str, number: int) -> dict[str, Any]:
    return {
        "id": record_id,
        "parent": paper.id,
        "stage": "figures",
        "position": number,
        "status": "accepted",
        "question": planned.question,
        "columns": planned.columns,
        "given": planned.given,
    }


def _figure(office: Office, paper: Paper, planned: Planned, number: int, made: Made) -> Figure:
    """Return the record of what was drawn; its picture is kept."""
    told = settings_of(office.settings).captions
    record_id = f"{paper.id}.f{number}"
    office.archive.put_figures(record_id, [made.look.picture])
    return Figure(
        **_known(paper, planned, record_id, number),
        conversation=made.talk,
        name=f"Figure {number}",
        chart=made.chart,
        charts=told.charts,
        cut=cut_for(record_id, told.spoiled),
        code=made.code,
        digest=made.look.digest,
        drawn=tuple(dict(page) for page in made.look.drawn),
        texts=tuple(made.look.texts),
    )


STAGE = Stage("figures", "paper", _draw, prompts=("chatbot_role", "chatbot_plot"))
