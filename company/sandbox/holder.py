"""A process that holds a state of a dialogue, on the supervisor's side: it is started, split, given turns, ended.

It stands still but for the time in which it does what it was told. What it says is not believed: that it has forked,
and which process is the fork, is known from the kernel.
"""

import contextlib
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from company.sandbox import processes, wire
from company.sandbox.folder import DiskUse
from company.sandbox.guard import Guard
from company.sandbox.said import NO_FORK, READY
from company.sandbox.starting import start_dialogue
from company.sandbox.watch import Ending, Pipe, Watch

_START_SECONDS = 60.0
_FORK_SECONDS = 5.0
_FORK_TICK = 0.0005
_TALK_SECONDS = 10.0
"""A process that does not take in what it is told within this time never will."""


class Lost(Exception):
    """The state of a dialogue is gone and cannot be made again."""


@dataclass(frozen=True)
class Said:
    """What came of a turn in a process that has come to rest."""

    ending: Ending
    how: bytes
    """One of the words of `company.sandbox.said`; empty where it did not come to that."""
    payload: bytes
    output: str
    too_long: bool
    """It was the reply, not the output, that was over its limit."""
    standing: bool
    """The process is still there."""


class Holder:
    """One such process. At most one of a dialogue's processes is to run at any time."""

    def __init__(self, process: int, channel: socket.socket, guard: Guard | None) -> None:
        self.process = process
        self.users = 1
        """Branches that stand on it."""
        self._channel, self._guard = channel, guard
        if guard:
            guard.users += 1
        self._spare: Holder | None = None

    @classmethod
    def start(cls, order: dict[str, Any]) -> "Holder":
        """Return a process with no state yet. Raises Lost when there is none to be had."""
        process, channel = start_dialogue(order)
        channel.settimeout(_START_SECONDS)
        try:
            answer = wire.receive_with_descriptors(channel, 1, 64)
        except (OSError, ValueError) as error:
            processes.end(process)
            raise Lost(f"a process to run code could not be started ({error})") from error
        if answer is None or answer[0] != READY:
            processes.end(process)
            raise Lost("a process to run code could not be started: the log says why")
        channel.settimeout(_TALK_SECONDS)
        processes.rest(process)
        return cls(process, channel, Guard(answer[1][0]) if answer[1] else None)

    def split(self) -> "Holder | None":
        """Return a fork of it with the same state, made before by `prepare` or now; None when it cannot be forked."""
        spare, self._spare = self._spare, None
        return spare or self._forked()

    def prepare(self) -> bool:
        """Have a fork ready for the next `split`, while nobody waits for it; False when it cannot be forked."""
        if self._spare is None:
            self._spare = self._forked()
        return self._spare is not None

    def _forked(self) -> "Holder | None":
        guard = self._guard
        if guard is None:
            return None
        child: list[int] = []
        refused: list[bytes] = []

        def done() -> bool:
            if (found := guard.child()) is not None:
                child.append(found)
            return bool(child or refused) or not processes.alive(self.process)

        ours, theirs = socket.socketpair()
        ours.settimeout(_TALK_SECONDS)
        guard.expect(self.process)
        try:
            processes.kill(self.process, signal.SIGCONT)
            with theirs:
                wire.send(self._channel, wire.as_json({"do": "fork"}), [theirs.fileno()])
            answers = {
                guard.descriptor: guard.answer,
                self._channel.fileno(): lambda: refused.append(self._channel.recv(len(NO_FORK))),
            }
            Watch([], None, _FORK_SECONDS, done, answers=answers, tick=_FORK_TICK).until_done()
            # From here on only one of the two runs: threads that a turn has left do not see what becomes of the fork.
            standing = processes.rest(self.process)
            if child and standing and processes.rest(child[0]):
                return Holder(child[0], ours, guard)
        except OSError:
            pass  # it is gone, or stuck: it cannot be forked
        finally:
            guard.no_more()
        for process in child:
            processes.kill(process)
        ours.close()
        return None

    def run(self, turn: dict[str, Any], asker: socket.socket, limits: dict[str, Any], disk: DiskUse) -> Said:
        """Run a turn in it, within the limits; afterwards it is stopped or gone."""
        self._drop_spare()
        said, printed = Pipe(limits["reply_bytes"] + 64), Pipe(limits["output_bytes"])
        before = processes.seconds_used(self.process)

        def complete() -> bool:
            return _whole(said.content)

        def check() -> Ending | None:
            if processes.seconds_used(self.process) - before > limits["cpu_seconds"]:
                return "cpu"
            return "disk" if disk.over([self.process]) else None

        with contextlib.ExitStack() as stack:
            stack.callback(said.close)
            stack.callback(printed.close)
            answers: dict[int, Callable[[], object]] = {}
            with contextlib.suppress(ProcessLookupError):
                answers |= stack.enter_context(processes.ending(self.process))
            if self._guard:
                answers[self._guard.descriptor] = self._guard.answer
            processes.kill(self.process, signal.SIGCONT)
            with contextlib.suppress(OSError):  # it is gone, as will be seen
                wire.send(self._channel, wire.as_json({"do": "turn", **turn}), [printed.writing, said.writing])
            printed.handed_over()
            said.handed_over()
            ending = Watch(
                [printed, said],
                asker,
                limits["wall_seconds"],
                lambda: complete() or not processes.alive(self.process),
                check,
                answers,
            ).until_done()
            standing = processes.rest(self.process)
            if ending == "finished" and standing and disk.over([self.process]):
                ending = "disk"
            content = said.content if complete() else b""
            return Said(
                ending=ending,
                how=bytes(content[:1]),
                payload=bytes(content[1 + wire.HEADER.size :]),
                output=printed.text(),
                too_long=said.over,
                standing=standing,
            )

    def end(self) -> int | None:
        """Kill it and wait until it is gone; return its exit code where it had ended by itself."""
        self._leave()
        return processes.end(self.process)

    def kill(self) -> None:
        """Kill it; as it is stopped, its end need not be waited for."""
        self._leave()
        processes.kill(self.process)

    def _leave(self) -> None:
        self._drop_spare()
        self._channel.close()
        if self._guard:
            self._guard.users -= 1
            if self._guard.users == 0:
                self._guard.close()

    def _drop_spare(self) -> None:
        spare, self._spare = self._spare, None
        if spare:
            spare.kill()

    @property
    def living(self) -> set[int]:
        """The ids of the process and of its spare fork."""
        return {self.process} | (self._spare.living if self._spare else set())


def _whole(said: bytearray) -> bool:
    """Return whether the message is complete."""
    if len(said) < 1 + wire.HEADER.size:
        return False
    size: int = wire.HEADER.unpack(said[1 : 1 + wire.HEADER.size])[0]
    return len(said) >= 1 + wire.HEADER.size + size
