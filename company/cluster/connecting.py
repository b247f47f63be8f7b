"""A cluster of Ray's by the words of `--on`, and what its nodes are."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from company.errors import ClusterError, ConfigError

if TYPE_CHECKING:
    from company.benchmark.publishing.versions import Versions

LOCAL = "local"
"""This process alone, without Ray."""
_OWN = "ray"
_CLIENT = "ray://"
_SILENCE = 20.0
"""Seconds that the head of a cluster may take to say which nodes there are."""
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
def cluster_of(on: str | None) -> Iterator[Any]:
    """Yield Ray, connected to what `--on` names; None for this process alone. Raises ConfigError and ClusterError."""
    if not is_elsewhere(on):
        yield None
        return
    with connected(on or "") as ray:
        yield ray


@contextlib.contextmanager
def connected(on: str) -> Iterator[Any]:
    """Yield Ray, connected to a cluster: that at an address, that of RAY_ADDRESS, or one that is started here.

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
    try:
        yield ray
    finally:
        if began:
            with contextlib.suppress(Exception):  # it may be gone
                ray.shutdown()


def _begin(ray: Any, on: str) -> None:
    address = on if on.startswith(_CLIENT) else os.environ.get("RAY_ADDRESS", "local")
    own: dict[str, Any] = {"object_store_memory": _STORE, "include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address=address, namespace="company", logging_level="ERROR", log_to_driver=False, **own)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as problem:
        told = f"no cluster is to be had at {address} ({_line(problem)}); start it, or correct the address"
        raise ClusterError(told) from None


def on_node(ray: Any, kind: type, node: str, name: str) -> Any:
    """Return what makes an actor of a kind that takes one processor of a node, and is not made again when it dies."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    return ray.remote(kind).options(
        name=f"company {name}",
        num_cpus=1,
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


async def nodes_of(ray: Any) -> dict[str, int]:
    """Return the nodes that are alive, by their ids, with their processors.

    Raises ClusterError where the head does not tell. Ray may never answer, and then nobody waits for it, at the end
    either: so it is asked in a thread of its own.
    """
    loop = asyncio.get_running_loop()
    told: asyncio.Future[dict[str, int]] = loop.create_future()

    def ask() -> None:
        found: dict[str, int] | None = None
        why = ""
        try:
            found = _nodes(ray)
        except Exception as problem:  # noqa: BLE001 - whatever Ray raises when its head is gone
            why = _line(problem)
        with contextlib.suppress(RuntimeError):  # the loop is over
            loop.call_soon_threadsafe(_settle, told, found, why)

    threading.Thread(target=ask, name="nodes", daemon=True).start()
    try:
        return await asyncio.wait_for(told, _SILENCE)
    except TimeoutError:
        raise _gone(f"it has said nothing for {_SILENCE:.0f} s") from None


def _settle(told: asyncio.Future[dict[str, int]], found: dict[str, int] | None, why: str) -> None:
    if told.done():
        return
    if found is None:
        told.set_exception(_gone(why))
    else:
        told.set_result(found)


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
