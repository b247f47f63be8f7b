"""An event loop whose clock jumps to the next timer: hours of waiting pass at once, and always in the same way."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class EverybodyWaits(Exception):
    """Nothing is ready, no timer is set: without this, the test would hang for ever."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """Timers come `early` by so many seconds, as they may on systems whose clocks tick slowly."""

    def __init__(self, early: float = 0.0) -> None:
        super().__init__()
        self._now, self._early = 0.0, early
        self._clock_resolution = early + 1e-6

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        if not self._ready and not self._stopping:  # type: ignore[attr-defined]
            timers = [each.when() for each in self._scheduled if not each.cancelled()]  # type: ignore[attr-defined]
            if not timers:
                raise EverybodyWaits
            self._now = max(self._now, min(timers) - self._early)
        super()._run_once()  # type: ignore[misc]


def run(work: Coroutine[Any, Any, Result], early: float = 0.0) -> Result:
    """What the work comes to on a loop of its own, whose clock begins at 0."""
    with asyncio.Runner(loop_factory=lambda: VirtualLoop(early)) as runner:
        return runner.run(work)
