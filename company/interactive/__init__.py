"""The Tapilot family: multi-turn data analysis over one table, as stages from the table to the cases."""

from company.interactive import cases, dialogues, personas, plans, scenarios, tables
from company.stage import Stage

STAGES: tuple[Stage, ...] = (
    tables.STAGE,
    personas.STAGE,
    scenarios.STAGE,
    plans.STAGE,
    dialogues.STAGE,
    cases.STAGE,
)
"""In the order of a record's life."""
