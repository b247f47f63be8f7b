"""Running the `company` command as a user does, in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def company() -> Run:
    """Runs `company …` and gives back the finished process; stdout and stderr are text."""

    def run(*words: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "company.cli", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, **options)

    return run


@pytest.fixture(scope="session")
def simulated(company: Run, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """One undisturbed run over the bundled table, and what it printed as JSON."""
    run = tmp_path_factory.mktemp("wine") / "run"
    done = company("simulate", "wine", "--out", run, "--limit", "10", "--json")
    assert done.returncode == 0, done.stderr
    return run, json.loads(done.stdout)


@pytest.fixture(scope="session")
def benchmark_folder(company: Run, simulated: tuple[Path, dict[str, Any]]) -> Path:
    """The benchmark exported from that run."""
    run, _ = simulated
    folder = run.parent / "benchmark"
    done = company("export", run, "--out", folder)
    assert done.returncode == 0, done.stderr
    return folder
