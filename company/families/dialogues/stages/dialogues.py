"""Stage: the data scientist puts the plan's questions to the chatbot, which writes code (paper, figures 11 and 12).

The chatbot sees its code's execution, corrects itself at most so many times as the settings allow, and answers. The
dialogue's Python state lives in a sandbox session; code that fails leaves no trace in it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.errors import ReplyError, SandboxError, SessionLost
from company.families.dialogues.prelude import VARIABLE, prelude, table_files
from company.families.dialogues.records import WORKED_THROUGH, Dialogue, Plan, Turn
from company.families.dialogues.screened import screen
from company.families.dialogues.situations import client_of, table_of
from company.families.dialogues.stages import asks
from company.families.dialogues.stages.foreseeing import foresight
from company.families.dialogues.stages.held import LOST, PATIENCE, Held, said_by_client
from company.records import Message, Record
from company.run.stage import Office, Stage
from company.staff.conversation import Conversation, kept
from company.staff.members import Notebook
from company.tables.record import Table


async def _converse(office: Office, plan: Plan) -> AsyncIterator[Record]:
    table, (persona, scenario) = table_of(office, plan), client_of(office, plan)
    session = await office.sandbox.open(table_files(table, office.resource))
    try:
        start = await session.run(prelude(table))
        if not start.ok:
            raise SandboxError(f"{table.file} could not be loaded for a dialogue: {start.error}")
        screened = screen(office, table, plan)
        held = Held(
            office,
            screened,
            f"{scenario.id}.d1",
            table,
            persona,
            scenario,
            plan,
            session,
            start.variables,
            foresees=foresight(office, table),
            wishes=said_by_client(plan.conversation),
        )
        try:
            async for turn in _turns(held, office, plan):
                yield turn
        except SessionLost as lost:
            # One dialogue has come to harm, by its own code or by chance; the run goes on without it.
            office.progress.failure()
            office.progress.note(f"{held.id} is given up, the others go on: {lost}")
            office.progress.turn(False)
            yield held.broken_off()
        yield screened.marked(_finished(held, plan, table, await _last_words(held, office, plan)))
    finally:
        await session.close()


async def _turns(held: Held, office: Office, plan: Plan) -> AsyncIterator[Turn]:
    conversation = Conversation(
        [
            office.member("data_scientist", "dialogues", plan.id, lambda _: asks.next_query(held)),
            office.member("chatbot", "dialogues", plan.id, lambda _: asks.answer(held)),
            office.member("client", "dialogues", plan.id, lambda _: asks.reaction(held)),
            Notebook("notebook", held.run),
        ],
        next_speaker=held.next_speaker,
        max_messages=40 * plan.turns + 40,
    )
    while True:
        try:
            async for event in conversation.typed_messages():
                if (turn := held.heard(event)) is not None:
                    yield _noted(office, held, turn)
                    held.turned(turn)
            return
        except ReplyError as problem:
            # One turn has come to nothing; what was said before stands, and the next one begins.
            if (turn := held.unanswered(problem)) is not None:
                yield _noted(office, held, turn)
                held.turned(turn)


async def _last_words(held: Held, office: Office, plan: Plan) -> list[Message]:
    """Return what is said once nothing is left to ask; nothing in a dialogue that was given up, or where it fails."""
    if held.turns_left > 0 and not held.is_through:
        return []
    member = office.member("data_scientist", "dialogues", plan.id, lambda _: asks.last_words(held))
    try:
        said = [event async for event in Conversation([member], max_messages=1).typed_messages()]
    except ReplyError:
        return []
    return [*held.talk, *kept(said)]


def _noted(office: Office, held: Held, turn: Turn) -> Turn:
    office.progress.turn(turn.status == "accepted")
    office.archive.put_figures(turn.id, held.figures)
    return turn


def _finished(held: Held, plan: Plan, table: Table, talk: list[Message]) -> Dialogue:
    if held.lost:
        ended = f"given up: {LOST}"
    elif held.turns_left <= 0:
        ended = "the turns that were asked for are done"
    elif held.is_through:
        ended = WORKED_THROUGH
    else:
        ended = f"given up: {PATIENCE} turns in a row had no usable answer"
    return Dialogue(
        id=held.id,
        parent=plan.id,
        stage="dialogues",
        position=1,
        status="accepted",
        conversation=tuple(talk),
        speech=plan.speech,
        table_variable=VARIABLE,
        prelude=prelude(table),
        turns=held.answered,
        ended=ended,
    )


STAGE = Stage(
    "dialogues",
    "plan",
    _converse,
    prompts=asks.PROMPTS,
    wants=lambda plan: not plan.evolving,
    below=lambda plan: plan.parent,
)
