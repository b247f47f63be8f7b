"""A cluster of Ray's on this machine, of several nodes that can be killed."""

from __future__ import annotations

import contextlib
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any
from unittest import mock

import psutil

from tests.support.container import as_in_a_container

_HEAD_START = 3.0
"""Seconds that workers of a node have which is reached again, until Ray tells them that they were given up."""
_HEALTH = {"health_check_period_ms": 1000, "health_check_timeout_ms": 2000, "health_check_failure_threshold": 8}
"""Of Ray's own: when it takes a node for dead that says nothing, half a minute at most."""
STORE = 80 * 1024 * 1024
"""Bytes of each node's store for objects, the least that Ray takes."""


def missing() -> str:
    """Why no cluster can be started here; empty where one can."""
    return "" if find_spec("ray") else "Ray is not installed (pip install 'decision-company[cluster]')"


@dataclass
class Nodes:
    """A head that does no work, and nodes with a processor each that do it."""

    cluster: Any
    workers: list[Any] = field(default_factory=list)

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def add(self, count: int = 1, **more: Any) -> None:
        for _ in range(count):
            self.workers.append(self.cluster.add_node(num_cpus=1, object_store_memory=STORE, **more))

    def add_contained(self) -> None:
        """Add a node that is in a plain container, as far as it can tell: it has no namespaces."""
        there = threading.Event()

        def inside() -> None:
            as_in_a_container()
            self.add()
            there.set()
            threading.Event().wait()  # what a thread has started dies with it

        with mock.patch("ray._private.utils.set_sigterm_handler"):  # which is for main threads
            # The only thread that is contained, with all that it starts.
            threading.Thread(target=inside, daemon=True).start()
            assert there.wait(120)

    def kill_node(self, number: int = -1) -> None:
        """Kill a node with all that runs on it."""
        node = self.workers.pop(number)
        below = self._below(node)
        self.cluster.remove_node(node, allow_graceful=False)
        for process in below:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()

    def cut_off(self, number: int = -1) -> Callable[[], None]:
        """Have a node, which counts no longer, hear and say nothing, as behind a network that is cut; return its end.

        Then work goes on there first, and only a little later the node learns that it is given up.
        """
        node = self.workers.pop(number)
        raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
        below = self._below(node)
        for process in (raylet, *below):
            process.suspend()

        def heal() -> None:
            for each in (*below, None, raylet):
                if each is None:
                    time.sleep(_HEAD_START)
                    continue
                with contextlib.suppress(psutil.NoSuchProcess):
                    each.resume()

        return heal

    def kill_all(self) -> None:
        """Kill the head and every node, with all that runs on them."""
        below = [each for node in (self.cluster.head_node, *self.workers) for each in self._below(node)]
        self.cluster.head_node.kill_gcs_server()
        for process in below:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self.workers.clear()

    def kill_worker(self, chance: random.Random | None = None) -> bool:
        """Kill the process of one worker; whether there was one."""
        at_work = [each for node in self.workers for each in self._below(node) if _is_worker(each)]
        if not at_work:
            return False
        with contextlib.suppress(psutil.NoSuchProcess):
            (chance or random).choice(at_work).kill()
        return True

    def _below(self, node: Any) -> list[psutil.Process]:
        with contextlib.suppress(psutil.NoSuchProcess):
            raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
            return raylet.children(recursive=True)
        return []


def _is_worker(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return process.cmdline()[0].startswith("ray::Worker")
    return False


@contextlib.contextmanager
def nodes(count: int, *, watchful: bool = False) -> Iterator[Nodes]:
    """Start a cluster with so many nodes at work; no process is connected to it yet.

    One that is `watchful` soon gives nodes up that say nothing.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster

    head = {
        "num_cpus": 0,
        "object_store_memory": STORE,
        "include_dashboard": False,
        **({"_system_config": _HEALTH} if watchful else {}),
    }
    made = Nodes(Cluster(initialize_head=True, head_node_args=head))
    try:
        made.add(count)
        yield made
    finally:
        made.cluster.shutdown()
