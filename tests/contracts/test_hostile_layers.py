"""What each layer of the jail stops by itself, as `docs/safety.md` says it: hostile programs behind that one alone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from company.config import LAYERS
from company.sandbox import ForkSandbox
from tests.contracts.test_hostile import CORPUS, Function, Pool, Program, contained, folder, outside, pool, sandbox

__all__ = ["folder", "outside", "pool"]
PROGRAMS = {program.name: program for program in CORPUS}
ALONE = {
    "landlock": ("read_secret", "readers_of_libraries", "write_outside", "writers_of_libraries"),
    "limits": ("memory_bomb",),
    "namespaces": (
        "connect_tcp",
        "send_udp",
        "write_outside",
        "kill_victim",
        "entries_outside",
    ),
    "seccomp": ("connect_tcp", "send_udp", "unix_stream", "unix_abstract", "fork_native", "kill_victim", "rare_calls"),
}


def behind(layer: str) -> Callable[[Function], Function]:
    """Programs behind one layer, each as a script from a warm start; how they are refused is each layer's own."""
    others = [each for each in LAYERS if each != layer]
    tried = [pytest.param(replace(PROGRAMS[name], expect="."), id=name) for name in ALONE[layer]]
    programs = pytest.mark.parametrize("program", tried)
    return lambda function: sandbox(ForkSandbox, *others)(programs(function))


@behind("landlock")
async def test_landlock_alone(pool: Pool, program: Program, folder: Path) -> None:
    await contained(pool, program, "warm", folder)


@behind("limits")
async def test_limits_alone(pool: Pool, program: Program, folder: Path) -> None:
    await contained(pool, program, "warm", folder)


@behind("namespaces")
async def test_namespaces_alone(pool: Pool, program: Program, folder: Path) -> None:
    await contained(pool, program, "warm", folder)


@behind("seccomp")
async def test_seccomp_alone(pool: Pool, program: Program, folder: Path) -> None:
    await contained(pool, program, "warm", folder)
