"""Stage: a turn on the private library becomes a benchmark case, if it passes the release gate (paper, 3.3).

Its history is on the library too, wherever a rewrite was accepted; its reference must give what the turn's own code
gives, and the library lies beside the table before any case is judged.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.body.entries import code_entry
from company.families.dialogues.body.private_library import (
    SOURCE_FILE,
    functions_called,
    library_source,
    on_library,
    rewrites_of,
    signatures,
)
from company.families.dialogues.body.reference import without_show
from company.families.dialogues.judging import judged
from company.families.dialogues.records import Case, Library, LibraryFunction, Rewrite, Turn
from company.families.dialogues.situations import earlier_turns, situation, table_of
from company.families.dialogues.stages.cases import LENDERS
from company.families.dialogues.stages.private_library.evolving import library_before
from company.records import USABLE
from company.run.stage import Office, Stage
from company.tables.record import Table


@dataclass(frozen=True)
class Standing:
    """Where a turn stands when its dialogue is held on the library."""

    table: Table
    turn: Turn
    """With its code on the library."""
    earlier: list[Turn]
    """The usable turns before it, on the library wherever a rewrite was accepted."""
    functions: tuple[LibraryFunction, ...]
    """The functions that there are by then."""
    prototype: str
    """The turn's own code."""

    @property
    def library(self) -> str:
        """The functions in words."""
        return signatures(self.functions)

    @property
    def called(self) -> str:
        """Those functions in words that the turn's code calls."""
        names = functions_called(self.turn.code or "", [function.name for function in self.functions])
        return signatures(function for function in self.functions if function.name in names)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields that a line on the library has beside the public ones."""
        return {"prototype_code": without_show(self.prototype)}


def standing(office: Office, rewrite: Rewrite) -> Standing:
    """Return the standing of a rewrite's turn; the library lies beside the table from then on."""
    turn = office.archive.get(rewrite.turn)
    assert isinstance(turn, Turn)
    publish(office)
    own = rewrites_of(office.archive, turn.parent or "")
    added = office.archive.get(f"{turn.parent}.lib")
    assert isinstance(added, Library)
    known = [*library_before(office.archive, turn.parent or ""), *added.functions]
    return Standing(
        table_of(office, rewrite),
        on_library(turn, own),
        [on_library(each, own) for each in earlier_turns(office, turn)],
        tuple(known),
        turn.code or "",
    )


async def _make(office: Office, rewrite: Rewrite) -> AsyncIterator[Case]:
    here = standing(office, rewrite)
    entry = _entry(office, here, here.turn, here.earlier).but(data_id=rewrite.id, **here.fields)
    coded = [each for each in here.earlier if each.code is not None]
    lenders = [_entry(office, here, each, here.earlier[: here.earlier.index(each)]) for each in coded[-LENDERS:]]
    yield await judged(office, "private_cases", rewrite, entry, mode="private", lenders=lenders)


def _entry(office: Office, here: Standing, turn: Turn, earlier: Sequence[Turn]) -> CodeBody:
    place = replace(situation(office, here.table, earlier), library=here.library)
    return code_entry(place, turn.query, turn.code or "", turn.intents, turn.id)


def publish(office: Office) -> Path:
    """Put the whole library so far beside the table, where cases are judged; it is there whole or as it was."""
    functions = [function for each in office.archive.records("library", USABLE) for function in each.functions]
    source, file = library_source(functions), office.resource / SOURCE_FILE
    if not file.is_file() or file.read_text(encoding="utf-8") != source:
        fresh = office.archive.run / f".{os.getpid()}.{SOURCE_FILE}"  # others may do the same here
        fresh.write_text(source, encoding="utf-8")
        fresh.replace(file)
        office.archive.keep_files()  # who opens the run elsewhere has it, too
    return file


STAGE = Stage(
    "private_cases",
    "rewrite",
    _make,
    prompts=("benchmark_case", "benchmark_case_library", "benchmark_case_request", "benchmark_case_setting"),
    serves=("private",),
)
