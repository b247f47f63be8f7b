"""Stage: the admin describes the columns and values of the table (paper, 3.1), once its handbook is there, if any."""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.families.dialogues.replies import TableDescription
from company.families.dialogues.screened import screen
from company.families.dialogues.stages.handbook import writing
from company.families.dialogues.table_briefs import rule, said_brief, table_brief
from company.records import Message, Record
from company.run.stage import Office, Stage, composed
from company.staff.conversation import replied
from company.staff.members import Ask, Thread
from company.tables.record import Table


async def _describe(office: Office, table: Table) -> AsyncIterator[Record]:
    async for each in writing.rules_of(office, table):
        yield each
    screened = screen(office, table, table)

    def compose(thread: Thread) -> Ask:
        told, known = table_brief(table), said_brief(table)
        guessed = any({"kind", "doubt"} & column.keys() for column in told["columns"])
        brief = {"task": "describe_table", "table": {key: value for key, value in told.items() if value}}
        ask = composed(
            "admin_describe_table",
            TableDescription,
            {**brief, "said": known} if known else brief,
            kinds=rule("rule_kinds", guessed),
            said=rule("rule_said", known),
        )
        return screened.asked(ask)

    reply, talk = await replied(office.member("admin", "tables", table.id, compose), TableDescription)
    yield screened.marked(described(table, reply, talk))


def described(table: Table, reply: TableDescription, talk: tuple[Message, ...]) -> Table:
    """Return the table in the words of a reply, but for what a person has said: that stays as it is."""
    known = {column.name for column in table.columns}
    words = {"description": reply.description, "row_meaning": reply.row_meaning}
    meanings = {name: meaning for name, meaning in reply.meanings.items() if name in known}
    return table.model_copy(
        update={
            **{name: text for name, text in words.items() if name not in table.told},
            "meanings": {**meanings, **{name: table.meanings[name] for name in table.told_meanings}},
            "status": "accepted",
            "conversation": talk,
        }
    )


STAGE = Stage(
    writing.STAGE,
    "intake",
    _describe,
    prompts=("admin_role", "admin_describe_table", "rule_kinds", "rule_said", *writing.PROMPTS[1:]),
)
