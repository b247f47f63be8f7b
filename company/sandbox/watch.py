"""Waits for a process that cannot be trusted to end: reads what it writes, up to a limit, until a deadline."""

import os
import select
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from company.sandbox import wire

Ending = Literal["finished", "wall", "cpu", "disk", "over", "stopped", "left"]
"""It finished; the time, or the processor's time, is up; the disk or the output is too full; the asker says that it
is to be stopped, or is gone."""
_TICK, _LAST_TICK = 0.05, 0.002
"""Seconds between looks at whether it finished; the pipes say it sooner, and once they are closed it is near."""
_PART = 1 << 16


class Pipe:
    """The reading end of a pipe and what came out of it so far."""

    def __init__(self, limit: int) -> None:
        """A new pipe, which never takes much more than `limit` bytes."""
        self.descriptor, self.writing = os.pipe()
        self.limit = limit
        os.set_blocking(self.descriptor, False)
        self.content = bytearray()
        self.ended = False

    @property
    def over(self) -> bool:
        """More was written than may be."""
        return len(self.content) > self.limit

    def take(self) -> None:
        """Read what is there."""
        while not self.ended and not self.over:
            try:
                part = os.read(self.descriptor, _PART)
            except BlockingIOError:
                return
            self.content += part
            self.ended = not part

    def text(self) -> str:
        """What was written, as text, up to the limit."""
        return bytes(self.content[: self.limit]).decode("utf-8", "replace")

    def handed_over(self) -> None:
        """The writing end is another process's alone from now on."""
        os.close(self.writing)
        self.writing = -1

    def close(self) -> None:
        """Give the descriptors back."""
        os.close(self.descriptor)
        if self.writing >= 0:
            self.handed_over()


def watch(
    pipes: Sequence[Pipe],
    asker: socket.socket,
    seconds: float,
    finished: Callable[[], bool],
    check: Callable[[], Ending | None] = lambda: None,
    answers: Mapping[int, Callable[[], None]] | None = None,
    tick: float = _TICK,
    patient: bool = False,
) -> Ending:
    """Read the pipes until `finished`, a limit, the deadline, a word of the asker, or its end.

    `check` is asked about other limits at every tick of so many seconds; `answers` says what to do when a further
    descriptor has something to read. While it is `patient`, a word of the asker has to wait.
    """
    answers = answers or {}
    deadline = time.monotonic() + seconds
    poll = select.poll()
    for descriptor in (*(() if patient else (asker.fileno(),)), *(pipe.descriptor for pipe in pipes), *answers):
        poll.register(descriptor, select.POLLIN)
    checked = time.monotonic()
    while True:
        _take(pipes, poll)
        # What was written before the end is in the pipes by then: read once more before leaving.
        done = finished()
        if done:
            _take(pipes, poll)
        if any(pipe.over for pipe in pipes):
            return "over"
        if done:
            return "finished"
        now = time.monotonic()
        if now >= deadline:
            return "wall"
        if now - checked >= tick:
            checked = now
            if (found := check()) is not None:
                return found
        pause = _LAST_TICK if all(pipe.ended for pipe in pipes) else tick
        for descriptor, _ in poll.poll(min(deadline - now, pause) * 1000):
            if descriptor in answers:
                answers[descriptor]()
            elif descriptor == asker.fileno():
                return _said(asker)


def _said(asker: socket.socket) -> Ending:
    """The asker sends nothing while it waits, but for the word that stops what it waits for."""
    try:
        return "left" if wire.receive(asker) is None else "stopped"
    except OSError:
        return "left"


def _take(pipes: Sequence[Pipe], poll: "select.poll") -> None:
    for pipe in pipes:
        if not pipe.ended:
            pipe.take()
            if pipe.ended:
                # An ended pipe would wake the poll again and again.
                poll.unregister(pipe.descriptor)
