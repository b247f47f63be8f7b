"""Stage: questions are answered without the drawing, and what a drawing is by who sees it and was not told.

What is answered rightly without the drawing each time tells its answer by its words. What nobody finds who sees the
picture is not to be seen there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from company.families.shared.chances import chance_of
from company.families.shared.choices.lettered import LETTERS
from company.families.vector_graphics.asking import reply_to
from company.families.vector_graphics.facts import outline_of
from company.families.vector_graphics.ids import reading_id
from company.families.vector_graphics.records import Drawing, Question, Reading
from company.families.vector_graphics.replies import Chosen
from company.families.vector_graphics.settings import settings_of
from company.run.stage import Office, Stage

GUESSED = "it is answered without its drawing"
NOT_SEEN = "who sees its picture, and is not told what it is, answers otherwise"


async def _read(office: Office, question: Question) -> AsyncIterator[Reading]:
    drawing = office.archive.get(question.parent or "")
    assert isinstance(drawing, Drawing), "a question is about a drawing"
    record_id = reading_id(question.id)
    number = settings_of(office.settings).vector_graphics.blind
    blind = [await _guessed(office, question, record_id, each) for each in range(number)]
    sighted = await _seen(office, question, drawing, record_id) if question.proof == "attested" else None
    reason = GUESSED if blind and all(blind) else NOT_SEEN if sighted is False else None
    yield Reading(
        id=record_id,
        parent=question.id,
        stage="readings",
        position=1,
        status="rejected" if reason else "accepted",
        reason=reason,
        target=question.target,
        blind=tuple(blind),
        sighted=sighted,
    )


async def _guessed(office: Office, question: Question, record_id: str, number: int) -> bool:
    options = _turned(question, record_id, "blind", number)
    brief = {"task": "guess", "question": question.choice.question, "options": options, "reading": number}
    at = ("readings", f"{record_id}.b{number + 1}")
    reply, _ = await reply_to(office, "client", at, "client_guess", Chosen, brief)
    return _is_right(question, options, reply.letter)


async def _seen(office: Office, question: Question, drawing: Drawing, record_id: str) -> bool:
    options = _turned(question, record_id, "seen")
    brief: dict[str, Any] = {
        "task": "recognise",
        "form": drawing.form,
        "question": question.choice.question,
        "options": options,
        "facts": outline_of(drawing.scene),
    }
    picture: Sequence[bytes] = office.archive.figures(drawing.id)
    at = ("readings", f"{record_id}.seen")
    reply, _ = await reply_to(office, "client", at, "client_recognise", Chosen, brief, picture)
    return _is_right(question, options, reply.letter)


def _turned(question: Question, record_id: str, reading: str, steps: int = 0) -> dict[str, str]:
    """Return the options by letters, in an order of chance that is turned by some steps, each time to another one."""
    texts = [each.text for each in question.choice.options]
    order, first = chance_of(record_id, reading).sample(texts, len(texts)), steps % len(texts)
    return dict(zip(LETTERS, [*order[first:], *order[:first]], strict=False))


def _is_right(question: Question, options: Mapping[str, str], letter: str) -> bool:
    right = next(each.text for each in question.choice.options if not each.slip)
    return options.get(letter.strip().upper()) == right


STAGE = Stage(
    "readings",
    "question",
    _read,
    prompts=("client_graphics_role", "client_guess", "client_recognise"),
    pictures=True,
)
"""It asks for pictures of attested questions alone."""
