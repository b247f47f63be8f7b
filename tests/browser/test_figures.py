"""Figures at their pages by keys alone: revised blindly, adjudicated, drawn anew, verified, kept and rated."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from human_review.store import Item, ReviewStore
from human_review.verdicts import Accept, Edit, Keep, Reject, Score
from tests.browser.reviewing import Window
from tests.browser.serving import Server
from tests.browser.test_accessibility import WIDER, check
from tests.browser.test_keyboard import first, opened, said_by
from tests.support.figures_review import disputed_plots_run, figures_run, put_ratings

RATED = 20
WIDTHS = (400, 1400)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of figures, and figures of models to rate; not to be written to."""
    run = figures_run(tmp_path_factory.mktemp("figures"))
    put_ratings(run, RATED)
    return run


@pytest.fixture
def served(made: Path, tmp_path: Path) -> Iterator[Server]:
    """The server of a copy of the run: who has judged is given the next item, and holds it."""
    with Server(Path(shutil.copytree(made, tmp_path / "run"))) as serving:
        yield serving


@pytest.fixture
def store(served: Server) -> Iterator[ReviewStore]:
    with ReviewStore.of_run(served.run) as found:
        yield found


def invited(served: Server, store: ReviewStore, name: str, role: str = "reviewer") -> str:
    return f"{served.origin}/enter#{store.invite(name, role)}"  # type: ignore[arg-type]


def looked_at(person: Window, name: str) -> None:
    """The page in both schemes, as `check` does it, and on a narrow and on a wide window."""
    check(person, name)
    size = person.page.viewport_size
    for width in WIDTHS:
        person.page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            person.screenshot(f"{name}-{scheme}-{width}")
        assert person.page.evaluate(WIDER) <= 0, f"{name} is wider than a window of {width} pixels"
    person.page.set_viewport_size(size)
    person.page.emulate_media(color_scheme="light")


def is_drawn(person: Window) -> bool:
    """Whether every figure on the page could be loaded."""
    found = person.page.evaluate("[...document.querySelectorAll('img.figure')].map((each) => each.naturalWidth)")
    return bool(found) and all(width > 0 for width in found)


def added(person: Window, server: Server, item: Item, words: str) -> None:
    """An edit of the simple query: words at its end."""
    opened(person, server, item).press("e").tab_to("^simple query").press("Control+End").type(words)
    person.press("Escape")


def test_two_revise_a_query_blindly_and_a_third_decides(window: Callable[..., Window], served, store):
    item = first(store, "query")
    ann, ben = (window().sign_in(invited(served, store, name)) for name in ("Ann", "Ben"))
    eve = window().sign_in(invited(served, store, "Eve", "adjudicator"))
    added(ann, served, item, " Leave out no row.")
    looked_at(ann, "query-edited")
    assert is_drawn(ann)
    ann.goes("Enter")
    added(ben, served, item, " All rows count.")
    assert "Leave out no row" not in ben.page.content()
    ben.goes("Enter")
    assert store.item(item.id)[0].state == "adjudication"
    opened(eve, served, item)
    assert {"Leave out no row.", "All rows count."} <= {
        each.strip()
        for words in eve.page.locator("ins").all_inner_texts()
        for each in (words, words[-17:], words[-15:])
    }
    looked_at(eve, "query-adjudicated")
    eve.press("1").goes("Enter")
    found = store.item(item.id)[0]
    assert found.decided_by == "adjudication" and isinstance(found.decision, Edit)
    assert found.decision.changes["words"]["simple"].endswith((" Leave out no row.", " All rows count."))


def test_the_code_of_a_figure_is_edited_and_drawn_beside_the_old_one(window, served, store):
    item = first(store, "drawing")
    ann = window().sign_in(invited(served, store, "Dora"))
    opened(ann, served, item)
    looked_at(ann, "drawing-held")
    ann.press("e").tab_to("^code").press("Control+End", "Enter", "Home").type('plt.gcf().axes[0].set_title("Mended")')
    ann.press("Control+Enter")
    ran = ann.page.wait_for_selector("[data-outcome]", timeout=60_000)
    assert "draws another figure" in ran.inner_text() and "Mended" in ran.inner_text()
    ann.page.wait_for_load_state("networkidle")
    assert is_drawn(ann)
    looked_at(ann, "drawing-run")
    ann.press("Escape").goes("Enter")
    (said,) = said_by(store, item, "Dora")
    assert isinstance(said, Edit) and "Mended" in said.changes["code"]
    assert said.changes["portrait"]["axes"][0]["title"] == "Mended"


def test_three_verify_a_figure_element_by_element(window, served, store):
    item = first(store, "alignment")
    for name in ("Fay", "Gus", "Hal"):
        person = window().sign_in(invited(served, store, name))
        opened(person, served, item)
        assert is_drawn(person)
        person.tab_to("kinds of marks").press("Enter")
        target = person.page.evaluate("document.querySelector(':target').id")
        assert target.startswith("element-")
        if name == "Fay":
            looked_at(person, "alignment-held")
        person.press("a").goes("Enter")
        assert said_by(store, item, name) == [Accept()]
    assert store.item(item.id)[0].state == "decided"


def test_an_original_is_dropped(window, served, store):
    item = first(store, "original")
    person = window().sign_in(invited(served, store, "Ida"))
    opened(person, served, item)
    looked_at(person, "original-held")
    person.press("r", "1")
    person.goes("Enter")
    (said,) = said_by(store, item, "Ida")
    assert isinstance(said, Reject) and len(said.reasons) == 1


def test_twenty_are_rated_by_keys(window, served, store):
    person = window().sign_in(invited(served, store, "Joe"))
    person.tab_to("only some kinds").press("Enter").tab_to("^rating").press("Space")
    person.tab_to("^(begin|go on)").goes("Enter")
    for place in range(RATED):
        assert is_drawn(person), (place, person.text())
        if place == 0:
            looked_at(person, "rating-held")
        person.press(str(place % 10), "j").goes("Enter")
    items = store.items(kind="rating", most=100)
    said = [each for item in items for each in said_by(store, item, "Joe")]
    assert len(said) == RATED and all(isinstance(each, Score) for each in said)
    assert {round(each.score) for each in said} <= {10 * n + more for n in range(10) for more in (-1, 0, 1)}


def test_a_plot_that_is_seen_differently_is_kept(window, tmp_path: Path):
    run = disputed_plots_run(tmp_path)
    with Server(run) as serving, ReviewStore.of_run(run) as store:
        item = first(store, "curation")
        person = opened(window().sign_in(invited(serving, store, "Kim")), serving, item)
        assert is_drawn(person)
        looked_at(person, "curation-held")
        person.press("y").goes("Enter")
        assert said_by(store, item, "Kim") == [Keep(keep=True)]
