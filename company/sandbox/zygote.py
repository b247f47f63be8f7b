"""The process that every other one is forked from. It never runs untrusted code and never talks to a network.

It is started with a clean environment and one open descriptor: a socket. It finds out which layers of the jail the
system has, says so, and waits for leave to go on. Then it loads the libraries that it is told (all of them, unless it
is to be light or stands in for cold interpreters) and forks a supervisor for each frame, which brings the socket that
the supervisor is to talk on. Where there are namespaces, a light fork of it does the latter, made before anything is
loaded (see `nursery`). When the socket closes, it ends, and a caretaker sees to it that nothing is left, even where
the other side was killed.
"""

import gc
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from company.sandbox import elsewhere, processes, wire
from company.sandbox.jail import namespaces, system
from company.sandbox.jail.confine import interpreter_files
from company.sandbox.jail.limits import close_all_but
from company.sandbox.jail.probe import probe
from company.sandbox.libraries import LIBRARIES
from company.sandbox.nursery import Births
from company.sandbox.surroundings import leave
from company.sandbox.trees import remove_tree

_LAST_SECONDS = 10.0
_MIB = 1024 * 1024
_LARGE = 2 * _MIB
_OBJECTS = 72
"""MiB of small objects that the libraries make, as measured; more would lie elsewhere, and cost a little each fork."""
_HEAD = sys.getsizeof(b"")
_SMALL = 480
"""Bytes of one that Python's own allocator still takes for small, its head included."""


def main(package_root: str, descriptor: int) -> NoReturn:
    """Serve the other side of the descriptor until it is gone."""
    control = socket.socket(fileno=descriptor)
    host = os.getppid()
    wish = _heard(control)
    elsewhere.needed = elsewhere.needed or "proc" in wish["without"]
    if elsewhere.needed:
        import_module("psutil")  # at once: a signal might come in the middle of an import, and need it
    wire.send(control, wire.as_json(probe(wish["without"])))
    order = {**_heard(control), "package_root": package_root}
    separate = "namespaces" in order["layers"]
    if separate:
        namespaces.enter()
    processes.adopt_orphans()
    caretaker = os.getpid()
    zygote = os.fork()
    if zygote:
        control.close()
        _take_care(zygote, host, wish["root"])
    processes.die_with(caretaker)
    if separate:
        namespaces.settle()
    processes.adopt_orphans()
    warm = wish["warm"]
    if warm and separate:
        order["nursery"] = _nursery(control, package_root, wish["libraries"])
    elif warm:
        _preload(wish["libraries"])
    else:
        # The list of fonts takes long to make; each cold interpreter is given a copy.
        subprocess.run([sys.executable, "-s", "-c", "import matplotlib.font_manager"], check=False)
    from company.sandbox.supervisor import supervise

    leave(package_root)
    if "nursery" not in order:
        wire.send(control, b"ready")
    _fork_supervisors(supervise, control, order)


def _fork_supervisors(supervise: Any, control: socket.socket, order: dict[str, Any]) -> NoReturn:
    """Fork one for each frame."""
    next_first = namespaces.NextFirst() if "namespaces" in order["layers"] else None
    supervisors: set[int] = set()
    signal.signal(signal.SIGCHLD, lambda number, frame: _gone(supervisors))
    while (asked := wire.receive_with_descriptors(control, 1)) is not None:
        if next_first:
            next_first.prepare()
        this = os.getpid()
        # A child must be known before the end of another one is looked into.
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD,))
        child = os.fork()
        if child == 0:
            _become(supervise, asked[1][0], order, this)
        supervisors.add(child)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGCHLD,))
        os.close(asked[1][0])
    os._exit(0)


def _heard(control: socket.socket) -> dict[str, Any]:
    frame = wire.receive(control)
    if frame is None:
        os._exit(0)  # the other side does not want what was found, or is gone
    heard: dict[str, Any] = json.loads(frame)
    return heard


def _nursery(control: socket.socket, package_root: str, libraries: Sequence[str] | None) -> int:
    """Load the libraries in this process, which forks what runs code; go on in a light one, which forks supervisors.

    Return, in the light one, the descriptor on which the other is asked for a fork.
    """
    asked, asking = socket.socketpair()
    heavy = os.getpid()
    light = os.fork()
    if light == 0:
        asked.close()
        processes.die_with(heavy)
        return asking.detach()
    asking.close()
    _preload(libraries)
    from company.sandbox.starting import follow

    leave(package_root)
    wire.send(control, b"ready")
    control.close()
    Births(asked, light).serve(follow)


def _preload(libraries: Sequence[str] | None) -> None:
    """Load all libraries, and what else no fork should have to load; of named ones just what importing them loads."""
    if libraries is not None:
        for name in libraries:
            import_module(name)
        _settled()
        return
    kept = _side_by_side()
    for name in (*LIBRARIES, "company.sandbox.worker"):
        import_module(name)
    from matplotlib import pyplot as plt

    # The first figure loads fonts and fills caches, the first model looks for the libraries that compute: no fork
    # should have to do that again.
    import_module("sklearn.cluster").KMeans(1, n_init=1).fit([[0.0]])
    _, axes = plt.subplots()
    axes.bar(["a", "b"], [1.0, 2.0])
    axes.set_title("a")
    plt.savefig(io.BytesIO(), format="png")
    plt.close("all")
    plt.rcdefaults()
    del kept
    _settled()
    _use_large_pages()


def _settled() -> None:
    interpreter_files()  # is remembered from here on
    gc.collect()
    gc.freeze()


def _side_by_side() -> list[bytes | None]:
    """Have the memory for small objects lie in one piece; keep what is returned until it is in use.

    Python takes it a MiB at a time, and each library that is loaded in between would lie in between: pieces that are
    too small for large pages.
    """
    # The list has its length at once: one that grows moves about in the same memory, and leaves gaps.
    count = _OBJECTS * _MIB // _SMALL
    taken: list[bytes | None] = [None] * count
    for position in range(count):
        taken[position] = bytes(_SMALL - _HEAD)
    # What is empty throughout would be given back.
    return taken[:: _MIB // _SMALL // 2]


def _use_large_pages() -> None:
    """Ask for large pages for all of this process's own memory that fills at least one."""
    if sys.platform != "linux":
        return
    for line in Path("/proc/self/maps").read_text().splitlines():
        place, rights, _, _, file, *name = line.split()
        if file == "0" and rights == "rw-p" and name in ([], ["[heap]"]):
            first, last = (int(each, 16) for each in place.split("-"))
            start, end = -(-first // _LARGE) * _LARGE, last // _LARGE * _LARGE
            if start < end:
                system.use_large_pages(start, end - start)


def _become(supervise: Any, descriptor: int, order: dict[str, Any], zygote: int) -> NoReturn:
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGCHLD,))
        close_all_but({0, 1, 2, descriptor, order.get("nursery", 0)})
        supervise(socket.socket(fileno=descriptor), order, zygote)
    finally:
        os._exit(1)  # never back into the zygote's own loop


def _gone(supervisors: set[int]) -> None:
    """End what a supervisor that has ended left behind, having been killed itself."""
    processes.reap()
    below = processes.children(os.getpid())
    supervisors &= below
    for orphan in below - supervisors:
        processes.kill(orphan)


def _take_care(zygote: int, host: int, root: str) -> NoReturn:
    """Outlive the zygote and all it has started; remove the folder where nobody else is left to do it."""
    os.waitpid(zygote, 0)
    deadline = time.monotonic() + _LAST_SECONDS
    while processes.children(os.getpid()) and time.monotonic() < deadline:
        processes.reap()
        time.sleep(0.01)
    processes.end_all_but(())
    if os.getppid() != host:
        remove_tree(Path(root))
    os._exit(0)
