"""Captions at their pages: by keys alone, in light and dark, and what a tutorial tells."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from human_review.published import verdict_lines
from human_review.store import ReviewStore
from tests.browser.serving import Server
from tests.browser.test_accessibility import check
from tests.support.captions_review import captions_run


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Six caption sets, of which two captions are learnt by."""
    with Server(captions_run(tmp_path_factory.mktemp("captions") / "run", 6, tutorial=2)) as serving:
        yield serving


def invited(served: Server, name: str, *groups: str) -> str:
    with ReviewStore.of_run(served.run) as store:
        return f"{served.origin}/enter#{store.invite(name, groups=groups)}"


def said(run: Path) -> list[tuple[str, str, list[str]]]:
    with ReviewStore.of_run(run) as store:
        return [(each["group"], each["said"], each["flags"]) for each in verdict_lines([store])]


def test_an_expert_ranks_a_set_by_keys(window, served):
    opened = window().sign_in(invited(served, "Eve", "experts"))
    assert "6 items for you" in opened.text()
    opened.goes("Enter")
    assert "Which helps most to understand the figure?" in opened.text()
    assert opened.page.evaluate("document.querySelector('img.figure').naturalWidth") > 0
    opened.press("k", "Shift+J", "Shift+J", "j", "Shift+K")
    check(opened, "caption_set-held")
    opened.goes("Enter")
    assert ("experts", '["c2", "c3", "c4", "c1", "c5", "c6"]', []) in said(served.run)
    assert "ranked: c2, then c3" in opened.text() and "2 of 10 in batch 1" in opened.text()


def test_a_reader_learns_answers_and_ticks_by_keys(window, served):
    opened = window().sign_in(invited(served, "Ben", "readers")).goes("Enter")
    assert "Tutorial, 1 of 2" in opened.text()
    check(opened, "caption-tutorial")
    opened.press("y", "4").goes("Enter")
    assert "What was planted here is" in opened.text() and "You ticked otherwise" in opened.text()
    check(opened, "caption-told")
    opened.press("n", "3").goes("Enter")
    assert "Tutorial, " not in opened.text()
    opened.press("n", "2", "9", "x")
    check(opened, "caption-held")
    opened.goes("Enter")
    assert ("readers", "no", ["text", "takeaway", "not shown"]) in said(served.run)
    opened.goes("u")
    assert opened.page.is_checked("[value='not shown']"), "taken back, it is as it was"


def test_who_is_in_no_group_is_told_so_and_put_into_one_by_an_admin(window, served):
    link = invited(served, "Nora")
    assert "groups of people that you are in none of" in window().sign_in(link).text()
    lead = window().sign_in(served.link).opens(f"{served.origin}/people")
    lead.page.click("tr:has-text('Nora') summary")
    lead.page.check("tr:has-text('Nora') [value=experts]")
    check(lead, "people-of-groups")
    lead.page.click("[aria-label='Save what Nora knows and does']")
    lead.ready()
    with ReviewStore.of_run(served.run) as store:
        assert {each.name: each.groups for each in store.reviewers()}["Nora"] == ("experts",)
