"""The states of one dialogue, on the supervisor's side: a turn is tried on one, and becomes the next one or nothing.

A state is a stopped process (`Holder`) and what its working folder holds. Turns are tried in one of two ways:

- In a fork of the holder, where the system can keep untrusted code from forking by itself. A turn that fits makes
  the fork the new holder; of one that fails nothing is left.
- In place: nothing is forked, and a failure ends the holder. It is made anew, when it is needed, by running the
  accepted turns in a fresh process. That is how it is done for good where states cannot be forked.

Several branches may stand on one holder: it ends with the last of them. At most one untrusted process of a dialogue
runs at any time, so all branches share one working folder, which is put to the state of the one that runs.
"""

import contextlib
import socket
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from company.sandbox import processes
from company.sandbox.disk import DiskUse
from company.sandbox.folder import Files, WorkFolder
from company.sandbox.given import fill
from company.sandbox.holder import Holder, Lost, Said
from company.sandbox.jail import namespaces
from company.sandbox.said import FAILED, FITS, TOO_LONG

_MIB = 1024 * 1024
_MORE_FILES = 100
"""Folders of the given files, and files without a name."""
_USUAL_SECONDS = 0.25
"""A fork takes less, also of a large state on a busy machine."""
_PATIENCE_SECONDS = 6.0
"""What all forks of a dialogue may take beyond that: code can have each of them wait for it."""


class AskerGone(Exception):
    """Nobody waits for the answer any more."""


class _Stopped(Exception):
    """The asker took its question back while a state was made anew."""


@dataclass
class Branch:
    """One line of turns."""

    files: Files
    """What the folder holds after the last of them."""
    holder: Holder | None
    turns: list[str] = field(default_factory=list)
    """The accepted turns' code, to run again where the state is lost."""
    before: Files | None = None
    """What the folder held before the last of them, as long as that may be taken back."""
    forks: bool = True
    """Nothing that earlier code has done keeps its state from being forked."""


@dataclass(frozen=True)
class Answer:
    """What came of a question: a head that is ours, and what the untrusted process said."""

    head: dict[str, Any]
    payload: bytes = b""

    @property
    def fits(self) -> bool:
        """Whether it is a turn that makes a new state."""
        return bool(self.head["ending"] == "finished")


class Dialogue:
    """The branches of one dialogue, and the turns that are tried on them."""

    def __init__(self, asker: socket.socket, order: dict[str, Any]) -> None:
        """Start with one branch, number 1, without any turns. Raises Lost when no process can be had."""
        self._asker, self._order = asker, order
        self._limits, self._forks = order["limits"], bool(order["forks"])
        self._disk = self._furnished(order)
        self._folder = WorkFolder(Path(order["folder"]), Path(order["kept"]), order["files"])
        # Nobody says so where memory comes to be shared with a file, unless there is a listener.
        self._folder.marks_tell = self._forks
        self._beginning = self._folder.keep()
        self._branches = {1: Branch(self._beginning, Holder.start(order))}
        self._next: Holder | None = None
        """The one that is likely to be split next."""
        self._ran: Holder | None = None
        """The one that ran a turn last."""
        self._last = 1
        self._patience = _PATIENCE_SECONDS

    def _furnished(self, order: dict[str, Any]) -> DiskUse:
        """Fill the working folder with the given files, in a bounded room of its own where there are namespaces."""
        given: dict[str, str] = order["files"]
        most_bytes, most_files = self._limits["disk_mib"] * _MIB, self._limits["files"] + len(given)
        own_room = False
        try:
            if "namespaces" in order["layers"]:
                # A state that waits and the fork in which a turn is tried both may have as much as is allowed.
                room = 2 * most_bytes + sum(Path(each).stat().st_size for each in given.values())
                with contextlib.suppress(OSError):  # then counting has to do
                    namespaces.make_room(order["folder"], room, 2 * most_files + _MORE_FILES)
                    own_room = True
            fill(Path(order["folder"]), given)
        except OSError as error:
            raise Lost(f"a file could not be copied for running code: {error}") from error
        return DiskUse([order["folder"]], most_bytes, most_files, own_room=own_room)

    @property
    def open(self) -> bool:
        """Whether there is a branch."""
        return bool(self._branches)

    def answer(self, asked: dict[str, Any]) -> Answer:
        """Do one thing that was asked for. Raises Lost or AskerGone."""
        number = asked["branch"]
        match asked["do"]:
            case "turn":
                answer = self._turn(self._branches[number], asked)
            case "fork":
                answer = Answer({"ending": "forked", "branch": self._fork(self._branches[number])})
            case "undo":
                answer = self._undone(self._branches[number])
            case "files":
                answer = self._files(self._branches[number], asked["under"])
            case "close":
                self._let_go(self._branches.pop(number).holder)
                answer = Answer({"ending": "closed"})
            case other:
                raise ValueError(f"nobody can {other!r} a dialogue")
        self._unlock_outside()
        self._tidy()
        return answer

    def prepare(self, asked: dict[str, Any]) -> None:
        """Get ready for what is likely to follow a turn, now that it is answered."""
        branch, holder = self._branches.get(asked["branch"]), self._next
        self._next = None
        if holder and branch and len(branch.turns) > 1 and self._patience > 0:
            with self._hurried():
                ready = holder.prepare()
            if not ready:
                self._abandon(holder)

    @contextlib.contextmanager
    def _hurried(self) -> Iterator[None]:
        """Note what a fork takes; once all together have taken too long, turns run in place."""
        began = time.monotonic()
        yield
        self._patience -= max(0.0, time.monotonic() - began - _USUAL_SECONDS)

    def _fork(self, branch: Branch) -> int:
        """Add a branch with the same state: it costs a process only once a turn of it fits."""
        if branch.holder:
            branch.holder.users += 1
        self._last += 1
        self._branches[self._last] = replace(branch, turns=list(branch.turns), before=None)
        return self._last

    def _undone(self, branch: Branch) -> Answer:
        """Take the last turn back, whose reply could not be read: its state is made anew where it is needed."""
        assert branch.before is not None, "a turn is taken back once, by whoever was told of it"
        branch.turns.pop()
        branch.files, branch.before = branch.before, None
        holder, branch.holder = branch.holder, None
        self._next = None
        self._let_go(holder)
        self._folder.restore(branch.files)
        return Answer({"ending": "undone"})

    def _files(self, branch: Branch, under: str) -> Answer:
        """Return the files of the last turn in one folder, out of the copies that are kept: no process is asked."""
        found = {
            name: entry
            for name, entry in branch.files.items()
            if stat.S_ISREG(entry.mode) and name.rpartition("/")[0] == under
        }
        if sum(entry.size for entry in found.values()) > self._limits["reply_bytes"]:
            return Answer({"ending": "reply", "output": ""})
        contents = [Path(entry.content).read_bytes() for entry in found.values()]
        return Answer({"ending": "files", "names": list(found), "sizes": list(map(len, contents))}, b"".join(contents))

    # turns

    def _turn(self, branch: Branch, turn: dict[str, Any]) -> Answer:
        branch.before = branch.files
        try:
            answer = self._tried(branch, turn)
        except _Stopped:
            return Answer({"ending": "stopped", "output": ""})
        except OSError as error:
            raise Lost(f"its processes or its files are not as they must be ({error})") from error
        if answer.fits:
            branch.turns.append(turn["code"])
        return answer

    def _tried(self, branch: Branch, turn: dict[str, Any]) -> Answer:
        self._folder.restore(branch.files)
        if branch.holder and not self._is_sound(branch.holder):
            self._give_up(branch)
        self._unlock(branch.holder)
        shared = branch.holder is not None and branch.holder.users > 1
        if self._forks and branch.forks and self._patience > 0 and (shared or not turn.get("in_place")):
            holder = branch.holder or self._replayed(branch)
            with self._hurried():
                fork = holder.split()
            if fork is not None:
                return self._in_fork(branch, fork, turn)
            self._abandon(holder)
        if branch.holder is None or branch.holder.users > 1 or branch.holder.is_crowded:
            self._replayed(branch)
        return self._in_place(branch, turn)

    def _in_fork(self, branch: Branch, fork: Holder, turn: dict[str, Any]) -> Answer:
        said = self._said(branch, fork, turn)
        answer = _judged(said, turn)
        if answer.fits:
            before, branch.holder = branch.holder, fork
            self._let_go(before)
            branch.files = self._folder.keep()
            # A state on which others stand is one on which several answers are tried.
            self._next = before if before and before.users else fork
            return answer
        if answer.head["ending"] in ("died", "disk"):  # what it took up is needed for what comes back
            answer = _explained(answer, fork.end())
        else:
            fork.kill()
        self._next = branch.holder
        self._folder.restore(branch.files)
        return answer

    def _in_place(self, branch: Branch, turn: dict[str, Any]) -> Answer:
        """Run the turn in the holder itself, which is the branch's own."""
        assert branch.holder is not None, "there is a state to run the turn in"
        said = self._said(branch, branch.holder, turn)
        answer = _judged(said, turn)
        answer.head["obstacle"] = branch.holder.obstacle
        looked = "name" in turn and answer.head["ending"] in ("table", "failed", "reply")
        if said.standing and (answer.fits or looked):
            branch.files = self._folder.keep()
            return answer
        answer = _explained(answer, self._give_up(branch))
        self._folder.restore(branch.files)
        return answer

    def _said(self, branch: Branch, holder: Holder, turn: dict[str, Any]) -> Said:
        """Run the turn in this process, on the branch's files."""
        self._folder.marks_tell &= not holder.shares_memory  # code may have run when it was forked
        self._folder.restore(branch.files)
        self._ran = holder
        said = holder.run(turn, self._asker, self._limits, self._disk)
        self._folder.marks_tell &= not holder.shares_memory
        holder.renewals = self._folder.renewals
        return said

    # states

    def _replayed(self, branch: Branch) -> Holder:
        """Return a process of the branch's own, brought to its state by running its turns once more.

        Raises Lost when that does not succeed, and _Stopped.
        """
        files, before, branch.holder = branch.files, branch.holder, None
        self._let_go(before)
        self._unlock(None)
        self._folder.restore(self._beginning)
        branch.holder, branch.files = Holder.start(self._order), self._beginning
        try:
            for code in branch.turns:
                answer = self._in_place(branch, {"code": code, "intents": [], "replay": True})
                if answer.head["ending"] == "stopped":
                    raise _Stopped
                if not answer.fits:
                    raise Lost("the accepted turns do not run a second time")
        finally:
            branch.files = files
        self._folder.restore(files)
        return branch.holder

    def _abandon(self, holder: Holder) -> None:
        """End a holder that does not fork when it is told to, and try it no more with what came to stand on it.

        One that merely holds open what cannot be copied stays: it may be run in place.
        """
        if holder.forks:
            return
        for branch in self._branches.values():
            if branch.holder is holder:
                branch.forks, branch.holder = False, None
        holder.end()
        self._sweep()

    def _give_up(self, branch: Branch) -> int | None:
        """End the holder, for all branches on it; return its exit code where it had ended by itself."""
        holder = branch.holder
        assert holder is not None, "there is a state to give up"
        for each in self._branches.values():
            if each.holder is holder:
                each.holder = None
        return holder.end()

    def _is_sound(self, holder: Holder) -> bool:
        return holder.is_sound(ran_last=holder is self._ran, renewals=self._folder.renewals)

    def _unlock(self, but: Holder | None) -> None:
        """End every holder but this one that has locked a file: code in another one would find it locked."""
        for branch in self._branches.values():
            if branch.holder and branch.holder is not but and branch.holder.has_locks:
                self._give_up(branch)

    def _unlock_outside(self) -> None:
        """End every holder that keeps a file locked which is not the dialogue's own: others would find it locked."""
        for branch in self._branches.values():
            if branch.holder and branch.holder.has_locks_outside:
                self._give_up(branch)

    def _let_go(self, holder: Holder | None) -> None:
        """Release the holder from one branch."""
        if holder:
            holder.users -= 1
            if holder.users == 0:
                holder.kill()

    def _sweep(self) -> None:
        """End whatever is not known here: a fork that was let through may have come too late to be seen."""
        holders = [branch.holder for branch in self._branches.values() if branch.holder]
        processes.end_all_but({process for holder in holders for process in holder.living})

    def _tidy(self) -> None:
        """Remove all that is not needed, processes as well as copies of files."""
        processes.reap()
        if "seccomp" not in self._order["layers"]:
            self._sweep()  # code may have started processes of its own
        kept = [files for branch in self._branches.values() for files in (branch.files, branch.before) if files]
        self._folder.forget([self._beginning, *kept])


def _judged(said: Said, turn: dict[str, Any]) -> Answer:
    """Return the outcome of the turn. Raises AskerGone."""
    if said.ending == "left":
        raise AskerGone
    head: dict[str, Any] = {"ending": said.ending, "output": said.output}
    if said.ending == "over" and said.too_long:
        head["ending"] = "reply"
    if said.ending != "finished":
        return Answer(head)
    fitting = "table" if "name" in turn else "finished"
    known = {FITS: fitting, FAILED: "failed", TOO_LONG: "reply"} if said.standing else {}
    head["ending"] = known.get(said.how, "died")
    return Answer(head, said.payload)


def _explained(answer: Answer, code: int | None) -> Answer:
    """Add a word on how a process ended that ended by itself."""
    if answer.head["ending"] != "died":
        return answer
    why = "it is not known how"
    if code is not None:
        why = processes.signal_name(-code) if code < 0 else f"exit status {code}"
    return Answer({**answer.head, "why": why})
