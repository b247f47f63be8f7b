"""Stage: an evolving dialogue is held: its turns are worded and executed one after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from company.errors import ReplyError, SandboxError
from company.families.dialogues.evolution import Planned, Terms
from company.families.dialogues.evolving.agreeing import cause_of
from company.families.dialogues.evolving.asking import BATCH, PROMPTS, Cause
from company.families.dialogues.evolving.entries import MOST_TOKENS, tokens_of
from company.families.dialogues.evolving.timetable import question_at
from company.families.dialogues.prelude import VARIABLE, prelude, table_files
from company.families.dialogues.records import WORKED_THROUGH, Attempt, Dialogue, Plan, Turn
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.stages.actions.drafting import asked
from company.records import Execution, Intent, Message, Record
from company.results.operations import operations
from company.run.stage import Office, Stage
from company.sandbox import Session

NAME = "evolving_dialogues"
OTHERWISE = "it comes to something else than when its values were searched"
"""Why a turn is not proved: what it depends on was found for another result."""
FULL = "the words of all turns are as many as a prompt may hold"
"""How a dialogue ends that would have been longer."""
STUCK = "given up: nobody found a question for the next turn that comes to anything"
"""The same, of one for whose next turn there is no code."""


async def _hold(office: Office, terms: Terms) -> AsyncIterator[Record]:
    plan = office.archive.get(terms.parent or "")
    assert isinstance(plan, Plan)
    cause = cause_of(office, plan)
    screened = screen(office, cause.table, plan)
    dialogue = f"{plan.parent}.d1"
    session = await office.sandbox.open(table_files(cause.table, office.resource))
    try:
        start = await session.run(prelude(cause.table))
        if not start.ok:
            raise SandboxError(f"{cause.table.file} could not be loaded for a dialogue: {start.error}")
        said: list[str] = []
        tokens, ended = 0, WORKED_THROUGH if len(terms.turns) == plan.turns else STUCK
        for first in range(0, len(terms.turns), BATCH):
            batch = terms.turns[first : first + BATCH]
            try:
                queries = await _worded(office, screened, cause, batch, terms, said)
            except ReplyError as problem:
                office.progress.failure()
                office.progress.note(f"{dialogue} ends early: {problem}")
                ended = "given up: nobody found words for a turn"
                break
            for turn, query in zip(batch, queries, strict=True):
                tokens += tokens_of(query, answer_of(turn))
                if tokens > MOST_TOKENS:
                    break
                made = screened.marked(await _turned(dialogue, plan, turn, query, session))
                office.progress.turn(made.status == "accepted")
                yield made
                said.append(query)
            if tokens > MOST_TOKENS:
                ended = FULL
                break
        yield _finished(dialogue, plan, cause, len(said), ended)
    finally:
        await session.close()


async def _worded(
    office: Office, screened: Screen, cause: Cause, batch: Sequence[Planned], terms: Terms, said: Sequence[str]
) -> list[str]:
    """Return the words of turns, in order: of all at once, or of one after the other where that comes to nothing.

    Raises ReplyError.
    """
    try:
        ask = screened.asked(cause.words(batch, terms, said))
        reply = await asked(office, "data_scientist", NAME, cause.plan.id, ask)
        replies = [*reply.queries]
    except ReplyError:
        replies = []
        for turn in batch:
            ask = screened.asked(cause.words([turn], terms, [*said, *(each.query for each in replies)]))
            replies += (await asked(office, "data_scientist", NAME, cause.plan.id, ask)).queries
    return [each.query for turn in batch for each in replies if each.turn == turn.position]


async def _turned(dialogue: str, plan: Plan, turn: Planned, query: str, session: Session) -> Turn:
    """Return a turn, executed. Raises SandboxError where it does not run any more."""
    intents = (Intent(name=turn.name, type=turn.type),)
    done = await session.run(turn.code, intents)
    if not done.ok:
        raise SandboxError(f"{dialogue}: turn {turn.position} has run, and now does not: {done.error}")
    answer = answer_of(turn)
    evolution = turn.evolution
    if done.results[0].digest != turn.digest:
        evolution = evolution.model_copy(update={"unproved": evolution.unproved or OTHERWISE})
    kept = Execution(ok=True, output=done.output, results=done.results)
    return Turn(
        id=f"{dialogue}.t{turn.position:02d}",
        parent=dialogue,
        stage=NAME,
        position=turn.position,
        status="accepted",
        conversation=(Message(speaker="data_scientist", text=query), Message(speaker="chatbot", text=answer)),
        question=question_at(turn.position, plan.turns, len(plan.questions)),
        query=query,
        answer=answer,
        code=turn.code,
        intents=intents,
        attempts=(Attempt(code=turn.code, intents=intents, execution=kept),),
        results=done.results,
        operations=operations(turn.code),
        evolution=evolution,
    )


def answer_of(turn: Planned) -> str:
    """Return what the chatbot says: what is there now, and no value of it."""
    kind = {"dataframe": "a data frame", "value": "a single value"}.get(turn.type, f"a {turn.type}")
    anew = ", and what rests on the old version is made anew" if turn.evolution.remade else ""
    return f"`{turn.name}` is there, {kind}{anew}."


def _finished(dialogue: str, plan: Plan, cause: Cause, turns: int, ended: str) -> Dialogue:
    return Dialogue(
        id=dialogue,
        parent=plan.id,
        stage=NAME,
        position=1,
        status="accepted",
        speech=plan.speech,
        table_variable=VARIABLE,
        prelude=prelude(cause.table),
        turns=turns,
        ended=ended,
    )


STAGE = Stage(
    NAME,
    "terms",
    _hold,
    prompts=(PROMPTS[0], PROMPTS[3]),
    below=lambda terms: f"{str(terms.parent).removesuffix('.plan')}.d1",
)
