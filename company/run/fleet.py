"""Several runs at once: one display, one fund, and what goes wrong in one of them is no matter of the others."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from company.archive import Archive, is_there
from company.config import Settings
from company.console.joint import Joint
from company.console.progress import Progress
from company.errors import CompanyError, ConfigError
from company.models.ledger import Fund, Spent
from company.run.simulation import Among, Outcome, Workplace, here, simulate

Come = Outcome | CompanyError
"""What a run came to: how it ended, or why it could not go on."""


async def simulate_all(
    fleet: Sequence[Settings], progress: Progress, cap_usd: float | None = None, workplace: Workplace = here
) -> list[Come]:
    """Do what is missing of several runs, all at once, at the given workplace; return what each came to, in order.

    Together they may cost `cap_usd`, and each by itself what its own settings allow. No two are to be in one folder
    (`refuse_twins`, before anything of them is written).
    """
    fund = None if cap_usd is None else Fund(cap_usd, {each.out: _earlier(each.out) for each in fleet})
    among, joint = Among(len(fleet), fund), Joint(progress, cap_usd)

    async def one(settings: Settings) -> Come:
        try:
            return await simulate(settings, joint.part(settings.name), workplace=workplace, among=among)
        except CompanyError as problem:
            joint.part(settings.name).note(str(problem))
            return problem

    return list(await asyncio.gather(*map(one, fleet)))


def refuse_twins(fleet: Sequence[Settings]) -> None:
    """Raise ConfigError where two runs would be in one folder."""
    outs = [each.out.resolve() for each in fleet]
    for place, settings in enumerate(fleet):
        if settings.out.resolve() in outs[:place]:
            raise ConfigError(f"two of the scenarios would be run in {settings.out}; give their folders other names")


def _earlier(run: Path) -> Spent:
    """Return what a run has cost before."""
    if not is_there(run):
        return Spent(0.0, 0)
    opening: AbstractContextManager[Archive] = Archive.open(run)
    with opening as archive:
        calls, usd = archive.spent()
        return Spent(usd, calls)
