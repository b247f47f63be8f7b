"""What a verdict takes of its reviewer, by kind and by category of case: words, keys, clicks, and seconds by a model.

    python -m perf.review_seconds RUN [ITEMS]

Copies of the run are reviewed in Chromium, as somebody does who accepts what they are shown: once with cases that are
judged at once, and once with cases that are solved first. Who solves chooses the first option, or types the key's code.
Keys are pressed and counted, and so are the clicks that a mouse would take instead.

The seconds are those of the keystroke-level model (Card, Moran and Newell, 1983): for a key, for a click with the way
to it, and for each decision; and for each word that is shown, 240 a minute, and each window that is scrolled. Words
that the page before has shown are not read again. How long one thinks about an answer is in no model, and the pages'
own time is told apart. So these seconds compare pages with each other: who runs a review finds people's own at its page
Progress.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

from company.archive import Archive
from company.families.dialogues.body.reference import solution
from company.reviewing import put_settings, settings_of
from human_review.store import Item, ReviewStore

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEY, CLICK, DECISION = 0.28, 1.2, 1.35
WORD = 60 / 240
NAMES = ("words", "windows", "keys", "clicks", "typed", "decisions", "by_keys", "by_mouse", "waited")
WHEEL = 0.5
"""Seconds to scroll by a window with a mouse; with keys, it takes one."""
FILLED = 5.0
"""Seconds in which all of a small run is in the queue, once its first items are."""
PATIENCE = 300.0
"""Seconds for a page to come, after code was run on a machine that is busy."""
FAR = 80
"""Presses of Tab by which an editor is reached."""
TAKE = "form[action$='/take'] button"
SOLVE = "form[action$='/solve']"
SEEN = """() => [".shown", ".deciding"].map((each) => document.querySelector(each))
    .filter(Boolean).flatMap((each) => each.innerText.trim().split(/\\s+/))"""
WINDOWS = """() => Math.ceil(
    (document.querySelector(".columns").getBoundingClientRect().bottom + window.scrollY) / window.innerHeight) - 1"""
THERE = """() => document.readyState === "complete"
    && (!window.__here || document.querySelector("#problem:not([hidden])"))"""
IN_EDITOR = "() => Boolean(document.activeElement.closest('.deciding .cm-editor'))"


@dataclass
class Effort:
    """Of one item."""

    seen: Counter[str] = field(default_factory=Counter)
    keys: int = 0
    clicks: int = 0
    typed: int = 0
    """Characters of code."""
    windows: int = 0
    """Scrolled, beyond the first of each page."""
    decisions: int = 0
    waited: float = 0.0
    """Seconds from a key to the page that it leads to."""

    @property
    def words(self) -> int:
        return self.seen.total()

    @property
    def shared(self) -> float:
        """Seconds that it takes by keys as by mouse."""
        return self.words * WORD + self.typed * KEY + self.decisions * DECISION

    @property
    def by_keys(self) -> float:
        """Seconds with keys alone."""
        return self.shared + (self.keys + self.windows) * KEY

    @property
    def by_mouse(self) -> float:
        """Seconds with a mouse but for what is typed."""
        return self.shared + self.clicks * CLICK + self.windows * WHEEL

    def read(self, page: Page) -> None:
        """Read what a page shows and the one before has not."""
        self.seen |= Counter(page.evaluate(SEEN))
        self.windows += page.evaluate(WINDOWS)


def main(run: Path, most: int) -> None:
    """Measure `most` items of each kind, and of each category of those that can be solved in both ways."""
    from playwright.sync_api import sync_playwright

    print(f"{'':48}", *(f"{name.replace('_', ' '):>9}" for name in ("items", *NAMES)))
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for solve_first, words in ((False, "judged"), (True, "solved, then judged")):
            with reviewed(run, solve_first=solve_first) as (copy, link):
                page = opened.new_page(viewport={"width": 1280, "height": 900})
                page.set_default_timeout(1000 * PATIENCE)
                page.goto(link)
                page.wait_for_url(re.compile(r"/(?!enter)[^/]*$"))
                found = measured(page, link.partition("/enter")[0], copy, (most, words, solve_first))
            for told, efforts in found.items():
                figures = (mean(getattr(each, name) for each in efforts) for name in NAMES)
                print(f"{told:48}", f"{len(efforts):9}", *(f"{each:9.1f}" for each in figures), flush=True)
        opened.close()


@contextmanager
def reviewed(run: Path, *, solve_first: bool) -> Iterator[tuple[Path, str]]:
    """A copy of a run, whose cases are solved before they are judged or are not, and the link to its review."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(run, Path(folder) / "run"))
        with Archive.open(copy) as archive:
            put_settings(archive, settings_of(archive).model_copy(update={"solve_first": solve_first}))
        with served(copy) as link:
            yield copy, link


def measured(page: Page, origin: str, run: Path, wanted: tuple[int, str, bool]) -> dict[str, list[Effort]]:
    """The efforts of the first items of each kind; `wanted`: how many, in which way, and whether only what is solved.

    What can be solved is told by category and by way.
    """
    most, words, alone = wanted
    found: dict[str, list[Effort]] = defaultdict(list)
    with ReviewStore.of_run(run) as store:
        while not store.items(most=1):  # a process of its own fills the queue
            time.sleep(1)
        time.sleep(FILLED)
        kinds = [name for name, kind in store.kinds.items() if kind.solving is not None or not alone]
        for item in (each for kind in kinds for each in store.items(kind=kind, state="open", most=100)):
            solving = store.kinds[item.kind].solving is not None
            told = f"{item.kind} {item.category}, {words}" if solving else item.kind
            if len(found[told]) < most:
                found[told].append(judged(page, f"{origin}/items/{item.id}", item, store.item(item.id)[1]))
    return found


def judged(page: Page, place: str, item: Item, body: Any) -> Effort:
    """Judge an item, having solved it first where it is to be solved."""
    effort = Effort()
    page.goto(place)
    if page.locator(TAKE).count():  # else it was given out as the next one
        page.click(TAKE)
    ready(page)
    effort.read(page)
    if page.locator(SOLVE).count():
        solved(page, effort, solution(str(body["entry"].get("reference_answer", ""))))
        effort.read(page)
    chosen(page, effort, "1" if item.form == "choose" else "a")
    return effort


def solved(page: Page, effort: Effort, code: str) -> None:
    """Answer a case: with its first option, or with code that is typed."""
    if page.locator(f"{SOLVE} [data-key='1']").count():
        chosen(page, effort, "1")
        return
    for _ in range(FAR):
        page.keyboard.press("Tab")
        effort.keys += 1
        if page.evaluate(IN_EDITOR):
            break
    page.keyboard.insert_text(code)
    page.keyboard.press("Escape")
    effort.keys, effort.clicks, effort.typed = effort.keys + 1, effort.clicks + 1, effort.typed + len(code)
    effort.decisions += 1
    chosen(page, effort, "c")


def chosen(page: Page, effort: Effort, key: str) -> None:
    """Choose with a key and submit."""
    page.keyboard.press(key)
    start = time.perf_counter()
    address = page.url
    page.evaluate("() => { window.__here = true; }")
    page.keyboard.press("Enter")
    page.wait_for_function(THERE)
    effort.waited += time.perf_counter() - start
    effort.keys, effort.clicks, effort.decisions = effort.keys + 2, effort.clicks + 2, effort.decisions + 1
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
