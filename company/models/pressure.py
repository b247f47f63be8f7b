"""How hard a server is pressed: calls under way, waits, retries, and the moment to give up.

All calls to one server go through one `Line`. The number that may be under way finds itself: it grows while calls wait
for a place and come back well, and is halved when the server says that it is too busy. A server that fails at one call
after another is left alone but for one call at a time, until it answers again or patience is at its end.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from company.errors import BackendError, CallFailed

_FIRST = 32
"""Calls that may be under way before anything is known of the server."""
_FAILURES = 5
"""Failures in a row, with no success between them, after which a server counts as down."""
_SHORTEST, _LONGEST = 0.5, 30.0
"""Seconds between tries."""
_AT_FIRST = 30.0
"""Seconds to wait for a server that has never answered."""
Reply = TypeVar("Reply")


class Setback(Exception):
    """A call that may be made again: the server was too busy, or failed at it."""

    def __init__(self, kind: Literal["busy", "failed"], words: str, wait: float | None = None) -> None:
        """Create the exception: `words` say what happened; `wait` is for how many seconds to leave the server alone."""
        super().__init__(words)
        self.kind, self.words, self.wait = kind, words, wait


@dataclass(frozen=True)
class Bounds:
    """What a `Line` may do; the same words as in [model] of simulation.toml."""

    concurrency: int = 256
    retries: int = 6
    patience: float = 300.0


class Line:
    """The one way to a server. Calls are served first come, first served."""

    def __init__(self, server: str, bounds: Bounds, tell: Callable[[str], None] = lambda line: None) -> None:
        """Create the line: `server` is its name in messages; `tell` is given lines about trouble, and its end."""
        self._server, self._bounds, self._tell = server, bounds, tell
        self._limit = float(min(_FIRST, bounds.concurrency))
        self._unbounded = True
        """The server has never been too busy yet: the limit may grow fast."""
        self._under_way = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._paused_until: float | None = None
        self._answered_at = -math.inf
        """When a call last came back well."""
        self._lowered_at = 0.0
        self._failures = 0
        self._down_since: float | None = None
        self._probed_at = 0.0
        self._hung_up = False
        self._patience = min(bounds.patience, _AT_FIRST)
        """Seconds to wait for it when it is down; a server that has never answered may be a wrong address."""

    @property
    def limit(self) -> int:
        """The number of calls that may be under way now."""
        return 1 if self._down_since is not None else max(1, int(self._limit))

    async def call(self, send: Callable[[], Awaitable[Reply]]) -> Reply:
        """Return the reply of `send`; it is tried again after a Setback.

        Raises BackendError when the server stays down or busy beyond patience, CallFailed when it keeps failing at
        this one call alone, and whatever else `send` raises.
        """
        loop = asyncio.get_running_loop()
        failed, refused, refused_since = 0, 0, None
        while True:
            await self._enter()
            began = loop.time()
            try:
                reply = await send()
                self._went_well()
                return reply
            except Setback as setback:
                if setback.kind == "busy":
                    refused, refused_since = refused + 1, began if refused_since is None else refused_since
                    self._too_busy(began, setback)
                    self._check_patience(refused, refused_since, setback)
                else:
                    self._failed(began, setback)
                    # While it is down, that is not to be blamed on the call.
                    failed += self._down_since is None
                    if failed > self._bounds.retries:
                        raise CallFailed(
                            f"{self._server} failed {failed} times at this call, the last time: {setback.words}"
                        ) from None
            finally:
                self._leave()  # last: the next call is let in by what was just learned
            await asyncio.sleep(random.uniform(0, _pause_after(failed + refused)))

    def hang_up(self) -> None:
        """Let calls under way end, and begin no more."""
        self._hung_up = True
        while self._waiting:
            self._waiting.popleft().cancel()

    # places

    async def _enter(self) -> None:
        if self._hung_up:
            raise asyncio.CancelledError
        if self._waiting or not self._has_room():
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._leave()  # the place was given just now
                elif turn in self._waiting:
                    self._waiting.remove(turn)
                raise
        else:
            self._under_way += 1

    def _has_room(self) -> bool:
        return self._under_way < self.limit and self._paused_until is None

    def _leave(self) -> None:
        self._under_way -= 1
        self._admit()

    def _admit(self) -> None:
        while self._waiting and self._has_room():
            turn = self._waiting.popleft()
            if not turn.done():
                self._under_way += 1
                turn.set_result(None)

    def _pause(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        if self._paused_until is None or until > self._paused_until:
            self._paused_until = until
            loop.call_at(until, self._resume, until)

    def _resume(self, until: float) -> None:
        # The clock is not asked: a timer may come a tick before its time, and this one would be the last.
        if until == self._paused_until:
            self._paused_until = None
            self._admit()

    # what the server makes of it

    def _went_well(self) -> None:
        self._is_up()
        self._answered_at = asyncio.get_running_loop().time()
        if self._under_way >= self.limit and self._limit < self._bounds.concurrency:
            self._limit = min(self._bounds.concurrency, self._limit + (1 if self._unbounded else 1 / self._limit))

    def _is_up(self) -> None:
        self._failures = 0
        self._patience = self._bounds.patience
        if self._down_since is not None:
            self._down_since = None
            self._tell(f"{self._server} answers again")

    def _too_busy(self, began: float, setback: Setback) -> None:
        self._is_up()
        # Calls that were under way together are refused together: they count once.
        if began >= self._lowered_at:
            self._lowered_at = asyncio.get_running_loop().time()
            self._unbounded = False
            self._limit = max(1.0, self._limit / 2)
        if setback.wait:
            self._pause(min(setback.wait, self._bounds.patience))

    def _check_patience(self, refused: int, since: float, setback: Setback) -> None:
        """Raise BackendError or CallFailed when a call was refused for too long, by whether others were served."""
        patience = self._bounds.patience
        if asyncio.get_running_loop().time() - since <= patience:
            return
        if self._answered_at < since:
            raise BackendError(
                f"{self._server} has been too busy for {patience:.0f} s ({setback.words}); what is paid for is kept: "
                "run again later, or raise [model] patience"
            ) from None
        # Most of the time may have been spent in the line.
        if refused > self._bounds.retries:
            raise CallFailed(
                f"{self._server} was too busy {refused} times for this call while it took others, the last time: "
                f"{setback.words}"
            ) from None

    def _failed(self, began: float, setback: Setback) -> None:
        now = asyncio.get_running_loop().time()
        if setback.wait:
            self._pause(min(setback.wait, self._bounds.patience))
        if began < self._probed_at:
            return  # was under way when the server was found to be down: says nothing new
        self._failures += 1
        if self._down_since is None and self._failures >= _FAILURES:
            self._down_since = now
            self._tell(
                f"{self._server} does not answer ({setback.words}); trying one call at a time, "
                f"for {self._patience:.0f} s at most"
            )
        if self._down_since is None:
            return
        self._probed_at = now
        if now - self._down_since > self._patience:
            raise BackendError(
                f"{self._server} has not answered for {self._patience:.0f} s ({setback.words}); what is paid "
                "for is kept: see to the server and [model] base_url, and run again"
            ) from None
        self._pause(_pause_after(self._failures - _FAILURES))


def _pause_after(tries: int) -> float:
    """Return the seconds, at most, before a further try."""
    return min(_LONGEST, _SHORTEST * 2.0 ** min(tries, 10))
