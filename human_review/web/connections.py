"""Connections that hold on to the server without asking anything of it end, so that others find it answering.

A request whose head does not come within seconds is given up, and so is an answer that nobody reads; of bodies, see
`access.Border`. There is a limit to connections, below that of the process; at the limit, the one that has
waited longest without a whole request makes room for a new one.
"""

from __future__ import annotations

import asyncio
import resource
from collections import OrderedDict
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""Until a request's lines are all there."""
TAKEN_SECONDS = 60.0
"""Until a part of an answer is taken by who asked for it."""
MOST = 1_000
"""Connections at the same time."""
FEWEST = 16


def most_connections() -> int:
    """Return how many connections there may be: half of what the process may open is for files and the sandbox."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if files == resource.RLIM_INFINITY else max(FEWEST, min(MOST, files // 2))


class Waiting:
    """The connections of a server; those that may be closed for others, the one that has waited longest first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._all: set[Patient] = set()
        self._idle: OrderedDict[Patient, None] = OrderedDict()

    def came(self, one: Patient) -> None:
        """Note a connection; where there are too many, close one that asks for nothing."""
        self._all.add(one)
        self.idle(one)
        if len(self._all) > self._most:
            longest = next(iter(self._idle))
            self.gone(longest)
            longest.transport.abort()

    def idle(self, one: Patient) -> None:
        """Note that a connection waits for its other end."""
        self._idle[one] = None

    def busy(self, one: Patient) -> None:
        """Note that a connection's request is being answered."""
        self._idle.pop(one, None)

    def gone(self, one: Patient) -> None:
        """Forget a connection."""
        self._all.discard(one)
        self._idle.pop(one, None)


class Patient(H11Protocol):
    """HTTP on one connection, for as long as a request comes in time."""

    waiting: Waiting
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._expect(HEAD_SECONDS)
        self.waiting.came(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._stop()
        self.waiting.gone(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; with all of a request, it is being answered."""
        super().data_received(data)
        if self._answering():
            self._stop()
            if self.conn.their_state is not h11.SEND_BODY:
                self.waiting.busy(self)

    def on_response_complete(self) -> None:
        """Wait for the next request, where none is there already."""
        super().on_response_complete()
        if not self._answering():
            self.waiting.idle(self)
            self._expect(TAKEN_SECONDS if self.transport.is_closing() else HEAD_SECONDS)

    def pause_writing(self) -> None:
        """Wait for who asked to take what is answered."""
        super().pause_writing()
        self.waiting.idle(self)
        self._expect(TAKEN_SECONDS)

    def resume_writing(self) -> None:
        """Go on: it was taken."""
        super().resume_writing()
        if self._answering():
            self._stop()
            self.waiting.busy(self)

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _expect(self, seconds: float) -> None:
        self._stop()
        self._late = self.loop.call_later(seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def patient(most: int) -> type[asyncio.Protocol]:
    """Return the protocol of one server, with at most so many connections at a time."""
    return cast(type[asyncio.Protocol], type("PatientHere", (Patient,), {"waiting": Waiting(most)}))
