"""Where in its dialogue a case stands, composed by query from the archive (paper, appendix B)."""

from __future__ import annotations

from collections.abc import Sequence

from company.benchmark.entries import Situation
from company.benchmark.histories import clean, unseen
from company.interactive.dialogues import prelude
from company.interactive.tables import VARIABLE
from company.records import USABLE, Persona, Plan, Record, Scenario, Table, Turn
from company.stage import Office


def table_of(office: Office, record: Record) -> Table:
    """The table that a record is about."""
    table = office.archive.get(record.id.split(".")[0])
    assert isinstance(table, Table)
    return table


def plan_of(office: Office, turn: Turn) -> Plan:
    """The plan that a turn serves; it says in which register its dialogue is held."""
    scenario = (turn.parent or "").rpartition(".")[0]
    plan = office.archive.records("plan", USABLE, parent=scenario)[0]
    assert isinstance(plan, Plan)
    return plan


def client_of(office: Office, turn: Turn) -> tuple[Persona, Scenario]:
    """Whose dialogue a turn belongs to, and what they want to find out."""
    scenario = office.archive.get((turn.parent or "").rpartition(".")[0])
    assert isinstance(scenario, Scenario)
    persona = office.archive.get(scenario.parent or "")
    assert isinstance(persona, Persona)
    return persona, scenario


def earlier_turns(office: Office, turn: Turn) -> list[Turn]:
    """Every usable turn of the dialogue before this one, oldest first."""
    return office.archive.history(turn.parent or "", turn.position, turn.position, USABLE)


def situation(office: Office, table: Table, earlier: Sequence[Turn]) -> Situation:
    """Where a case after these turns stands, with the history that the settings ask for."""
    window = office.settings.dialogues.history
    coded = [each for each in earlier if each.code is not None]
    return Situation(table, prelude(table), VARIABLE, coded, clean(coded, window), unseen(coded, window))
