"""Stage: the admin says what drawings are to depict, each of another kind, evenly over lengths."""

from __future__ import annotations

from collections.abc import AsyncIterator

from company.drawings.scenes import FORMATS
from company.families.vector_graphics.asking import reply_to
from company.families.vector_graphics.categories import GENERATION, parts_of_category
from company.families.vector_graphics.given import of_form
from company.families.vector_graphics.ids import brief_id
from company.families.vector_graphics.records import Brief, Source
from company.families.vector_graphics.replies import Idea, Ideas
from company.families.vector_graphics.settings import settings_of
from company.prompts import prompt
from company.run.stage import Office, Stage

_AT_ONCE = 20
"""Drawings that are thought of in one reply."""


async def _brief(office: Office, source: Source) -> AsyncIterator[Brief]:
    used: dict[str, int] = {}
    for number, commission in enumerate(office.commissions, start=1):
        if source.given:
            for brief in _of_given(source, number, commission.kind, commission.units, used):
                yield brief
            continue
        lengths = len(settings_of(office.settings).vector_graphics.lengths) + 1
        before = used.get(commission.kind, 0)
        for first in range(0, commission.units, _AT_ONCE):
            count = min(_AT_ONCE, commission.units - first)
            async for brief in _thought_of(office, source, (number, commission.kind, first, count), before, lengths):
                yield brief
        used[commission.kind] = before + commission.units


async def _thought_of(
    office: Office, source: Source, at: tuple[int, str, int, int], before: int, lengths: int
) -> AsyncIterator[Brief]:
    number, category, first, count = at
    form, question_type = parts_of_category(category)
    record_id = brief_id(source.id, number, first + 1)
    brief = {
        "task": "think_of_drawings",
        "form": form,
        "question_type": question_type,
        "count": count,
        "for": record_id,
    }
    asked = _asked(form, question_type)
    reply, talk = await reply_to(office, "admin", ("briefs", record_id), "admin_ideas", Ideas, brief, asked=asked)
    for place, idea in enumerate(reply.drawings[:count], start=first + 1):
        length = 0 if question_type == GENERATION else (before + place - 1) % lengths  # a caption has to hold it all
        brief_made = _brief_of(source, (number, place), category, idea, length)
        yield brief_made.model_copy(update={"conversation": talk})
    if (lacking := count - len(reply.drawings)) > 0:
        office.lost(f"{record_id}.ideas", "briefs", f"{lacking} of {count} drawings were not thought of")


def _asked(form: str, question_type: str) -> str:
    """Return what will be asked about drawings, as whoever thinks of them is told."""
    if question_type == GENERATION:
        return prompt("ideas_generation").strip()
    types = dict(line.split(": ", 1) for line in prompt(f"types_{form}").splitlines() if line)
    return prompt("ideas_question", asked=f"“{question_type}”: {types[question_type]}").strip()


def _brief_of(source: Source, at: tuple[int, int], category: str, idea: Idea, length: int, file: str = "") -> Brief:
    return Brief(
        id=brief_id(source.id, *at),
        parent=source.id,
        stage="briefs",
        position=at[1],
        status="accepted",
        target=category,
        theme=idea.theme,
        depicts=idea.depicts,
        length=length,
        file=file,
    )


def _of_given(source: Source, number: int, category: str, units: int, used: dict[str, int]) -> list[Brief]:
    """Return briefs for drawings that are given: each asked about once in a category, in the order of their paths."""
    form, _ = parts_of_category(category)
    begun = used.get(category, 0)
    chosen = list(of_form(source, form))[begun : begun + units]
    used[category] = begun + units
    idea = Idea.model_construct(theme="", depicts="")
    return [
        _brief_of(source, (number, place), category, idea, 0, each.file) for place, each in enumerate(chosen, start=1)
    ]


_IDEAS = ("ideas_generation", "ideas_question", *(f"types_{each}" for each in FORMATS))
STAGE = Stage("briefs", "source", _brief, prompts=("admin_graphics_role", "admin_ideas", *_IDEAS), for_each=True)
