"""Stage: the admin tells in words what the code draws: what is to be seen, and step by step how it comes about."""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.errors import ReplyError
from company.families.asking import marked, reply_to, table_of
from company.families.figures.gate.complaints import words_fault
from company.families.figures.records import Original, Query, Words
from company.families.figures.replies import Queries
from company.run.stage import Office, Stage


async def _tell(office: Office, original: Original) -> AsyncIterator[Query]:
    table, record_id = table_of(office), f"{original.parent}.query"
    brief = {"task": "write_queries", "rows": table.row_meaning, "code": original.code}
    try:
        reply, talk = await reply_to(
            office, "admin", ("queries", record_id), "admin_queries", Queries, brief, check=_unfit
        )
    except ReplyError as problem:
        office.lost(record_id, "queries", str(problem))
        return
    query = Query(
        id=record_id,
        parent=original.id,
        stage="queries",
        position=1,
        status="accepted",
        conversation=talk,
        words=Words(simple=reply.simple, expert=reply.expert),
    )
    yield marked(office, query, [("words.simple", reply.simple), ("words.expert", reply.expert)])


def _unfit(reply: Queries) -> str | None:
    return words_fault(reply.simple) or words_fault(reply.expert)


STAGE = Stage("queries", "original", _tell, prompts=("admin_role", "admin_queries"))
