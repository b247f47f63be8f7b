"""Stages: two revise the query, the client so that it is clear, then the data scientist so that it is whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

from company.errors import ReplyError
from company.families.asking import marked, reply_to, table_of
from company.families.figures.files import candidate_of
from company.families.figures.gate.complaints import words_fault
from company.families.figures.records import Change, Original, Query, Revision, Words
from company.families.figures.replies import Changed, Changes
from company.families.figures.settings import of_code, of_pictures
from company.families.figures.stages.sources import coded_source_of, files_told, source_of
from company.run.stage import Office, Stage


class _Seen(NamedTuple):
    """What a reviser is shown beside the words."""

    words: str = ""
    """With which the prompt's name ends."""
    pictures: Sequence[bytes] = ()


_NOTHING = _Seen()


async def _by_client(office: Office, query: Query) -> AsyncIterator[Revision]:
    source = source_of(office, candidate_of(query.id))
    told: dict[str, Any] = {"files": files_told(office, source)}
    if isinstance(source, Original):
        table = table_of(office)
        told = {"columns": [column.name for column in table.columns], "rows": table.row_meaning}
    async for revision in _revised(office, query, "client", told):
        yield revision


async def _by_data_scientist(office: Office, revision: Revision) -> AsyncIterator[Revision]:
    code = coded_source_of(office, candidate_of(revision.id)).code
    async for made in _revised(office, revision, "data_scientist", {"code": code}):
        yield made


async def _by_who_sees(office: Office, revision: Revision) -> AsyncIterator[Revision]:
    source = source_of(office, candidate_of(revision.id))
    told, seen = {"files": files_told(office, source)}, _Seen("_picture", office.archive.figures(source.id))
    async for made in _revised(office, revision, "data_scientist", told, seen):
        yield made


async def _revised(
    office: Office, before: Query | Revision, by: Any, told: dict[str, Any], seen: _Seen = _NOTHING
) -> AsyncIterator[Revision]:
    record_id = f"{before.id.rpartition('.')[0]}.{by}"
    words, stage = before.words, "revising" if by == "client" else "completing"
    brief = {"task": "revise_query", **words.model_dump(), **told}

    def unfit(reply: Changes) -> str | None:
        return changes_fault(words, reply.changes)

    try:
        at, prompt = (stage, record_id), f"{by}_revise{seen.words}"
        reply, talk = await reply_to(office, by, at, prompt, Changes, brief, pictures=seen.pictures, check=unfit)
    except ReplyError as problem:
        office.lost(record_id, stage, str(problem))
        return
    revised = changed(words, reply.changes)
    revision = Revision(
        id=record_id,
        parent=before.id,
        stage=stage,
        position=1,
        status="accepted",
        conversation=talk,
        by=by,
        words=revised,
        changes=tuple(Change(**each.model_dump()) for each in reply.changes),
    )
    yield marked(office, revision, [("words.simple", revised.simple), ("words.expert", revised.expert)])


def changed(words: Words, changes: Sequence[Changed]) -> Words:
    """Return queries with changes made in their order; what has no old words is added at the end."""
    texts = words.model_dump()
    for each in changes:
        before = texts[each.of]
        texts[each.of] = before.replace(each.old, each.new, 1) if each.old else f"{before.rstrip()} {each.new.strip()}"
    return Words(**texts)


def changes_fault(words: Words, changes: Sequence[Changed]) -> str | None:
    """Return what is wrong with changes, for who proposes them; None where they will do."""
    texts = words.model_dump()
    for each in changes:
        if each.old and each.old not in texts[each.of]:
            return f"`old` is no part of the {each.of} query: {each.old[:80]!r}. Give words as they stand there."
    revised = changed(words, changes)
    return words_fault(revised.simple) or words_fault(revised.expert)


STAGES = (
    Stage("revising", "query", _by_client, prompts=("client_figures_role", "client_revise")),
    Stage(
        "completing",
        "revision",
        _by_data_scientist,
        prompts=("data_scientist_figures_role", "data_scientist_revise"),
        wants=lambda revision: revision.by == "client",
        on=of_code,
    ),
    Stage(
        "completing",
        "revision",
        _by_who_sees,
        prompts=("data_scientist_figures_role", "data_scientist_revise_picture"),
        wants=lambda revision: revision.by == "client",
        pictures=True,
        language_models_only=True,
        on=of_pictures,
    ),
)
