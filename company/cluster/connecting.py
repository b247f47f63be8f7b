"""A cluster of Ray's by the words of `--on`, and what its nodes are."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from company.errors import ClusterError, ConfigError

if TYPE_CHECKING:
    from company.benchmark.publishing.versions import Versions

LOCAL = "local"
"""This process alone, without Ray."""
_OWN = "ray"
_CLIENT = "ray://"
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
        told = (str(problem).strip().splitlines() or [type(problem).__name__])[0]
        raise ClusterError(f"no cluster is to be had at {address} ({told}); start it, or correct the address") from None


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


def refuse_other(wanted: Versions) -> None:
    """Raise ConfigError where what decides the bytes of a benchmark is another here than where the work comes from."""
    from company.benchmark.publishing.versions import versions

    own = versions()
    others = [f"{name} {own.get(name)}, and not {wanted[name]}" for name in wanted if own.get(name) != wanted[name]]
    if others:
        raise ConfigError(f"it has {'; '.join(others)}: install there what is installed where the command was given")


def processors(ray: Any) -> dict[str, int]:
    """Return the nodes that are alive, by their ids, with their processors."""
    return {
        node["NodeID"]: count
        for node in ray.nodes()
        if node["Alive"] and (count := int(node["Resources"].get("CPU", 0)))
    }
