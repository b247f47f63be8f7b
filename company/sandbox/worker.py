"""The process that holds a dialogue's state, and the forks of it in which turns are tried.

A turn is tried in a fork, which then is the new state or is thrown away; or in place, where a failure
ends the state. Everything here may have been tampered with by an earlier turn: whatever must hold, the supervisor
makes sure of.
"""

import contextlib
import json
import os
import random
import socket
import sys
from typing import Any, NoReturn

from matplotlib import pyplot as plt

from company.results.cells import write_cells
from company.sandbox import captured, wire
from company.sandbox.held import MOST
from company.sandbox.jail import landlock, system
from company.sandbox.jail.confine import Grants, confine, seal
from company.sandbox.jail.limits import close_all_but
from company.sandbox.parts import ERROR, FIGURE, RESULT, VARIABLE, part
from company.sandbox.said import FAILED, FITS, HERE, NO_FORK, READY, TOO_LONG
from company.sandbox.state import State, error_of, message_of
from company.sandbox.surroundings import own_times, settle, standard_streams


def hold(channel: socket.socket, order: dict[str, Any]) -> NoReturn:
    """Be the state of a new dialogue until the supervisor is gone."""
    os.setsid()
    close_all_but({0, 1, 2, channel.fileno()})
    standard_streams(None, None)
    folder = order["folder"]
    listener = confine(order["limits"], order["layers"], Grants((), (folder,)), listener=order["forks"])
    settle(folder, folder)
    # Modules that were given as files are found, and leave no compiled twin in the folder.
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    wire.send(channel, READY, [] if listener is None else [listener])
    if listener is not None:
        os.close(listener)
        os.times = own_times  # the C library gives out noise where the call is refused
    seal(order["layers"], asking=listener is not None)
    channel.send(HERE)
    _serve(channel, State(), order["limits"]["reply_bytes"])


def _serve(channel: socket.socket, state: State, reply_bytes: int) -> NoReturn:
    while (command := _next(channel)) is not None:
        payload, descriptors = command
        order = json.loads(payload)
        match order["do"]:
            case "fork":
                channel = _split(channel, *descriptors)
            case "take":
                _take(order["places"], descriptors)
                channel.send(HERE)
            case _:
                output, reply, *rules = descriptors
                _part(rules)
                os.dup2(output, 1)
                os.close(output)
                _write(reply, *_attempt(state, order, reply_bytes))
                os.close(reply)
    os._exit(0)


def _next(channel: socket.socket) -> tuple[bytes, list[int]] | None:
    """Return the next order. A turn may have said not to wait for anything; its state goes on all the same."""
    _made_to_wait(channel.fileno())
    return wire.receive_with_descriptors(channel, MOST)


def _made_to_wait(descriptor: int) -> None:
    with contextlib.suppress(OSError):
        os.set_blocking(descriptor, True)


def _take(places: list[tuple[list[int], bool]], copies: list[int]) -> None:
    """Put copies in the place of the open files that this fork has in common with its origin."""
    for (numbers, inherited), copy in zip(places, copies, strict=True):
        for number in numbers:
            os.dup2(copy, number, inherited)
        os.close(copy)


def _part(rules: list[int]) -> None:
    """Look into no other state of this dialogue any more, where rules for that are given. Raises OSError."""
    for each in rules:
        landlock.part(each)
        os.close(each)


def _split(channel: socket.socket, other: int, *rules: int) -> socket.socket:
    """Fork; the channel of whichever of the two this is now."""
    system.reap_unseen()  # earlier forks, which were thrown away
    numbers = random.getstate()
    try:
        child = os.fork()
    except OSError:
        channel.send(NO_FORK)
        child = -1
    if child:
        for each in (other, *rules):
            os.close(each)
        return channel
    random.setstate(numbers)  # a forked Python seeds this generator anew
    channel.close()
    own = socket.socket(fileno=other)
    try:
        _part(list(rules))
        own.send(HERE)
    except OSError:
        own.send(NO_FORK)
    return own


def _attempt(state: State, turn: dict[str, Any], reply_bytes: int) -> tuple[bytes, bytes]:
    if "name" in turn:
        return _table(state, turn["name"], reply_bytes)
    error = state.run(turn["code"])
    if error is None:
        try:
            payload = _reply(state, turn)
            return (FITS, payload) if len(payload) <= reply_bytes else (TOO_LONG, b"")
        except captured.Unfit as unfit:
            error = {"type": "ResultError", "message": message_of(unfit)}
        except BaseException as unruly:  # noqa: BLE001 - drawing and describing run untrusted code
            error = error_of(unruly, "")
    return FAILED, part(ERROR, wire.as_json(error))


def _reply(state: State, turn: dict[str, Any]) -> bytes:
    if turn.get("bare"):
        return b""
    if turn.get("replay"):
        plt.close("all")
        return b""
    current = captured.current_figure()
    # Pictures first: labels of axes are only settled once they are drawn.
    pictures = captured.figures()
    results = captured.results(turn["intents"], state.names, current)
    plt.close("all")
    sys.stdout.flush()
    told = [part(RESULT, wire.as_json(each)) for each in results]
    told += [part(VARIABLE, wire.as_json(each)) for each in state.variables()]
    return b"".join([*told, *(part(FIGURE, each) for each in pictures)])


def _table(state: State, name: str, reply_bytes: int) -> tuple[bytes, bytes]:
    """Return how it went, and the first rows of a table as JSON or why there are none."""
    try:
        if name not in state.names:
            raise ValueError(f"no variable `{name}` was made.")
        content = write_cells(state.names[name])
    except BaseException as error:  # noqa: BLE001 - looking at untrusted values runs untrusted code
        return FAILED, part(ERROR, wire.as_json({"type": "ResultError", "message": message_of(error)}))
    return (FITS, content) if len(content) <= reply_bytes else (TOO_LONG, b"")


def _write(pipe: int, how: bytes, payload: bytes) -> None:
    _made_to_wait(pipe)
    with contextlib.suppress(OSError):
        os.dup2(0, 1)  # a pipe that nobody reads would be one more thing to be copied for a fork
    view = memoryview(how + wire.framed(payload))
    while view:
        view = view[os.write(pipe, view) :]
