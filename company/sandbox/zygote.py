"""The warm process that every other one is forked from. It never runs untrusted code and never talks to a network.

It is started with a clean environment and one open descriptor: a socket, on which each order to start something
arrives together with the socket that the started one is to talk on. When the socket closes, it ends.
"""

import gc
import io
import json
import os
import signal
import socket
import sys
from importlib import import_module
from typing import NoReturn

from company.sandbox import confine, wire

PRELOADED = (
    "numpy",
    "pandas",
    "matplotlib",
    "matplotlib.pyplot",
    "scipy.stats",
    "sklearn.cluster",
    "sklearn.decomposition",
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.metrics",
    "sklearn.model_selection",
    "sklearn.preprocessing",
    "sklearn.tree",
    "seaborn",
    "company.results.capture",
    "company.sandbox.supervisor",
)
READY = b"ready"


def main(package_root: str, descriptor: int) -> NoReturn:
    """Load the libraries, say so, and fork a supervisor for every order until the other side is gone."""
    control = socket.socket(fileno=descriptor)
    _preload()
    # Untrusted code has no business with our package; what it needs of it is loaded.
    sys.path.remove(package_root)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    wire.send(control, READY)
    while (order := wire.receive_with_descriptors(control, 1)) is not None:
        payload, descriptors = order
        this = os.getpid()
        if os.fork() == 0:
            _supervise(payload, descriptors[0], this)
        os.close(descriptors[0])
    os._exit(0)


def _preload() -> None:
    for name in PRELOADED:
        import_module(name)
    from matplotlib import pyplot as plt

    # The first figure loads fonts and fills caches; no fork should have to do that again.
    _, axes = plt.subplots()
    axes.bar(["a", "b"], [1.0, 2.0])
    axes.set_title("a")
    plt.savefig(io.BytesIO(), format="png")
    plt.close("all")
    plt.rcdefaults()
    gc.collect()
    gc.freeze()


def _supervise(payload: bytes, descriptor: int, zygote: int) -> NoReturn:
    try:
        from company.sandbox.supervisor import supervise

        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        confine.close_all_but({0, 1, 2, descriptor})
        supervise(socket.socket(fileno=descriptor), json.loads(payload), zygote)
    finally:
        os._exit(1)  # never back into the zygote's own loop
