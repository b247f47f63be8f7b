"""Forks in the place of cold interpreters: of a Python that has loaded what a script's first lines import, and no more.

A cold interpreter spends nearly all of its time on importing libraries, and cases of one benchmark begin alike. What
has loaded nothing but what the script itself would load before anything else is what the script would find by then.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from company.errors import SandboxError
from company.sandbox.libraries import loaded_first
from company.sandbox.supervisors import Supervisors

WORTH = 3
"""Scripts that begin alike, before a Python is prepared for the next: it costs as much as some two of them."""
MOST = 4
"""Beginnings for which there is a prepared Python at a time."""

Beginning = tuple[str, ...]
"""Libraries that scripts import by their first lines."""


class Prepared:
    """Hands out supervisors that have loaded what many scripts begin with."""

    def __init__(self, make: Callable[[Beginning], Supervisors]) -> None:
        """Begin with none; `make` returns those that fork a Python which has loaded these libraries."""
        self._make = make
        self._seen: Counter[Beginning] = Counter()
        self._ready: dict[Beginning, Supervisors] = {}
        self._coming: dict[Beginning, asyncio.Task[None]] = {}

    async def fit_for(self, script: Path) -> Supervisors | None:
        """Return those that stand in for a cold interpreter that is to run a script; None where there are none (yet).

        Where many scripts begin like this one, some are prepared beside whatever else is done.
        """
        beginning = await asyncio.to_thread(loaded_first, script)
        if not beginning or beginning in self._ready:
            return self._ready.get(beginning)
        self._seen[beginning] += 1
        if self._seen[beginning] > WORTH and len(self._coming) < MOST and beginning not in self._coming:
            self._coming[beginning] = asyncio.create_task(self._prepare(beginning))
        return None

    async def _prepare(self, beginning: Beginning) -> None:
        try:
            supervisors = self._make(beginning)
            await supervisors.ready()
        except (SandboxError, OSError):
            pass  # cold interpreters do as well, and whoever needs one is told what is wrong
        else:
            self._ready[beginning] = supervisors

    async def stop(self) -> None:
        """End all of them; none is prepared from here on."""
        for task in self._coming.values():
            task.cancel()
        await asyncio.gather(*self._coming.values(), return_exceptions=True)
        ready, self._ready = self._ready, {}
        await asyncio.gather(*(each.dismiss() for each in ready.values()))
        await asyncio.gather(*(each.stop() for each in ready.values()))
