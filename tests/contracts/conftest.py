"""The sandboxes, and the review queue's databases, that must all do the same, and what their tests have in common."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from postgresql import missing, schema, server
from review import Clock
from small_run import make_run

from company.sandbox import ForkSandbox, Limits, SubprocessSandbox
from company.sandbox.protocol import MIB
from human_review.store import ReviewStore

LIMITS = Limits(
    wall_seconds=4,
    cpu_seconds=2,
    memory_mib=700,
    output_bytes=5_000,
    reply_bytes=MIB,
    file_mib=2,
    disk_mib=8,
    files=100,
    threads=24,
)
WITHOUT_NAMESPACES = {"without": ("namespaces",), "require": ("landlock", "limits", "seccomp")}
JAIL = ("landlock", "namespaces", "seccomp", "listener")
FORKED, BARE, REPLAYED, COLD = "forks", "forks, no namespaces", "warm replays", "subprocesses"
AS_OFF_LINUX = "limits alone, as off Linux"
SANDBOXES = {
    FORKED: lambda limits: ForkSandbox(limits),
    BARE: lambda limits: ForkSandbox(limits, **WITHOUT_NAMESPACES),
    REPLAYED: lambda limits: ForkSandbox(limits, without=("listener",)),
    COLD: lambda limits: SubprocessSandbox(limits),
    AS_OFF_LINUX: lambda limits: SubprocessSandbox(limits, without=(*JAIL, "proc"), require=("limits",)),
}

FURTHEST_APART = (FORKED, AS_OFF_LINUX)
"""For what depends neither on how states are kept nor on how processes end: only on what runs the code."""
KEEPING = (FORKED, REPLAYED, AS_OFF_LINUX)
"""Each way to keep a state: in forks, by replays in forks of a warm interpreter, and by replays in cold ones."""
ENDING = (FORKED, BARE, AS_OFF_LINUX)
"""Each way to find and end processes: with a namespace that takes them along, without one, and off Linux."""


def on(*names):
    """Try a test on these sandboxes alone: what it tells, the others cannot answer differently."""
    return pytest.mark.parametrize("sandbox", names, indirect=True, scope="module")


def sandboxes(*names):
    """A fixture of these sandboxes, one for each module."""

    @pytest_asyncio.fixture(scope="module", loop_scope="module", params=names, name="sandbox")
    async def opened(request):
        limits = getattr(request.module, "LIMITS", LIMITS)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("OPENAI_API_KEY", "sk-secret")
            async with SANDBOXES[request.param](limits) as sandbox:
                yield sandbox

    return opened


sandbox = sandboxes(*SANDBOXES)


@pytest.fixture(autouse=True)
def jailed(request):
    """Tests that are marked `jail` are about layers that Linux alone has."""
    of = getattr(request.node, "callspec", None)
    if of and of.params.get("sandbox") == AS_OFF_LINUX and request.node.get_closest_marker("jail"):
        pytest.skip("what Linux refuses is not refused elsewhere")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "original.csv"
    path.write_text("city,price\nLyon,10\nNice,30\nLyon,20\n")
    return path


@pytest_asyncio.fixture(loop_scope="module")
async def session(sandbox, table):
    session = await sandbox.open({"homes.csv": table})
    yield session
    await session.close()


async def prints(session, code):
    """What the code printed; it must have run."""
    done = await session.run(code)
    assert done.error is None
    return done.output


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of one server for all tests, each of which has a schema of its own."""
    if why := missing():
        pytest.skip(f"{why}: the review queue was not tested on PostgreSQL")
    with server() as url:
        yield url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def new_place(request, tmp_path_factory) -> Callable[[], object]:
    """Makes an empty database and returns what it is opened by."""
    if request.param == "sqlite":
        return lambda: tmp_path_factory.mktemp("queue") / "review.sqlite"
    url = request.getfixturevalue("postgresql")
    return lambda: schema(url)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(new_place, clock) -> Iterator[ReviewStore]:
    with ReviewStore(new_place(), clock=clock) as opened:
        yield opened


@pytest.fixture(scope="session")
def made(tmp_path_factory) -> Path:
    """A small run, to be copied by whoever changes it."""
    run = tmp_path_factory.mktemp("small") / "run"
    asyncio.run(make_run(run))
    return run
