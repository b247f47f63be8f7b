"""Waits for a process that cannot be trusted to end: reads what it writes, up to a limit, until a deadline."""

import os
import select
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from company.sandbox import wire

Ending = Literal["finished", "wall", "cpu", "disk", "over", "held", "stopped", "left"]
"""It finished; the time, or the processor's time, is up; the disk or the output is too full; it holds more than is
looked through; the asker says that it is to be stopped, or is gone."""
_LAST_TICK = 0.002
_PART = 1 << 16


class Pipe:
    """The reading end of a pipe and what came out of it so far."""

    def __init__(self, limit: int) -> None:
        """Make a new pipe, which never takes much more than `limit` bytes."""
        self.descriptor, self.writing = os.pipe()
        self.limit = limit
        self.number = os.fstat(self.descriptor).st_ino
        """By which the kernel names it."""
        os.set_blocking(self.descriptor, False)
        self.content = bytearray()
        self.ended = False

    @property
    def over(self) -> bool:
        """Whether more was written than allowed."""
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
        """Return the written text, up to the limit."""
        return bytes(self.content[: self.limit]).decode("utf-8", "replace")

    def handed_over(self) -> None:
        """Leave the writing end to another process alone, from now on."""
        os.close(self.writing)
        self.writing = -1

    def close(self) -> None:
        """Give the descriptors back."""
        os.close(self.descriptor)
        if self.writing >= 0:
            self.handed_over()


@dataclass
class Watch:
    """What is waited for, and what else is looked after meanwhile."""

    pipes: Sequence[Pipe]
    asker: socket.socket | None
    """None: a word of whoever asked has to wait."""
    seconds: float
    finished: Callable[[], bool]
    check: Callable[[], Ending | None] = lambda: None
    """Asked about further limits at every tick."""
    answers: Mapping[int, Callable[[], object]] = field(default_factory=dict)
    """What to do when a further descriptor has something to read."""
    tick: float = 0.05
    """Seconds between looks at whether it finished; descriptors say it sooner."""

    def until_done(self) -> Ending:
        """Read the pipes until it finished, a limit, the deadline, a word of the asker, or its end."""
        poll = select.poll()
        for descriptor in (*(pipe.descriptor for pipe in self.pipes), *self.answers):
            poll.register(descriptor, select.POLLIN)
        if self.asker:
            poll.register(self.asker, select.POLLIN)
        now = time.monotonic()
        deadline, checked = now + self.seconds, now
        while (ending := self._so_far(poll)) is None:
            now = time.monotonic()
            if now >= deadline:
                return "wall"
            if now - checked >= self.tick:
                checked = now
                ending = self.check()
            ending = ending or self._listen(poll, min(deadline - now, self._pause()))
            if ending:
                break
        return ending

    def _so_far(self, poll: "select.poll") -> Ending | None:
        self._take(poll)
        # What was written before the end is in the pipes by then: read once more before leaving.
        done = self.finished()
        if done:
            self._take(poll)
        if any(pipe.over for pipe in self.pipes):
            return "over"
        return "finished" if done else None

    def _pause(self) -> float:
        """Return the seconds to wait: few once the pipes are closed, as nothing else may tell of the end."""
        return _LAST_TICK if self.pipes and all(pipe.ended for pipe in self.pipes) else self.tick

    def _listen(self, poll: "select.poll", seconds: float) -> Ending | None:
        for descriptor, events in poll.poll(seconds * 1000):
            if descriptor in self.answers:
                # One that is merely at its end has nothing to read, and reading could wait for ever.
                if events & select.POLLIN:
                    self.answers[descriptor]()
            elif self.asker and descriptor == self.asker.fileno():
                return self._said(self.asker)
        return None

    def _said(self, asker: socket.socket) -> Ending:
        """See whether the asker, which else sends nothing while it waits, takes back what it asked for."""
        try:
            return "left" if wire.receive(asker) is None else "stopped"
        except OSError:
            return "left"

    def _take(self, poll: "select.poll") -> None:
        for pipe in self.pipes:
            if not pipe.ended:
                pipe.take()
                if pipe.ended:
                    # An ended pipe would wake the poll again and again.
                    poll.unregister(pipe.descriptor)
