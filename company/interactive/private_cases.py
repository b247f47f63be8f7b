"""Stage: a turn on the private library becomes a benchmark case, if it passes the release gate (paper, 3.3).

Its history is on the library too, wherever a rewrite was accepted; its reference must give what the turn's own code
gives, and the library lies beside the table before any case is judged.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from company.benchmark.entries import code_entry
from company.benchmark.private_library import SOURCE_FILE, library_source, signatures
from company.benchmark.reference import without_show
from company.interactive.cases import LENDERS
from company.interactive.judging import judged
from company.interactive.private_library.evolving import library_before
from company.interactive.situations import earlier_turns, situation, table_of
from company.records import USABLE, Case, Library, LibraryFunction, Rewrite, Table, Turn
from company.stage import Office, Stage


async def _make(office: Office, rewrite: Rewrite) -> AsyncIterator[Case]:
    turn, table = office.archive.get(rewrite.turn), table_of(office, rewrite)
    assert isinstance(turn, Turn)
    publish(office)
    own = _rewrites(office, turn)
    earlier = [on_library(each, own) for each in earlier_turns(office, turn)]
    known = _known(office, turn)
    entry = _entry(office, table, on_library(turn, own), earlier, known)
    entry |= {"data_id": rewrite.id, "prototype_code": without_show(turn.code or "")}
    coded = [each for each in earlier if each.code is not None]
    lenders = [_entry(office, table, each, earlier[: earlier.index(each)], known) for each in coded[-LENDERS:]]
    yield await judged(office, "private_cases", rewrite, entry, mode="private", lenders=lenders)


def _entry(
    office: Office, table: Table, turn: Turn, earlier: Sequence[Turn], known: Sequence[LibraryFunction]
) -> dict[str, Any]:
    here = replace(situation(office, table, earlier), library=signatures(known))
    return code_entry(here, turn.query, turn.code or "", turn.intents, turn.id)


def on_library(turn: Turn, rewrites: Mapping[str, Rewrite]) -> Turn:
    """The turn with its code on the private library, where that was accepted."""
    found = rewrites.get(turn.id)
    return turn.model_copy(update={"code": found.code}) if found else turn


def _rewrites(office: Office, turn: Turn) -> dict[str, Rewrite]:
    """The accepted rewrites of the turn's dialogue, by the turn's id."""
    found = office.archive.records("rewrite", USABLE, f"{turn.parent}.lib")
    return {each.turn: each for each in found}


def _known(office: Office, turn: Turn) -> list[LibraryFunction]:
    """The library as it stands after the turn's dialogue."""
    own = office.archive.get(f"{turn.parent}.lib")
    assert isinstance(own, Library)
    return [*library_before(office.archive, turn.parent or ""), *own.functions]


def publish(office: Office) -> Path:
    """Put the whole library so far beside the table, where cases are judged; it is there whole or as it was."""
    functions = [function for each in office.archive.records("library", USABLE) for function in each.functions]
    source, file = library_source(functions), office.resource / SOURCE_FILE
    if not file.is_file() or file.read_text(encoding="utf-8") != source:
        fresh = office.archive.run / f".{SOURCE_FILE}"
        fresh.write_text(source, encoding="utf-8")
        fresh.replace(file)
    return file


STAGE = Stage(
    "private_cases",
    "rewrite",
    _make,
    prompts=("benchmark_case", "benchmark_case_library", "benchmark_case_request", "benchmark_case_setting"),
    serves=("private",),
)
