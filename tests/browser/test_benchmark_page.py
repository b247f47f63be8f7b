"""The page on a benchmark: its cases are searched and filtered, and whatever models wrote, nothing of it runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from company.benchmark.reading import Benchmark
from company.reporting.browsing import benchmark_page
from company.reporting.cases import chosen
from tests.browser.hostile_corpus import ELEMENT, PAYLOADS
from tests.browser.test_report import UNFOLD, WIDER
from tests.support.reported_run import choice, entry

SHOWN = "details.case:visible"


def page_on(folder: Path, cases: dict[str, tuple[dict[str, Any], ...]]) -> Path:
    content = Benchmark(folder, cases)
    file = folder / "benchmark.html"
    file.write_text(benchmark_page(content, chosen(content)), encoding="utf-8")
    return file


@pytest.fixture
def made(tmp_path: Path) -> Path:
    normal = (entry("shop.t1", current_query="How many in Turin?"), entry("shop.t2", current_query="And in Rome?"))
    return page_on(tmp_path, {"normal": normal, "plot_qa": (choice("shop.t3"),)})


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1400, 400])
def test_all_of_it_can_be_read(opened_page: Callable[..., Any], made: Path, scheme: str, width: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened_page(made, color_scheme=scheme, viewport={"width": width, "height": 900})
    page.evaluate(UNFOLD)
    assert page.evaluate(WIDER) <= 0
    found = Axe().run(page).response["violations"]
    assert [(each["id"], node["html"][:200]) for each in found for node in each["nodes"]] == []
    assert page.noticed == []


def test_cases_are_found_by_words_and_category_by_keys_alone(opened_page: Callable[..., Any], made: Path) -> None:
    page = opened_page(made)
    assert page.inner_text("#found") == "3 of 3 cases"
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.name") != "words":
        page.keyboard.press("Tab")
    page.keyboard.type("turin many")
    assert page.inner_text("#found") == "1 of 3 cases"
    assert page.locator(SHOWN).count() == 1 and page.locator("section[data-category]:visible").count() == 1
    page.fill("input[name=words]", "")
    page.select_option("select[name=category]", "plot_qa")
    assert page.locator(SHOWN).get_attribute("id") == "shop.t3"
    page.check("input[name=keys]")
    assert page.locator("#shop\\.t3 details.key").get_attribute("open") is not None


def test_an_address_leads_to_its_case(opened_page: Callable[..., Any], made: Path) -> None:
    page = opened_page(made)
    assert page.locator("#shop\\.t2").get_attribute("open") is None
    page.evaluate("location.hash = 'shop.t2'")
    page.wait_for_function("document.getElementById('shop.t2').open")


def test_without_its_script_every_case_can_be_read(opened_page: Callable[..., Any], made: Path) -> None:
    page = opened_page(made, java_script_enabled=False)
    assert page.locator(SHOWN).count() == 3 and not page.locator("form.find").is_visible()


def test_nothing_that_a_model_wrote_runs_loads_or_breaks_the_page(
    opened_page: Callable[..., Any], tmp_path: Path
) -> None:
    lines = []
    for number, words in enumerate(PAYLOADS.values()):
        talk = [{"role": "user", "content": words}, {"role": "assistant", "content": f"```python\n{words}\n```"}]
        told = {"current_query": words, "domain_name": words, "prompt_with_hist_json": [*talk, *talk]}
        lines.append(entry(f"shop.t{number}{words}", reference_answer=words, **told))
    file = page_on(tmp_path, {"normal": tuple(lines)})
    page = opened_page(file)
    page.evaluate(UNFOLD)
    assert page.evaluate("() => window.__ran ?? 0") == 0
    assert page.locator(f"{ELEMENT}, iframe, object, embed, link, base").count() == 0
    assert page.locator("script").count() == 1 and page.noticed == []
    assert page.evaluate(WIDER) <= 0
    assert page.inner_text("#found") == f"{len(lines)} of {len(lines)} cases"
