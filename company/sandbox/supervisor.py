"""One trusted process per dialogue or script: it starts, watches, limits and ends what is not trusted.

For every turn it answers with two frames: a JSON head ("ending", "output", …) and what the turn itself said.
"""

import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from company.sandbox import confine, processes, wire, worker
from company.sandbox.folder import WorkFolder
from company.sandbox.script import run
from company.sandbox.watch import Ending, Pipe, watch

_ANSWER_SECONDS = 30.0
"""For steps that involve no untrusted code; a process that takes longer is given up."""


class AskerGone(Exception):
    """Nobody waits for the answer any more."""


class Lost(Exception):
    """The processes of a dialogue are not as they must be: nothing more can be run in it."""


def supervise(asker: socket.socket, order: dict[str, Any], zygote: int) -> NoReturn:
    """Do what was ordered until the asker or the zygote is gone, then leave no process behind."""
    confine.die_with(zygote)
    confine.adopt_orphans()
    try:
        wire.send(asker, wire.as_json({"pid": os.getpid()}))
        if order["kind"] == "dialogue":
            Dialogue(asker, order).serve()
        else:
            wire.send(asker, wire.as_json(_script(asker, order)))
    except (AskerGone, ConnectionError):
        pass  # there is nobody to answer
    except Lost as lost:
        wire.send(asker, wire.as_json({"ending": "lost", "why": str(lost)}))
    except Exception:  # noqa: BLE001 - whatever it is, no process may be left behind; the asker sees the log
        traceback.print_exc()
    finally:
        processes.end_all_but(())
        os._exit(0)


def fork(body: Callable[[], NoReturn]) -> int:
    """The process id of a child that runs `body` and nothing else."""
    child = os.fork()
    if child == 0:
        try:
            body()
        except BaseException:  # noqa: BLE001 - a fork must never return into the code of its parent
            traceback.print_exc()
        finally:
            os._exit(1)
    return child


class Dialogue:
    """The state of a dialogue, and the turns that are tried on it."""

    def __init__(self, asker: socket.socket, order: dict[str, Any]) -> None:
        self._asker, self._limits = asker, order["limits"]
        self._folder = WorkFolder(Path(order["folder"]), Path(order["kept"]), order["files"])
        self._channel, theirs = socket.socketpair()
        self._channel.settimeout(_ANSWER_SECONDS)
        this = os.getpid()
        self._holder = fork(lambda: worker.hold(theirs, order, this))
        theirs.close()

    def serve(self) -> None:
        """Try one turn after another."""
        while (turn := wire.receive(self._asker)) is not None:
            head, payload = self._try(turn)
            wire.send(self._asker, wire.as_json(head))
            wire.send(self._asker, payload)

    def _try(self, turn: bytes) -> tuple[dict[str, Any], bytes]:
        output_end, output = os.pipe()
        reply_end, reply = os.pipe()
        said = Pipe(reply_end, self._limits["reply_bytes"] + 64)
        printed = Pipe(output_end, self._limits["output_bytes"])
        processes.kill(self._holder, signal.SIGCONT)
        try:
            wire.send(self._channel, turn, [output, reply])
        except OSError as error:
            raise Lost("the process that holds the state is gone") from error
        finally:
            os.close(output)
            os.close(reply)
        ending = watch([printed, said], self._asker, self._limits["wall_seconds"], _heard_out(said))
        if ending == "left":
            raise AskerGone
        try:
            head, payload = self._judge(ending, said, printed)
        except OSError as error:
            raise Lost(f"the working folder cannot be kept or put back ({error})") from error
        printed.close()
        said.close()
        return head, payload

    def _judge(self, ending: Ending, said: Pipe, printed: Pipe) -> tuple[dict[str, Any], bytes]:
        size = worker.STARTED.size
        if len(said.content) < size:
            raise Lost("no fork could be made" if said.content else "the process that holds the state is gone")
        child: int = worker.STARTED.unpack(said.content[:size])[0]
        how, payload = bytes(said.content[size : size + 1]), bytes(said.content[size + 5 :])
        head: dict[str, Any] = {"ending": ending, "output": printed.text()}
        if ending == "finished" and how == worker.FITS:
            self._promote(child)
            return head, payload
        status = self._throw_away(child)
        if ending == "finished":
            head["ending"] = {worker.FAILED: "failed", worker.TOO_LONG: "reply"}.get(how, "died")
        elif ending == "over" and said.over:
            head["ending"] = "reply"
        if head["ending"] == "died":
            head.update(_left(status))
        return head, payload if head["ending"] == "failed" else b""

    def _promote(self, child: int) -> None:
        """The fork becomes the state."""
        processes.kill(self._holder)
        os.waitpid(self._holder, 0)
        self._holder = child
        wire.send(self._channel, worker.KEEP)
        if self._hear() != worker.KEEP:
            raise Lost("the new state did not answer")
        self._come_to_rest()
        self._folder.keep()

    def _throw_away(self, child: int) -> int:
        """The fork ends, and everything is as it was before it; its wait status."""
        processes.kill(child)
        status = worker.left_by(self._hear())
        self._come_to_rest()
        self._folder.restore()
        return status

    def _come_to_rest(self) -> None:
        """Between turns nothing moves: neither threads of the state nor anything that a turn has started."""
        processes.kill(self._holder, signal.SIGSTOP)
        processes.end_all_but({self._holder})

    def _hear(self) -> bytes:
        try:
            frame = wire.receive(self._channel, 64)
        except (OSError, ValueError) as error:
            raise Lost("the process that holds the state does not answer") from error
        if frame is None:
            raise Lost("the process that holds the state is gone")
        return frame


def _heard_out(said: Pipe) -> Callable[[], bool]:
    """Whether a try has said all that it has to say, or can say no more."""
    start = worker.STARTED.size + 1

    def finished() -> bool:
        if said.ended or len(said.content) < start + wire.HEADER.size:
            return said.ended
        size: int = wire.HEADER.unpack(said.content[start : start + wire.HEADER.size])[0]
        return len(said.content) >= start + wire.HEADER.size + size

    return finished


def _left(status: int) -> dict[str, Any]:
    """How a process ended by itself, in words."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return {"ending": "cpu" if number == signal.SIGXCPU else "died", "why": processes.signal_name(number)}
    return {"why": f"exit status {os.WEXITSTATUS(status)}"}


def _script(asker: socket.socket, order: dict[str, Any]) -> dict[str, Any]:
    """Run one script to its end or its limits."""
    limits = order["limits"]
    output_end, output = os.pipe()
    errors_end, errors = os.pipe()
    this = os.getpid()
    child = fork(lambda: _run_script(order, output, errors, this))
    os.close(output)
    os.close(errors)
    pipes = [Pipe(output_end, limits["output_bytes"]), Pipe(errors_end, limits["output_bytes"])]
    status: list[int] = []

    def finished() -> bool:
        if not status:
            process, left = os.waitpid(child, os.WNOHANG)
            status.extend([left] if process else [])
        return bool(status)

    ending = watch(pipes, asker, limits["wall_seconds"], finished)
    if ending == "left":
        raise AskerGone
    processes.end_all_but(())
    code = os.waitstatus_to_exitcode(status[0]) if status and ending == "finished" else None
    cpu = code == -signal.SIGXCPU
    stdout, stderr = (pipe.text() for pipe in pipes)
    return {"ending": "cpu" if cpu else ending, "code": None if cpu else code, "output": stdout, "errors": stderr}


def _run_script(order: dict[str, Any], output: int, errors: int, supervisor: int) -> NoReturn:
    path = Path(order["script"])
    os.setsid()
    confine.die_with(supervisor)
    worker.standard_streams(output, errors)
    confine.close_all_but({0, 1, 2})
    worker.settle(str(path.parent), order["home"])
    confine.confine(order["limits"], confine.taken_bytes())
    if order["kind"] == "cold":
        os.execv(sys.executable, [sys.executable, "-s", "-u", str(path)])
    os._exit(run(path))
