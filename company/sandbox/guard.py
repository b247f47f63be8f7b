"""Answers the forks and signals that untrusted processes ask for: no, but for the one fork that a turn is tried in.

It is also asked about memory that is to be shared by way of a file, and says yes; from then on, such memory is looked
for before a state is forked.

The kernel holds each such call until the answer is there. What is said here can be trusted without trusting the
caller: a fork is let through only for the main thread of the one state that was told to fork, and only while it has
no new child. The same thread cannot fork twice at once, so one leave is one child at most, whoever made use of it;
the child runs untrusted code in any case. Which process it is the kernel says, not a message.
"""

import contextlib
import errno
import fcntl
import os
import struct

from company.sandbox import processes
from company.sandbox.jail import system
from company.sandbox.jail.calls import JUDGED

_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_NOTICE_BYTES = 80
_NOTICE = struct.Struct("QIIiIQQ")
"""Id, thread, flags, call, architecture, instruction, first argument."""
_REPLY = struct.Struct("QqiI")
_GO_ON = 1


class Guard:
    """The listening end of the filter that a state and all its forks have in common."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.users = 0
        """Processes under the filter that are known here; with the last one, this is closed."""
        place = system.architecture()
        assert place is not None, "there is no listener without a known architecture"
        self._fork, self._map = JUDGED["clone"][place], JUDGED["mmap"][place]
        self.talks: set[int] = set()
        """Numbers of their ends of the sockets on which they are told what to do."""
        self.shares_memory = False
        """Whether any of them may have made memory that is shared by way of a file."""
        self._state: int | None = None
        self._known: set[tuple[int, str]] = set()

    def expect(self, state: int) -> None:
        """Expect that this process may fork, from now until `child` names a child."""
        self._state, self._known = state, processes.forked_by(state)

    def child(self) -> int | None:
        """Return the fork that was let through, once it is there; from then on there is no leave any more."""
        if self._state is None:
            return None
        new = processes.forked_by(self._state) - self._known
        if not new:
            return None
        self._state = None
        return min(new)[0]

    def no_more(self) -> None:
        """Take back the leave that `expect` gave."""
        self._state = None

    def answer(self) -> None:
        """Answer one call."""
        notice = bytearray(_NOTICE_BYTES)
        # The caller may be gone by now, or may have been interrupted: then there is nothing to answer.
        with contextlib.suppress(OSError):
            fcntl.ioctl(self.descriptor, _RECEIVE, notice)
            number, thread, _, call, _, _, first = _NOTICE.unpack_from(notice)
            good = self._is_granted(call, thread, first)
            refusal = 0 if good else -errno.EPERM
            fcntl.ioctl(self.descriptor, _SEND, _REPLY.pack(number, 0, refusal, _GO_ON if good else 0))

    def close(self) -> None:
        """Give the descriptor back; from then on every fork and signal is refused by the kernel."""
        os.close(self.descriptor)

    def _is_granted(self, call: int, thread: int, first: int) -> bool:
        if call == self._map:
            self.shares_memory = True
            return True
        return self._may_fork(thread) if call == self._fork else _is_own(thread, first)

    def _may_fork(self, thread: int) -> bool:
        return thread == self._state and processes.forked_by(thread) <= self._known


def _is_own(thread: int, target: int) -> bool:
    """Return whether a signal is for the process that sends it.

    Nothing is read for that: a thread's name is for itself to choose, and may look like any other line about it.
    """
    return os.path.isdir(f"/proc/{target & 0xFFFFFFFF}/task/{thread}")  # noqa: PTH112 - asked for many times
