"""The process that holds a dialogue's state, and the fork of it in which each turn is tried.

The holder waits for a turn and forks. The fork runs the code and says how it went; then the supervisor either
kills the holder, so that the fork is the new state, or kills the fork, and the holder waits for the next turn.
"""

import io
import json
import os
import random
import signal
import socket
import struct
import sys
import tempfile
from typing import Any, NoReturn

from matplotlib import pyplot as plt

from company.sandbox import captured, confine, wire
from company.sandbox.state import State, error_of, message_of

STARTED = struct.Struct(">I")
"""The first thing a try says: its process id."""
FITS, FAILED, TOO_LONG, NO_FORK = b"+", b"-", b"!", b"0"
"""How a try went; `NO_FORK` stands where the process id of a try would."""
KEEP = b"keep"
_LEFT = struct.Struct(">i")


def standard_streams(output: int | None, errors: int | None) -> None:
    """Make the given pipes (None: nothing) this process's stdout and stderr, and its stdin empty."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for target, source in ((0, None), (1, output), (2, errors)):
        os.dup2(nothing if source is None else source, target)
    os.close(nothing)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - lives as long as the process
    sys.stdout, sys.stderr = _text(1), _text(2)


def _text(descriptor: int) -> io.TextIOWrapper:
    raw = open(descriptor, "wb", closefd=False)  # noqa: SIM115 - lives as long as the process
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", line_buffering=True)


def settle(folder: str, home: str) -> None:
    """Work in `folder`; keep everything that belongs to nobody's folder in `home`."""
    os.chdir(folder)
    os.environ["HOME"] = os.environ["TMPDIR"] = home
    tempfile.tempdir = None


def hold(channel: socket.socket, order: dict[str, Any], supervisor: int) -> NoReturn:
    """Be the state of a new dialogue until the supervisor is gone."""
    os.setsid()
    confine.die_with(supervisor)
    confine.close_all_but({0, 1, 2, channel.fileno()})
    standard_streams(None, None)
    settle(order["folder"], order["folder"])
    # Modules that were given as files are found, and leave no compiled twin in the folder.
    sys.path.insert(0, order["folder"])
    sys.dont_write_bytecode = True
    confine.confine(order["limits"], confine.taken_bytes())
    state = State()
    while (command := wire.receive_with_descriptors(channel, 2)) is not None:
        payload, descriptors = command
        if payload == KEEP:
            # The fork that forgot whose death it dies of is now the supervisor's own child.
            confine.die_with(supervisor)
            wire.send(channel, KEEP)
        else:
            _try(channel, state, json.loads(payload), descriptors, order["limits"]["reply_bytes"])
    os._exit(0)


def _try(channel: socket.socket, state: State, turn: dict[str, Any], descriptors: list[int], reply_bytes: int) -> None:
    """Fork; return in the holder when the fork was thrown away, in the fork when its turn fits."""
    output, reply = descriptors
    numbers, holder = random.getstate(), os.getpid()
    try:
        child = os.fork()
    except OSError:
        os.write(reply, NO_FORK)
        child = -1
    if child:
        os.close(output)
        os.close(reply)
        if child > 0:
            wire.send(channel, _LEFT.pack(os.waitpid(child, 0)[1]))
        return
    confine.die_with(holder)
    random.setstate(numbers)  # a forked Python seeds this generator anew
    os.dup2(output, 1)
    os.close(output)
    this = os.getpid()
    _write(reply, STARTED.pack(this))
    how, payload = _attempt(state, turn, reply_bytes)
    if os.getpid() != this:
        os._exit(0)  # the code forked, and this is its child: it has nothing to say
    if how == FITS:
        confine.outlive_parent()
    _write(reply, how + wire.framed(payload))
    os.close(reply)
    while how != FITS:
        signal.pause()  # until it is killed: its process id must not become another's before that


def left_by(frame: bytes) -> int:
    """The wait status of a try, from what the holder says when it is gone."""
    status: int = _LEFT.unpack(frame)[0]
    return status


def _attempt(state: State, turn: dict[str, Any], reply_bytes: int) -> tuple[bytes, bytes]:
    error = state.run(turn["code"])
    reply: dict[str, Any] = {}
    if error is None:
        try:
            reply = _reply(state, turn["intents"])
            payload = wire.as_json(reply)
            return (FITS, payload) if len(payload) <= reply_bytes else (TOO_LONG, b"")
        except captured.Unfit as unfit:
            error = {"type": "ResultError", "message": message_of(unfit)}
        except BaseException as unruly:  # noqa: BLE001 - drawing and describing run untrusted code
            error = error_of(unruly, "")
    return FAILED, wire.as_json({"error": error})


def _reply(state: State, intents: list[dict[str, str]]) -> dict[str, Any]:
    current = captured.current_figure()
    # Pictures first: labels of axes are only settled once they are drawn.
    pictures = captured.figures()
    results = captured.results(intents, state.names, current)
    plt.close("all")
    sys.stdout.flush()
    return {"results": results, "variables": state.variables(), "figures": pictures}


def _write(pipe: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(pipe, view) :]
