"""A run, its review server and Debian's Chromium, as people use them."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.reviewing import Window
from tests.browser.serving import Server

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the browser is. Skips without one, but where CI is set: it installs one."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None and os.environ.get("CI"):
        pytest.fail("there is no Chromium: apt-get install chromium, as .ci/run does")
    return found or pytest.skip("there is no Chromium (apt-get install chromium)")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[object]:
    """One browser for a module. Not for longer: Playwright's loop would be in the way of asynchronous tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=list(OPTIONS))
        yield opened
        opened.close()


@pytest.fixture
def window(browser) -> Iterator[Callable[..., Window]]:
    """Opens a window of a person's own, with its own cookies, and watches what happens in it."""
    opened: list[Window] = []

    def open_window(**options: object) -> Window:
        opened.append(Window.open(browser, **options))
        return opened[-1]

    yield open_window
    for each in opened:
        each.context.close()


@pytest.fixture
def opened_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page in a window of its own, and keeps whatever it asks for or complains of in `page.noticed`."""
    contexts = []

    def open_page(file: Path, **options: Any) -> Any:
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.noticed = []
        page.on("console", lambda message: page.noticed.append(message.text))
        page.on("dialog", lambda dialog: page.noticed.append(dialog.message))
        page.on("request", lambda request: page.noticed.append(request.url))
        page.goto(file.as_uri())
        page.noticed = [each for each in page.noticed if not each.startswith((file.as_uri(), "data:image/png;base64,"))]
        return page

    yield open_page
    for each in contexts:
        each.close()


@pytest.fixture
def run(every_category: Path, tmp_path: Path) -> Path:
    """A run of the test's own."""
    return Path(shutil.copytree(every_category, tmp_path / "run"))


@pytest.fixture
def server(run: Path) -> Iterator[Server]:
    """The review server of that run."""
    with Server(run) as serving:
        yield serving


@pytest.fixture
def forms_server(run: Path) -> Iterator[Server]:
    """A queue of items on forms that no kind of record is judged on today."""
    with Server(run, program=Path(__file__).with_name("forms_server.py")) as serving:
        yield serving
