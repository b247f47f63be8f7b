"""What a model wrote, screened before it is heard, and again when it goes on record (paper, section 10).

Heard: people and places are swapped in every reply, so that no colleague and no later prompt meets the originals. The
client's own name and place are drawn before anything is written, and stay.
On record: passages that a person should see are marked, where the settings say so.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from company.archive import Topic
from company.config import BUILT_IN
from company.families.dialogues.ids import RecordId
from company.families.dialogues.records import Case, Dialogue, Persona, Plan, Rewording, Scenario, Turn
from company.families.dialogues.replies import TableDescription
from company.records import Flag, Frozen, Message, Record
from company.run.stage import Office
from company.screening.flags import Data, flags_in, flags_in_code
from company.screening.invented import Identity, identities
from company.screening.names import Swap
from company.screening.places import places_in
from company.staff.members import Ask
from company.tables.record import Table

_AS_THEY_ARE = frozenset({"code", "columns", "functions", "result_types", "results", "row_meaning"})
"""Fields of a reply that hold code or names of the table and the dialogue."""
NAMES = Topic("names", ("record",))
"""The names that were met until a record was made, and what stands in their place."""
_STARTED_FROM = (Persona, Scenario, Plan, Dialogue, Turn)
"""Records from which stages start that ask the staff."""
_LONGEST = 80
"""Characters beyond which a value is prose, in which no name is sought."""
_Made = TypeVar("_Made", Table, Persona, Scenario, Plan, Dialogue, Turn, Rewording, Case)
_Reply = TypeVar("_Reply", bound=Frozen)


@dataclass(frozen=True)
class Screen:
    """What is done to the words of one client's scenario, plan and dialogue, or to those about the table."""

    office: Office
    data: Data
    swap: Swap | None
    """None: names are kept."""

    def asked(self, ask: Ask) -> Ask:
        """Return the same ask, with the reply screened before anybody hears it."""
        return ask if self.swap is None else replace(ask, rewrite=self.rewrite)

    def rewrite(self, reply: _Reply) -> _Reply:
        """Return a reply with its people and places swapped."""
        if self.swap is None:
            return reply
        if isinstance(reply, TableDescription):
            self.swap.kept |= places_in(reply.model_dump_json())
        return type(reply).model_validate(_swapped(reply.model_dump(), self.swap))

    def marked(self, record: _Made) -> _Made:
        """Return the record with the passages that a person should see, if the settings ask for them.

        The names met until then are kept in the run, for the stages that start from this record.
        """
        if self.swap is not None and isinstance(record, _STARTED_FROM):
            self.office.archive.put_fact(NAMES, record.id, content=self.swap.state())
        if not self.office.settings.screening.flags:
            return record
        found: list[Flag] = []
        seen: set[str] = set()
        for field, text in _texts(record):
            if text not in seen:
                seen.add(text)
                find = flags_in_code if field.rpartition(".")[2] == "code" else flags_in
                found += find(text, field, self.data)
        return record.model_copy(update={"flags": tuple(found)}) if found else record


def screen(office: Office, table: Table, start: Record, record: str = "", client: Identity | None = None) -> Screen:
    """Return the screen of a stage that starts from a record of this table, for the client whom that record names.

    `record` and `client` are the id of a persona that the stage is about to invent, and who that is. What the stage has
    met is not kept until it makes a record: begun again after it was stopped, it reads the replies that it has paid for
    with the names that it knew then.
    """
    if not _swaps(office):
        return Screen(office, _data(office, table), None)
    persona_id = record or RecordId.of(start.id).persona_id
    swap = Swap(persona_id, _data(office, table), _about(table)).restored(office.archive.fact(NAMES, start.id))
    known = client or (office.archive.get(persona_id) if persona_id != table.id else None)
    if isinstance(known, Identity | Persona):
        swap.own(known.name, known.location)
    return Screen(office, swap.data, swap)


def clients(office: Office, table: Table) -> Iterator[Identity]:
    """Yield who the clients of a table are, in the order of their positions, without end."""
    return identities(f"{office.settings.model.seed}\n{table.id}", _data(office, table), _about(table))


def _about(table: Table) -> frozenset[str]:
    """Return the places that a table is about, by what is said of it."""
    said = [text for each in table.every for text in (each.description, each.row_meaning, *each.meanings.values())]
    return places_in(" ".join(said))


def _swaps(office: Office) -> bool:
    wanted = office.settings.screening.names
    modelled = any(backend.name != BUILT_IN for backend in office.ledger.backends.values())
    return wanted == "swap" or (wanted == "auto" and modelled)


def _data(office: Office, table: Table) -> Data:
    known = [
        _read(office.resource / each.file, each.sha256, (each.name, *(one.name for one in each.columns)))
        for each in table.every
    ]
    return known[0] if len(known) == 1 else Data(frozenset(word for one in known for word in one.words))


@lru_cache(maxsize=16)
def _read(file: Path, sha256: str, names: tuple[str, ...]) -> Data:
    """Return every value of the table that may be a name, with its column names; read once for a table."""
    values: set[str] = set(names)
    if file.is_file():
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.reader(lines):
                values.update(value for value in row if len(value) <= _LONGEST and not value[:1].isdigit())
    return Data(frozenset(values))


def _swapped(words: Any, swap: Swap) -> Any:
    if isinstance(words, str):
        return swap(words)
    if isinstance(words, Mapping):
        return {key: value if key in _AS_THEY_ARE else _swapped(value, swap) for key, value in words.items()}
    return [_swapped(each, swap) for each in words] if isinstance(words, list | tuple) else words


def _texts(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the fields of a record that hold words of the staff, with their positions."""
    match record:
        case Table():
            fields = record.model_dump(include={"description", "row_meaning"})
            fields |= {f"meanings.{column}": meaning for column, meaning in record.meanings.items()}
        case Persona():
            fields = record.model_dump(include={"name", "location", "job_title", "background"})
        case Scenario():
            fields = record.model_dump(include={"name", "description", "goal"})
        case Plan():
            fields = dict(_questions(record))
        case Turn():
            fields = {"query": record.query, "answer": record.answer, "code": record.code or ""}
            fields |= {f"attempts.{n}.code": each.code for n, each in enumerate(record.attempts, start=1)}
        case Rewording():
            fields = {"query": record.query}
        case Case():
            fields = {"entry.current_query": record.entry["current_query"]}
        case _:
            fields = {}
    yield from fields.items()
    yield from _spoken(record.conversation)


def _questions(plan: Plan) -> Iterator[tuple[str, str]]:
    for number, question in enumerate(plan.questions, start=1):
        yield f"questions.{number}.text", question.text
        for place, condition in enumerate(question.conditions, start=1):
            yield f"questions.{number}.conditions.{place}", condition


def _spoken(talk: tuple[Message, ...]) -> Iterator[tuple[str, str]]:
    """Yield the messages of a conversation; a reply without a message is the record itself."""
    for number, message in enumerate(talk, start=1):
        if message.content is None or "message" in message.content:
            yield f"conversation.{number}.text", message.text
