"""What a verdict takes of its reviewer, by kind: keys, clicks, words to be read, and the pages' own seconds.

    python -m perf.review_seconds RUN [ITEMS]

A copy of the run is reviewed in Chromium, as somebody does who accepts what they are shown: with keys alone, and
counting the clicks that a mouse would take instead. The seconds are those of the keystroke-level model (Card, Moran and
Newell, 1983): 0.28 for a key, 1.2 for a click, 1.35 for each decision; and 0.25 for a word that is shown at once. They
compare pages with each other: people differ by more, and who runs a review finds theirs at its page Progress.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

from human_review.store import ReviewStore

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEY, CLICK, DECISION, WORD = 0.28, 1.2, 1.35, 0.25
FILLED = 5.0
"""Seconds in which all of a small run is in the queue, once its first items are."""
TAKE = "form[action$='/take'] button"
SEEN = """() => [".shown", ".deciding"].map((each) => document.querySelector(each))
    .filter(Boolean).map((each) => each.innerText.trim().split(/\\s+/).length).reduce((a, b) => a + b, 0)"""


@dataclass
class Effort:
    """Of one item."""

    words: int
    keys: int = 0
    decisions: int = 0
    waited: float = 0.0
    """Seconds from a key to the page that it leads to."""

    @property
    def by_keys(self) -> float:
        """Seconds with keys alone."""
        return self.words * WORD + self.keys * KEY + self.decisions * DECISION + self.waited

    @property
    def by_clicks(self) -> float:
        """Seconds with a mouse, which takes a click for each key."""
        return self.words * WORD + self.keys * CLICK + self.decisions * DECISION + self.waited


def main(run: Path, most: int) -> None:
    """Measure `most` items of each kind."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        copy = Path(shutil.copytree(run, Path(folder) / "run"))
        with served(copy) as link:
            opened = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = opened.new_page(viewport={"width": 1280, "height": 900})
            page.goto(link)
            page.wait_for_url(re.compile(r"/(?!enter)[^/]*$"))
            efforts = measured(page, link.partition("/enter")[0], copy, most)
            opened.close()
    print(f"{'kind':12} {'items':>5} {'words':>6} {'keys':>5} {'waited':>8} {'by keys':>8} {'by mouse':>9}")
    for kind, found in efforts.items():
        words, keys, waited = (mean(getattr(each, name) for each in found) for name in ("words", "keys", "waited"))
        seconds = mean(each.by_keys for each in found), mean(each.by_clicks for each in found)
        print(
            f"{kind:12} {len(found):5} {words:6.0f} {keys:5.1f} {waited:6.2f} s {seconds[0]:6.1f} s {seconds[1]:7.1f} s"
        )


def measured(page: Page, origin: str, run: Path, most: int) -> dict[str, list[Effort]]:
    """The efforts of the first items of each kind."""
    found: dict[str, list[Effort]] = defaultdict(list)
    with ReviewStore.of_run(run) as store:
        while not store.items(most=1):  # a process of its own fills the queue
            time.sleep(1)
        time.sleep(FILLED)
        for kind in store.kinds:
            for item in [each for each in store.items(kind=kind, state="open", most=100)][:most]:
                page.goto(f"{origin}/items/{item.id}")
                if page.locator(TAKE).count():  # else it was given out as the next one
                    page.click(TAKE)
                ready(page)
                found[kind].append(judged(page, item.form))
    return found


def judged(page: Page, form: str) -> Effort:
    """Judge the item on a page, having solved it first where it is to be solved."""
    effort = Effort(page.evaluate(SEEN))
    if page.locator("form[action$='/solve']").count():
        press(page, effort, "1" if page.locator("[data-key='1']").count() else "0")
        effort.words += page.evaluate(SEEN)
    press(page, effort, "1" if form == "choose" else "a")
    return effort


def press(page: Page, effort: Effort, key: str) -> None:
    """Choose with a key and submit."""
    page.keyboard.press(key)
    start = time.perf_counter()
    address = page.url
    page.evaluate("() => { window.__here = true; }")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !window.__here && document.readyState === 'complete'")
    effort.waited += time.perf_counter() - start
    effort.keys, effort.decisions = effort.keys + 2, effort.decisions + 1
    told = page.locator("#problem:not([hidden])")
    assert told.count() == 0, f"{address}: {told.inner_text()}"
    ready(page)


def ready(page: Page) -> None:
    """Wait until a page takes keys."""
    page.wait_for_selector("body[data-ready]", state="attached")


@contextmanager
def served(run: Path) -> Iterator[str]:
    """The link to a run's review."""
    program = [sys.executable, "-m", "company.cli", "review", str(run), "--no-browser", "--port", "0"]
    serving = subprocess.Popen(program, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        assert serving.stdout is not None
        yield next(found[0] for line in serving.stdout if (found := re.search(r"http\S+/enter#\S+", line)))
    finally:
        serving.terminate()
        serving.wait(20)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3)
