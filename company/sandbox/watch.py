"""Waits for a process that cannot be trusted to end: reads what it writes, up to a limit, until a deadline."""

import os
import select
import socket
import time
from collections.abc import Callable, Sequence
from typing import Literal

Ending = Literal["finished", "wall", "over", "left"]
"""It finished; the time is up; it wrote more than it may; or the one who asked is gone."""
_TICK, _LAST_TICK = 0.2, 0.002
"""Seconds between looks at whether it finished; the pipes say it sooner, and once they are closed it is near."""
_PART = 1 << 16


class Pipe:
    """The reading end of a pipe and what came out of it so far."""

    def __init__(self, descriptor: int, limit: int) -> None:
        """Never takes much more than `limit` bytes."""
        os.set_blocking(descriptor, False)
        self.descriptor, self.limit = descriptor, limit
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

    def close(self) -> None:
        """Give the descriptor back."""
        os.close(self.descriptor)


def watch(pipes: Sequence[Pipe], asker: socket.socket, seconds: float, finished: Callable[[], bool]) -> Ending:
    """Read the pipes until `finished`, a limit, the deadline or the end of the asker."""
    deadline = time.monotonic() + seconds
    poll = select.poll()
    poll.register(asker, select.POLLIN)
    for pipe in pipes:
        poll.register(pipe.descriptor, select.POLLIN)
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
        left = deadline - time.monotonic()
        if left <= 0:
            return "wall"
        tick = _LAST_TICK if all(pipe.ended for pipe in pipes) else _TICK
        for descriptor, _ in poll.poll(min(left, tick) * 1000):
            if descriptor == asker.fileno() and not asker.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT):
                return "left"


def _take(pipes: Sequence[Pipe], poll: "select.poll") -> None:
    for pipe in pipes:
        if not pipe.ended:
            pipe.take()
            if pipe.ended:
                # An ended pipe would wake the poll again and again.
                poll.unregister(pipe.descriptor)
