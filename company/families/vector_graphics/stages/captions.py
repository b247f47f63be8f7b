"""Stage: an admin describes a drawing so that it can be drawn again, and a chatbot draws it from these words alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from company.drawings.painting import Undrawable
from company.drawings.scenes import FORMATS, scene_of
from company.drawings.trees import with_namespace
from company.drawings.trials import values_in, values_shown
from company.families.vector_graphics.asking import reply_to
from company.families.vector_graphics.categories import GENERATION
from company.families.vector_graphics.facts import facts_of
from company.families.vector_graphics.gate.drawn import FEWEST, MOST, code_in
from company.families.vector_graphics.records import Caption, Drawing, Item
from company.families.vector_graphics.replies import Described, Graphic
from company.families.vector_graphics.settings import settings_of
from company.prompts import prompt
from company.run.stage import Office, Stage
from company.sandbox.roots import scratch

_LEAST_MET = 0.75
"""Share of a checklist that a drawing made from the caption alone has to have; else the caption says too little."""


async def _describe(office: Office, drawing: Drawing) -> AsyncIterator[Caption]:
    record_id = f"{drawing.id.rpartition('.')[0]}.caption"
    failures: list[dict[str, Any]] = []
    for _ in range(settings_of(office.settings).vector_graphics.corrections + 1):
        made = await _described(office, drawing, record_id, failures)
        if isinstance(made, Caption):
            yield made
            return
        failures.append(made)
        if len(failures) > 1 and failures[-1] == failures[-2]:
            break  # it would say the same again
    office.lost(record_id, "captions", f"{drawing.form}: {failures[-1]['wrong']}")


async def _described(
    office: Office, drawing: Drawing, record_id: str, failures: Sequence[Any]
) -> Caption | dict[str, Any]:
    """Return a caption that was drawn from, or what is wrong with it."""
    brief = {
        "task": "describe_drawing",
        "form": drawing.form,
        "facts": facts_of(drawing.scene),
        "items": [FEWEST, MOST],
        "failures": list(failures),
    }
    picture = office.archive.figures(drawing.id)
    at = ("captions", record_id)
    reply, talk = await reply_to(office, "admin", at, "admin_caption", Described, brief, picture)
    told = {"caption": reply.caption}
    try:
        items = await _clear(office, drawing, reply)
    except Undrawable as problem:
        return {**told, "wrong": f"its checklist could not be executed: {problem}"}
    if len(items) < FEWEST:
        return {
            **told,
            "wrong": f"only {len(items)} facts of its checklist are clear on the drawing; {FEWEST} are wanted",
        }
    again = await _drawn_again(office, drawing, record_id, reply.caption)
    try:
        found = await _values(office, again, drawing.form, [each.code for each in items])
    except Undrawable as problem:
        return {**told, "wrong": f"what was drawn from it alone cannot be drawn: {problem}"}
    met = tuple(value.get("value") == item.value for value, item in zip(found, items, strict=True))
    if sum(met) < max(FEWEST, _LEAST_MET * len(met)):
        lacking = next(item.fact for item, is_met in zip(items, met, strict=True) if not is_met)
        return {
            **told,
            "wrong": f"drawn from it alone, {len(met) - sum(met)} of {len(met)} facts lack, such as: {lacking}",
        }
    return Caption(
        id=record_id,
        parent=drawing.id,
        stage="captions",
        position=1,
        status="accepted",
        conversation=talk,
        target=drawing.target,
        text=reply.caption,
        # What somebody misses who draws well from the words is no fact to judge others by.
        checklist=tuple(item for item, is_met in zip(items, met, strict=True) if is_met),
        met=met,
    )


async def _clear(office: Office, drawing: Drawing, reply: Described) -> tuple[Item, ...]:
    """Return the facts of a checklist that are clear on the drawing. Raises Undrawable where none can be executed."""
    codes = [each.code for each in reply.checklist[:MOST]]
    values = await _values_shown(office, drawing, codes) if codes else []
    return tuple(
        Item(fact=fact.fact, code=fact.code, value=value["value"])
        for fact, value in zip(reply.checklist, values, strict=False)
        if "value" in value
    )


async def _drawn_again(office: Office, drawing: Drawing, record_id: str, caption: str) -> str:
    """Return the code that a chatbot writes who is told the caption alone."""
    brief = {"task": "draw_from_caption", "form": drawing.form, "caption": caption}
    at = ("captions", f"{record_id}.again")
    form = prompt(f"form_{drawing.form}").strip()
    reply, _ = await reply_to(office, "chatbot", at, "chatbot_from_caption", Graphic, brief, form=form)
    code = code_in(reply.code)
    return with_namespace(code) if drawing.form == "svg" else code


async def _values_shown(office: Office, drawing: Drawing, codes: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    with scratch("caption") as folder:
        return await values_shown(office.sandbox, folder, scene_of(drawing.scene), codes)


async def _values(office: Office, code: str, form: str, codes: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    with scratch("caption") as folder:
        return await values_in(office.sandbox, folder / "values", code, form, codes)


STAGE = Stage(
    "captions",
    "drawing",
    _describe,
    prompts=(
        "admin_graphics_role",
        "admin_caption",
        "chatbot_graphics_role",
        "chatbot_from_caption",
        *(f"form_{each}" for each in FORMATS),
    ),
    wants=lambda drawing: drawing.question_type == GENERATION,
    pictures=True,
)
