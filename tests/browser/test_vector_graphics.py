"""Drawings at their pages by keys alone: the code is edited, drawn in the jail beside what it was, and submitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")

from human_review.store import ReviewStore
from human_review.verdicts import Edit
from tests.browser.reviewing import Window
from tests.browser.serving import Server
from tests.browser.test_accessibility import check
from tests.browser.test_figures import invited, is_drawn
from tests.browser.test_keyboard import first, opened, said_by
from tests.support.graphics_review import SVG, run_of


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Server]:
    with Server(run_of(tmp_path / "run", 1, of=("drawing", "caption"))) as serving:
        yield serving


def test_a_drawing_is_edited_and_drawn_beside_the_old_one_and_a_caption_is_corrected(
    window: Callable[..., Window], served: Server
) -> None:
    with ReviewStore.of_run(served.run) as store:
        ann = window().sign_in(invited(served, store, "Ann"))
        item = first(store, "drawing")
        opened(ann, served, item)
        assert is_drawn(ann)
        check(ann, "graphic-held")
        ann.press("e").tab_to("^code").press("Control+Home").type("<!-- mended -->")
        ann.press("Control+Enter")
        ran = ann.page.wait_for_selector("[data-outcome]", timeout=60_000)
        assert "shows the same" in ran.inner_text()
        ann.press("Control+a")
        ann.page.keyboard.insert_text(SVG.replace("#dc143c", "#0000ff"))
        ann.press("Control+Enter")
        ann.page.wait_for_selector("text=shows something else", timeout=60_000)
        ann.page.wait_for_load_state("networkidle")
        assert is_drawn(ann)
        check(ann, "graphic-run")
        ann.press("Escape").goes("Enter")
        (said,) = said_by(store, item)
        assert isinstance(said, Edit)
        assert said.changes["scene"]["elements"][0]["colour"] == "blue"

        item = first(store, "caption")
        opened(ann, served, item)
        assert is_drawn(ann) and "how many red circles there are: 1" in ann.page.content()
        check(ann, "graphic-caption")
        ann.press("e").tab_to("^caption").press("Control+End").type(" It is in the upper left.").press("Escape")
        ann.goes("Enter")
        (said,) = said_by(store, item)
        assert isinstance(said, Edit) and said.changes == {"text": "A red disc. It is in the upper left."}
