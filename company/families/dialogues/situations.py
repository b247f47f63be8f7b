"""Where in its dialogue a case stands, composed by query from the archive (paper, appendix B)."""

from __future__ import annotations

from collections.abc import Sequence

from company.families.dialogues.body.entries import Situation
from company.families.dialogues.body.histories import clean, unseen
from company.families.dialogues.history import history
from company.families.dialogues.ids import RecordId
from company.families.dialogues.prelude import VARIABLE, prelude
from company.families.dialogues.records import Persona, Plan, Scenario, Turn
from company.families.dialogues.settings import settings_of
from company.records import USABLE, Record
from company.run.stage import Office
from company.tables.record import Table


def table_of(office: Office, record: Record) -> Table:
    """Return the table that a record is about."""
    table = office.archive.get(RecordId.of(record.id).domain)
    assert isinstance(table, Table)
    return table


def plan_of(office: Office, turn: Turn) -> Plan:
    """Return the plan that a turn serves; it says in which register its dialogue is held."""
    scenario = RecordId.of(turn.id).scenario_id
    plan = office.archive.records("plan", USABLE, parent=scenario)[0]
    assert isinstance(plan, Plan)
    return plan


def question_of(plan: Plan, turn: Turn) -> str:
    """Return the question that a turn serves: the plan's, or what a result has put in its place."""
    return turn.instead or plan.questions[turn.question - 1].text


def client_of(office: Office, record: Plan | Turn) -> tuple[Persona, Scenario]:
    """Return the client whom a plan or a turn is for, and what they want to find out."""
    scenario = office.archive.get(RecordId.of(record.id).scenario_id)
    assert isinstance(scenario, Scenario)
    persona = office.archive.get(scenario.parent or "")
    assert isinstance(persona, Persona)
    return persona, scenario


def earlier_turns(office: Office, turn: Turn) -> list[Turn]:
    """Return every usable turn of the dialogue before this one, oldest first."""
    return history(office.archive, turn.parent or "", turn.position, turn.position, USABLE)


def recent(office: Office, turns: Sequence[Turn]) -> Sequence[Turn]:
    """Return the latest of these turns, as many as a prompt shows by the settings."""
    window = settings_of(office.settings).dialogues.history
    return turns[-window:] if window else ()


def asked_for(turns: Sequence[Turn]) -> list[str]:
    """Return the names of the variables that turns were asked for, in order; figures leave none."""
    return [intent.name for turn in turns for intent in turn.intents if intent.type != "plot"]


def situation(office: Office, table: Table, earlier: Sequence[Turn]) -> Situation:
    """Return the situation of a case after these turns, with the history that the settings ask for."""
    window = settings_of(office.settings).dialogues.history
    coded = [each for each in earlier if each.code is not None]
    return Situation(table, prelude(table), VARIABLE, coded, clean(coded, window), unseen(coded, window))
