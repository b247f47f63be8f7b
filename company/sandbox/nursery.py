"""Where a process that is to run code is born: of the warm Python, into the namespaces of its supervisor.

A supervisor that were forked of the warm Python itself would cost as much as the process that it supervises. So it is
forked of a light one, and asks the warm one for a fork. That one is told nothing but where: what is to be run the fork
reads by itself, so that nothing of it is in those that are forked later.
"""

import contextlib
import json
import os
import signal
import socket
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

from company.sandbox import wire
from company.sandbox.jail import namespaces

_PATIENCE_SECONDS = 60.0


def born(asking: int, order: dict[str, Any], descriptors: list[int]) -> tuple[int, socket.socket]:
    """Return a new process of this supervisor's that follows the order, and a socket that tells how it ends.

    `asking` is where the warm Python is asked. Raises OSError where there is no process to be had.
    """
    ours, theirs = socket.socketpair()
    ours.settimeout(_PATIENCE_SECONDS)
    places = namespaces.own_places()
    warm = socket.socket(fileno=asking)
    try:
        with theirs:
            socket.send_fds(warm, [b"1"], [theirs.fileno(), places[0]])
        wire.send(ours, wire.as_json(order), [*descriptors, places[1]])
        said = wire.receive(ours, 64)
    except ValueError as error:
        raise OSError(str(error)) from error
    finally:
        warm.detach()
        for place in places:
            os.close(place)
    if said is None:
        raise OSError("the warm Python has none")
    return int(said), ours


def ended(told: socket.socket, seconds: float) -> int | None:
    """Return the exit code of a process that has ended, as soon as it is told; None when that takes longer."""
    with contextlib.suppress(OSError, ValueError):
        told.settimeout(seconds)
        said = wire.receive(told, 64)
        return None if said is None else int(said)
    return None


class Births:
    """The children of the warm Python, on its side."""

    def __init__(self, asked: socket.socket, keep: int) -> None:
        """Listen on `asked`; when the process `keep` ends, this one ends."""
        self._asked, self._keep = asked, keep
        self._told: dict[int, socket.socket] = {}

    def serve(self, follow: Callable[[dict[str, Any], list[int]], NoReturn]) -> NoReturn:
        """Fork for every supervisor that asks; the forks do what `follow` does with their order and descriptors."""
        signal.signal(signal.SIGCHLD, lambda number, frame: self._reap())
        while True:
            word, descriptors, _, _ = socket.recv_fds(self._asked, 1, 2)
            if not word:
                os._exit(0)
            told, place = socket.socket(fileno=descriptors[0]), descriptors[1]
            # A child must be known before its end is looked into.
            signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD,))
            with contextlib.suppress(OSError):  # a supervisor may be gone by now, and its namespace with it
                namespaces.go_on_in(place)
                child = os.fork()
                if child == 0:
                    _begin(told, follow)
                self._told[child] = told
            os.close(place)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGCHLD,))

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self._keep:
                    os._exit(0)
                if told := self._told.pop(ended[0], None):
                    with told, contextlib.suppress(OSError):
                        wire.send(told, b"%d" % os.waitstatus_to_exitcode(ended[1]))


def _begin(told: socket.socket, follow: Callable[[dict[str, Any], list[int]], NoReturn]) -> NoReturn:
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGCHLD,))
        order = wire.receive_with_descriptors(told, 4)
        if order is not None:
            *descriptors, place = order[1]
            namespaces.look_from(place)
            wire.send(told, b"%d" % os.getpid())
            told.close()  # what it says of its end is not for the process to say
            follow(json.loads(order[0]), descriptors)
    except BaseException:  # noqa: BLE001 - a fork must never return into the code of its parent
        traceback.print_exc()
    finally:
        os._exit(1)
