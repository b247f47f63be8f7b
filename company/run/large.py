"""What a run of very many cases is told before it begins: how long it will take, and what it will cost."""

from __future__ import annotations

import time
from collections.abc import Callable

from company.archive import is_there
from company.config import BUILT_IN, ROLES, Settings
from company.console.pace import duration
from company.console.progress import Progress, Silent
from company.console.tally import dollars
from company.errors import ConfigError
from company.run.estimate import estimate_of, refuse_unrehearsed, rehearsed_needs

LARGE = 100_000
"""Cases from which on a run is reckoned up before it begins."""


async def warn_of_size(
    settings: Settings, progress: Progress, clock: Callable[[], float] = time.monotonic
) -> str | None:
    """Tell what a run of very many cases needs, by a rehearsal of a few; return what was told, None of any other run.

    A run that has begun, and one whose calls are all recorded, is told nothing. Raises what `simulate` raises.
    """
    wanted = settings.targets.all
    if wanted < LARGE or settings.model.replays or is_there(settings.out):
        return None
    try:
        refuse_unrehearsed(settings)
    except ConfigError:
        told = f"{wanted:,} cases are wanted; what they need cannot be reckoned beforehand: begin with a small --limit"
    else:
        progress.note(f"{wanted:,} cases are wanted: a few are rehearsed by the built-in company first")
        told = f"{wanted:,} cases: {await _rehearsed(settings, clock)}"
    progress.note(f"{told}. The run can be interrupted, and goes on where it was when it is started again")
    return told


async def _rehearsed(settings: Settings, clock: Callable[[], float]) -> str:
    """Return in words what the whole run needs, by a rehearsal."""
    began = clock()
    needs, rehearsed = await rehearsed_needs(settings, Silent())
    if not rehearsed:
        return "a rehearsal came to none at all; try a small --limit first"
    found = estimate_of(settings, needs, rehearsed)
    calls, read = sum(each.calls for each in found.shares), sum(each.read for each in found.shares)
    pace = _pace(settings, clock() - began, rehearsed)
    return f"{pace}, {calls:,} replies to {read:,} tokens, for {dollars(found.usd)}"


def _pace(settings: Settings, seconds: float, rehearsed: int) -> str:
    """Return how long all cases take at the pace of a rehearsal, which a language model does not reach."""
    whole = duration(seconds / rehearsed * settings.targets.all)
    models = any(settings.model.of(role).backend != BUILT_IN for role in ROLES)
    slower = ", and longer with a model that has to be waited for" if models else ""
    return f"{whole} at the pace of a rehearsal of {rehearsed:,}{slower}"
