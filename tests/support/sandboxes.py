"""The sandboxes that must all do the same, and which of them a test has to try."""

import pytest
import pytest_asyncio

from company.sandbox import ForkSandbox, Limits, SubprocessSandbox
from company.sandbox.protocol import MIB

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


async def prints(session, code):
    """What the code printed; it must have run."""
    done = await session.run(code)
    assert done.error is None
    return done.output
