"""Benchmarks judged on a cluster: each processor has a copy of the folder, and judges cases in a sandbox of its own.

A case is judged by what its folder says alone, so it does not matter where. What was under way at a node that died is
judged again.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import math
import shutil
import tarfile
import tempfile
import uuid
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from company.benchmark.gate import GateReport
from company.benchmark.layers import entered
from company.benchmark.publishing.versions import Versions, versions
from company.benchmark.reading import Benchmark, read_benchmark, read_cases
from company.benchmark.verify import Gating
from company.cluster.connecting import Cluster, awaited, refuse_other
from company.config import Layer
from company.console.progress import Progress, Silent
from company.errors import ClusterError, CompanyError
from company.evaluation.contract import Judge
from company.evaluation.scored import Scored
from company.evaluation.scoring import Elsewhere, Running, require_fewer
from company.sandbox import Limits, LocalSandbox, Sandbox

_DEATHS = 5
"""Processes that may die at one piece of work before all of it is given up."""
_PARTS = 4
"""Pieces for each processor into which responses are dealt, so that none waits long for the last one."""


@dataclass(frozen=True)
class Terms:
    """How cases are judged, wherever that is."""

    versions: Versions
    require: tuple[Layer, ...]
    limits: Limits | None = None
    """Of the code of answers; None: the usual ones."""
    first_loads: bool = False


class Judging:
    """Judges cases of one benchmark, in the event loop that it is called in."""

    def __init__(self, packed: bytes, terms: Terms) -> None:
        """Create it with a benchmark's folder, which is not looked at yet."""
        self._packed, self._terms = packed, terms
        self._open = contextlib.AsyncExitStack()
        self._folder = Path()
        self._sandbox: Sandbox | None = None
        self._content: Benchmark | None = None
        self._judge: Judge | None = None

    async def begin(self) -> Mapping[Layer, str]:
        """Unpack the folder and open the sandbox; return its layers. Raises ConfigError and LayersMissing."""
        refuse_other(self._terms.versions)
        self._folder = Path(tempfile.mkdtemp(prefix="judged-"))
        self._open.callback(shutil.rmtree, self._folder, ignore_errors=True)
        with tarfile.open(fileobj=io.BytesIO(self._packed)) as packed:
            packed.extractall(self._folder, filter="data")
        self._packed = b""
        sandbox = LocalSandbox(self._terms.limits, 1, require=self._terms.require)
        self._sandbox = await self._open.enter_async_context(entered(sandbox, require_fewer, Silent()))
        return dict(sandbox.layers)

    async def gate(self, line: Mapping[str, Any]) -> GateReport:
        """Return what the release gate says of a case."""
        if self._content is None:
            self._content = read_cases(self._folder)
        return await self._content.family.release.gate(line, self._content, self._sandbox)

    async def scored(self, responses: Mapping[str, str]) -> list[Scored]:
        """Return what responses are worth whose code has to run for that."""
        if self._judge is None:
            content = read_benchmark(self._folder)
            self._judge = content.family.scoring.judge(content, first_loads=self._terms.first_loads)
        assert self._sandbox is not None
        found: list[Scored] = []
        await self._judge.run(responses, self._sandbox, found.append)
        return found

    async def end(self) -> None:
        """Let go of all."""
        await self._open.aclose()


@dataclass(frozen=True)
class _Seat:
    node: str
    actor: Any


class Judges:
    """The processors of a cluster at one benchmark; use it as a context manager."""

    def __init__(self, cluster: Cluster, folder: Path, terms: Terms, progress: Progress) -> None:
        """Create judges that are not there yet."""
        self._cluster, self._folder, self._terms, self._progress = cluster, folder, terms, progress
        self._free: asyncio.Queue[_Seat | BaseException] = asyncio.Queue()
        self._seats: set[_Seat] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._begun = 0
        self._refused: BaseException | None = None
        """What a node said that can judge nothing: it tells more than that another one is gone."""
        self._packed: Any = None
        self.layers: dict[Layer, str] = {}
        """Each layer: "on", or why it is missing on some node."""
        self.count = 0
        """Processors that were there at the beginning."""

    async def __aenter__(self) -> Judges:
        """Send the folder to the nodes, and have judges begin there."""
        self._packed = await self._cluster.put(await asyncio.to_thread(packed, self._folder))
        nodes = await self._cluster.nodes()
        self.count = sum(nodes.values())
        if not self.count:
            raise ClusterError("the cluster has no processor; see `ray status`")
        for node, count in nodes.items():
            for _ in range(count):
                self._hire(node)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let them go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for seat in self._seats:
            with contextlib.suppress(Exception):  # work is done: what goes wrong now harms nobody
                await asyncio.wait_for(awaited(seat.actor.end.remote()), 5)
            self._cluster.kill(seat.actor)

    async def do(self, method: str, *given: Any) -> Any:
        """Return what a method of `Judging` returns, called on some node. Raises what it raises."""
        from ray.exceptions import RayError, RayTaskError

        for _ in range(_DEATHS):
            seat = await self._free.get()
            if isinstance(seat, BaseException):
                self._free.put_nowait(seat)
                raise seat
            try:
                found = await getattr(seat.actor, method).remote(*given)
            except RayTaskError as raised:
                self._free.put_nowait(seat)
                raise raised.cause from None
            except (RayError, ConnectionError):
                self._seats.discard(seat)
                self._hire(seat.node)
            else:
                self._free.put_nowait(seat)
                return found
        raise ClusterError(f"{_DEATHS} processes died, one after the other, at the same case; see Ray's logs")

    def _hire(self, node: str) -> None:
        self._begun += 1
        task = asyncio.create_task(self._seated(node))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _seated(self, node: str) -> None:
        from ray.exceptions import RayError, RayTaskError

        why: BaseException
        name = f"{self._folder.name} {uuid.uuid4().hex[:8]}"
        try:
            seat = _Seat(node, await self._cluster.actor(Judging, node, name, self._packed, self._terms))
            layers = await seat.actor.begin.remote()
        except ClusterError as gone:
            return self._free.put_nowait(gone)
        except RayTaskError as raised:
            why = self._refused = raised.cause
        except (RayError, ConnectionError) as gone:
            why = ClusterError(f"the last node of the cluster is gone ({type(gone).__name__}); start it, and try again")
        else:
            self.layers = {**layers, **{name: told for name, told in self.layers.items() if told != "on"}}
            self._seats.add(seat)
            self._free.put_nowait(seat)
            return
        self._begun -= 1
        if isinstance(why, CompanyError):
            self._progress.note(f"the node {node[:8]} judges nothing: {why}")
        if not self._begun:
            self._free.put_nowait(self._refused or why)


def packed(folder: Path) -> bytes:
    """Return a folder as one archive."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz", compresslevel=1) as archive:
        archive.add(folder, arcname=".")
    return buffer.getvalue()


def gating_on(cluster: Cluster) -> Callable[..., AbstractAsyncContextManager[Gating]]:
    """Return how cases are verified on a cluster."""
    return partial(_gating, cluster)


@contextlib.asynccontextmanager
async def _gating(
    cluster: Cluster, content: Benchmark, require: Collection[Layer], progress: Progress
) -> AsyncIterator[Gating]:
    terms = Terms(versions(), tuple(require))
    async with Judges(cluster, content.folder, terms, progress) as judges:
        yield Gating(partial(judges.do, "gate"), judges.count, lambda: judges.layers)


def running_on(
    cluster: Cluster, folder: Path, limits: Limits, require: Collection[Layer], *, first_loads: bool = False
) -> Elsewhere:
    """Return how responses are run on a cluster."""
    return partial(_running, cluster, folder, Terms(versions(), tuple(require), limits, first_loads))


@contextlib.asynccontextmanager
async def _running(cluster: Cluster, folder: Path, terms: Terms, progress: Progress) -> AsyncIterator[Running]:
    async with Judges(cluster, folder, terms, progress) as judges:
        yield partial(_dealt, judges)


async def _dealt(
    judges: Judges, responses: Mapping[str, str], done: Callable[[Scored], None], progress: Progress
) -> None:
    """Have responses run in pieces, of which each processor gets several."""

    async def judged(part: Sequence[str]) -> None:
        for case in await judges.do("scored", {data_id: responses[data_id] for data_id in part}):
            done(case)

    size = max(1, math.ceil(len(responses) / (judges.count * _PARTS)))
    names = list(responses)
    try:
        async with asyncio.TaskGroup() as group:
            for start in range(0, len(names), size):
                group.create_task(judged(names[start : start + size]))
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from failed
