"""Stage: the chatbot draws the figure from the words and the data alone; that is the reference.

It is held against the original, which the words are about, and against what comes of the simple query by itself. The
built-in company has to draw the same each time, since it could else ask for what its words do not say. Of language
models it is only told: what one of them can draw is no measure of what may be asked.
"""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator, Mapping
from typing import Any

from company.config import BUILT_IN
from company.errors import ReplyError
from company.families.asking import reply_to
from company.families.figures.files import candidate_of
from company.families.figures.gate.drawing import Drawn, drawn
from company.families.figures.gate.randomness import random_source
from company.families.figures.records import Drawing, Revision
from company.families.figures.replies import Script
from company.families.figures.settings import of_code, settings_of
from company.families.figures.stages.sources import Coded, coded_source_of, files_told, resource_of
from company.records import Message
from company.results.likeness.aspects import right
from company.results.likeness.elements import elements
from company.run.stage import Office, Stage

Made = tuple[str, Drawn, tuple[Message, ...]]
"""Code, what it draws, and how it was talked about."""


async def _draw(office: Office, revision: Revision) -> AsyncIterator[Drawing]:
    candidate_id = candidate_of(revision.id)
    record_id, original = f"{candidate_id}.drawn", coded_source_of(office, candidate_id)
    known = {program(original.code): Drawn(office.archive.figures(original.id)[-1], original.portrait)}
    made = await _from_words(office, record_id, revision.words.expert, original, known)
    if isinstance(made, str):
        office.lost(record_id, "drawing", made)
        return
    code, found, talk = made
    if not _is_built_in(office):  # its code is run cold when a benchmark is verified
        again = await drawn(code, resource_of(office, original), office.sandbox, cold=True)
        if not isinstance(again, Drawn) or not same(found.portrait, again.portrait):
            office.lost(record_id, "drawing", "it draws something else in a cold run")
            return
    as_original = same(original.portrait, found.portrait)
    as_simple = await _as_simple(office, revision, original, found, {**known, program(code): found})
    failed = _failed(office, as_original or _is_edited(office, candidate_id), as_simple)
    office.archive.put_figures(record_id, [found.picture])
    yield Drawing(
        id=record_id,
        parent=revision.id,
        stage="drawing",
        position=1,
        status="rejected" if failed else "accepted",
        reason=failed,
        conversation=talk,
        plot_type=original.plot_type,
        words=revision.words,
        code=code,
        portrait=found.portrait,
        as_original=as_original,
        as_simple=as_simple,
    )


async def _from_words(
    office: Office, record_id: str, words: str, source: Coded, known: Mapping[str, Drawn]
) -> Made | str:
    """Return what comes of words and data, or why nothing does; `known` is what programs draw that have run."""
    failures: list[dict[str, str]] = []
    brief: dict[str, Any] = {
        "task": "draw_figure",
        "query": words,
        "files": files_told(office, source),
        "failures": failures,
    }
    for _ in range(settings_of(office.settings).figures.corrections + 1):
        try:
            reply, talk = await reply_to(office, "chatbot", ("drawing", record_id), "chatbot_figure", Script, brief)
        except ReplyError as problem:
            return str(problem)
        if (drawn_before := known.get(program(reply.code))) is not None:
            return reply.code, drawn_before, talk
        found = await drawn(reply.code, resource_of(office, source), office.sandbox)
        if isinstance(found, Drawn) and not random_source(reply.code):
            return reply.code, found, talk
        failures.append({"code": reply.code, "wrong": found if isinstance(found, str) else "It draws from chance."})
        if len(failures) > 1 and failures[-1] == failures[-2]:
            break  # it would say the same again
    return failures[-1]["wrong"]


def program(code: str) -> str:
    """Return what code does, without comments, spaces and the text at its beginning; code that is none as it is."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return code
    if ast.get_docstring(tree) is not None:
        del tree.body[0]
    return ast.unparse(tree)


async def _as_simple(
    office: Office, revision: Revision, source: Coded, figure: Drawn, known: Mapping[str, Drawn]
) -> bool | None:
    """Return whether the simple query alone leads to the same figure; None where nobody is to try."""
    if settings_of(office.settings).figures.blind is False:
        return None
    made = await _from_words(office, f"{candidate_of(revision.id)}.drawn.simple", revision.words.simple, source, known)
    return not isinstance(made, str) and same(figure.portrait, made[1].portrait)


def _is_edited(office: Office, candidate: str) -> bool:
    """Return whether people have changed what is asked for: it is then theirs, and not what the original shows."""
    return office.archive.status(f"{candidate}.query") == "edited"


def _failed(office: Office, as_original: bool, as_simple: bool | None) -> str | None:
    """Return why a figure does not count that was drawn otherwise from other words; None where it does."""
    blind = settings_of(office.settings).figures.blind
    if blind is False or (blind == "auto" and not _is_built_in(office)):
        return None
    if not as_original:
        return "from the words alone another figure comes out than they were written about"
    return None if as_simple else "from the simple query another figure comes out than from the expert one"


def _is_built_in(office: Office) -> bool:
    return office.ledger.backends["chatbot"].name == BUILT_IN


def same(one: Any, other: Any) -> bool:
    """Return whether two portraits show the same, with all texts and colours of the first."""
    return right(one, other, elements(one))


STAGE = Stage(
    "drawing",
    "revision",
    _draw,
    prompts=("chatbot_figures_role", "chatbot_figure"),
    wants=lambda revision: revision.by == "data_scientist",
    on=of_code,
)
