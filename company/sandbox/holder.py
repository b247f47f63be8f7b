"""A process that holds a state of a dialogue, on the supervisor's side: it is started, split, given turns, ended.

It stands still but for the time in which it does what it was told. What it says is not believed: that it has forked,
and which process is the fork, is known from the kernel.
"""

import contextlib
import os
import signal
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from company.sandbox import elsewhere, processes, wire
from company.sandbox.disk import DiskUse
from company.sandbox.guard import Guard
from company.sandbox.held import Inseparable, Open, held, link, obstacle, shared_memory
from company.sandbox.jail import landlock
from company.sandbox.jail.landlock import DEEPEST
from company.sandbox.maps import Endless, Mapping, mappings
from company.sandbox.nursery import ended
from company.sandbox.said import HERE, NO_FORK, READY
from company.sandbox.separating import FORK_SECONDS, FORK_TICK, separate
from company.sandbox.starting import start_dialogue
from company.sandbox.watch import Ending, Pipe, Watch

_START_SECONDS = 60.0
_TALK_SECONDS = 10.0
"""A process that does not take in what it is told within this time never will."""


_Look = tuple[str, dict[int, Open], tuple[Mapping, ...]]


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


@dataclass(frozen=True)
class Family:
    """What a process has in common with its forks."""

    guard: Guard | None
    folder: str
    parts: bool
    """Each is set apart from the others by the kernel: none looks into another, or opens what another one has open."""


class Holder:
    """One such process. At most one of a dialogue's processes is to run at any time."""

    def __init__(self, process: int, channel: socket.socket, own: int, family: Family, depth: int = 0) -> None:
        """Take over a stopped process; `own` is the number of its end of the channel.

        `depth`: how often it and those that it was forked from have been set apart from others.
        """
        guard = family.guard
        self.process = process
        self.users = 1
        """Branches that stand on it."""
        self.forks = guard is not None
        """It has not failed yet to fork when it was told to."""
        self.renewals = 0
        """How many files of its folder had been made anew when it came to rest."""
        self.obstacle = ""
        """What it holds open that kept it from being forked when that was last tried."""
        self._channel, self._own, self._family, self._depth = channel, own, family, depth
        self._guard, self._folder = guard, family.folder
        self._has_kin = False
        """It was forked since it was set apart itself, and would see into its forks."""
        self._told: socket.socket | None = None
        """Tells how it ended, where it is nobody's child here."""
        self._spare: Holder | None = None
        self._pipes: set[int] = set()
        self._held: _Look | None = None
        """What it had open when it came to rest, where that can be told."""
        if guard:
            guard.users += 1
            guard.talks.add(own)
            self._held = self._look()

    @classmethod
    def start(cls, order: dict[str, Any]) -> "Holder":
        """Return a process with no state yet. Raises Lost when there is none to be had."""
        try:
            process, channel, told = start_dialogue(order)
        except OSError as error:
            raise Lost(f"a process to run code could not be started ({error})") from error
        channel.settimeout(_START_SECONDS)
        try:
            answer = wire.receive_with_descriptors(channel, 1, 64)
            sealed = channel.recv(len(HERE))
        except (OSError, ValueError) as error:
            processes.end(process)
            raise Lost(f"a process to run code could not be started ({error})") from error
        if answer is None or answer[0] != READY or sealed != HERE:
            processes.end(process)
            raise Lost("a process to run code could not be started: the log says why")
        channel.settimeout(_TALK_SECONDS)
        processes.rest(process)
        guard, own = None, 0
        if answer[1]:
            guard = Guard(answer[1][0])
            # It has run nothing yet that could have opened another one.
            own = next(each.node for each in held(process).values() if each.link.startswith("socket:")) or 0
        holder = cls(process, channel, own, Family(guard, order["folder"], "landlock" in order["layers"]))
        holder._told = told
        return holder

    def is_sound(self, *, ran_last: bool, renewals: int) -> bool:
        """Return whether what it holds open is as it was when it came to rest, whatever others have done since.

        `ran_last` says that nobody else has run since then, and `renewals` how many files have been made anew so far.
        """
        try:
            if self._guard:
                return self._look() == self._held and (renewals == self.renewals or not self._maps_what_is_gone())
            return ran_last or not (elsewhere.needed or self._uses_files())
        except Endless:
            return False

    def _maps_what_is_gone(self) -> bool:
        """Return whether it has in its memory a file of the folder that has no name any more."""
        return any(each.is_nameless and each.path.startswith(self._folder) for each in mappings(self.process))

    def _uses_files(self) -> bool:
        """Return whether it has files of the folder open or in its memory, or works in a folder of it."""
        paths = [each.link for each in held(self.process).values()]
        paths += [each.path for each in mappings(self.process)]
        return any(f"{self._folder}/" in path for path in (*paths, self._place()))

    @property
    def shares_memory(self) -> bool:
        """Whether it, or another one of its family, may have written files by way of memory."""
        return self._guard is None or self._guard.shares_memory

    @property
    def has_locks(self) -> bool:
        """Whether others would find that it has locked a file, or nobody can tell."""
        if elsewhere.needed:
            return True
        with contextlib.suppress(OSError):  # it is gone, and its locks with it
            files = self._held[1] if self._held else held(self.process)
            return any(each.is_locked for each in files.values())
        return False

    @property
    def has_locks_outside(self) -> bool:
        """Whether it may have locked a file outside its folder, which others can lock as well."""
        if elsewhere.needed or not self.has_locks:
            return False
        with contextlib.suppress(OSError):
            files = self._held[1] if self._held else held(self.process)
            # Of files behind the first one with a lock it is not told whether they have one.
            return any(
                each.link.startswith("/") and not each.link.startswith(f"{self._folder}/")
                for each in files.values()
                if not each.is_stateless
            )
        return False

    @property
    def is_crowded(self) -> bool:
        """Whether nothing can be run in it any more from which its forks are safe."""
        return self._family.parts and self._has_kin and self._depth >= DEEPEST

    def split(self) -> "Holder | None":
        """Return a fork of it with the same state, made before by `prepare` or now; None when it cannot be forked.

        Then `obstacle` or `forks` says why.
        """
        spare, self._spare = self._spare, None
        return spare or self._forked()

    def prepare(self) -> bool:
        """Have a fork ready for the next `split`, while nobody waits for it; False when it cannot be forked."""
        if self._spare is None:
            self._spare = self._forked()
        return self._spare is not None

    def _look(self) -> _Look:
        """Return where it is, and all that it has open or shares of memory. Raises OSError when that cannot be seen."""
        return self._place(), self._open(), self._shared()

    def _place(self) -> str:
        """Return the folder that it works in, which has another name once it was removed."""
        return link(f"/proc/{self.process}/cwd")

    def _open(self) -> dict[int, Open]:
        return held(self.process, self._guard.talks | self._pipes if self._guard else ())

    def _shared(self) -> tuple[Mapping, ...]:
        return shared_memory(self.process) if self._guard and self._guard.shares_memory else ()

    def _forked(self) -> "Holder | None":
        if self._guard is None or not self.forks:
            return None
        self.obstacle = obstacle(self._open().values(), self._shared())
        if self._family.parts and self._depth >= DEEPEST:
            self.obstacle = f"the restrictions of {DEEPEST} turns"
        if self.obstacle:
            return None
        ours, theirs = socket.socketpair()
        own = os.fstat(theirs.fileno()).st_ino
        self._guard.talks.add(own)
        child: int | None = None
        try:
            child = self._child(self._guard, ours, theirs)
            if child is not None:
                self._has_kin = True
                separate(child, ours, own, self._guard, self._folder)
                return Holder(child, ours, own, self._family, self._depth + 1)
            self.forks = False
        except Inseparable as what:
            self.obstacle = str(what)
        except OSError:
            self.forks = False  # it is gone, or stuck
        if child is not None:
            processes.kill(child)
        ours.close()
        return None

    def _child(self, guard: Guard, ours: socket.socket, theirs: socket.socket) -> int | None:
        """Have it fork; return the fork, which has come to rest as it has, or None. Raises OSError."""
        child: list[int] = []
        said: list[bytes] = []

        def done() -> bool:
            if not child and (found := guard.child()) is not None:
                child.append(found)
                # From here on only one of the two runs: threads of this one do not see what becomes of the fork.
                processes.kill(self.process, signal.SIGSTOP)
            return bool(said and (child or said[0] == NO_FORK)) or not processes.alive(self.process)

        ours.settimeout(_TALK_SECONDS)
        guard.expect(self.process)
        try:
            processes.kill(self.process, signal.SIGCONT)
            with theirs, self._parting() as rules:
                wire.send(self._channel, wire.as_json({"do": "fork"}), [theirs.fileno(), *rules])
            answers = {
                guard.descriptor: guard.answer,
                self._channel.fileno(): lambda: said.append(self._channel.recv(len(NO_FORK))),
                ours.fileno(): lambda: said.append(ours.recv(len(HERE))),
            }
            Watch([], None, FORK_SECONDS, done, answers=answers, tick=FORK_TICK).until_done()
        finally:
            guard.no_more()
            standing = processes.rest(self.process)
            resting = [each for each in child if processes.rest(each)]
            if not standing or said != [HERE]:
                for each in child:
                    processes.kill(each)
                resting = []
        return resting[0] if resting else None

    @contextlib.contextmanager
    def _parting(self, *, wanted: bool = True) -> Iterator[list[int]]:
        """Yield the descriptors of rules by which a process is set apart; none where it need or can not be."""
        if not (wanted and self._family.parts):
            yield []
            return
        rules = landlock.parting(self._folder)
        try:
            yield [rules]
        finally:
            os.close(rules)

    def run(self, turn: dict[str, Any], asker: socket.socket, limits: dict[str, Any], disk: DiskUse) -> Said:
        """Run a turn in it, within the limits; afterwards it is stopped or gone."""
        self._drop_spare()
        said, printed = Pipe(limits["reply_bytes"] + 64), Pipe(limits["output_bytes"])
        self._pipes = {said.number, printed.number}
        before = processes.seconds_used(self.process)
        disk.begin(self.process)

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
            with self._parting(wanted=self._has_kin) as rules, contextlib.suppress(OSError):  # gone, as will be seen
                given = [printed.writing, said.writing, *rules]
                wire.send(self._channel, wire.as_json({"do": "turn", **turn}), given)
                self._depth += len(rules)
                self._has_kin = False
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
            if standing and self._guard:
                try:
                    self._held = self._look()
                except Endless:
                    ending = "held" if ending == "finished" else ending
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
        told, self._told = self._told, None
        self._leave()
        code = processes.end(self.process)
        if told:
            code = ended(told, _TALK_SECONDS) if code is None else code
            told.close()
        return code

    def kill(self) -> None:
        """Kill it; as it is stopped, its end need not be waited for, unless others would find what it has locked."""
        if self.has_locks:
            self.end()
            return
        self._leave()
        processes.kill(self.process)

    def _leave(self) -> None:
        self._drop_spare()
        self._channel.close()
        if self._told:
            self._told.close()
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
