"""Which tests are slow: those that start processes, sandboxes or servers. `make quick` leaves them out.

It also leaves out what is marked as `thorough`, and computes for seconds, with many seeds or hundreds of figures.
Where one that is not marked takes as long, it is named at the end.

Nobody has to remember the marker: whole folders have it, and whoever uses one of the fixtures that start something. A
test that has it by neither, and starts a process all the same, fails in `make quick` and is told to say
`@pytest.mark.slow`. In a whole run it passes: which test of a file is the first to start something depends on others.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDERS = ("browser", "contracts", "docs", "end_to_end")
FIXTURES = frozenset(("local_sandbox", "simulated", "every_category", "mixed"))
"""Those of `tests/conftest.py` and `tests/unit/conftest.py` that start something; who uses them by others is found."""
FILES = ("test_private_rewriting.py", "test_steps.py")
"""Hundreds of tests that run code of every kind of step in their own process, and draw."""
STARTING = ("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen")
"""What Python tells an audit hook when a process begins."""
QUICK = "not slow and not thorough"
"""What `make quick` chooses."""
SECONDS = 1.0
"""Of computing, which a test of `make quick` should not take."""
_TOOK = "seconds of computing"
_TESTS = Path(__file__).resolve().parents[1]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        inside = item.path.relative_to(_TESTS).parts if item.path.is_relative_to(_TESTS) else ("",)
        if (
            inside[0] in FOLDERS
            or item.path.name in FILES
            or not FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        ):
            item.add_marker("slow")


_quick: list[str] = []
"""The test that runs, if it is not marked."""


def _refuse(event: str, _: object) -> None:
    if _quick and event in STARTING:
        problem = f"{_quick[0]} starts a process ({event}): mark it with @pytest.mark.slow"
        raise pytest.fail.Exception(problem, pytrace=True)


def pytest_configure(config: pytest.Config) -> None:
    if config.option.markexpr:
        sys.addaudithook(_refuse)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if item.get_closest_marker("slow") is None:
        _quick.append(item.nodeid)
    try:
        return (yield)
    finally:
        _quick.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    begin = time.process_time()
    try:
        return (yield)
    finally:
        if item.config.option.markexpr == QUICK and (took := time.process_time() - begin) > SECONDS:
            item.user_properties.append((_TOOK, round(took, 1)))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    done = [report for reports in terminalreporter.stats.values() for report in reports if hasattr(report, "when")]
    took = {each.nodeid: dict(each.user_properties).get(_TOOK) for each in done if each.when == "call"}
    for name, seconds in took.items():
        if seconds:
            terminalreporter.write_line(f"{name} computed for {seconds} s: mark it with @pytest.mark.thorough")
