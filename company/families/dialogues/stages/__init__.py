"""The Tapilot family: multi-turn data analysis over one table, as stages from the table to the cases."""

from company.families.dialogues.stages import (
    cases,
    dialogues,
    personas,
    plans,
    private_cases,
    private_library,
    registers,
    scenarios,
    tables,
)
from company.families.dialogues.stages.actions import (
    best_guess,
    clarification,
    fast_fail,
    insight_mining,
    plot_qa,
    update_code,
)
from company.run.stage import Stage

STAGES: tuple[Stage, ...] = (
    tables.STAGE,
    personas.STAGE,
    scenarios.STAGE,
    plans.STAGE,
    dialogues.STAGE,
    cases.STAGE,
    registers.STAGE,
    update_code.STAGE,
    clarification.STAGE,
    fast_fail.STAGE,
    best_guess.STAGE,
    plot_qa.STAGE,
    insight_mining.STAGE,
    private_library.STAGE,
    private_cases.STAGE,
    update_code.PRIVATE_STAGE,
    clarification.PRIVATE_STAGE,
)
"""In the order of a record's life."""
