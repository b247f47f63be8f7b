"""Stage: the admin describes the columns and values of the table (paper, 3.1)."""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.families.dialogues.briefs import table_brief
from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.replies import TableDescription
from company.families.dialogues.screened import screen
from company.run.stage import Office, Stage, composed
from company.staff.conversation import Conversation, kept
from company.staff.members import Ask, Thread
from company.tables.record import Table


async def _describe(office: Office, table: Table) -> AsyncIterator[Table]:
    screened = screen(office, table)

    def compose(thread: Thread) -> Ask:
        brief = {"task": "describe_table", "table": table_brief(table, VARIABLE)}
        return screened.asked(composed("admin_describe_table", TableDescription, brief))

    conversation = Conversation([office.member("admin", "tables", table.id, compose)], max_messages=1)
    await conversation.run()
    talk = kept(conversation.thread)
    told = TableDescription.model_validate(talk[-1].content)
    known = {column.name for column in table.columns}
    described = table.model_copy(
        update={
            "status": "accepted",
            "description": told.description,
            "row_meaning": told.row_meaning,
            "meanings": {name: meaning for name, meaning in told.meanings.items() if name in known},
            "conversation": talk,
        }
    )
    yield screened.marked(described)


STAGE = Stage("tables", "intake", _describe, prompts=("admin_role", "admin_describe_table"))
