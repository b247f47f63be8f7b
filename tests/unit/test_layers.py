"""Which layers of the jail were on is told before a run begins, kept with it, and never forgotten."""

from __future__ import annotations

import functools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import company.run.simulation
import company.sandbox.settled
from company.benchmark.layers import in_a_line, weakest
from company.cli import main
from company.config import LAYERS, Overrides, Settings, load
from company.console.progress import Silent
from company.run.simulation import Outcome, simulate
from company.run.status import run_status
from company.sandbox import ForkSandbox
from company.sandbox.jail import confine

pytestmark = pytest.mark.slow

BARE = functools.partial(ForkSandbox, without=("namespaces", "listener"))
THREE = '["landlock", "limits", "seccomp"]'


def sandbox(**layers: str) -> Any:
    return SimpleNamespace(layers=layers, forks="seccomp" in layers)


def test_a_layer_that_was_once_missing_stays_named_with_its_first_reason() -> None:
    first = weakest(None, sandbox(limits="on", seccomp="on"))
    assert first == {"layers": {"limits": "on", "seccomp": "on"}, "forks": True}
    second = weakest(first, sandbox(limits="no room", seccomp="on"))
    third = weakest(second, sandbox(limits="on", seccomp="on"))
    fourth = weakest(third, sandbox(limits="no time"))
    assert second == third == {"layers": {"limits": "no room", "seccomp": "on"}, "forks": True}
    assert (fourth["layers"]["limits"], fourth["forks"]) == ("no room", False)


@pytest.mark.parametrize(
    ("layers", "line"),
    [
        ({"limits": "on", "seccomp": "on"}, "limits, seccomp"),
        ({"limits": "on", "seccomp": "none\nhere"}, "limits · without seccomp (none here)"),
        ({"limits": "no", "seccomp": "no"}, "none · without limits (no), seccomp (no)"),
    ],
)
def test_layers_in_a_line(layers: Any, line: str) -> None:
    assert in_a_line(layers) == line


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """A simulation.toml to which `[sandbox]` may be added."""
    file = tmp_path / "shop" / "simulation.toml"
    file.parent.mkdir()
    file.write_text('[table]\nbuiltin = "wine"\n\n[sandbox]\nwall_seconds = 20.5\nsessions = 3\n')
    return file


def settings(scenario: Path, limit: int, more: str = "") -> Settings:
    scenario.write_text(scenario.read_text() + more)
    return load(scenario, Overrides(out=scenario.parent / "run", limit=limit))


def test_a_missing_layer_is_one_line_that_says_where_to_change_it_and_nothing_is_begun(
    scenario: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(company.sandbox.settled, "LocalSandbox", BARE)
    run = scenario.parent / "run"
    assert main(["simulate", str(scenario), "--out", str(run)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "Missing: namespaces (switched off)" in line
    assert line.endswith(f"require = {THREE} in [sandbox] of {scenario}")
    assert [path.name for path in run.iterdir()] == [".lock"]


async def test_a_run_without_a_layer_says_so_for_ever(scenario: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company.sandbox.settled, "LocalSandbox", BARE)
    progress = Silent()
    outcome = await simulate(settings(scenario, 1, f"require = {THREE}\n"), progress)
    assert outcome.accepted == 1
    assert "without namespaces (switched off)" in progress.notes[0]
    noted = run_status(outcome.run)["sandbox"]
    assert noted["layers"] == {"landlock": "on", "limits": "on", "namespaces": "switched off", "seccomp": "on"}
    assert noted["forks"] is False

    monkeypatch.setattr(company.sandbox.settled, "LocalSandbox", ForkSandbox)
    progress = Silent()
    await simulate(settings(scenario, 2), progress)
    assert progress.notes == []
    assert run_status(outcome.run)["sandbox"] == noted


async def test_the_sandbox_is_as_the_file_says(scenario: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[tuple[Any, ...]] = []

    class Kept(ForkSandbox):
        def __init__(self, limits: Any, workers: Any, *, sessions: int, require: Any) -> None:
            built.append((limits, workers, sessions, require))
            super().__init__(limits, workers, sessions=sessions, require=require)

    async def nothing(*_: Any) -> Outcome:
        return Outcome(scenario, 0, 0, {}, 0, 0, None)

    monkeypatch.setattr(company.sandbox.settled, "LocalSandbox", Kept)
    monkeypatch.setattr(company.run.simulation, "_sitting", nothing)
    await simulate(settings(scenario, 1, f"require = {THREE}\ndisk_mib = 7\nworkers = 5\n"), Silent())
    ((limits, workers, sessions, require),) = built
    assert (limits.wall_seconds, limits.cpu_seconds, limits.disk_mib) == (20.5, 21, 7)
    assert (workers, sessions, require) == (5, 3, ("landlock", "limits", "seccomp"))


def test_the_layers_of_the_settings_are_those_of_the_jail() -> None:
    assert LAYERS == confine.LAYERS
