"""What a run would cost, before any of it is paid: a rehearsal by the built-in company, reckoned up.

The built-in company holds the same conversations over the same table with the same prompts, so the number of calls and
what they read come out much as with language models. What these write is longer, as a rule, and they are asked again
where they fail: the true cost is higher than what is reckoned here.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from company.archive import Archive
from company.config import ROLES, ModelSettings, ReviewSettings, Settings
from company.console.progress import Progress
from company.models.protocol import Usage
from company.models.registry import price
from company.records import Role
from company.run.simulation import simulate

REHEARSED = 12
"""Cases of a rehearsal, at most."""
CHARACTERS = 4.0
"""Of a token, in English and JSON; tokenizers differ by some tenths."""
_ONCE = "tables"
"""The stage that a run has once, however many cases are wanted."""


@dataclass(frozen=True)
class Share:
    """What one role is reckoned to need."""

    role: Role
    model: str
    calls: int
    read: int
    """Tokens."""
    written: int
    """Tokens."""
    usd: float | None
    """None where the price is not known."""


@dataclass(frozen=True)
class Estimate:
    """What a run is reckoned to need, by role."""

    cases: int
    rehearsed: int
    """Cases that the reckoning stands on."""
    shares: tuple[Share, ...]

    @property
    def usd(self) -> float | None:
        """Of all roles; None where some price is not known."""
        costs = [share.usd for share in self.shares]
        return None if None in costs else math.fsum(cost for cost in costs if cost is not None)


async def estimate(settings: Settings, progress: Progress) -> Estimate:
    """What the whole run would need from its beginning. Raises what `simulate` raises; nothing is paid or kept."""
    wanted = settings.targets.all
    with tempfile.TemporaryDirectory(prefix="company-rehearsal-") as folder:
        rehearsal = settings.model_copy(
            update={
                "out": Path(folder) / "run",
                "targets": settings.targets.scaled(min(wanted, REHEARSED)),
                "model": ModelSettings(seed=settings.model.seed),
                "review": ReviewSettings(),  # a rehearsal waits for nobody
            }
        )
        outcome = await simulate(rehearsal, progress)
        with Archive.open(rehearsal.out) as archive:
            used = _used(archive, wanted / max(1, outcome.accepted))
    shares = tuple(_share(role, settings.model.of(role), used) for role in ROLES)
    return Estimate(wanted, outcome.accepted, shares)


@dataclass
class _Used:
    calls: float = 0.0
    read: float = 0.0
    written: float = 0.0


def _used(archive: Archive, times: float) -> dict[str, _Used]:
    """By role, with every stage but the first so many times."""
    used: dict[str, _Used] = {role: _Used() for role in ROLES}
    for call in archive.calls():
        share, often = used[call.role], 1.0 if call.stage == _ONCE else times
        share.calls += often
        share.read += often * len(call.messages) / CHARACTERS
        share.written += often * len(call.reply) / CHARACTERS
    return used


def _share(role: Role, told: ModelSettings, used: Mapping[str, _Used]) -> Share:
    share = used[role]
    calls, read, written = round(share.calls), round(share.read), round(share.written)
    cost = price(told)(Usage(prompt_tokens=read, completion_tokens=written))
    # A role may have another backend than [model], whose name is then not its own.
    model = told.name if told.backend == "openai" else told.backend
    return Share(role, model, calls, read, written, cost)
