"""A case as a model sees it, to be read: what it is told of the table, the conversation, and the request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.archive import Archive
from company.families.dialogues.ids import dialogue_of
from company.families.dialogues.records import Rewrite, Turn
from company.records import USABLE
from company.showing.prose import Block, blocks
from company.showing.results import ResultView, result_views

HOW = "How to answer"
"""The section of a request that tells models of the form of an answer, which people have a page for."""


@dataclass(frozen=True)
class Exchange:
    """A query and what was answered, with what its code came to."""

    query: tuple[Block, ...]
    answer: tuple[Block, ...]
    results: tuple[ResultView, ...] = ()
    turn: int = 0
    """Position of the turn that has this code; 0 where none has it, as of code that failed."""


@dataclass(frozen=True)
class Section:
    """A part of the request under a heading of its own."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Conversation:
    """All that a model is shown, in the order in which it is shown."""

    setting: tuple[Block, ...]
    exchanges: tuple[Exchange, ...]
    question: tuple[Block, ...]
    sections: tuple[Section, ...]
    """What the request says beside the question."""
    how: tuple[Block, ...]
    """What models are told of the form of an answer."""
    figure: bool
    """Whether it is shown a figure."""


def conversation(archive: Archive | None, entry: Mapping[str, Any]) -> Conversation | None:
    """Return the case as a model sees it; None of a line without messages, as strangers' may be.

    Results of earlier turns come from the archive: a model that runs code sees them, too.
    """
    messages = entry.get("prompt_with_hist_json")
    if not isinstance(messages, list) or not messages:
        return None
    told = [(str(each.get("role", "")), str(each.get("content", ""))) for each in messages]
    setting = told.pop(0)[1] if told[0][0] == "system" else ""
    request = told.pop()[1] if told else ""
    asked = str(entry.get("choice", {}).get("question") or entry.get("current_query", ""))
    rest = request.removeprefix(str(entry.get("current_query", "")))
    sections = _sections(rest)
    return Conversation(
        setting=blocks(setting),
        exchanges=_exchanges(told, _turns(archive, entry), archive),
        question=blocks(asked),
        sections=tuple(each for each in sections if each.title != HOW),
        how=next((each.blocks for each in sections if each.title == HOW), ()),
        figure=bool(entry.get("figure")),
    )


def _sections(text: str) -> list[Section]:
    """Return the parts of a request by their headings; what comes before the first one has none."""
    found: list[Section] = []
    title, taken = "", list[Block]()
    for block in blocks(text):
        if block.kind == "heading":
            found += [Section(title, tuple(taken))] if taken else []
            title, taken = block.text, []
        else:
            taken.append(block)
    return [*found, Section(title, tuple(taken))] if taken else found


def _turns(archive: Archive | None, entry: Mapping[str, Any]) -> Mapping[str, Turn]:
    """Return the turns of the case's dialogue by their code, and by that of their rewrites."""
    if archive is None:
        return {}
    dialogue = dialogue_of(str(entry.get("data_id", "")))
    turns: list[Turn] = archive.records("turn", USABLE, dialogue)
    by_id = {each.id: each for each in turns}
    rewrites: list[Rewrite] = archive.records("rewrite", USABLE) if entry.get("prototype_code") else []
    private = {each.code.strip(): by_id[each.turn] for each in rewrites if each.turn in by_id}
    return private | {each.code.strip(): each for each in turns if each.code}


def _exchanges(
    told: Sequence[tuple[str, str]], turns: Mapping[str, Turn], archive: Archive | None
) -> tuple[Exchange, ...]:
    pairs = zip(told[::2], told[1::2], strict=False)
    return tuple(_exchange(query, answer, turns, archive) for (_, query), (_, answer) in pairs)


def _exchange(query: str, answer: str, turns: Mapping[str, Turn], archive: Archive | None) -> Exchange:
    answered = blocks(answer)
    codes = [each.text.strip() for each in answered if each.kind == "code"]
    turn = next((turns[code] for code in codes if code in turns), None)
    if turn is None or archive is None:
        return Exchange(blocks(query), answered)
    views = result_views(turn.results, len(archive.figures(turn.id)))
    return Exchange(blocks(query), answered, views, turn.position)
