"""The pictures that README and the pages show, from real runs: `python docs/pictures.py` makes all of them anew.

The company is drawn as an SVG with the counts of a run in it; pages are opened in Chromium, light and dark, and kept as
WebP. What they show comes from `docs/example_runs.py`, and from a trial that is kept in `docs/trials`.
"""

from __future__ import annotations

import io
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from docs.chat import chat_html, turn_of_trial  # noqa: E402 - the folder has to be on the path first
from docs.example_runs import KEPT, Example, example  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES = ROOT / "docs" / "_static" / "pictures"
STYLE = ROOT / "docs" / "_styles" / "company.css"
TRIAL = ROOT / "docs" / "trials" / "used_bicycles" / "dialogues.txt"
CHAT = ("used_bicycles.p02.s3.d1", 4)
"""The dialogue and the turn of the trial that are shown."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
THEMES = ("light", "dark")
SIZES = {"chat": (900, 928), "benchmark": (900, 800), "report": (960, 700), "review": (1160, 1000)}
"""Of the windows of which pictures are taken: width and height."""
DENSITY = 1.25
_OPTIONS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
_QUALITY = 78

# The company


@dataclass(frozen=True)
class Box:
    """A place in the picture of the company, with what stands in it."""

    left: int
    top: int
    wide: int
    name: str
    told: str
    kind: str = "staff"
    high: int = 62

    def drawn(self) -> Iterator[str]:
        """Yield its lines of SVG."""
        middle = self.left + self.wide // 2
        place = f'x="{self.left}" y="{self.top}" width="{self.wide}" height="{self.high}" rx="8"'
        yield f'<rect class="{self.kind}" {place}/>'
        yield f'<text class="name" text-anchor="middle" x="{middle}" y="{self.top + 26}">{escape(self.name)}</text>'
        yield f'<text class="told" text-anchor="middle" x="{middle}" y="{self.top + 47}">{escape(self.told)}</text>'


@dataclass(frozen=True)
class Arrow:
    """Who gives what to whom: from one point to another, and the words beside it."""

    start: tuple[int, int]
    end: tuple[int, int]
    words: tuple[str, ...] = ()
    at: tuple[int, int] | None = None
    anchor: str = "middle"

    def drawn(self) -> Iterator[str]:
        """Yield its lines of SVG."""
        (left, top), (right, bottom) = self.start, self.end
        yield f'<line x1="{left}" y1="{top}" x2="{right}" y2="{bottom}" marker-end="url(#tip)"/>'
        for number, word in enumerate(self.words):
            x, y = self.at or ((left + right) // 2, (top + bottom) // 2 - 8)
            yield f'<text class="said" text-anchor="{self.anchor}" x="{x}" y="{y + 16 * number}">{escape(word)}</text>'


def company_svg(counts: dict[str, int]) -> str:
    """Return who speaks to whom in a run, and what falls out of it; `counts` are the run's own."""
    told = {name: f"{number:,}" for name, number in counts.items()}
    boxes = (
        Box(10, 34, 150, "your table", "CSV, one or several", "outside"),
        Box(10, 158, 150, "admin", f"{told['admin']} replies"),
        Box(240, 158, 150, "client", f"{told['client']} replies"),
        Box(470, 158, 160, "data scientist", f"{told['data_scientist']} replies"),
        Box(720, 158, 150, "chatbot", f"{told['chatbot']} replies"),
        Box(720, 34, 150, "jail", "runs all code", "run"),
        Box(470, 290, 400, "the dialogue", f"{told['turns']} turns, with results, errors, corrections", "outside"),
        Box(470, 400, 400, "release gate", "reference run twice · wrong answers refused", "run"),
        Box(240, 400, 150, "people", "review, if you like", "run"),
        Box(10, 400, 150, "benchmark", f"{told['cases']} cases, JSONL", "out"),
    )
    arrows = (
        Arrow((85, 98), (85, 154), ("its columns",), (94, 130), "start"),
        Arrow((160, 189), (236, 189), ("persona", "scenario"), (198, 166)),
        Arrow((390, 178), (466, 178), ("goal",), (428, 170)),
        Arrow((470, 204), (394, 204), ("plan;", "objections back"), (428, 222)),
        Arrow((630, 178), (716, 178), ("query",), (673, 170)),
        Arrow((720, 204), (634, 204), ("answer",), (673, 222)),
        Arrow((780, 158), (780, 100), ("code",), (772, 132), "end"),
        Arrow((812, 98), (812, 154), ("result, error",), (820, 132), "start"),
        Arrow((673, 232), (673, 286)),
        Arrow((673, 354), (673, 396), (f"drafts in {told['categories']} categories",), (683, 380), "start"),
        Arrow((470, 431), (394, 431)),
        Arrow((240, 431), (164, 431)),
    )
    lines = [line for each in (*boxes, *arrows) for line in each.drawn()]
    tip = '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    title = (
        "<title>Who speaks to whom: the admin invents clients over your table, and clients have a goal; the data "
        "scientist plans and asks, and the chatbot writes code that is run in a jail; the dialogue passes a release "
        "gate, and people if you like, and becomes a benchmark</title>"
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 474" role="img">'
    end = '<path d="M0 0 8 4 0 8z"/></marker></defs>'
    return "\n".join(
        [head, title, f"<style>{STYLE.read_text(encoding='utf-8')}</style>", tip + end, *lines, "</svg>", ""]
    )


def counts_of(made: Example) -> dict[str, int]:
    """Return the replies of each role, the turns, and the cases and categories that were exported."""
    from company.archive import Archive

    with Archive.open(made.run) as archive:
        counts = Counter(str(call.role) for call in archive.calls())
    benchmark = made.benchmark
    cases = benchmark.cases
    return {**counts, "turns": len(benchmark.turns), "cases": len(cases), "categories": cases["category"].nunique()}


# Pages in a browser


@contextmanager
def browser() -> Iterator[Browser]:
    """Yield Chromium. Raises SystemExit where there is none."""
    from playwright.sync_api import sync_playwright

    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise SystemExit("there is no Chromium to take pictures with: apt-get install chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=list(_OPTIONS))
        yield opened
        opened.close()


def shot(page: Page) -> bytes:
    """Return what the window shows as WebP."""
    from PIL import Image

    written = io.BytesIO()
    Image.open(io.BytesIO(page.screenshot(scale="device"))).save(written, "WEBP", quality=_QUALITY, method=6)
    return written.getvalue()


def both_themes(opened: Browser, name: str, show: Callable[[Page], Any], folder: Path) -> None:
    """Write NAME-light.webp and NAME-dark.webp; `show` brings a page to what is to be seen."""
    wide, high = SIZES[name]
    for theme in THEMES:
        context = opened.new_context(
            viewport={"width": wide, "height": high}, device_scale_factor=DENSITY, color_scheme=theme, locale="en-GB"
        )
        page = context.new_page()
        show(page)
        (folder / f"{name}-{theme}.webp").write_bytes(shot(page))
        context.close()


@contextmanager
def review_of(run: Path) -> Iterator[str]:
    """Yield the sign-in link of a review of a run, served on this machine."""
    words = [sys.executable, "-m", "company.cli", "review", str(run), "--no-browser", "--port", str(_free_port())]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as served:
        assert served.stdout is not None
        said = []
        try:
            for line in served.stdout:
                said.append(line)
                if link := re.search(r"https?://\S+/enter\S*#\S+", line):
                    yield link[0]
                    return
            raise SystemExit("the review does not start:\n" + "".join(said))
        finally:
            served.send_signal(signal.SIGINT)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _review(link: str, run: Path, record: str) -> Callable[[Page], Any]:
    """Return what brings a page to the question about a record, once it is in the queue."""
    from human_review.store import ReviewStore

    def show(page: Page) -> None:
        page.goto(link)
        page.wait_for_url(re.compile(r"/(?!enter)[^/]*$"))
        with ReviewStore.of_run(run) as store:
            while not (found := [each.id for each in store.items(most=1_000) if each.record == record]):
                page.wait_for_timeout(200)
        page.goto(f"{page.url.rstrip('/')}/items/{found[0]}")
        page.wait_for_selector("body[data-ready]")
        page.get_by_role("img").last.evaluate("e => e.scrollIntoView({ block: 'end' })")

    return show


def _opened(file: Path, place: str = "") -> Callable[[Page], Any]:
    """Return what opens a file, unfolds what is at a place of it, and goes there."""

    def show(page: Page) -> None:
        page.goto(file.resolve().as_uri())
        if place:
            page.evaluate(
                "at => { const e = document.querySelector(at); e.open = true; e.scrollIntoView(); scrollBy(0, -90); }",
                place,
            )

    return show


def make(folder: Path = PICTURES, kept: Path = KEPT) -> list[Path]:
    """Write all pictures into a folder; return them."""
    made = example("wine", kept)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "company.svg").write_text(company_svg(counts_of(made)), encoding="utf-8")
    with tempfile.TemporaryDirectory() as pages, browser() as opened:
        for name, (file, place) in _pages(made, Path(pages)).items():
            both_themes(opened, name, _opened(file, place), folder)
        turn = made.benchmark.cases.query("category == 'plot_qa'").index[0].removesuffix(".plot_qa")
        with review_of(made.run) as link:
            both_themes(opened, "review", _review(link, made.run, turn), folder)
    return sorted(folder.iterdir())


def _pages(made: Example, folder: Path) -> dict[str, tuple[Path, str]]:
    """Write the pages that need no server; return their files, and what is to be seen of each."""
    import company

    chat, benchmark, report = (folder / f"{name}.html" for name in ("chat", "benchmark", "report"))
    said = turn_of_trial(TRIAL.read_text(encoding="utf-8"), *CHAT)
    chat.write_text(chat_html([each for each in said if each.words != "plot (plot)"]), encoding="utf-8")
    company.report(made.benchmark, out=benchmark)
    company.report(made.run, out=report)
    return {
        "chat": (chat, ""),
        "benchmark": (benchmark, "details.case[data-category=plot_qa]"),
        "report": (report, "section[aria-labelledby=asked]"),
    }


if __name__ == "__main__":
    for each in make():
        sys.stdout.write(f"{each.relative_to(ROOT)}: {each.stat().st_size:,} bytes\n")
