"""Stage: the admin invents clients, each different from those before (paper, 3.1 and figure 8)."""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.errors import ReplyError
from company.families.dialogues.briefs import table_brief
from company.families.dialogues.records import Persona
from company.families.dialogues.replies import Invented
from company.families.dialogues.screened import screen
from company.run.stage import Office, Stage, composed
from company.staff.conversation import Conversation, kept
from company.staff.members import Ask, Thread
from company.tables.record import Table


async def _invent(office: Office, table: Table) -> AsyncIterator[Persona]:
    colleagues: list[dict[str, str]] = []
    for position in range(1, len(office.commissions) + 1):
        try:
            persona = await _one(office, table, position, colleagues)
        except ReplyError as problem:
            office.lost(f"{table.id}.p{position:02d}", "personas", str(problem))
            continue
        yield persona
        colleagues.append({"name": persona.name, "location": persona.location, "job_title": persona.job_title})


async def _one(office: Office, table: Table, position: int, colleagues: list[dict[str, str]]) -> Persona:
    record_id = f"{table.id}.p{position:02d}"
    others = [word for one in colleagues for word in (*one["name"].split(), *one["location"].split(", "))]
    screened = screen(office, table, table, record_id, others)

    def compose(thread: Thread) -> Ask:
        brief = {"task": "invent_persona", "table": table_brief(table), "colleagues": colleagues}
        return screened.asked(composed("admin_invent_persona", Invented, brief))

    conversation = Conversation([office.member("admin", "personas", record_id, compose)], max_messages=1)
    await conversation.run()
    talk = kept(conversation.thread)
    persona = Persona(
        id=record_id,
        parent=table.id,
        stage="personas",
        position=position,
        status="accepted",
        conversation=talk,
        **Invented.model_validate(talk[-1].content).model_dump(),
    )
    return screened.marked(persona)


STAGE = Stage("personas", "table", _invent, prompts=("admin_role", "admin_invent_persona"), for_each=True)
