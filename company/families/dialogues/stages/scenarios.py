"""Stage: the admin interviews a client about analysis scenarios and chooses the most reasonable (paper, figure 9)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

from company.families.dialogues.briefs import persona_brief, table_brief
from company.families.dialogues.character import consistent
from company.families.dialogues.records import Persona, Scenario
from company.families.dialogues.replies import Said, ScenarioChoice, ScenarioIdeas
from company.families.dialogues.screened import screen
from company.run.stage import Office, Stage, composed
from company.staff.conversation import Conversation, kept, said
from company.staff.members import Ask, Thread
from company.tables.record import Table

_MESSAGES = 5
"""Question, answer, question, answer, choice."""


async def _interview(office: Office, persona: Persona) -> AsyncIterator[Scenario]:
    table = office.archive.get(persona.parent or "")
    assert isinstance(table, Table)
    facts = {"table": table_brief(table), "persona": persona_brief(persona)}
    screened = screen(office, table, persona)
    in_person = consistent(persona)

    def admin(thread: Thread) -> Ask:
        if len(thread) < _MESSAGES - 1:
            brief = {"task": "ask_about_scenarios", **facts, "said": said(thread)}
            return screened.asked(composed("admin_interview", Said, brief))
        brief = {"task": "choose_scenario", **facts, "said": said(thread), "scenarios": _ideas(thread)}
        return screened.asked(composed("admin_choose_scenario", ScenarioChoice, brief))

    def client(thread: Thread) -> Ask:
        brief = {"task": "propose_scenarios", **facts, "said": said(thread)}
        return replace(screened.asked(composed("client_interview", ScenarioIdeas, brief)), check=in_person)

    members = [
        office.member("admin", "scenarios", persona.id, admin),
        office.member("client", "scenarios", persona.id, client),
    ]
    conversation = Conversation(members, max_messages=_MESSAGES)
    await conversation.run()
    talk = kept(conversation.thread)
    ideas = _ideas(conversation.thread)
    choice = ScenarioChoice.model_validate(talk[-1].content).choice
    chosen = min(choice, len(ideas))
    for position, idea in enumerate(ideas, start=1):
        scenario = Scenario(
            id=f"{persona.id}.s{position}",
            parent=persona.id,
            stage="scenarios",
            position=position,
            status="accepted" if position == chosen else "proposed",
            reason=None if position == chosen else "the admin chose another scenario of this client",
            conversation=talk if position == chosen else (),
            name=idea["name"],
            description=idea["description"],
            goal=idea["goal"],
        )
        yield screened.marked(scenario)


def _ideas(thread: Thread) -> list[dict[str, str]]:
    """Return the scenarios of the client's last answer."""
    answers = [message for message in kept(thread) if message.content and "scenarios" in message.content]
    return list((answers[-1].content or {})["scenarios"])


STAGE = Stage(
    "scenarios",
    "persona",
    _interview,
    prompts=("admin_role", "client_role", "admin_interview", "client_interview", "admin_choose_scenario"),
)
