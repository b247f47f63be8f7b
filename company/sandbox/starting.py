"""How a supervisor starts the processes that run untrusted code: as forks of itself, or as cold interpreters."""

import os
import socket
import sys
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

from company.sandbox import cold, script, wire
from company.sandbox.jail.confine import Grants, confine, seal
from company.sandbox.jail.limits import close_all_but
from company.sandbox.nursery import born
from company.sandbox.surroundings import COLD_HASH_SEED, leave_no_trace, settle, standard_streams


def start_dialogue(order: dict[str, Any]) -> tuple[int, socket.socket, socket.socket | None]:
    """Start a process that will hold a dialogue's state; return its id, our end of the talk with it, and a socket.

    The socket tells how it ends, where it is not this process's child. Raises OSError where there is none to be had.
    """
    ours, theirs = socket.socketpair()
    with theirs:
        if not order["cold"]:
            process, told = _warm(order, [theirs.fileno()])
            return process, ours, told
        process = _spawn(order, [(os.POSIX_SPAWN_DUP2, theirs.fileno(), cold.DESCRIPTOR)], {})
    ours.sendall(wire.as_json(order) + b"\n")
    return process, ours, None


def start_script(order: dict[str, Any], output: int, errors: int) -> tuple[int, socket.socket | None]:
    """Start a process that runs a script or program and prints to the given pipes; return its id, and a socket.

    The socket tells how it ends, where it is not this process's child. Raises OSError where there is none to be had.
    """
    if not order["cold"]:
        return _warm(order, [output, errors])
    hear, say = os.pipe()
    os.write(say, wire.as_json(order) + b"\n")
    os.close(say)
    streams = ((output, 1), (errors, 2), (hear, cold.DESCRIPTOR))
    try:
        more = {} if order["seeded"] else {"PYTHONHASHSEED": COLD_HASH_SEED}
        return _spawn(order, [(os.POSIX_SPAWN_DUP2, *pair) for pair in streams], more), None
    finally:
        os.close(hear)


def _warm(order: dict[str, Any], descriptors: list[int]) -> tuple[int, socket.socket | None]:
    if "nursery" in order:
        return born(order["nursery"], order, descriptors)
    return _fork(lambda: follow(order, descriptors)), None


def follow(order: dict[str, Any], descriptors: list[int]) -> NoReturn:
    """Be what the order says, in a fresh fork of a warm process."""
    if order["kind"] == "script":
        _run(order, *descriptors)
    from company.sandbox.worker import hold  # loaded in a warm process, never in a light one

    hold(socket.socket(fileno=descriptors[0]), order)


def _spawn(order: dict[str, Any], files: list[tuple[int, int, int]], more: dict[str, str]) -> int:
    home = order["home"]
    environment = {**os.environ, "HOME": home, "TMPDIR": home, "MPLCONFIGDIR": f"{home}/matplotlib", **more}
    command = [sys.executable, "-s", "-u", "-c", cold.PROGRAM, order["package_root"]]
    return os.posix_spawn(sys.executable, command, environment, file_actions=files)


def _fork(body: Callable[[], NoReturn]) -> int:
    """Fork a child that runs `body` and nothing else, and return its id."""
    child = os.fork()
    if child == 0:
        try:
            body()
        except BaseException:  # noqa: BLE001 - a fork must never return into the code of its parent
            traceback.print_exc()
        finally:
            os._exit(1)
    return child


def _run(order: dict[str, Any], output: int, errors: int) -> NoReturn:
    if order["seeded"]:
        # Loaded in a warm process, never in a light one; behind the jail it may not be there to be read.
        from company.sandbox.state import seeded_main
    os.setsid()
    standard_streams(output, errors)
    close_all_but({0, 1, 2})
    confine(order["limits"], order["layers"], Grants(order["readable"], (order["folder"], order["home"])))
    settle(order["folder"], order["home"])
    seal(order["layers"], asking=False)
    names = seeded_main() if order["seeded"] else _as_cold(order)
    os._exit(script.run(order["script"], names))


def _as_cold(order: dict[str, Any]) -> dict[str, Any]:
    """Return the names of a new `__main__`, in a process that is from here on as a cold interpreter is."""
    os.environ["MPLCONFIGDIR"] = f"{order['home']}/matplotlib"
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()  # else all forks would draw the same; `random` sees to it by itself
    leave_no_trace(order["package_root"])
    return script.fresh_main()
