"""The Tapilot family: multi-turn data analysis over one table, as stages from the table to the cases."""

from company.interactive import cases, dialogues, personas, plans, private_cases, private_library, scenarios, tables
from company.stage import Stage

STAGES: tuple[Stage, ...] = (
    tables.STAGE,
    personas.STAGE,
    scenarios.STAGE,
    plans.STAGE,
    dialogues.STAGE,
    cases.STAGE,
    private_library.STAGE,
    private_cases.STAGE,
)
"""In the order of a record's life."""
