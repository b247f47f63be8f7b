"""Records as they are read in other tools: the dialogue, the table, results, options with what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd

from company.archive import Archive
from company.families.dialogues.history import history
from company.families.dialogues.ids import RecordId
from company.families.dialogues.records import Persona, Turn
from company.families.dialogues.review.beside import ancestor, of_case
from company.families.dialogues.review.conversation import Conversation, conversation
from company.records import USABLE, Result
from company.reviewing.elsewhere import Line, Part, Reading
from company.showing import Grid, result_view
from company.showing.grids import counted, grid
from company.showing.prose import Block
from company.tables.record import Table

ASKS, ANSWERS = "data scientist", "chatbot"
ROWS, COLUMNS = 8, 20
"""Of the preview of a table."""


def turn_elsewhere(archive: Archive, body: Mapping[str, Any]) -> Reading:
    """Return a turn at the end of its dialogue, with its results."""
    turn = Turn.model_validate(body)
    before = history(archive, turn.parent or "", turn.position, turn.position, USABLE)
    talk = [line for each in [*before, turn] for line in _lines(each)]
    parts = [*_results(turn.results), *_around(archive, turn.id)]
    return Reading(tuple(talk), tuple(parts), figure=True)


def rewording_elsewhere(archive: Archive, body: Mapping[str, Any]) -> Reading:
    """Return a query in other words after the turn that it is of."""
    turn = ancestor(archive, body.get("parent"), Turn)
    said = Line(f"{ASKS}, in other words", str(body.get("query", "")))
    if turn is None:
        return Reading((said,))
    before = history(archive, turn.parent or "", turn.position, turn.position, USABLE)
    talk = [line for each in [*before, turn] for line in _lines(each)]
    return Reading((*talk, said), tuple(_around(archive, turn.id)))


def case_elsewhere(archive: Archive, body: Mapping[str, Any]) -> Reading:
    """Return a case as a model sees it, then what is right: the key, or options with what they come to."""
    entry = body["entry"]
    context, talk = of_case(archive, body), conversation(archive, entry)
    said = _said(talk) if talk is not None else [Line(ASKS, str(entry.get("current_query", "")))]
    parts = [
        *(Part(each.title or "Beside the question", _text(each.blocks)) for each in (talk.sections if talk else ())),
        *_key(context),
        *([] if entry.get("choice") else _results(context["reference"])),
        *_around(archive, str(entry.get("data_id") or body["id"])),
    ]
    figure = bool(entry.get("figure")) or any(each.type == "plot" for each in context["reference"])
    return Reading(tuple(said), tuple(parts), figure=figure)


def table_elsewhere(archive: Archive, body: Mapping[str, Any]) -> Reading:
    """Return the first rows of a table, which its description is held against."""
    return Reading(parts=tuple(_table(archive, Table.model_validate(body))))


def beside_elsewhere(archive: Archive, body: Mapping[str, Any]) -> Reading:
    """Return what a persona, a plan or a client's scenarios are made from: the client, and the table."""
    of = body["options"][0] if "options" in body else body
    return Reading(parts=tuple(_around(archive, str(of.get("parent") or ""))))


# the conversation


def _lines(turn: Turn) -> Iterator[Line]:
    yield Line(ASKS, turn.query)
    shown = "\n".join(f"{each.name}: {each.shown}" for each in turn.results if each.type != "plot")
    parts = [_fenced(turn.code) if turn.code else "", _fenced(shown) if shown else "", turn.answer]
    yield Line(ANSWERS, "\n\n".join(part for part in parts if part))


def _said(talk: Conversation) -> list[Line]:
    found = [Line("told first", _text(talk.setting))] if talk.setting else []
    for each in talk.exchanges:
        came = "\n".join(f"{result.name}: {result.text}" for result in each.results if result.figure is None)
        answer = "\n\n".join(part for part in (_text(each.answer), _fenced(came) if came else "") if part)
        found += [Line(ASKS, _text(each.query)), Line(ANSWERS, answer)]
    return [*found, Line(f"{ASKS}, now", _text(talk.question))]


def _text(blocks: Sequence[Block]) -> str:
    return "\n\n".join(
        _fenced(each.text)
        if each.kind == "code"
        else "\n".join(f"- {line}" for line in each.text.split("\n"))
        if each.kind == "items"
        else each.text
        for each in blocks
    )


def _fenced(text: str) -> str:
    return f"```\n{text.strip(chr(10))}\n```"


# beside it


def _key(context: Mapping[str, Any]) -> Iterator[Part]:
    for each in context["options"]:
        told = [each["text"], f"comes to {each['value']}" if each["value"] else "", _judged(each)]
        yield Part(f"Option {each['letter']}", "\n\n".join(part for part in told if part))
    for question, answer in context["asked_back"]:
        yield Part("What was asked back", f"{ANSWERS}: {question}\n\nanswer: {answer}")
    if context["readings"]:
        yield Part("It can be read as", "\n\n".join(context["readings"]))
    if (wrong := context["wrong"]) is not None:
        code = "".join(each.text for each in wrong["pieces"] if each.side != "new")
        yield Part(f"Wrong code: {wrong['kind']}", code, code=True)
    if context["solution"] and not context["options"]:
        yield Part("Reference", context["solution"], code=True)
    if context["prototype"]:
        yield Part("What it stands for", context["prototype"], code=True)
    if (second := context["second"]) is not None:
        comes = f"A second answer, by {second['by']} from the prompt alone, comes to {second['came_to']}"
        yield Part(comes, second["solution"], code=True)
        for each in _results(second["reference"]):
            yield Part(f"{each.title}, by the second answer", each.text, each.grid)


def _judged(option: Mapping[str, Any]) -> str:
    return "right" if option["right"] else f"wrong: {option['slip']}" if option["slip"] else "wrong"


def _results(results: Sequence[Result]) -> Iterator[Part]:
    for each in results:
        view = result_view(each)
        if each.type != "plot":
            yield Part(f"Result {view.name}", "" if view.grid else str(view.text), view.grid)


def _around(archive: Archive, record: str) -> Iterator[Part]:
    """Yield the client and the table of a record, as far as they are there."""
    if not record:
        return
    place = RecordId.of(record)
    person, table = ancestor(archive, place.persona_id, Persona), ancestor(archive, place.domain, Table)
    if person is not None:
        yield Part("The client", f"{person.name}, {person.job_title}, {person.location}\n\n{person.background}")
    if table is not None:
        yield from _table(archive, table)


def _table(archive: Archive, main: Table) -> Iterator[Part]:
    for table in main.every:
        yield from _one_table(archive, table)


def _one_table(archive: Archive, table: Table) -> Iterator[Part]:
    file = archive.run / "resource" / table.file
    preview = _preview(file, file.stat().st_mtime_ns) if file.is_file() else None
    size = f"{counted(table.rows, 'row')}, {counted(len(table.columns), 'column')}"
    yield Part(f"The table {table.name}: {size}", table.description, preview)
    rows = [[each.name, each.meant, table.meanings.get(each.name, "")] for each in table.columns]
    yield Part("Its columns", grid=grid(["column", "kind", "meaning"], [""] * len(rows), rows))


@lru_cache(maxsize=8)
def _preview(file: Path, _: int) -> Grid | None:
    """Return the first rows of a table; `_` is when it was written. None of a file that cannot be read."""
    try:
        frame = pd.read_csv(file, nrows=ROWS, dtype=str, keep_default_na=False)
    except (ValueError, OSError):
        return None
    frame = frame.iloc[:, :COLUMNS]
    return grid(list(frame.columns), list(range(len(frame))), frame.to_numpy().tolist())
