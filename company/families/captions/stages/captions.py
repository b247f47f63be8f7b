"""Stage: six captions of a figure, by writers who are each told what the seed's generator saw, and nothing else."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

from company.config import BUILT_IN
from company.families.asking import marked, reply_to, table_of
from company.families.captions.briefed import drawn_of
from company.families.captions.gate.figure_claims import (
    change,
    falls,
    lowermost,
    reach,
    rises,
    series_of,
    spread,
    uppermost,
)
from company.families.captions.given import given_of
from company.families.captions.records import WRITERS, Draft, Drafts, Figure, Paper, Passage, Section, Writer
from company.families.captions.replies import CaptionText
from company.families.captions.settings import settings_of
from company.families.captions.spoiling import cropped
from company.families.shared.chances import chance_of
from company.records import Role
from company.run.stage import Office, Stage

_ASKED: dict[Writer, tuple[Role, str, str]] = {
    "author": ("data_scientist", "data_scientist_caption", "caption_of_author"),
    "paragraphs": ("chatbot", "chatbot_caption_paragraphs", "caption_of_paragraphs"),
    "paragraphs_texts": ("chatbot", "chatbot_caption_paragraphs_texts", "caption_of_paragraphs"),
    "texts": ("chatbot", "chatbot_caption_texts", "caption_of_texts"),
    "picture": ("chatbot", "chatbot_caption_picture", "caption_of_picture"),
}
"""Who writes, by which prompt, and how the brief calls the task."""
_OF_SECTION = ("chatbot_caption_section", "caption_of_section")
"""The same for who would know paragraphs, where there are none."""
_TEMPLATES = (
    "A plot of {y} against {x}.",
    "The figure shows {y} on the vertical axis and {x} on the horizontal axis.",
    "Line plot of {y} over {x}.",
)
_CLEAR = 0.2
"""The share of what is drawn by which a line has to change before its direction strikes the eye."""


async def _write(office: Office, passage: Passage) -> AsyncIterator[Drafts]:
    figure = office.archive.get(passage.figure)
    assert isinstance(figure, Figure), "a passage is about a figure"
    captions = [
        Draft(writer=writer, text=" ".join((await _caption(office, writer, figure, passage)).split()))
        for writer in WRITERS
    ]
    texts = [each.text.casefold() for each in captions]
    drafts = Drafts(
        id=f"{figure.id}.drafts",
        parent=passage.id,
        stage="captions",
        position=1,
        status="accepted" if len(set(texts)) == len(texts) else "rejected",
        reason=None if len(set(texts)) == len(texts) else "two writers wrote the same caption",
        figure=figure.id,
        captions=tuple(captions),
    )
    yield marked(office, drafts, [(f"captions.{at}", each.text) for at, each in enumerate(captions, start=1)])


async def _caption(office: Office, writer: Writer, figure: Figure, passage: Passage) -> str:
    if writer == "author" and not figure.code:
        return next(each.caption for each in given_of(office.archive) if each.name == figure.given)
    if writer == "template":
        return _template(figure)
    role, words, task = _ASKED[writer]
    if writer == "paragraphs" and not passage.paragraphs:
        words, task = _OF_SECTION
    pictures = _pictures(office, figure) if writer == "picture" else ()
    facts = _facts(office, writer, figure, passage)
    # Without the writer's name: two who are told the same would else write otherwise.
    brief = {"task": task, **facts}
    at = ("captions", f"{figure.id}.{writer}")
    return (await reply_to(office, role, at, words, CaptionText, brief, pictures, who=f"{role}_captions_role"))[
        0
    ].caption


def _template(figure: Figure) -> str:
    """Return a caption of the names of the axes; of a picture, of the first words on it."""
    chance = chance_of(figure.id, "template")
    if figure.drawn:
        page = figure.drawn[0]
        words = chance.choice(_TEMPLATES).format(x=page["xlabel"], y=page["ylabel"])
        return f"{words.rstrip('.')}."
    named = [text for text in figure.texts if re.search(r"[^\W\d_]{2}", text)][:2] or list(figure.texts[:2])
    return f"A plot that is labelled {' and '.join(named).rstrip('.')}."


def _facts(office: Office, writer: Writer, figure: Figure, passage: Passage) -> dict[str, Any]:
    """Return what a writer is told."""
    paragraphs: dict[str, Any] = {"paragraphs": [each.text for each in passage.paragraphs], "figure": figure.name}
    texts: dict[str, Any] = {"texts": list(figure.texts)}
    if writer == "author":
        paper = _paper_of(office, passage)
        return {
            "goal": paper.goal,
            "question": figure.question,
            "rows": table_of(office).row_meaning or "record",
            "code": figure.code,
            "drawn": drawn_of(figure),
        }
    if writer == "picture":
        return {"seen": glance(figure)} if figure.drawn and _is_built_in(office) else {}
    if writer == "texts":
        return texts
    if writer == "paragraphs_texts":
        return {**paragraphs, **texts}
    if passage.paragraphs:
        return paragraphs
    return {} if figure.given else {"section": _paper_of(office, passage).title}


def _paper_of(office: Office, passage: Passage) -> Paper:
    section = office.archive.get(passage.parent or "")
    assert isinstance(section, Section), "a passage is made of a section"
    paper = office.archive.get(section.parent or "")
    assert isinstance(paper, Paper), "a section is made of a paper"
    return paper


def _is_built_in(office: Office) -> bool:
    """Return whether the chatbot is the built-in company, which has no eyes: it is told what a glance shows."""
    return office.ledger.backends["chatbot"].name == BUILT_IN


def _pictures(office: Office, figure: Figure) -> tuple[bytes, ...]:
    return tuple(cropped(png, figure.cut) for png in office.archive.figures(figure.id)[-1:])


def glance(figure: Figure) -> dict[str, Any]:
    """Return what strikes the eye in a figure: how many lines, where the outer ones lead, what the axes are called."""
    drawn = [figure.drawn[0]]
    found = series_of(drawn)
    outer = {"line": found[0]["label"]} if len(found) == 1 else {"top": uppermost(drawn), "bottom": lowermost(drawn)}
    clear = len(found) == 1 or _apart(drawn)
    return {
        "x": figure.drawn[0]["xlabel"],
        "y": figure.drawn[0]["ylabel"],
        "lines": len(figure.drawn[0]["lines"]),
        "bars": figure.chart == "bar",
        "directions": {
            where: _direction(drawn, label) if clear and figure.chart != "bar" else "" for where, label in outer.items()
        },
    }


def _apart(drawn: list[dict[str, Any]]) -> bool:
    """Return whether the uppermost and the lowermost line can be told from the others by a glance."""
    means = sorted(sum(each["values"]) / len(each["values"]) for each in series_of(drawn))
    return bool(min(means[-1] - means[-2], means[1] - means[0]) > _CLEAR * spread(drawn))


def _direction(drawn: list[dict[str, Any]], label: str) -> str:
    if abs(change(drawn, label)) < max(_CLEAR * spread(drawn), 0.6 * reach(drawn, label)):
        return ""
    return "rises" if rises(drawn, label) else "falls" if falls(drawn, label) else ""


STAGE = Stage(
    "captions",
    "passage",
    _write,
    prompts=(
        "data_scientist_captions_role",
        "chatbot_captions_role",
        *(words for _, words, _ in _ASKED.values()),
        _OF_SECTION[0],
    ),
    on=lambda settings: "ranking" in settings_of(settings).targets.wanted,
    pictures=True,
)
