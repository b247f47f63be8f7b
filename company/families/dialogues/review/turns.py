"""A turn as a page shows it: whose dialogue it is, what was said before, and what it came to."""

from __future__ import annotations

from dataclasses import dataclass

from company.archive import Archive
from company.errors import ArchiveError
from company.families.dialogues.history import history
from company.families.dialogues.ids import RecordId
from company.families.dialogues.records import Persona, Plan, Scenario, Turn
from company.records import USABLE
from company.showing.results import ResultView, result_views
from company.showing.texts import Shown, hidden_in, shown
from company.tables.record import Table

EARLIER = 60
"""Turns before that are shown at most, the latest ones."""
COLUMNS = 200


@dataclass(frozen=True)
class EarlierTurn:
    """A turn that came before."""

    id: str
    number: int
    status: str
    query: Shown
    answer: Shown
    code: Shown | None
    results: tuple[ResultView, ...]
    figures: int


@dataclass(frozen=True)
class AttemptView:
    """Code that failed, and why."""

    code: Shown
    error: Shown


@dataclass(frozen=True)
class ColumnView:
    """A column of the table, and what it means."""

    name: str
    role: str
    meaning: Shown


@dataclass(frozen=True)
class TurnView:
    """A turn that is judged."""

    id: str
    number: int
    query: Shown
    answer: Shown
    code: str
    """For the editor, as it is; nothing else shows it so."""
    shown_code: Shown
    hidden: tuple[str, ...]
    """Where the code holds characters that cannot be seen."""
    intents: tuple[tuple[str, str], ...]
    """Name and type of each result that it is asked for."""
    results: tuple[ResultView, ...]
    figures: int
    attempts: tuple[AttemptView, ...]
    """Those that failed."""
    history: tuple[EarlierTurn, ...]
    left_out: int
    """Turns before the history."""
    later: int
    """Usable turns after it, which are run again when its code changes."""
    question: Shown
    """Of the plan, that it serves."""
    persona: Shown
    scenario: Shown
    table: str
    columns: tuple[ColumnView, ...]


def turn_view(archive: Archive, turn: Turn) -> TurnView:
    """Return the turn as it was proposed, in its dialogue as that is now."""
    dialogue = turn.parent or ""
    before = history(archive, dialogue, turn.position, turn.position, USABLE)
    after = [each for each in archive.records("turn", USABLE, dialogue) if each.position > turn.position]
    figures = len(archive.figures(turn.id))
    persona, scenario, plan, table = _around(archive, turn)
    questions = plan.questions if plan else ()
    asked = turn.instead or (questions[turn.question - 1].text if 0 < turn.question <= len(questions) else "")
    failed = [each for each in turn.attempts if each.execution.error is not None]
    return TurnView(
        id=turn.id,
        number=turn.position,
        query=shown(turn.query),
        answer=shown(turn.answer),
        code=turn.code or "",
        shown_code=shown(turn.code or ""),
        hidden=hidden_in(turn.code or ""),
        intents=tuple((each.name, each.type) for each in turn.intents),
        results=result_views(turn.results, figures),
        figures=figures,
        attempts=tuple(
            AttemptView(shown(each.code), shown(f"{error.type}: {error.message}", 2_000))
            for each in failed
            if (error := each.execution.error)
        ),
        history=tuple(_earlier(archive, each) for each in before[-EARLIER:]),
        left_out=max(0, len(before) - EARLIER),
        later=len(after),
        question=shown(asked),
        persona=shown(f"{persona.name}, {persona.job_title}, {persona.location}" if persona else "", 500),
        scenario=shown(f"{scenario.name}: {scenario.goal}" if scenario else "", 2_000),
        table=str(shown(table.name, 200)) if table else "",
        columns=_columns(table) if table else (),
    )


def _earlier(archive: Archive, turn: Turn) -> EarlierTurn:
    figures = len(archive.figures(turn.id))
    return EarlierTurn(
        turn.id,
        turn.position,
        turn.status,
        shown(turn.query),
        shown(turn.answer),
        None if turn.code is None else shown(turn.code),
        result_views(turn.results, figures),
        figures,
    )


def _around(archive: Archive, turn: Turn) -> tuple[Persona | None, Scenario | None, Plan | None, Table | None]:
    """Return the ancestors of a turn, by their ids; a page does without missing ones."""
    place = RecordId.of(turn.id)
    scenario = place.scenario_id
    found = [_found(archive, each) for each in (place.persona_id, scenario, place.domain)]
    plans = archive.records("plan", USABLE, scenario)
    return (
        found[0] if isinstance(found[0], Persona) else None,
        found[1] if isinstance(found[1], Scenario) else None,
        plans[0] if plans else None,
        found[2] if isinstance(found[2], Table) else None,
    )


def _found(archive: Archive, record_id: str) -> object:
    try:
        return archive.get(record_id)
    except ArchiveError:
        return None


def _columns(table: Table) -> tuple[ColumnView, ...]:
    return tuple(
        ColumnView(str(shown(each.name, 200)), each.meant, shown(table.meanings.get(each.name, ""), 500))
        for each in table.columns[:COLUMNS]
    )
