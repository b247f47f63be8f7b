"""Stage: the admin tells in words what a figure shows: what is to be seen, and step by step how it comes about."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pandas as pd

from company.errors import ReplyError
from company.families.asking import marked, reply_to, table_of
from company.families.figures.gate.complaints import words_fault
from company.families.figures.records import Original, Query, Replacement, Sight, Words
from company.families.figures.replies import Queries
from company.families.figures.settings import of_pictures
from company.families.figures.stages.shown import frame_of, shown_of
from company.families.figures.stages.sources import Coded, files_told, resource_of
from company.records import Message
from company.run.stage import Office, Stage


async def _tell(office: Office, original: Coded) -> AsyncIterator[Query]:
    record_id = f"{original.parent}.query"
    brief = {"task": "write_queries", **_about(office, original), "code": original.code}
    try:
        words = "admin_queries" if isinstance(original, Original) else "admin_retell"
        reply, talk = await reply_to(office, "admin", ("queries", record_id), words, Queries, brief, check=_unfit)
    except ReplyError as problem:
        office.lost(record_id, "queries", str(problem))
        return
    yield _query(office, record_id, original.id, reply, talk)


async def _tell_seen(office: Office, sight: Sight) -> AsyncIterator[Query]:
    record_id, pictures = f"{sight.parent}.query", office.archive.figures(sight.id)
    brief = {
        "task": "write_queries_of_picture",
        "files": files_told(office, sight),
        "elements": [each.model_dump() for each in sight.elements],
    }
    at = ("queries", record_id)
    try:
        reply, talk = await reply_to(
            office, "admin", at, "admin_tell_picture", Queries, brief, pictures=pictures, check=_unfit
        )
    except ReplyError as problem:
        office.lost(record_id, "queries", str(problem))
        return
    yield _query(office, record_id, sight.id, reply, talk)


def _query(office: Office, record_id: str, parent: str, reply: Queries, talk: tuple[Message, ...]) -> Query:
    query = Query(
        id=record_id,
        parent=parent,
        stage="queries",
        position=1,
        status="accepted",
        conversation=talk,
        words=Words(simple=reply.simple, expert=reply.expert),
    )
    return marked(office, query, [("words.simple", reply.simple), ("words.expert", reply.expert)])


def _about(office: Office, original: Coded) -> dict[str, Any]:
    """Return what is told beside the code: what a row of the table is; of files, what is drawn of which column."""
    if isinstance(original, Original):
        return {"rows": table_of(office).row_meaning}
    return {"files": files_told(office, original), "drawn": shown_of(original.portrait, _frames(office, original))}


def _frames(office: Office, original: Replacement) -> dict[str, pd.DataFrame]:
    folder, tables = resource_of(office, original), [each.name for each in original.files if each.columns]
    return {name: frame for name in tables if (frame := frame_of(folder / name)) is not None}


def _unfit(reply: Queries) -> str | None:
    return words_fault(reply.simple) or words_fault(reply.expert)


STAGES = (
    Stage(
        "queries",
        "original",
        _tell,
        prompts=("admin_figures_role", "admin_queries"),
        wants=lambda original: not original.script,
    ),
    Stage("queries", "replacement", _tell, prompts=("admin_figures_role", "admin_retell")),
    Stage(
        "queries",
        "sight",
        _tell_seen,
        prompts=("admin_figures_role", "admin_tell_picture"),
        pictures=True,
        language_models_only=True,
        on=of_pictures,
    ),
)
