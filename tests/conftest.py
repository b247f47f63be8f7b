"""What tests share: where the paper's five tables are, if they are there, and runs that are only looked at."""

import contextlib
import gc
import json
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from company.sandbox import LocalSandbox, Sandbox
from tests.support.commands import cold_command, company_command
from tests.support.every_category import SCENARIO
from tests.support.made_once import made_once
from tests.support.warm_start import warm_sandboxes

pytest_plugins = ("tests.support.slow",)

# As in the sandbox: on small tables, threads that wait for each other take several times as long as one alone.
os.environ.setdefault("OMP_NUM_THREADS", "1")
LONG = (
    "test_pages.py",
    "test_any_table.py",
    "test_official_evaluator.py",
    "test_conversations.py",
    "test_captions.py",
    "test_vector_graphics.py",
    "test_figures.py",
    "test_public_release.py",
    "test_base_install.py",
    "test_steps.py",
    "test_private_rewriting.py",
    "test_fair_answers.py",
    "test_known_figures.py",
)
"""Files that take half a minute or more, the longest first: where they came last, other workers would wait."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file is one worker's, so long ones come first: at the end the other workers would wait for them."""
    items.sort(key=lambda item: LONG.index(item.path.name) if item.path.name in LONG else len(LONG))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Keep the collector away while tests and libraries are loaded, all of which stay: a third of the time was its.

    It passes over them from then on, and comes by less often than by default.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def local_sandbox(request: pytest.FixtureRequest) -> AsyncIterator[Sandbox]:
    """One for the tests of a module that do it no harm, in the event loop of the session: it takes seconds to start.

    A module that is about what cold interpreters find out says `COLD = True`.
    """
    with contextlib.nullcontext() if getattr(request.module, "COLD", False) else warm_sandboxes():
        async with LocalSandbox() as running:
            yield running


@pytest.fixture(scope="session")
def tables_folder() -> Path:
    """The folder of the five tables; tests that need it are skipped, loudly, where it is missing."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "tables"
    if not folder.is_dir():
        pytest.skip(f"the five tables are not at {folder}: tests over them did not run")
    return folder


@pytest.fixture(scope="session")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """An undisturbed run over the bundled wine table, and what it printed as JSON; made once, not to be written to."""

    def make(folder: Path) -> None:
        done = cold_command("simulate", "wine", "--out", folder / "run", "--limit", "10", "--json")
        assert done.returncode == 0, done.stderr
        (folder / "outcome.json").write_text(done.stdout)

    folder = made_once(tmp_path_factory, "wine", make)
    return folder / "run", json.loads((folder / "outcome.json").read_text())


@pytest.fixture(scope="session")
def every_category(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with cases of every category, and so with records of every kind; made once, not to be written to.

    COMPANY_TEST_RUN names one that is there already, for who tries a page again and again.
    """
    if there := os.environ.get("COMPANY_TEST_RUN"):
        return Path(there)

    def make(folder: Path) -> None:
        (folder / "simulation.toml").write_text(SCENARIO)
        done = company_command("simulate", folder, "--out", folder / "run", "--json")
        assert done.returncode == 0, done.stdout + done.stderr
        (folder / "outcome.json").write_text(done.stdout)

    return made_once(tmp_path_factory, "every category", make) / "run"
