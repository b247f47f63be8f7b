"""The company at work in a browser: what is new comes by itself and disturbs nobody, with a script or without."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from company.archive import Archive
from company.archive.locking import locked
from company.watching.app import Server, application
from human_review.web.serving import listening
from tests.browser.hostile_corpus import ELEMENT, hostile
from tests.browser.reviewing import Window
from tests.browser.test_report import HEIGHT, UNFOLD, WIDER
from tests.support.reported_run import D, case, reported_run, turn
from tests.unit.test_looking import call

P = "shop.p1"
SAID = "document.getElementById('say').textContent"


@contextlib.contextmanager
def watched(run: Path, port: int = 0) -> Iterator[str]:
    """The address of a server of this process, while it stands."""
    with contextlib.closing(listening("localhost", port)) as listener:
        server = uvicorn.Server(uvicorn.Config(application(Server(run)), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://localhost:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Path]:
    """A run that goes on."""
    folder = reported_run(tmp_path / "run")
    with locked(folder):
        yield folder


@pytest.fixture
def place(run: Path) -> Iterator[str]:
    with watched(run) as address:
        yield f"{address}/?conversation={P}"


def test_what_is_new_comes_by_itself_and_what_was_unfolded_and_reached_stays(
    run: Path, place: str, window: Callable[..., Window]
) -> None:
    opened = window(size={"width": 1200, "height": 600}).opens(place)
    page = opened.page
    page.locator("#part-t01 details.failed summary").click()
    opened.tab_to("Attempt 1 of turn 1")
    top = page.evaluate("document.scrollingElement.scrollTop")
    with Archive.open(run) as archive:
        archive.put(turn(5, ("value",), query="And what of the rest?"))
        archive.put(case(f"{D}.t01", "clarification", status="rejected", reason="both readings give the same"))
        archive.put_call(call(31, reply=json.dumps({"message": "x"}), record=P, role="admin", stage="scenarios"))
    page.wait_for_selector("#part-t05")
    assert page.locator("#part-t01 .made summary").last.inner_text() == (
        "clarification lost both readings give the same"
    )
    assert page.evaluate(SAID) == "turn 1: a case of clarification, rejected; turn 5 is answered"
    assert page.locator("#part-t01 .failed .problem").first.evaluate(HEIGHT) > 0
    assert "Attempt 1 of turn 1" in opened.focused()
    assert abs(page.evaluate("document.scrollingElement.scrollTop") - top) < 5, "what is read stays where it is"
    order = page.eval_on_selector_all(".part", "all => all.map(each => each.id)")
    assert order.index("part-t05") == order.index("part-t04") + 1 < order.index("part-end")
    assert "admin in scenarios" in page.inner_text("#head")
    assert opened.complaints == [] and opened.violations() == []


def test_who_reads_at_the_end_is_kept_there(run: Path, place: str, window: Callable[..., Window]) -> None:
    page = window(size={"width": 1200, "height": 500}).opens(place).page
    page.evaluate("scrollTo(0, document.scrollingElement.scrollHeight)")
    with Archive.open(run) as archive:
        archive.put(turn(5, ("dataframe",)))
    page.wait_for_selector("#part-t05")
    page.wait_for_function(
        "() => { const r = document.scrollingElement; return r.scrollHeight - r.scrollTop - r.clientHeight < 2; }"
    )


def test_a_server_that_is_gone_is_told_of_and_found_again(run: Path, window: Callable[..., Window]) -> None:
    with watched(run) as address:
        page = window().opens(address).page
        page.evaluate("window.setTimeout = ((real) => (f, ms) => real(f, Math.min(ms, 300)))(window.setTimeout)")
        page.wait_for_function("() => document.getElementById('following').textContent.includes('comes by itself')")
    page.wait_for_function("() => document.getElementById('following').textContent.includes('does not answer')")
    with Archive.open(run) as archive:
        archive.put(turn(5, ("value",)))
    with watched(run, int(address.rpartition(":")[2])):
        page.wait_for_function("() => document.getElementById('following').textContent.includes('comes by itself')")


def test_without_its_script_it_is_loaded_again(run: Path, place: str, window: Callable[..., Window]) -> None:
    page = window(java_script_enabled=False).page
    page.goto(place)
    with Archive.open(run) as archive:
        archive.put(turn(5, ("value",), query="And what of the rest?"))
    page.get_by_role("link", name="Load the page again").click()
    page.get_by_text("And what of the rest?").wait_for()
    page.get_by_role("link", name="Ada 2").click()
    page.get_by_role("heading", name="Ada 2").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 400])
def test_all_of_it_can_be_read(run: Path, place: str, window: Callable[..., Window], scheme: str, width: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    opened = window(dark=scheme == "dark", size={"width": width, "height": 900}).opens(place)
    opened.page.emulate_media(reduced_motion="reduce")
    opened.screenshot(f"watch-{scheme}-{width}")
    opened.page.evaluate(UNFOLD)
    assert opened.page.evaluate(WIDER) <= 0
    found = Axe().run(opened.page).response["violations"]
    assert [(each["id"], node["html"][:200]) for each in found for node in each["nodes"]] == []


def test_nothing_that_a_model_wrote_runs_or_loads(tmp_path: Path, window: Callable[..., Window]) -> None:
    run = reported_run(tmp_path / "run", hostile)
    with Archive.open(run) as archive:
        text = archive.get(f"{D}.t01").model_dump()["query"]
        archive.put_call(call(31, reply=text))
        archive.put_call(call(32, reply=json.dumps({"message": text, "code": text}), record=f"{P}.s1.plan"))
    with watched(run) as address:
        opened = window().opens(f"{address}/?conversation={P}")
        page: Any = opened.page
        page.evaluate(UNFOLD)
        page.evaluate("cursor = ''; ask()")  # all of it once more, as what is new comes
        page.wait_for_function(f"() => {SAID} !== ''")
        page.evaluate(UNFOLD)
        assert page.evaluate("() => window.__ran ?? 0") == 0
        assert page.locator(f"{ELEMENT}, iframe, object, embed, form, input").count() == 0
        assert (
            page.locator("script").count() == 1
            and page.locator("main a:not([href^='/']):not([href^='#'])").count() == 0
        )
        assert opened.complaints == [] and opened.violations() == []
        assert page.evaluate(WIDER) <= 0 and "⟨U+202E⟩" in page.inner_text("#stream")
