"""The states of one dialogue, on the supervisor's side: a turn is tried on one, and becomes the next one or nothing.

A state is a stopped process (`Holder`) and what its working folder holds. Turns are tried in one of two ways:

- In a fork of the holder, where the system can keep untrusted code from forking by itself. A turn that fits makes
  the fork the new holder; of one that fails nothing is left.
- In place: nothing is forked, and a failure ends the holder. It is made anew, when it is needed, by running the
  accepted turns in a fresh process. That is how it is done for good where states cannot be forked.

Several branches may stand on one holder: it ends with the last of them. At most one untrusted process of a dialogue runs at
any time, so all branches share one working folder, which is put to the state of the one that runs.
"""

import contextlib
import os
import signal
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from company.sandbox import processes, wire
from company.sandbox.folder import DiskUse, Files, WorkFolder
from company.sandbox.guard import Guard
from company.sandbox.said import FAILED, FITS, NO_FORK, READY, TOO_LONG
from company.sandbox.starting import start_dialogue
from company.sandbox.watch import Ending, Pipe, watch

_START_SECONDS = 60.0
_FORK_SECONDS = 20.0
_MIB = 1024 * 1024


class AskerGone(Exception):
    """Nobody waits for the answer any more."""


class _Stopped(Exception):
    """The asker took its question back while a state was made anew."""


class Lost(Exception):
    """The state of a dialogue is gone and cannot be made again."""


@dataclass
class Holder:
    """A process that holds a state, and how to talk to it."""

    process: int
    channel: socket.socket
    guard: Guard | None
    users: int = 1
    """Branches that stand on it."""


@dataclass
class Branch:
    """One line of turns."""

    files: Files
    """What the folder holds after the last of them."""
    turns: list[str] = field(default_factory=list)
    """The accepted turns' code, to run again where the state is lost."""
    holder: Holder | None = None


@dataclass(frozen=True)
class Answer:
    """What came of a turn: a head that is ours, and what the untrusted process said."""

    head: dict[str, Any]
    payload: bytes = b""
    kept: bool = False


class _Trial:
    """One turn on its way through one process: its pipes, and what is seen of it."""

    def __init__(self, limits: dict[str, Any]) -> None:
        self.said = Pipe(limits["reply_bytes"] + 64)
        self.printed = Pipe(limits["output_bytes"])
        self.channel, self._theirs = socket.socketpair()

    def hand_over(self, holder: Holder, turn: dict[str, Any]) -> None:
        """Send the turn to the process that is to run or to fork it. Raises OSError when it is gone."""
        descriptors = [self.printed.writing, self.said.writing, self._theirs.fileno()]
        try:
            wire.send(holder.channel, wire.as_json(turn), descriptors)
        finally:
            self._theirs.close()
            self.printed.handed_over()
            self.said.handed_over()

    @property
    def complete(self) -> bool:
        """All was said that is to be said."""
        said = self.said.content
        if said[:1] == NO_FORK:
            return True
        if len(said) < 1 + wire.HEADER.size:
            return False
        size: int = wire.HEADER.unpack(said[1 : 1 + wire.HEADER.size])[0]
        return len(said) >= 1 + wire.HEADER.size + size

    def close(self) -> None:
        """Give the descriptors back, but for the channel."""
        self.said.close()
        self.printed.close()


class Dialogue:
    """The branches of one dialogue, and the turns that are tried on them."""

    def __init__(self, asker: socket.socket, order: dict[str, Any]) -> None:
        """One branch without any turns. Raises Lost when no process can be had."""
        self._asker, self._order = asker, order
        self._limits, self._forks = order["limits"], bool(order["forks"])
        self._folder = WorkFolder(Path(order["folder"]), Path(order["kept"]), order["files"])
        disk = (self._limits["disk_mib"] * _MIB, self._limits["files"] + len(order["files"]))
        self._disk = DiskUse([order["folder"]], *disk)
        self._beginning = self._folder.keep()
        self._branches = {1: Branch(self._beginning, holder=self._fresh())}
        self._last = 1

    @property
    def open(self) -> bool:
        """There is a branch."""
        return bool(self._branches)

    def answer(self, asked: dict[str, Any]) -> Answer:
        """Do one thing that was asked for. Raises Lost or AskerGone."""
        match asked["do"]:
            case "turn":
                return self._turn(asked["branch"], asked)
            case "fork":
                return Answer({"ending": "forked", "branch": self._fork(asked["branch"])})
            case "close":
                self._close(asked["branch"])
                return Answer({"ending": "closed"})
        raise ValueError(f"nobody can {asked['do']!r} a dialogue")

    def _fork(self, number: int) -> int:
        """One more branch with the same state: it costs a process only once a turn of it fits."""
        branch = self._branches[number]
        if branch.holder:
            branch.holder.users += 1
        self._last += 1
        self._branches[self._last] = Branch(branch.files, list(branch.turns), branch.holder)
        return self._last

    def _close(self, number: int) -> None:
        self._let_go(self._branches.pop(number).holder)
        self._tidy()

    # turns

    def _turn(self, number: int, turn: dict[str, Any]) -> Answer:
        branch = self._branches[number]
        try:
            answer = self._tried(branch, turn)
        except _Stopped:
            answer = Answer({"ending": "stopped", "output": ""})
        except OSError as error:
            raise Lost(f"its processes or its files are not as they must be ({error})") from error
        if answer.kept:
            branch.turns.append(turn["code"])
        self._tidy()
        return answer

    def _tried(self, branch: Branch, turn: dict[str, Any]) -> Answer:
        shared = branch.holder is not None and branch.holder.users > 1
        if self._forks and (shared or not turn.get("in_place")):
            holder = branch.holder or self._replayed(branch)
            answer = self._in_fork(branch, holder, turn)
            if answer is not None:
                return answer
            # Earlier code has seen to it that the state cannot be forked: it is made anew, for this turn alone.
            self._give_up(branch)
        if branch.holder is None or shared:
            self._replayed(branch)
        return self._in_place(branch, turn)

    def _in_fork(self, branch: Branch, holder: Holder, turn: dict[str, Any]) -> Answer | None:
        """Try the turn in a fork; None when no fork could be made."""
        guard = holder.guard
        assert guard is not None, "only states with a guard are forked"
        self._folder.restore(branch.files)
        trial = _Trial(self._limits)
        guard.expect(holder.process)
        child: list[int] = []
        try:
            processes.kill(holder.process, signal.SIGCONT)
            trial.hand_over(holder, {**turn, "fork": True})
            ending = self._watch_fork(trial, holder, guard, child)
            processes.rest(holder.process)
            if ending == "stopped" and not child:
                self._end_of_fork(trial, child, ending)
                return Answer({"ending": ending, "output": ""})
            if not child or trial.said.content[:1] == NO_FORK:
                self._end_of_fork(trial, child, ending)
                return None
            return self._judged(branch, trial, child[0], ending, turn)
        except (OSError, TimeoutError):
            self._end_of_fork(trial, child, "finished")
            return None
        finally:
            guard.no_more()
            trial.close()

    def _watch_fork(self, trial: _Trial, holder: Holder, guard: Guard, child: list[int]) -> Ending:
        """Until there is a fork, then until that is done."""

        def there() -> bool:
            found = guard.child()
            if found is None:
                return trial.complete or not processes.alive(holder.process)
            child.append(found)
            return True

        with processes.opened(holder.process) as descriptor:
            answers = {guard.descriptor: guard.answer, descriptor: lambda: None}
            ending = watch([trial.said], self._asker, _FORK_SECONDS, there, answers=answers, tick=0.0005)
        if ending != "finished" or not child:
            return ending
        # From here on only the fork runs: threads that an earlier turn has left do not see what becomes of it.
        processes.rest(holder.process)
        return self._watch(trial, child[0], guard)

    def _watch(self, trial: _Trial, process: int, guard: Guard | None) -> Ending:
        """Until the turn has said all, or its process has ended, or a limit is reached."""
        before = processes.seconds_used(process)
        limit = self._limits["cpu_seconds"]

        def check() -> Ending | None:
            if processes.seconds_used(process) - before > limit:
                return "cpu"
            return "disk" if self._disk.over([process]) else None

        def done() -> bool:
            return trial.complete or not processes.alive(process)

        with contextlib.ExitStack() as stack:
            answers: dict[int, Callable[[], None]] = {}
            with contextlib.suppress(ProcessLookupError):
                answers[stack.enter_context(processes.opened(process))] = lambda: None
            if guard:
                answers[guard.descriptor] = guard.answer
            pipes = [trial.printed, trial.said]
            return watch(pipes, self._asker, self._limits["wall_seconds"], done, check, answers)

    def _judged(self, branch: Branch, trial: _Trial, child: int, ending: Ending, turn: dict[str, Any]) -> Answer:
        standing = processes.rest(child)
        if ending == "finished" and standing and self._disk.over([child]):
            ending = "disk"
        answer = self._answer(trial, ending, turn)
        if answer.kept:
            assert branch.holder is not None
            before, branch.holder = branch.holder, Holder(child, trial.channel, branch.holder.guard)
            self._let_go(before)
            branch.files = self._folder.keep()
            return answer
        code = processes.end(child)
        trial.channel.close()
        self._folder.restore(branch.files)
        return self._explained(answer, code)

    def _in_place(self, branch: Branch, turn: dict[str, Any]) -> Answer:
        """Run the turn in the holder itself."""
        holder = branch.holder
        assert holder is not None
        self._folder.restore(branch.files)
        trial = _Trial(self._limits)
        try:
            processes.kill(holder.process, signal.SIGCONT)
            with contextlib.suppress(OSError):  # a holder that has ended is seen by the watch
                trial.hand_over(holder, {**turn, "fork": False})
            ending = self._watch(trial, holder.process, holder.guard)
            standing = processes.rest(holder.process)
            if ending == "finished" and standing and self._disk.over([holder.process]):
                ending = "disk"
            answer = self._answer(trial, ending, turn)
            if standing and (answer.kept or answer.head["ending"] == "fetched"):
                holder.channel.close()
                holder.channel = trial.channel
                branch.files = self._folder.keep()
                return answer
            trial.channel.close()
            code = self._give_up(branch)
            self._folder.restore(branch.files)
            return self._explained(answer, code)
        finally:
            trial.close()

    def _answer(self, trial: _Trial, ending: Ending, turn: dict[str, Any]) -> Answer:
        """What the turn came to, before anything is done about it. Raises AskerGone."""
        if ending == "left":
            raise AskerGone
        said = trial.said.content
        how, payload = bytes(said[:1]), bytes(said[1 + wire.HEADER.size :])
        head: dict[str, Any] = {"ending": ending, "output": trial.printed.text()}
        if ending == "over" and trial.said.over:
            head["ending"] = "reply"
        if ending != "finished":
            return Answer(head)
        if not trial.complete:
            return Answer({**head, "ending": "died"})
        if how == FITS:
            fetched = "name" in turn
            return Answer({**head, "ending": "fetched" if fetched else "finished"}, payload, kept=not fetched)
        if how == FAILED:
            return Answer({**head, "ending": "failed"}, payload)
        return Answer({**head, "ending": "reply" if how == TOO_LONG else "died"})

    def _explained(self, answer: Answer, code: int | None) -> Answer:
        """With a word on how a process ended that ended by itself."""
        if answer.head["ending"] != "died":
            return answer
        if code is None:
            why = "it is not known how"
        else:
            why = processes.signal_name(-code) if code < 0 else f"exit status {code}"
        cpu = code is not None and code == -signal.SIGXCPU
        return Answer({**answer.head, "ending": "cpu" if cpu else "died", "why": why})

    def _end_of_fork(self, trial: _Trial, child: Sequence[int], ending: Ending) -> None:
        for process in child:
            processes.end(process)
        trial.channel.close()
        if ending == "left":
            raise AskerGone

    # states

    def _fresh(self) -> Holder:
        """A process with no state yet. Raises Lost when there is none to be had."""
        process, channel = start_dialogue(self._order)
        channel.settimeout(_START_SECONDS)
        try:
            answer = wire.receive_with_descriptors(channel, 1, 64)
        except (OSError, ValueError) as error:
            raise Lost(f"a process to run code could not be started ({error})") from error
        if answer is None or answer[0] != READY:
            raise Lost("a process to run code could not be started: see the log above")
        channel.settimeout(None)
        guard = Guard(answer[1][0]) if answer[1] else None
        processes.rest(process)
        return Holder(process, channel, guard)

    def _replayed(self, branch: Branch) -> Holder:
        """A process of the branch's own, brought to its state by running its turns once more. Raises Lost."""
        files, before = branch.files, branch.holder
        branch.holder = None
        self._let_go(before)
        self._folder.restore(self._beginning)
        branch.holder, branch.files = self._fresh(), self._beginning
        try:
            for code in branch.turns:
                answer = self._in_place(branch, {"code": code, "intents": [], "replay": True})
                if answer.head["ending"] == "stopped":
                    raise _Stopped
                if not answer.kept:
                    raise Lost("the accepted turns do not run a second time")
        finally:
            branch.files = files
        self._folder.restore(files)
        assert branch.holder is not None
        return branch.holder

    def _give_up(self, branch: Branch) -> int | None:
        """End the holder, for all branches that stand on it; its exit code where it ended by itself."""
        holder = branch.holder
        assert holder is not None
        for each in self._branches.values():
            if each.holder is holder:
                each.holder = None
        code = processes.end(holder.process)
        self._dismiss(holder)
        return code

    def _let_go(self, holder: Holder | None) -> None:
        """One branch less stands on the holder. Its end is not waited for: it stands still, and is killed."""
        if holder is None:
            return
        holder.users -= 1
        if holder.users == 0:
            processes.kill(holder.process)
            self._dismiss(holder)

    def _dismiss(self, holder: Holder) -> None:
        holder.channel.close()
        guard = holder.guard
        if guard and all(each.holder is None or each.holder.guard is not guard for each in self._branches.values()):
            guard.close()

    def _tidy(self) -> None:
        """Nothing is left of what is not needed: neither processes nor copies of files."""
        if "seccomp" in self._order["layers"]:
            processes.reap()
        else:  # then code may have started processes of its own
            processes.end_all_but({branch.holder.process for branch in self._branches.values() if branch.holder})
        self._folder.forget([self._beginning, *(branch.files for branch in self._branches.values())])
