"""Dialogues while they are held: the interview, the talk about the plan, then turn by turn, with the cases of each.

A record is stored when all of it is there; what was said since then is told by the calls to models, which are stored
one by one. So a turn is first seen as what was said of it, and then as it is on record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from company.archive import Heard, Look, Row
from company.evaluation.page import Page
from company.families.dialogues.ids import RecordId, turn_of
from company.families.dialogues.records import Case, Dialogue, Persona, Plan, Scenario, Turn
from company.families.dialogues.telling.chats import NAME, turn_shown
from company.records import USABLE, Message
from company.reporting.views import CODE, WORDS, Part, Said, said
from company.run.stage import LOST
from company.showing import Shown, shown
from company.showing.grids import counted
from company.watching.contract import MOST, Listed, Live, linked
from company.watching.contract import Part as Piece

_TALK = 12
"""Messages of a talk under way that are shown: the last ones."""
_MAKING = 6
"""Pieces of work on cases that are named."""
_TALKS = ("tables", "personas", "scenarios", "plans", "dialogues")
"""Stages in which people talk; all others make something of what was said."""


class LiveChats(Live):
    """Dialogues, each from its client's interview on."""

    page: ClassVar[Page] = Page("company.families.dialogues.telling", "live")
    begins: ClassVar[str] = "persona"
    styles: ClassVar[tuple[str, ...]] = ("talk.css", "chat.css")
    noun: ClassVar[str] = "conversations"

    def conversation_of(self, record: str) -> str | None:
        """Return the id of the client, from the time on that they are invented."""
        read = RecordId.of(record)
        return read.persona_id if read.persona else None

    def under_way(self, counts: Mapping[str, Mapping[str, int]]) -> int:
        """Return the number of clients whose dialogue has not ended."""
        begun, ended = (sum(counts.get(kind, {}).get(each, 0) for each in USABLE) for kind in ("persona", "dialogue"))
        return max(0, begun - ended)

    def listed(self, look: Look, conversation: str, rows: Sequence[Row]) -> Listed:
        """Return the client, the scenario and how far the dialogue is."""
        kinds = {row.kind: row for row in rows if row.status in USABLE or row.kind in ("turn", "dialogue")}
        if "persona" not in kinds:
            return Listed("A client to come", state="is being invented")
        name, job = (look.texts("persona", field, [conversation]) for field in ("name", "job_title"))
        title = f"{name.get(conversation, '')}, {job.get(conversation, '')}"
        about = ""
        if "scenario" in kinds:
            chosen = kinds["scenario"].id
            about = look.texts("scenario", "name", [chosen]).get(chosen, "")
        return Listed(str(shown(title, NAME)), str(shown(about, NAME)), _how_far(kinds, rows))

    def parts(self, look: Look, conversation: str, rows: Sequence[Row], heard: Sequence[Heard]) -> Sequence[Piece]:
        """Return client, interview, plan, the last turns, what is being said, the work on cases, the end."""
        lost = _lost(look, conversation)
        return [*_before(conversation, rows, heard), *_turns(rows, lost), *_now(look, rows, heard), *_else(rows, lost)]

    def content(self, look: Look, conversation: str, part: Piece) -> Mapping[str, Any]:
        """Return what the template shows of a part."""
        return _CONTENTS[part.form](look, part)


def _how_far(kinds: Mapping[str, Row], rows: Sequence[Row]) -> str:
    turns = sum(row.kind == "turn" for row in rows)
    cases = sum(row.kind == "case" for row in rows)
    kept = sum(row.kind == "case" and (row.status in USABLE or row.reason is None) for row in rows)
    if not turns:
        return "at its first turn" if "plan" in kinds else "planning" if "scenario" in kinds else "interview"
    made = f", {kept:,} of {counted(cases, 'case')} good" if cases else ""
    return f"{counted(turns, 'turn')}{', ended' if 'dialogue' in kinds else ''}{made}"


# the parts


def _before(conversation: str, rows: Sequence[Row], heard: Sequence[Heard]) -> Iterator[Piece]:
    person = [row for row in rows if row.kind == "persona"]
    if person:
        yield Piece("client", "client", tuple(person))
    scenarios = [row for row in rows if row.kind == "scenario" and row.status in USABLE]
    asked = _of(heard, "scenarios", conversation)
    if scenarios or asked:
        yield Piece("interview", "interview", tuple(scenarios), () if scenarios else asked[-_TALK:])
    for scenario in scenarios[-1:]:
        plans = [row for row in rows if row.kind == "plan" and row.status in USABLE]
        agreeing = _of(heard, "plans", scenario.id)
        if plans or agreeing:
            yield Piece("plan", "plan", tuple(plans), () if plans else agreeing[-_TALK:])


def _lost(look: Look, conversation: str) -> dict[str, list[tuple[str, str]]]:
    """Return what came to nothing, stage and reason, by the turn or the other record that it was of."""
    stages = [stage.name for stage in look.family.making.stages]
    found: dict[str, list[tuple[str, str]]] = {}
    for (stage, record), why in look.facts_below(LOST, stages, conversation).items():
        found.setdefault(turn_of(record), []).append((stage, str(why)))
    return found


def _else(rows: Sequence[Row], lost: Mapping[str, Sequence[tuple[str, str]]]) -> Iterator[Piece]:
    """Yield what came to nothing and is of no turn."""
    turns = {row.id for row in rows if row.kind == "turn"}
    if others := [each for record, losses in lost.items() if record not in turns for each in losses]:
        yield Piece("lost", "lost", lost=tuple(others[-MOST:]))


def _turns(rows: Sequence[Row], lost: Mapping[str, Sequence[tuple[str, str]]]) -> Iterator[Piece]:
    """Yield each turn with all that was made of it; the last ones, as far as a page holds them."""
    made: dict[str, list[Row]] = {row.id: [row] for row in rows if row.kind == "turn"}
    for row in rows:
        if row.kind in ("case", "rewording") and (turn := turn_of(row.id)) in made:
            made[turn].append(row)
    for turn in list(made)[-MOST:]:
        yield Piece(turn.rpartition(".")[2], "turn", tuple(made[turn]), lost=tuple(lost.get(turn, ())))


def _now(look: Look, rows: Sequence[Row], heard: Sequence[Heard]) -> Iterator[Piece]:
    """Yield what is said of a turn that is not stored yet, or how it ended; then the latest work on cases."""
    ended = [row for row in rows if row.kind == "dialogue"]
    plans = [row for row in rows if row.kind == "plan" and row.status in USABLE]
    if plans and not ended and (talk := _since(look, rows, _of(heard, "dialogues", plans[-1].id))):
        yield Piece("talk", "talk", (), tuple(talk[-_TALK:]))
    if ended:
        yield Piece("end", "end", (ended[-1],))
    if making := [each for each in heard if each.stage not in _TALKS]:
        latest = {(each.stage, each.record): each for each in making}
        yield Piece("making", "making", (), tuple(list(latest.values())[-_MAKING:]))


def _of(heard: Sequence[Heard], stage: str, record: str) -> tuple[Heard, ...]:
    return tuple(each for each in heard if (each.stage, each.record) == (stage, record))


def _since(look: Look, rows: Sequence[Row], talk: Sequence[Heard]) -> Sequence[Heard]:
    """Return what was said after the last turn on record: after the reply that was its last."""
    turns = [row for row in rows if row.kind == "turn"]
    if not turns:
        return talk
    turn = look.get(turns[-1].id)
    on_record = {each.text for each in turn.conversation if each.speaker != "notebook"}
    for place in range(len(talk) - 1, -1, -1):
        if _reply(talk[place]).get("message") in on_record:
            return talk[place + 1 :]
    return talk[-1:]


# their contents


@dataclass(frozen=True)
class Work:
    """A piece of work on cases."""

    stage: str
    role: str
    turn: str


def _reply(heard: Heard) -> dict[str, Any]:
    try:
        read = json.loads(heard.reply)
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


def spoken(heard: Heard) -> Said:
    """Return a reply as what somebody says: its message and its code, or the reply as it is."""
    reply = _reply(heard)
    message, code = reply.get("message"), reply.get("code")
    if not isinstance(message, str):
        return Said(heard.role.replace("_", " "), (Part(shown(heard.reply, WORDS), True),))
    parts = said(heard.role, message)
    if isinstance(code, str) and code.strip():
        return Said(parts.speaker, (*parts.parts, Part(shown(code.strip(), CODE), True)))
    return parts


def _spoken(heard: Sequence[Heard]) -> list[Said]:
    return [spoken(each) for each in heard]


def _kept(conversation: Sequence[Message]) -> list[Said]:
    return [said(each.speaker, each.text) for each in conversation]


def _client(look: Look, part: Piece) -> Mapping[str, Any]:
    persona = look.get(part.rows[0].id)
    assert isinstance(persona, Persona)
    told = {name: shown(getattr(persona, name), WORDS) for name in ("name", "location", "job_title", "background")}
    return {"client": told, "told": f"a new client, {told['name']}"}


def _interview(look: Look, part: Piece) -> Mapping[str, Any]:
    if not part.rows:
        return {"scenario": None, "said": _spoken(part.heard), "told": f"{_who(part)} speaks in the interview"}
    scenario = look.get(part.rows[-1].id)
    assert isinstance(scenario, Scenario)
    name = shown(scenario.name, NAME)
    chosen = {"name": name, "description": shown(scenario.description, WORDS), "goal": shown(scenario.goal, WORDS)}
    return {"scenario": chosen, "said": _kept(scenario.conversation), "told": f"the scenario is chosen: {name}"}


def _plan(look: Look, part: Piece) -> Mapping[str, Any]:
    if not part.rows:
        return {"questions": (), "said": _spoken(part.heard), "told": f"{_who(part)} speaks of the plan"}
    plan = look.get(part.rows[-1].id)
    assert isinstance(plan, Plan)
    questions = tuple(shown(each.text, WORDS) for each in plan.questions)
    agreed = f"the plan is agreed on: {counted(len(questions), 'question')}"
    return {"questions": questions, "said": _kept(plan.conversation), "told": agreed}


def _turn(look: Look, part: Piece) -> Mapping[str, Any]:
    turn = look.get(part.rows[0].id)
    assert isinstance(turn, Turn)
    made = [look.get(row.id) for row in part.rows[1:] if row.kind == "case"]
    cases = [each for each in made if isinstance(each, Case)]
    shown_turn = turn_shown(look, turn, cases)
    return {
        "turn": replace(shown_turn, drawn=linked(shown_turn.drawn, turn.id)),
        "lost": _losses(part),
        "told": _told(turn, cases),
    }


def _losses(part: Piece) -> list[tuple[str, Shown]]:
    return [(stage, shown(why, NAME)) for stage, why in part.lost]


def _nothing(look: Look, part: Piece) -> Mapping[str, Any]:
    return {"lost": _losses(part), "told": f"{part.lost[-1][0].replace('_', ' ')} has come to nothing"}


def _told(turn: Turn, cases: Sequence[Case]) -> str:
    if cases:
        last = cases[-1]
        words = {"rejected": "rejected", "stale": "out of date"}.get(last.status, "good")
        return f"turn {turn.position}: a case of {last.category.replace('_', ' ')}, {words}"
    return f"turn {turn.position} {'is answered' if turn.status in USABLE else 'has come to nothing'}"


def _talk(look: Look, part: Piece) -> Mapping[str, Any]:
    return {"said": _spoken(part.heard), "told": f"{_who(part)} speaks"}


def _end(look: Look, part: Piece) -> Mapping[str, Any]:
    dialogue = look.get(part.rows[-1].id)
    assert isinstance(dialogue, Dialogue)
    ended = shown(dialogue.ended, NAME)
    return {"ended": ended, "said": _kept(dialogue.conversation), "told": f"the dialogue has ended: {ended}"}


def _making(look: Look, part: Piece) -> Mapping[str, Any]:
    work = [
        Work(each.stage.replace("_", " "), each.role.replace("_", " "), RecordId.of(each.record).turn)
        for each in part.heard
    ]
    return {"work": work, "told": ""}


def _who(part: Piece) -> str:
    return f"the {part.heard[-1].role.replace('_', ' ')}"


_CONTENTS = {
    "client": _client,
    "interview": _interview,
    "plan": _plan,
    "turn": _turn,
    "talk": _talk,
    "end": _end,
    "making": _making,
    "lost": _nothing,
}
