"""Stage: a data scientist asks about a drawing; answers that are executed are so on it, and on changed ones."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from company.drawings.painting import Undrawable
from company.drawings.scenes import scene_of
from company.drawings.trials import Asked, Trial, tried_in
from company.families.shared.chances import chance_of
from company.families.shared.choices.records import Choice, Option
from company.families.vector_graphics.asking import reply_to
from company.families.vector_graphics.body import proof_of
from company.families.vector_graphics.categories import GENERATION
from company.families.vector_graphics.facts import facts_of
from company.families.vector_graphics.gate.options import OPTIONS, even_three, leaks, says_itself, texts_of
from company.families.vector_graphics.records import Drawing, Question
from company.families.vector_graphics.replies import Executed, Named
from company.families.vector_graphics.settings import settings_of
from company.run.stage import Office, Stage

_WRONG = 5
"""Wrong answers that are asked for: three of them are taken."""


async def _ask(office: Office, drawing: Drawing) -> AsyncIterator[Question]:
    record_id = f"{drawing.id.rpartition('.')[0]}.question"
    failures: list[dict[str, Any]] = []
    for _ in range(settings_of(office.settings).vector_graphics.corrections + 1):
        made = await (_attested if proof_of(drawing.question_type) == "attested" else _executed)(
            office, drawing, record_id, failures
        )
        if isinstance(made, Question):
            yield made
            return
        failures.append(made)
        if made.get("cannot"):
            break
    office.lost(record_id, "questions", f"{drawing.form}, {drawing.question_type}: {failures[-1]['wrong']}")


def _brief(drawing: Drawing, failures: Sequence[Any], task: str) -> dict[str, Any]:
    return {
        "task": task,
        "form": drawing.form,
        "question_type": drawing.question_type,
        "answers": _WRONG + 1,
        "facts": facts_of(drawing.scene),
        "for": drawing.id,
        "failures": failures,
    }


async def _executed(
    office: Office, drawing: Drawing, record_id: str, failures: Sequence[Any]
) -> Question | dict[str, Any]:
    """Return a question whose answers are executed, or what is wrong with what was asked."""
    at, picture = ("questions", record_id), office.archive.figures(drawing.id)
    brief = _brief(drawing, failures, "ask_about_graphic")
    reply, talk = await reply_to(office, "data_scientist", at, "data_scientist_graphic", Executed, brief, picture)
    if reply.cannot:
        return {"cannot": True, "wrong": f"nothing can be asked: {reply.cannot}"}
    told = {"question": reply.question, "right": reply.right}
    try:
        trial = await _tried(office, drawing, record_id, [reply.right, *(each.code for each in reply.wrong)])
    except Undrawable as problem:
        return {**told, "wrong": str(problem)}
    right, *wrong = texts_of(trial.values)
    if right is None:
        return {**told, "wrong": f"its answer is unclear: {trial.values[0]['unclear']}"}
    if trial.faults or not trial.changed:
        return {**told, "wrong": (trial.faults or ("no change to a fact of the drawing changes the answer",))[0]}
    if says_itself(reply.question, str(right)):
        return {**told, "wrong": "the question says its answer"}
    chosen = even_three(right, [each for each in wrong if each is not None], chance_of(record_id, "options"))
    if len(chosen) < OPTIONS - 1:
        return {**told, "wrong": "fewer than three wrong answers are clear and differ"}
    options = [Option(text=str(right), code=reply.right, template="{value}")]
    for value in chosen:
        near = next(each for each, found in zip(reply.wrong, wrong, strict=True) if found == value)
        options.append(Option(text=str(value), code=near.code, template="{value}", slip=near.slip))
    choice = Choice(question=reply.question, options=tuple(options), answer=reply.right)
    return _question(drawing, record_id, choice).model_copy(
        update={"conversation": talk, "values": (right, *chosen), "changed": trial.changed, "same": trial.same}
    )


async def _tried(office: Office, drawing: Drawing, record_id: str, codes: Sequence[str]) -> Trial:
    with tempfile.TemporaryDirectory(prefix="company-question-") as name:
        asked = Asked(codes, record_id, scene_of(drawing.scene))
        return await tried_in(office.sandbox, Path(name) / "trial", drawing.code, drawing.form, asked)


async def _attested(
    office: Office, drawing: Drawing, record_id: str, failures: Sequence[Any]
) -> Question | dict[str, Any]:
    """Return a question on what was commissioned, or what is wrong with what was asked."""
    at, picture = ("questions", record_id), office.archive.figures(drawing.id)
    brief = {**_brief(drawing, failures, "name_graphic"), "theme": drawing.theme}
    reply, talk = await reply_to(office, "data_scientist", at, "data_scientist_named", Named, brief, picture)
    told = {"question": reply.question, "right": reply.right}
    if found := leaks(drawing.code, scene_of(drawing.scene), reply.right):
        return {**told, "wrong": f"the code says {found[0]!r}, a word of the right answer"}
    if says_itself(reply.question, reply.right):
        return {**told, "wrong": "the question says its answer"}
    wrong = list(dict.fromkeys(each for each in reply.wrong if each.casefold() != reply.right.casefold()))
    if len(wrong) < OPTIONS - 1:
        return {**told, "wrong": "there are fewer than three wrong answers"}
    chosen = chance_of(record_id, "options").sample(wrong, OPTIONS - 1)
    options = [Option(text=reply.right, code="")]
    options += [Option(text=each, code="", slip="it is something else") for each in chosen]
    choice = Choice(question=reply.question, options=tuple(options))
    return _question(drawing, record_id, choice).model_copy(update={"conversation": talk})


def _question(drawing: Drawing, record_id: str, choice: Choice) -> Question:
    return Question(
        id=record_id,
        parent=drawing.id,
        stage="questions",
        position=1,
        status="accepted",
        target=drawing.target,
        proof="attested" if proof_of(drawing.question_type) == "attested" else "executed",
        choice=choice,
    )


STAGE = Stage(
    "questions",
    "drawing",
    _ask,
    prompts=("data_scientist_graphics_role", "data_scientist_graphic", "data_scientist_named"),
    wants=lambda drawing: drawing.question_type != GENERATION,
    pictures=True,
)
