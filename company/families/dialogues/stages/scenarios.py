"""Stage: the admin interviews a client about analysis scenarios and chooses the most reasonable (paper, figure 9)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from company.archive import Archive
from company.families.dialogues.character import consistent
from company.families.dialogues.client_briefs import colleagues_brief, persona_brief
from company.families.dialogues.columns_in_texts import hinted_columns, valued_columns
from company.families.dialogues.records import Persona, Scenario
from company.families.dialogues.replies import PROPOSED, REFINED, RefinedIdeas, Said, ScenarioChoice, ScenarioIdeas
from company.families.dialogues.screened import screen
from company.families.dialogues.table_briefs import choosing_brief, outline_brief, rule, tied_rule
from company.run.stage import Office, Stage, composed
from company.staff.conversation import Conversation, kept, said
from company.staff.members import Ask, Thread
from company.tables.record import Table

_CHOOSING = ("name", "job_title", "interest")
"""What is told of a client to whoever chooses one of their scenarios."""
_MESSAGES = 5
"""Question, answer, question, answer, choice."""


async def _interview(office: Office, persona: Persona) -> AsyncIterator[Scenario]:
    table = office.archive.get(persona.parent or "")
    assert isinstance(table, Table)
    outline, known = outline_brief(table), {"persona": persona_brief(persona)}
    screened = screen(office, table, persona)
    in_person = consistent(persona)

    def admin(thread: Thread) -> Ask:
        standing = _standing(thread)
        if len(thread) < _MESSAGES - 1:
            about = _texts(standing) or [persona.background, known["persona"].get("interest", "")]
            told = choosing_brief(table, hinted_columns(table, about) | valued_columns(table, about))
            who = {"persona": _who(known["persona"])} if standing else known
            brief = {"task": "ask_about_scenarios", "table": told, **who, **_so_far(thread)}
            return screened.asked(composed("admin_follow_up" if standing else "admin_interview", Said, brief))
        told = choosing_brief(table, hinted_columns(table, _texts(standing)) | valued_columns(table, _texts(standing)))
        brief = {"task": "choose_scenario", "table": told, "persona": _who(known["persona"]), "scenarios": standing}
        asked = screened.asked(composed("admin_choose_scenario", ScenarioChoice, brief))
        return replace(asked, check=lambda reply: _beside(reply, len(standing)))

    def client(thread: Thread) -> Ask:
        standing = _standing(thread)
        if not standing:
            others = _colleagues(office.archive, persona)
            brief = {"task": "propose_scenarios", "table": outline, **known, **_so_far(thread)}
            rules = {"colleagues": rule("rule_new_scenarios", others), "tied": tied_rule(outline), **_many(PROPOSED)}
            brief |= {"colleagues": others} if others else {}
            asked = composed("client_interview", ScenarioIdeas, brief, **rules)
            return replace(screened.asked(asked), check=in_person)
        question = [message.text for message in kept(thread)[-1:]]
        taken_up = _taken_up(thread, standing)
        about = [*_texts(taken_up), *question, known["persona"].get("interest", "")]
        named = hinted_columns(table, about) | valued_columns(table, about)
        told = outline_brief(table, named, others=False, is_known=True)
        brief = {"task": "refine_scenarios", "table": told, **known, "said": _in_play(said(thread)[1:], taken_up)}
        refining = composed("client_refine", RefinedIdeas, brief, tied=tied_rule(told), **_many(REFINED))
        names = [idea["name"] for idea in standing]
        return replace(screened.asked(refining), check=lambda reply: _unknown(reply, names) or in_person(reply))

    members = [
        office.member("admin", "scenarios", persona.id, admin),
        office.member("client", "scenarios", persona.id, client),
    ]
    conversation = Conversation(members, max_messages=_MESSAGES)
    await conversation.run()
    for scenario in _scenarios(persona, conversation.thread):
        yield screened.marked(scenario)


def _scenarios(persona: Persona, thread: Thread) -> Iterator[Scenario]:
    """Yield the scenarios that an interview came to: the one that the admin chose has the interview with it."""
    talk = kept(thread)
    chosen = ScenarioChoice.model_validate(talk[-1].content).choice
    for position, idea in enumerate(_standing(thread), start=1):
        yield Scenario(
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


def _who(persona: Mapping[str, str]) -> dict[str, str]:
    """Return a client for whoever has read their answers: who they are, and what they most want to know."""
    return {name: persona[name] for name in _CHOOSING if name in persona}


def _so_far(thread: Thread) -> dict[str, Any]:
    return {"said": said(thread)} if kept(thread) else {}


def _many(bounds: tuple[int, int]) -> dict[str, int]:
    return {"fewest": bounds[0], "most": bounds[1]}


def _taken_up(thread: Thread, standing: Sequence[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """Return the scenarios that the admin's last words name; all where they name none."""
    words = next((message.text for message in reversed(kept(thread)) if message.speaker == "admin"), "")
    return [idea for idea in standing if idea["name"] in words] or list(standing)


def _in_play(talk: list[dict[str, Any]], taken_up: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """Return what was said, with the scenarios that were not taken up by their names alone."""
    return [{**one, **_few(one["content"], taken_up)} if "content" in one else one for one in talk]


def _few(content: Mapping[str, Any], taken_up: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    ideas = content.get("scenarios", ())
    told = [idea if idea in taken_up else {"name": idea["name"]} for idea in ideas]
    return {"content": {**content, **({"scenarios": told} if told else {})}}


def _texts(ideas: Sequence[Mapping[str, str]]) -> list[str]:
    return [text for idea in ideas for text in idea.values()]


def _colleagues(archive: Archive, persona: Persona) -> list[dict[str, str]]:
    """Return the clients before this one: they are there whenever this one is, and later ones need not be."""
    others: list[Persona] = archive.records("persona", parent=persona.parent)
    return colleagues_brief(other for other in others if other.position < persona.position)


def _standing(thread: Thread) -> list[dict[str, str]]:
    """Return the scenarios of the client's answers, but for those that a later answer withdraws or says anew."""
    standing: list[dict[str, str]] = []
    for message in kept(thread):
        content = message.content or {}
        if "scenarios" in content:
            gone = {*content.get("withdrawn", ()), *(idea["name"] for idea in content["scenarios"])}
            standing = [idea for idea in standing if idea["name"] not in gone] + list(content["scenarios"])
    return standing


def _unknown(reply: RefinedIdeas, standing: Sequence[str]) -> str | None:
    strange = [name for name in reply.withdrawn if name not in standing]
    if not strange:
        return None
    return f"`withdrawn` names {strange[0]!r}, which you have not proposed; your scenarios are {', '.join(standing)}."


def _beside(reply: ScenarioChoice, many: int) -> str | None:
    return f"`choice` is {reply.choice}; give a position from 1 to {many}." if reply.choice > many else None


STAGE = Stage(
    "scenarios",
    "persona",
    _interview,
    prompts=(
        "admin_role",
        "client_role",
        "admin_interview",
        "admin_follow_up",
        "client_interview",
        "client_refine",
        "admin_choose_scenario",
        "rule_new_scenarios",
        "rule_tied_columns",
    ),
)
