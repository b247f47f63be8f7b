"""All checks of sense on one case, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from company.families.dialogues.body.bodies import CodeBody
from company.families.dialogues.gate.sense.effects import effects
from company.families.dialogues.gate.sense.finding import Check, Finding
from company.families.dialogues.gate.sense.paraphrases import paraphrased
from company.families.dialogues.gate.sense.quantities import quantities
from company.families.shared.place import Place

CHECKS: tuple[Check, ...] = (quantities, effects, paraphrased)
"""In the order in which their reasons are told."""


async def sense(case: CodeBody, place: Place, checks: Sequence[Check] = CHECKS) -> Finding:
    """Return what all checks find in a case, each in a place of its own beside `place`.

    Raises SandboxError when the sandbox itself fails.
    """
    found = [await check(case, place.beside(f"sense{number}")) for number, check in enumerate(checks)]
    return Finding(
        tuple(reason for each in found for reason in each.reasons),
        {key: value for each in found for key, value in each.measured.items()},
    )
