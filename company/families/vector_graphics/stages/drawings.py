"""Stage: a chatbot writes the code of a drawing; it is cleaned and drawn in the jail, as is what was given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from company.drawings.jailed import Drawn, cleaned_in, drawn_in
from company.drawings.painting import Undrawable
from company.drawings.scenes import FORMATS, as_json
from company.families.vector_graphics.asking import reply_to
from company.families.vector_graphics.categories import GENERATION
from company.families.vector_graphics.given import code_of, given_as
from company.families.vector_graphics.records import Brief, Drawing, Source
from company.families.vector_graphics.replies import Graphic
from company.families.vector_graphics.run_figures import svg_of_figure
from company.families.vector_graphics.settings import settings_of
from company.prompts import prompt
from company.records import Message
from company.run.stage import Office, Stage
from company.sandbox import Sandbox
from company.sandbox.roots import scratch

_SLACK = 0.2
"""Share by which code may be shorter or longer than was asked for: who writes does not count characters."""
_ASKED = "A question of the type `question_type` will be asked about it, which who reads the code alone has to answer."
_DRAWN_AGAIN = "No question is asked about it: somebody will draw it again from a caption of what is seen."


async def clean_drawing(code: str, form: str, sandbox: Sandbox) -> tuple[str, Drawn]:
    """Return code without what tells and is not drawn, and what it shows. Raises Undrawable and SandboxError."""
    with scratch("drawing") as folder:
        for place in ("cleaning", "drawing"):
            (folder / place).mkdir()
        clean = await cleaned_in(sandbox, folder / "cleaning", code, form)
        return clean, await drawn_in(sandbox, folder / "drawing", clean, form)


async def _draw(office: Office, brief: Brief) -> AsyncIterator[Drawing]:
    record_id = f"{brief.id}.drawing"
    if brief.file:
        try:
            clean, drawn = await clean_drawing(await _given_code(office, brief), brief.form, office.sandbox)
        except Undrawable as problem:
            office.lost(record_id, "drawings", f"{brief.form}: {problem}")
            return
        yield _drawing(office, brief, clean, drawn, ())
        return
    told = settings_of(office.settings).vector_graphics
    failures: list[dict[str, str]] = []
    asked = _asked(brief, told.lengths, failures)
    then = _DRAWN_AGAIN if brief.question_type == GENERATION else _ASKED
    short = ""
    for turn in range(told.corrections + 1):
        at, form = ("drawings", record_id), prompt(f"form_{brief.form}").strip()
        reply, talk = await reply_to(office, "chatbot", at, "chatbot_drawing", Graphic, asked, then=then, form=form)
        try:
            clean, drawn = await clean_drawing(reply.code, brief.form, office.sandbox)
        except Undrawable as problem:
            failures.append({"code": reply.code, "wrong": str(problem)})
            if len(failures) > 1 and failures[-1] == failures[-2]:
                break  # it would say the same again
            continue
        if not short and turn < told.corrections and (short := off_length(len(clean), asked["characters"])):
            failures.append({"code": reply.code, "wrong": short})  # once: what comes then is taken as it is
            continue
        yield _drawing(office, brief, clean, drawn, talk)
        return
    office.lost(record_id, "drawings", f"{brief.form}: {failures[-1]['wrong']}")


async def _given_code(office: Office, brief: Brief) -> str:
    """Return the code of a drawing that was given; a figure is drawn for it. Raises Undrawable."""
    source = office.archive.get(brief.parent or "")
    assert isinstance(source, Source), "a brief is of a source"
    given = given_as(source, brief.file)
    if given.data:
        return await svg_of_figure(office.archive, given, office.sandbox)
    return code_of(office.archive, brief.file)


def off_length(length: int, wanted: Mapping[str, int | None]) -> str:
    """Return that code is shorter or longer than wanted by more than a fifth, in words; "" where it is not."""
    least, below = wanted["least"] or 0, wanted["below"]
    if length < (1 - _SLACK) * least:
        missing = f"more than a fifth fewer than the {least:,} wanted"
        return f"without remarks it has {length:,} characters, {missing}: draw more things"
    if below is not None and length >= (1 + _SLACK) * below:
        return f"without remarks it has {length:,} characters, and fewer than {below:,} are wanted: draw fewer things"
    return ""


def _asked(brief: Brief, lengths: tuple[int, ...], failures: list[dict[str, str]]) -> dict[str, Any]:
    low, high = ((0, *lengths)[brief.length], (*lengths, None)[brief.length])
    return {
        "task": "draw_graphic",
        "form": brief.form,
        "question_type": brief.question_type,
        "theme": brief.theme,
        "depicts": brief.depicts,
        "characters": {"least": low, "below": high},
        "for": brief.id,
        "failures": failures,
    }


def _drawing(office: Office, brief: Brief, code: str, drawn: Drawn, talk: tuple[Message, ...]) -> Drawing:
    record_id = f"{brief.id}.drawing"
    office.archive.put_figures(record_id, [drawn.picture])
    return Drawing(
        id=record_id,
        parent=brief.id,
        stage="drawings",
        position=1,
        status="accepted",
        conversation=talk,
        target=brief.target,
        theme=brief.theme,
        code=code,
        scene=as_json(drawn.scene),
    )


_FORMS = tuple(f"form_{each}" for each in FORMATS)
STAGE = Stage("drawings", "brief", _draw, prompts=("chatbot_graphics_role", "chatbot_drawing", *_FORMS))
