"""A trusted process that starts, watches, limits and ends what is not trusted: one dialogue or script after another.

To every order and every question it answers with two frames: a JSON head ("ending", "output", …) and what the
untrusted process itself said, if anything.
"""

import contextlib
import json
import os
import signal
import socket
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

from company.sandbox import processes, wire
from company.sandbox.dialogue import Answer, AskerGone, Dialogue
from company.sandbox.disk import DiskUse
from company.sandbox.holder import Lost
from company.sandbox.jail import namespaces
from company.sandbox.nursery import ended
from company.sandbox.starting import start_script
from company.sandbox.watch import Ending, Pipe, Watch

_MIB = 1024 * 1024
_TOLD_SECONDS = 1.0
"""For the rest of a word of which the beginning is there."""


def supervise(asker: socket.socket, order: dict[str, Any], zygote: int) -> NoReturn:
    """Do what is ordered until the asker or the zygote is gone, then leave no process behind.

    `order` says what holds for all that is done here: the layers, and where our package lies.
    """
    signal.signal(signal.SIGTERM, _end)
    processes.die_with(zygote, signal.SIGTERM)
    processes.adopt_orphans()
    try:
        if "namespaces" in order["layers"]:
            namespaces.begin()
        _introduce(asker)
        while (asked := wire.receive(asker)) is not None:
            _follow(asker, {**order, **json.loads(asked)})
    except (AskerGone, ConnectionError):
        pass  # there is nobody to answer
    except Exception:  # noqa: BLE001 - whatever it is, no process may be left behind; the asker sees the log
        traceback.print_exc()
    finally:
        processes.end_all_but(())
        os._exit(0)


def _end(number: int, frame: object) -> NoReturn:
    raise AskerGone


def _introduce(asker: socket.socket) -> None:
    """Return a descriptor by which this process can be ended from outside, where its id may mean nothing."""
    descriptors = [os.pidfd_open(os.getpid())] if hasattr(os, "pidfd_open") else []
    wire.send(asker, wire.as_json({"pid": os.getpid()}), descriptors)
    for descriptor in descriptors:
        os.close(descriptor)


def _follow(asker: socket.socket, order: dict[str, Any]) -> None:
    match order.get("kind"):
        case "script" | "program":
            _say(asker, _script(asker, order))
        case "dialogue":
            try:
                _hold(asker, order)
            except Lost as lost:
                processes.end_all_but(())
                _say(asker, Answer({"ending": "lost", "why": str(lost)}))
            finally:
                processes.end_all_but(())
        case _:
            pass  # a word to stop what had ended already


def _hold(asker: socket.socket, order: dict[str, Any]) -> None:
    """Serve a dialogue until its last branch is closed. Raises Lost and AskerGone."""
    dialogue = Dialogue(asker, order)
    _say(asker, Answer({"ending": "open"}))
    while dialogue.open:
        asked = wire.receive(asker)
        if asked is None:
            raise AskerGone
        question = json.loads(asked)
        if question["do"] != "stop":  # else what was to be stopped had ended already
            _say(asker, dialogue.answer(question))
            dialogue.prepare(question)


def _say(asker: socket.socket, answer: Answer) -> None:
    wire.send(asker, wire.as_json(answer.head))
    wire.send(asker, answer.payload)


def _script(asker: socket.socket, order: dict[str, Any]) -> Answer:
    """Run one script or program to its end or its limits. Raises AskerGone."""
    limits = order["limits"]
    pipes = [Pipe(limits["output_bytes"]), Pipe(limits["output_bytes"])]
    child, told = start_script(order, *(pipe.writing for pipe in pipes))
    for pipe in pipes:
        pipe.handed_over()
    disk = DiskUse([order["folder"], order["home"]], limits["disk_mib"] * _MIB, limits["files"])
    disk.begin(child)
    codes: list[int | None] = []

    def finished() -> bool:
        if not codes and not told:
            process, status = os.waitpid(child, os.WNOHANG)
            codes.extend([os.waitstatus_to_exitcode(status)] if process else [])
        return bool(codes)

    def check() -> Ending | None:
        if processes.seconds_used(child) > limits["cpu_seconds"]:
            return "cpu"
        return "disk" if disk.over([child]) else None

    with contextlib.ExitStack() as stack:
        if told:
            answers: dict[int, Callable[[], object]] = {told.fileno(): lambda: codes.append(ended(told, _TOLD_SECONDS))}
            stack.enter_context(told)
        else:
            answers = {**stack.enter_context(processes.ending(child))}
        ending = Watch(pipes, asker, limits["wall_seconds"], finished, check, answers).until_done()
    processes.end_all_but(())
    if ending == "left":
        raise AskerGone
    if ending == "finished" and disk.over(()):
        ending = "disk"
    code = codes[0] if codes and ending == "finished" else None
    stdout, stderr = (pipe.text() for pipe in pipes)
    for pipe in pipes:
        pipe.close()
    return Answer({"ending": ending, "code": code, "output": stdout, "errors": stderr})
