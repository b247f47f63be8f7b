"""The sandboxes and the databases of the review queue, each of which has to pass the same tests."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from human_review.store import ReviewStore
from tests.support.made_once import made_once
from tests.support.postgresql import missing, schema, server
from tests.support.review import Clock
from tests.support.sandboxes import AS_OFF_LINUX, SANDBOXES, sandboxes
from tests.support.small_run import make_run

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


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of one server for all tests, each of which has a schema of its own."""
    if why := missing():
        pytest.skip(f"{why}: nothing was tested on PostgreSQL")
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
    """A small run, to be copied by whoever changes it; made once."""
    return made_once(tmp_path_factory, "small run", lambda folder: asyncio.run(make_run(folder / "run"))) / "run"
