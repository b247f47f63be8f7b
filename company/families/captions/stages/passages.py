"""Stage: a data scientist writes a results section over the figures of a paper; what it claims of them is executed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from company.families.asking import marked, reply_to, table_of
from company.families.captions.briefed import drawn_of
from company.families.captions.given import given_of
from company.families.captions.records import Claim, Figure, Paper, Paragraph, Passage, Section
from company.families.captions.replies import SectionText
from company.families.captions.stages.claiming import PROMPTS, claims_in
from company.records import Message
from company.run.stage import Office, Stage

MENTION = re.compile(r"\b(?:Figures?|Figs?\.)\s+(\d+(?:(?:\s*[-–]\s*|,?\s+(?:and|to)\s+|,\s*)\d+)*)")
_TO = re.compile(r"(\d+)\s*(?:[-–]|to)\s*(\d+)")
_TRIES = 2
Claims = Mapping[str, Mapping[int, Sequence[Claim]]]
"""Of each figure, what paragraphs claim, by their place."""


def mentions(text: str) -> tuple[str, ...]:
    """Return the figures that a text mentions, as "Figure 2", in order; of "Figures 2 to 4" all three."""
    numbers: list[int] = []
    for match in MENTION.finditer(text):
        for start, end in _TO.findall(match[1]):
            numbers += range(int(start), min(int(end), int(start) + 20) + 1)
        numbers += map(int, re.findall(r"\d+", match[1]))
    return tuple(f"Figure {number}" for number in sorted(set(numbers)))


async def _write(office: Office, section: Section) -> AsyncIterator[Passage]:
    paper = office.archive.get(section.parent or "")
    assert isinstance(paper, Paper), "a section is made of a paper"
    figures = [figure for each in section.figures if isinstance(figure := office.archive.get(each), Figure)]
    if not all(figure.code for figure in figures):
        for passage in _of_given(office, section, figures):
            yield passage
        return
    told = [figure for figure in figures if figure.id not in section.unmentioned]
    paragraphs: list[str] = []
    claims: Claims = {}
    talk: tuple[Message, ...] = ()
    if told:
        paragraphs, claims, talk = await _written(office, section, paper, told)
    for number, figure in enumerate(figures, start=1):
        own = claims.get(figure.id, {})
        passage = Passage(
            id=f"{figure.id}.passage",
            parent=section.id,
            stage="passages",
            position=number,
            status="accepted",
            conversation=talk,
            figure=figure.id,
            paragraphs=tuple(
                Paragraph(text=text, mentions=mentions(text), claims=tuple(own.get(at, ())))
                for at, text in enumerate(paragraphs)
                if figure in told and figure.name in mentions(text)
            ),
        )
        yield marked(
            office, passage, [(f"paragraphs.{at}", each.text) for at, each in enumerate(passage.paragraphs, 1)]
        )


def _of_given(office: Office, section: Section, figures: Sequence[Figure]) -> Iterator[Passage]:
    """Yield the passages of pictures that were given, which bring their paragraphs; these claim what nobody knows."""
    known = {each.name: each for each in given_of(office.archive)}
    for number, figure in enumerate(figures, start=1):
        yield Passage(
            id=f"{figure.id}.passage",
            parent=section.id,
            stage="passages",
            position=number,
            status="accepted",
            figure=figure.id,
            paragraphs=tuple(
                Paragraph(text=text, mentions=tuple(dict.fromkeys((figure.name, *mentions(text)))))
                for text in known[figure.given].paragraphs
            ),
        )


async def _written(
    office: Office, section: Section, paper: Paper, figures: Sequence[Figure]
) -> tuple[list[str], Claims, tuple[Message, ...]]:
    """Return paragraphs that claim nothing false, what they claim, and how they were asked for."""
    brief: dict[str, Any] = {
        "task": "write_section",
        "title": paper.title,
        "goal": paper.goal,
        "rows": table_of(office).row_meaning or "record",
        "figures": [{"name": each.name, "question": each.question, "drawn": drawn_of(each)} for each in figures],
    }
    at = ("passages", section.id)
    words = "data_scientist_section"
    known: dict[tuple[str, str], Sequence[Claim]] = {}
    for _ in range(_TRIES):
        reply, talk = await reply_to(office, "data_scientist", at, words, SectionText, brief)
        claims = {each.id: await _claims_of(office, at, each, reply.paragraphs, known) for each in figures}
        wrong = _wrong(reply.paragraphs, claims)
        if not wrong:
            break
        words = "data_scientist_section_again"
        brief = {**brief, "paragraphs": list(reply.paragraphs), "wrong": wrong}
    failed = {place for found in claims.values() for place, each in found.items() if _untrue(each)}
    kept = [place for place in range(len(reply.paragraphs)) if place not in failed]
    renumbered = {
        figure: {kept.index(place): each for place, each in found.items() if place in kept}
        for figure, found in claims.items()
    }
    return [reply.paragraphs[place] for place in kept], renumbered, talk


async def _claims_of(
    office: Office,
    at: tuple[str, str],
    figure: Figure,
    paragraphs: Sequence[str],
    known: dict[tuple[str, str], Sequence[Claim]],
) -> dict[int, Sequence[Claim]]:
    """Return what paragraphs claim of a figure, by their place; those that are `known` are not looked at again."""
    own = {str(place): text for place, text in enumerate(paragraphs) if figure.name in mentions(text)}
    new = {place: text for place, text in own.items() if (figure.id, text) not in known}
    for place, found in (await claims_in(office, at, figure, new, figure.name)).items():
        known[figure.id, own[place]] = found
    return {int(place): known[figure.id, text] for place, text in own.items()}


def _untrue(claims: Sequence[Claim]) -> list[Claim]:
    return [claim for claim in claims if claim.truth != "true"]


def _wrong(paragraphs: Sequence[str], claims: Claims) -> list[dict[str, str]]:
    """Return the words that do not hold, each with the code that they were understood as."""
    found = {
        paragraphs[place][slice(*claim.span)]: claim.code
        for each in claims.values()
        for place, own in each.items()
        for claim in _untrue(own)
    }
    return [{"words": words, "read_as": found[words]} for words in sorted(found)]


STAGE = Stage(
    "passages",
    "section",
    _write,
    prompts=("data_scientist_role", "data_scientist_section", "data_scientist_section_again", *PROMPTS),
)
