"""Stage: the admin invents clients, each different from those before (paper, 3.1 and figure 8).

Who they are is drawn first: names and places that nobody wrote cannot be made false by screening.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from company.errors import ReplyError
from company.families.dialogues.character import called_otherwise
from company.families.dialogues.client_briefs import colleagues_brief
from company.families.dialogues.records import Persona
from company.families.dialogues.replies import Invented
from company.families.dialogues.screened import clients, screen
from company.families.dialogues.table_briefs import people_brief, rule
from company.run.stage import Office, Stage, composed
from company.screening.invented import Identity
from company.staff.conversation import replied
from company.staff.members import Ask, Thread
from company.tables.record import Table


async def _invent(office: Office, table: Table) -> AsyncIterator[Persona]:
    colleagues: list[Persona] = []
    for position, client in enumerate(islice(clients(office, table), len(office.commissions)), start=1):
        try:
            persona = await _one(office, table, position, client, colleagues)
        except ReplyError as problem:
            office.lost(f"{table.id}.p{position:02d}", "personas", str(problem))
            continue
        yield persona
        colleagues.append(persona)


async def _one(office: Office, table: Table, position: int, client: Identity, colleagues: Sequence[Persona]) -> Persona:
    record_id = f"{table.id}.p{position:02d}"
    others, told = colleagues_brief(colleagues), people_brief(table)
    screened = screen(office, table, table, record_id, client)

    def compose(thread: Thread) -> Ask:
        brief = {
            "task": "invent_persona",
            "table": told,
            "client": {"name": client.name, "location": client.location, "pronoun": client.pronoun},
            **({"colleagues": others} if others else {}),
        }
        asked = composed("admin_invent_persona", Invented, brief, colleagues=rule("rule_new_client", others))
        asked = screened.asked(asked)

        def check(reply: Invented) -> str | None:
            wrong = (called_otherwise(reply.background, client), _repeated(reply, others))
            return " ".join(filter(None, wrong)) or None

        return replace(asked, check=check)

    invented, talk = await replied(office.member("admin", "personas", record_id, compose), Invented)
    persona = Persona(
        id=record_id,
        parent=table.id,
        stage="personas",
        position=position,
        status="accepted",
        conversation=talk,
        name=client.name,
        location=client.location,
        job_title=invented.job_title,
        background=invented.background,
    )
    return screened.marked(persona)


def _repeated(reply: Invented, others: Sequence[Mapping[str, str]]) -> str | None:
    """Return which words of a client are a colleague's, if any are."""
    wrong = [
        f"`{field}` is {said!r}, which is a colleague's; give another."
        for field, said in (("job_title", reply.job_title), ("interest", reply.interest))
        if _plain(said) in {_plain(each[field]) for each in others}
    ]
    return " ".join(wrong) or None


def _plain(words: str) -> str:
    return words.strip().rstrip(".").casefold()


STAGE = Stage(
    "personas",
    "table",
    _invent,
    prompts=("admin_role", "admin_invent_persona", "rule_new_client"),
    for_each=True,
)
