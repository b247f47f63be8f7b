"""A cluster of Ray's by the words of `--on`, and what its nodes are."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import math
import os
import threading
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from company.console.leaving import end_without
from company.errors import ClusterError, ConfigError

if TYPE_CHECKING:
    from company.benchmark.publishing.versions import Versions

T = TypeVar("T")
LOCAL = "local"
"""This process alone, without Ray."""
_OWN = "ray"
_CLIENT = "ray://"
_SILENCE = 20.0
"""Seconds that the head of a cluster may take to say which nodes there are."""
_BEGINNING = 60.0
"""Seconds that a cluster may take to be there."""
_GIVEN_UP = 3.0
"""Seconds for a connection to end whose other end is gone."""
_PARTS = 10_000
"""Of a processor, as Ray counts them."""
_CALLS = 256
"""Calls of an actor that may be under way at once: most of them wait."""
_STORE = 100 * 1024 * 1024
"""Bytes of the store for objects of a cluster that is started here: hardly anything passes through it."""


def is_elsewhere(on: str | None) -> bool:
    """Return whether `--on` names a cluster. Raises ConfigError for what it may not say."""
    if on is None or on == LOCAL:
        return False
    if on == _OWN or (on.startswith(_CLIENT) and len(on) > len(_CLIENT)):
        return True
    raise ConfigError(f"--on {on} is no place to work: say local, ray, or ray://HOST:PORT")


@contextlib.contextmanager
def cluster_of(on: str | None) -> Iterator[Cluster | None]:
    """Yield the cluster that `--on` names; None for this process alone. Raises ConfigError and ClusterError."""
    if not is_elsewhere(on):
        yield None
        return
    with connected(on or "") as cluster:
        yield cluster


@contextlib.contextmanager
def connected(on: str) -> Iterator[Cluster]:
    """Yield a cluster: that at an address, that of RAY_ADDRESS, or one that is started here.

    Raises ConfigError where Ray is not installed, and ClusterError where the cluster is not to be had.
    """
    # Ray would tell its makers about this; nobody has asked for that.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        if on.startswith(_CLIENT) and find_spec("grpc") is None:  # Ray speaks to clusters elsewhere with it
            raise ModuleNotFoundError
        import ray
    except ModuleNotFoundError:
        raise ConfigError(f"--on {on} needs Ray; install it with: pip install 'decision-company[cluster]'") from None
    began = not ray.is_initialized()
    if began:
        _begin(ray, on)
    cluster = Cluster(ray)
    try:
        yield cluster
    finally:
        if began:
            cluster.leave()


def _begin(ray: Any, on: str) -> None:
    address = on if on.startswith(_CLIENT) else os.environ.get("RAY_ADDRESS", "local")
    own: dict[str, Any] = {"object_store_memory": _STORE, "include_dashboard": False} if address == "local" else {}
    why: list[str] = []

    def begin() -> None:
        try:
            ray.init(address=address, namespace="company", logging_level="ERROR", log_to_driver=False, **own)
        except Exception as problem:  # noqa: BLE001 - whatever Ray raises
            why.append(_line(problem))

    if not _ended(begin, _BEGINNING):
        end_without("Ray")
        why.append(f"it has said nothing for {_BEGINNING:.0f} s")
    if why:
        raise ClusterError(f"no cluster is to be had at {address} ({why[0]}); start it, or correct the address")


def _ended(call: Callable[[], None], seconds: float) -> bool:
    """Return whether a call came to its end within some seconds; else it goes on by itself."""
    calling = threading.Thread(target=call, name="ray", daemon=True)
    calling.start()
    calling.join(seconds)
    return not calling.is_alive()


class Cluster:
    """A cluster that this process is connected to, asked so that nobody waits for a head that is gone.

    What Ray may ask the head for, it asks in a thread of its own: a head that is gone may never answer, and then Ray
    neither returns nor lets the process end.
    """

    def __init__(self, ray: Any) -> None:
        """Create it for Ray, which is connected."""
        self.ray = ray
        self.is_gone = False
        """The head has not answered: nothing more is asked of it."""

    async def nodes(self) -> dict[str, int]:
        """Return the nodes that are alive, by their ids, with their processors. Raises ClusterError without a head."""
        return await self._asked(partial(_nodes, self.ray))

    async def put(self, value: bytes) -> Any:
        """Return a reference to bytes that are sent to many actors. Raises ClusterError without a head."""
        return await self._asked(partial(self.ray.put, value))

    async def actor(self, kind: type, node: str, name: str, *given: Any, runs: int = 1) -> Any:
        """Return an actor of a kind on a node, made of what is given; so many `runs` share each processor.

        Raises ClusterError without a head.
        """

        def make() -> Any:
            return _on_node(self.ray, kind, node, name, runs).remote(*given)

        making = asyncio.ensure_future(self._asked(make))
        try:
            return await asyncio.shield(making)
        except asyncio.CancelledError:
            making.add_done_callback(self._undo)
            raise

    def kill(self, actor: Any) -> None:
        """Have an actor end, soon, if it has not ended; nobody waits for that."""

        def kill() -> None:
            with contextlib.suppress(Exception):  # it is gone in most cases
                self.ray.kill(actor)

        if not self.is_gone:
            threading.Thread(target=kill, name="kill", daemon=True).start()

    def leave(self) -> None:
        """End the connection, and the cluster with it where it was started here; what takes too long is given up."""

        def shut() -> None:
            with contextlib.suppress(Exception):  # it may be gone
                self.ray.shutdown()

        if not _ended(shut, _GIVEN_UP if self.is_gone else _SILENCE):
            self.is_gone = True
            atexit.unregister(self.ray.shutdown)  # it would not return at the end of the process, either
            end_without("Ray")

    def _undo(self, making: asyncio.Future[Any]) -> None:
        if not making.cancelled() and making.exception() is None:
            self.kill(making.result())

    async def _asked(self, call: Callable[[], T]) -> T:
        if self.is_gone:
            raise _gone("it did not answer before")
        loop = asyncio.get_running_loop()
        told: asyncio.Future[T] = loop.create_future()

        def ask() -> None:
            try:
                found = partial(_settle, told, call())
            except Exception as problem:  # noqa: BLE001 - whatever Ray raises when its head is gone
                found = partial(_fail, told, _gone(_line(problem)))
            with contextlib.suppress(RuntimeError):  # the loop is over
                loop.call_soon_threadsafe(found)

        threading.Thread(target=ask, name="ask", daemon=True).start()
        try:
            return await asyncio.wait_for(told, _SILENCE)
        except TimeoutError:
            self.is_gone = True
            raise _gone(f"it has said nothing for {_SILENCE:.0f} s") from None
        except ClusterError:
            self.is_gone = True
            raise


def _on_node(ray: Any, kind: type, node: str, name: str, runs: int) -> Any:
    """Return what makes an actor of a kind that takes its share of a processor, and is not made again when it dies."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    return ray.remote(kind).options(
        name=f"company {name}",
        num_cpus=1 if runs == 1 else math.floor(_PARTS / runs) / _PARTS,
        max_restarts=0,
        max_task_retries=0,
        max_concurrency=_CALLS,
        scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False),
    )


async def awaited(reference: Any) -> Any:
    """Return what a call of an actor comes to, as a coroutine: asyncio cannot bound how long it waits for others."""
    return await reference


def refuse_other(wanted: Versions) -> None:
    """Raise ConfigError where what decides the bytes of a benchmark is another here than where the work comes from."""
    from company.benchmark.publishing.versions import versions

    own = versions()
    others = [f"{name} {own.get(name)}, and not {wanted[name]}" for name in wanted if own.get(name) != wanted[name]]
    if others:
        raise ConfigError(f"it has {'; '.join(others)}: install there what is installed where the command was given")


def _settle(told: asyncio.Future[T], found: T) -> None:
    if not told.done():
        told.set_result(found)


def _fail(told: asyncio.Future[Any], problem: BaseException) -> None:
    if not told.done():
        told.set_exception(problem)


def _gone(why: str) -> ClusterError:
    return ClusterError(f"the head of the cluster is gone ({why}); start it, and run again to go on")


def _line(problem: BaseException) -> str:
    return (str(problem).strip().splitlines() or [type(problem).__name__])[0]


def _nodes(ray: Any) -> dict[str, int]:
    return {
        node["NodeID"]: count
        for node in ray.nodes()
        if node["Alive"] and (count := int(node["Resources"].get("CPU", 0)))
    }
