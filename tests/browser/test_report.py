"""The page on a run, in light and dark, wide and narrow, and printed: whatever models wrote, nothing runs or loads."""

from __future__ import annotations

from pathlib import Path

import pytest

from company.reporting.pages import run_page
from company.reporting.runs import report_on
from tests.browser.hostile_corpus import ELEMENT, hostile
from tests.support.reported_run import reported_run

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
UNFOLD = "() => document.querySelectorAll('details').forEach((each) => { each.open = true; })"
HEIGHT = "(each) => each.getBoundingClientRect().height"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for name, change in (("made", lambda record: record), ("hostile", hostile)):
        found[name] = folder / f"{name}.html"
        page = run_page(report_on(reported_run(folder / name, change)))
        found[name].write_text(page, encoding="utf-8")
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 400])
def test_all_of_it_can_be_read(opened_page, pages, scheme, width):
    from axe_playwright_python.sync_playwright import Axe

    page = opened_page(pages["made"], color_scheme=scheme, viewport={"width": width, "height": 900})
    assert page.evaluate(WIDER) <= 0
    page.evaluate(UNFOLD)
    assert page.evaluate(WIDER) <= 0
    found = Axe().run(page).response["violations"]
    assert [(each["id"], node["html"][:200]) for each in found for node in each["nodes"]] == []


@pytest.mark.parametrize("width", [1200, 400])
def test_nothing_that_a_model_wrote_runs_loads_or_breaks_the_page(opened_page, pages, width):
    page = opened_page(pages["hostile"], viewport={"width": width, "height": 900})
    page.evaluate(UNFOLD)
    assert page.evaluate("() => window.__ran ?? 0") == 0
    assert page.locator(f"{ELEMENT}, script, iframe, object, embed, link, form, input").count() == 0
    assert page.noticed == []
    assert page.evaluate(WIDER) <= 0
    assert "⟨U+202E⟩" in page.inner_text("main")


def test_what_is_folded_is_printed_and_dark_is_not(opened_page, pages):
    page = opened_page(pages["made"], color_scheme="dark")
    folded = page.locator(".failed .problem").first
    assert folded.evaluate(HEIGHT) == 0
    page.emulate_media(media="print", color_scheme="dark")
    assert folded.evaluate(HEIGHT) > 0
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("nav").is_visible()
