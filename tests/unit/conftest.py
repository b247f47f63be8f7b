"""A small hand-made dialogue over a small table, for tests of what is exported, and a sandbox to run its code in."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from company.benchmark.publishing.export import export
from company.sandbox import Sandbox
from tests.support.dialogue import Dialogue, make_dialogue
from tests.support.made_once import made_once
from tests.support.mixed_run import make_mixed_run
from tests.support.warm_start import warm_sandboxes


@pytest.fixture(scope="module", autouse=True)
def begun_warm(request: pytest.FixtureRequest) -> Iterator[None]:
    """The sandboxes that are started in a test's own process: `verify`, say, has one. Not where a module is `COLD`."""
    with contextlib.nullcontext() if getattr(request.module, "COLD", False) else warm_sandboxes():
        yield


@pytest.fixture
def clean_pages() -> Iterator[None]:
    """Without figures that an earlier test has left open, and leaves none."""
    from matplotlib import pyplot as plt

    plt.close("all")
    yield
    plt.close("all")


@pytest.fixture
def dialogue(tmp_path: Path) -> Dialogue:
    """Five turns: a frame, a value on top of it, words alone, a figure, and two results at once."""
    return make_dialogue(tmp_path)


@pytest.fixture
def sandbox(local_sandbox: Sandbox) -> Sandbox:
    """The one for all tests of a module, which have to run in the session's event loop."""
    return local_sandbox


@pytest.fixture(scope="session")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders of the run of `mixed_run` exported: `whole`, and `public` with the `gold` held back; to be copied."""

    def make(folder: Path) -> None:
        run = make_mixed_run(make_dialogue(folder))
        export([run], folder / "whole")
        export([run], folder / "public", held_back=folder / "gold")

    return made_once(tmp_path_factory, "mixed", make)


@pytest.fixture
def whole(mixed: Path, tmp_path: Path) -> Path:
    """An exported folder of cases in seven categories, to change something in."""
    return shutil.copytree(mixed / "whole", tmp_path / "shops")


@pytest.fixture
def pair(mixed: Path, tmp_path: Path) -> tuple[Path, Path]:
    """The public folder of the same cases, and the one that is held back, to change something in."""
    return shutil.copytree(mixed / "public", tmp_path / "public"), shutil.copytree(mixed / "gold", tmp_path / "gold")
