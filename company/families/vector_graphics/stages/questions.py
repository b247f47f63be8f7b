"""Stage: a data scientist asks about a drawing; answers that are executed are so on it, and on changed ones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from company.drawings.painting import Undrawable
from company.drawings.scenes import scene_of
from company.drawings.trials import Asked, Trial, tried_in
from company.families.shared.chances import chance_of
from company.families.shared.choices.records import Choice, Option
from company.families.vector_graphics.asking import reply_to
from company.families.vector_graphics.body import proof_of
from company.families.vector_graphics.categories import EXECUTED, GENERATION
from company.families.vector_graphics.facts import facts_of, outline_of
from company.families.vector_graphics.gate.options import OPTIONS, excludes, leaks, says_itself, texts_of, three_of
from company.families.vector_graphics.ids import brief_of, number_in, place_in, question_id
from company.families.vector_graphics.records import Brief, Drawing, Question
from company.families.vector_graphics.replies import Executed, Named, NearMiss
from company.families.vector_graphics.settings import settings_of
from company.prompts import prompt
from company.run.stage import Office, Stage
from company.sandbox.roots import scratch

NOT_CHANGED = (
    "no change of the drawing gives another clear answer: of one thing the colour or the place was changed, "
    "it was left out, or two things changed places; ask about things that can be recoloured, or moved clear of others",
    "no change of the drawing gives another clear answer: of one node the colour, the form or the words were changed, "
    "an arrow was turned, or all arrows; ask about what hangs on one of these",
)
"""Of a picture, and of a graph."""
_Ask = Callable[[Office, Drawing, str, Sequence[Any]], Awaitable[Question | dict[str, Any]]]
_WRONG = 5
"""Wrong answers that are asked for: three of them are taken."""


async def _ask(office: Office, drawing: Drawing) -> AsyncIterator[Question]:
    if proof_of(drawing.question_type) == "attested":
        if made := await _asked(office, drawing, question_id(drawing.id, 1), _attested):
            yield made
        return
    asked: list[Question] = []
    for number in range(1, _most(office, drawing) + 1):
        made = await _asked(office, drawing, question_id(drawing.id, number), partial(_executed, asked=tuple(asked)))
        if made is None:
            return
        asked.append(made)
        yield made


def _most(office: Office, drawing: Drawing) -> int:
    """Return how many questions are asked about a drawing: of those that the run makes, each has its own."""
    brief = office.archive.get(drawing.parent or "")
    assert isinstance(brief, Brief), "a drawing is of a brief"
    return settings_of(office.settings).vector_graphics.questions if brief.file else 1


async def _asked(office: Office, drawing: Drawing, record_id: str, ask: _Ask) -> Question | None:
    failures: list[dict[str, Any]] = []
    for _ in range(settings_of(office.settings).vector_graphics.corrections + 1):
        made = await ask(office, drawing, record_id, failures)
        if isinstance(made, Question):
            return made
        failures.append(made)
        if made.get("cannot"):
            break
    if not (number_in(record_id) and failures[-1].get("cannot")):  # else there is no more to ask
        office.lost(record_id, "questions", f"{drawing.form}, {drawing.question_type}: {failures[-1]['wrong']}")
    return None


def _brief(drawing: Drawing, failures: Sequence[Any], task: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "task": task,
        "form": drawing.form,
        "question_type": drawing.question_type,
        "answers": _WRONG + 1,
        "facts": facts,
        "for": drawing.id,
        "failures": failures,
    }


async def _executed(
    office: Office, drawing: Drawing, record_id: str, failures: Sequence[Any], asked: Sequence[Question] = ()
) -> Question | dict[str, Any]:
    """Return a question whose answers are executed, other ones than those `asked`; or what is wrong with it."""
    at, picture = ("questions", record_id), office.archive.figures(drawing.id)
    smaller = smaller_than_right(record_id)
    brief = {**_brief(drawing, failures, "ask_about_graphic", facts_of(drawing.scene)), "smaller": smaller}
    if asked:
        brief["asked"] = [{"question": each.choice.question, "answer": each.values[0]} for each in asked]
    again = f" {prompt('data_scientist_again').strip()}" if asked else ""
    functions = prompt(f"functions_{drawing.target}").strip()
    reply, talk = await reply_to(
        office,
        "data_scientist",
        at,
        "data_scientist_graphic",
        Executed,
        brief,
        picture,
        functions=functions,
        again=again,
    )
    if reply.cannot:
        return {"cannot": True, "wrong": f"nothing can be asked: {reply.cannot}"}
    told = {"question": reply.question, "right": reply.right}
    try:
        trial = await _tried(office, drawing, [reply.right, *(each.code for each in reply.wrong)])
    except Undrawable as problem:
        return {**told, "wrong": str(problem)}
    right, *wrong = texts_of(trial.values)
    if right is None:
        return {**told, "wrong": f"its answer is unclear: {trial.values[0]['unclear']}"}
    if trial.faults or not trial.changed:
        return {**told, "wrong": (trial.faults or (NOT_CHANGED[drawing.form == "graphviz"],))[0]}
    if says_itself(reply.question, str(right)):
        return {**told, "wrong": "the question says its answer"}
    if right in {each.values[0] for each in asked}:
        return {**told, "wrong": f"its answer, {right!r}, is that of another question about this drawing"}
    usable = [each for each in wrong if each is not None and excludes(right, each)]
    chosen = three_of(right, usable, smaller)
    if len(chosen) < OPTIONS - 1:
        return {**told, "wrong": too_few(len(chosen), right, reply.wrong, trial.values[1:])}
    options = [Option(text=str(right), code=reply.right, template="{value}")]
    for value in chosen:
        near = next(each for each, found in zip(reply.wrong, wrong, strict=True) if found == value)
        options.append(Option(text=str(value), code=near.code, template="{value}", slip=near.slip))
    choice = Choice(question=reply.question, options=tuple(options), answer=reply.right)
    return _question(drawing, record_id, choice).model_copy(
        update={"conversation": talk, "values": (right, *chosen), "changed": trial.changed, "same": trial.same}
    )


def too_few(left: int, right: str | int, wrong: Sequence[NearMiss], values: Sequence[Mapping[str, Any]]) -> str:
    """Return that too few wrong answers are left, with what each that failed is wrong with."""
    why: list[str] = []
    met: set[str] = set()
    for each, told in zip(wrong, values, strict=True):
        value = told.get("value")
        if value is None:
            why.append(f"{each.code}: {told['unclear']}")
        elif str(value) == str(right):
            why.append(f"{each.code} is the right answer as well")
        elif not excludes(right, value):
            why.append(f"{each.code} is {value!r}, which may be true beside {right!r}")
        elif str(value) in met:
            why.append(f"{each.code} is {value!r}, as one before it")
        met.add(str(value))
    return f"{left} wrong answers can be used, and {OPTIONS - 1} are needed: {'; '.join(why) or 'give more of them'}"


def smaller_than_right(record_id: str) -> int:
    """Return how many of the wrong answers are to be smaller than the right one, where these are numbers.

    It is dealt out: of four drawings that follow one another in a commission, each has another number.
    """
    block, place = divmod(place_in(record_id) - 1, OPTIONS)
    commission = brief_of(record_id).rpartition(".")[0]
    return chance_of(commission, str(block), "smaller").sample(range(OPTIONS), OPTIONS)[place]


async def _tried(office: Office, drawing: Drawing, codes: Sequence[str]) -> Trial:
    with scratch("question") as folder:
        asked = Asked(codes, scene_of(drawing.scene))
        return await tried_in(office.sandbox, folder / "trial", drawing.code, drawing.form, asked)


async def _attested(
    office: Office, drawing: Drawing, record_id: str, failures: Sequence[Any]
) -> Question | dict[str, Any]:
    """Return a question on what was commissioned, or what is wrong with what was asked."""
    at, picture = ("questions", record_id), office.archive.figures(drawing.id)
    brief = {**_brief(drawing, failures, "name_graphic", outline_of(drawing.scene)), "theme": drawing.theme}
    reply, talk = await reply_to(office, "data_scientist", at, "data_scientist_named", Named, brief, picture)
    told = {"question": reply.question, "right": reply.right}
    if found := leaks(drawing.code, scene_of(drawing.scene), reply.right):
        return {**told, "wrong": f"the code says {found[0]!r}, a word of the right answer"}
    if says_itself(reply.question, reply.right):
        return {**told, "wrong": "the question says its answer"}
    wrong = list(dict.fromkeys(each for each in reply.wrong if each.casefold() != reply.right.casefold()))
    if len(wrong) < OPTIONS - 1:
        return {**told, "wrong": "there are fewer than three wrong answers"}
    nearest, *others = wrong
    chosen = [nearest, *chance_of(record_id, "options").sample(others, OPTIONS - 2)]
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
    prompts=(
        *("data_scientist_graphics_role", "data_scientist_graphic", "data_scientist_again", "data_scientist_named"),
        *(f"functions_{each}" for each in EXECUTED),
    ),
    wants=lambda drawing: drawing.question_type != GENERATION,
    pictures=True,
)
