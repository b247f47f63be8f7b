"""Runs of the whole company that several tests look at, each made once for all test workers (`made_once`).

- `simulated`: ten code cases over the bundled wine table; `benchmark_folder` is exported from it.
- `every_category`: some cases of each category, in both registers; `benchmark_of_every_category` is exported from it.

The runs themselves are in `tests/conftest.py`, since other tests look at them, too.

A test that changes one of them takes a copy. Runs that one test alone can use are made in that test: over tables that
are hard to read, with a server that fails, with people as a gate.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Run, cold_command, company_command
from tests.support.made_once import made_once
from tests.support.warm_start import warm_sandboxes


@pytest.fixture(scope="module", autouse=True)
def begun_warm() -> Iterator[None]:
    """The sandboxes that are started in the tests' own process, as evaluations and reviews have them."""
    with warm_sandboxes():
        yield


@pytest.fixture(scope="session")
def company() -> Run:
    """Runs `company …` and gives back the finished process."""
    return company_command


@pytest.fixture(scope="session")
def cold_company() -> Run:
    """Runs `company …` from a cold start, as `company` does it from a warm one."""
    return cold_command


@pytest.fixture
def own_run(simulated: tuple[Path, dict[str, Any]], tmp_path: Path) -> Path:
    """A copy of that run, to be changed."""
    return Path(shutil.copytree(simulated[0], tmp_path / "run"))


@pytest.fixture(scope="session")
def benchmark_folder(simulated: tuple[Path, dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The benchmark exported from that run; not to be written to."""
    return _exported(cold_command, simulated[0], tmp_path_factory, "benchmark of wine")


@pytest.fixture(scope="session")
def benchmark_of_every_category(company: Run, every_category: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The benchmark exported from the run with cases of every category; not to be written to."""
    return _exported(company, every_category, tmp_path_factory, "benchmark of every category")


def _exported(company: Run, run: Path, factory: pytest.TempPathFactory, name: str) -> Path:
    def make(folder: Path) -> None:
        done = company("export", run, "--out", folder / "benchmark")
        assert done.returncode == 0, done.stderr

    return made_once(factory, name, make) / "benchmark"
