"""One run over the bundled table that several tests look at."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Run, company_command


@pytest.fixture(scope="session")
def company() -> Run:
    """Runs `company …` and gives back the finished process."""
    return company_command


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
