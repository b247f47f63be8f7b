"""The gallery of cases in docs/gallery.md, from real runs of all families: `python docs/gallery.py` writes it anew.

Which cases are shown is decided by what a case asks for: of each family the one with the most in it and the one with
the least, by the features of its difficulty; beside them what the gate, the readers and the stages refused.
"""

from __future__ import annotations

import io
import json
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from docs.example_runs import KEPT, Example, example  # noqa: E402 - the folder has to be on the path first

if TYPE_CHECKING:
    from company.api import Benchmark

PAGE = ROOT / "docs" / "gallery.md"
FIGURES = ROOT / "docs" / "_static" / "gallery"
LINES, WIDTH, REASONS = 17, 115, 2
"""The most that is shown: lines of a case (half as many of a weak one), characters of a line, reasons of a run."""
_PIXELS = 560
FAMILIES = {
    "wine": ("Dialogues", "requests that build on what came before, in ten categories", "categories.md"),
    "wine_captions": ("Captions", "captions of a figure that are to be rated, or told apart by truth", "captions.md"),
    "wine_figures": ("Figures", "a figure that is to be drawn from words and a table", "figures.md"),
    "plots": (
        "Statistical plots",
        "plots out of scripts, each with its table and a description",
        "statistical-plots.md",
    ),
    "shapes": ("Drawings", "questions on drawings as code, and drawings from captions", "vector-graphics.md"),
}
TRIAL = ROOT / "docs" / "trials" / "used_bicycles" / "dialogues.txt"
_TURN_LINES = 24
"""Of a trial's turn that are shown."""
_ACCEPTED = re.compile(r"(?m)^  \S.*  accepted  \S+$")
_BY_HAND = """\
## With a language model's part

Here every reply was **written by hand**, as a capable chat model would write it, by readers who knew its prompt alone;
code, checks and gate are as in any run ([all of the trials](trials/index.md)). The turn that most cases were made of:
"""
_HEAD = """\
# Gallery

Cases of all families as `company show BENCHMARK ID` prints them, good ones and weak ones, by the built-in company but
for one turn, whose replies were written by hand. They are chosen by what is in them: of each family the case with the
most to it, and the one with the least, by the features that [difficulty](difficulty.md) is reckoned from. What was
refused on the way stands below them. The page is written by `python docs/gallery.py` from the runs of
`docs/example_runs.py`; whole pages to click through are in [the samples](samples.md).

The company that writes them, and pages on which they are looked at:

![Who speaks to whom, and what falls out](_static/pictures/company.svg)

{pictures}

What to look for: **a good case** takes several things together that were said at different times, and says all that its
answer depends on. **A weak one** names its operation and needs nothing before it; such cases are true and easy, and
`[targets] depth = "deep"` leaves them out. Words of the built-in company are stiff where a table's headers are.
"""


def page(kept: Path = KEPT, figures: Path = FIGURES) -> str:
    """Return the page, and write the figures that it shows."""
    figures.mkdir(parents=True, exist_ok=True)
    pictures = "\n".join(_both_themes(name, words) for name, words in PICTURED.items())
    parts = [_HEAD.format(pictures=pictures), by_hand(TRIAL.read_text(encoding="utf-8"))]
    for name, (title, about, more) in FAMILIES.items():
        parts.append(f"## {title}\n\n{about[:1].upper()}{about[1:]} ([more]({more})).\n")
        parts += of_run(example(name, kept), figures)
    return "\n".join(parts)


def by_hand(dialogues: str) -> str:
    """Return the section on a trial's dialogues: the turn that most cases were made of, the first of several."""
    turns = re.findall(r"(?ms)^── (turn \d+ · question \d+) ─+\n(.*?)(?=^── |^\w+\.p\d+\S* · |\Z)", dialogues)
    title, text = max(turns, key=lambda turn: len(_ACCEPTED.findall(turn[1])))
    said, _, made = text.partition("\ncases made of it\n")
    lines = [shown for line in said.strip().splitlines() for shown in _folded(line)]
    more = [f"… {len(lines) - _TURN_LINES} more lines"] if len(lines) > _TURN_LINES else []
    cases = ["", "cases made of it", *(line.rstrip() for line in made.splitlines() if _ACCEPTED.search(line))]
    shown = escape("\n".join([*lines[:_TURN_LINES], *more, *cases]), quote=False)
    return f"{_BY_HAND}\n### {title.capitalize()}\n\n<pre>\n{shown}\n</pre>\n"


PICTURED = {
    "chat": "A turn of a trial whose replies were written by hand",
    "benchmark": "A case as the page of a benchmark shows it",
    "review": "A turn in the review queue",
    "report": "What a run wanted and got",
}


def _folded(line: str) -> list[str]:
    """Return what somebody says in lines that a page has room for; code and tables are cut."""
    if not re.match(r"  \S", line) or len(line) <= WIDTH:
        return [cut(line, WIDTH)]
    return textwrap.wrap(cut(line, 4 * WIDTH), WIDTH, initial_indent="  ", subsequent_indent="  ")


def _both_themes(name: str, words: str) -> str:
    """Return a picture for either theme of the site, with what it shows."""
    shown = f'alt="{words}" loading="lazy" src="_static/pictures/{name}'
    pictures = (f'<img class="only-{theme}" {shown}-{theme}.webp">' for theme in ("light", "dark"))
    return "\n".join(["<figure>", f"<figcaption>{words}:</figcaption>", *pictures, "</figure>"])


def of_run(made: Example, figures: Path) -> Iterator[str]:
    """Yield the parts on a run: the case with the most in it, the one with the least, and what was refused."""
    benchmark = made.benchmark
    ordered = sorted(benchmark.content.entries, key=weight)
    yield from _case("The most in one", benchmark, ordered[-1], figures, LINES)
    if len(ordered) > 1:
        yield from _case("The least", benchmark, ordered[0], figures, LINES // 2)
    if found := list(refused(made)):
        yield "### Refused\n"
        yield "\n".join(f"- {each}" for each in found[:REASONS]) + "\n"


def weight(entry: Mapping[str, Any]) -> tuple[float, str]:
    """Return how much there is to a case, by what its family says of it, and its id, so that no two are alike."""
    told = entry.get("difficulty")
    if isinstance(told, Mapping):
        heavy = told["steps"] + told["variables"] + told["operations"]
    else:
        drawn = float(entry.get("panels") or 0) * 10 + float(entry.get("points") or 0)
        heavy = drawn + float(entry.get("steps") or 0) * 10 + float(entry.get("elements") or 0)
    return heavy + len(entry.get("captions") or ()), str(entry["data_id"])


def _case(title: str, benchmark: Benchmark, entry: Mapping[str, Any], figures: Path, most: int) -> Iterator[str]:
    import company

    shown = company.show(benchmark, entry["data_id"])
    yield f"### {title}: {shown.category.replace('_', ' ')}\n"
    picture = next(iter(entry[key] for key in ("picture", "ground_truth", "figure") if entry.get(key)), None)
    if picture is not None:
        file = figures / f"{entry['data_id']}.webp"
        file.write_bytes(_small(benchmark.folder / picture))
        yield f"![The figure of the case](_static/gallery/{file.name})\n"
    yield f"<pre>\n{escape(told(shown.text, most), quote=False)}\n</pre>\n"  # no block of code: nobody is to run it


def _small(picture: Path) -> bytes:
    """Return a picture as WebP, no wider than a page has room for."""
    from PIL import Image

    read = Image.open(picture).convert("RGB")
    read.thumbnail((_PIXELS, _PIXELS))
    written = io.BytesIO()
    read.save(written, "WEBP", quality=80, method=6)
    return written.getvalue()


def told(text: str, most: int = LINES) -> str:
    """Return a case as a terminal shows it: the last request and what follows, long lines and long cases cut."""
    head, _, _ = text.partition("\n\n")
    last = text.rfind("\ndata scientist\n")
    text = f"{head}\n{text[last:]}" if last > 0 else text
    lines = [cut(line, WIDTH) for line in text.splitlines() if not re.match(r"\s+\S.*: \S+\.png$", line)]
    lines[0] = re.sub(r" of \S+:", ":", lines[0])
    lines = [line for line, before in zip(lines, ["", *lines], strict=False) if line or before]
    more = [f"… {len(lines) - most} more lines"] if len(lines) > most else []
    return "\n".join([*lines[:most], *more])


def cut(text: str, longest: int) -> str:
    """Return a text, cut between two words where it is longer than this."""
    return text if len(text) <= longest else f"{text[:longest].rsplit(' ', 1)[0]} …"


def refused(made: Example) -> Iterator[str]:
    """Yield what a run refused: records with the stage and the reason, then code that failed before it was mended."""
    for line in (made.run / "rejected.jsonl").read_text(encoding="utf-8").splitlines():
        lost = json.loads(line)
        yield f"in the stage {lost['stage']}: {cut(' '.join(lost['reason'].split()), 2 * WIDTH)}"
    dialogues = made.run / "benchmark" / "data" / "dialogues.jsonl"
    for line in dialogues.read_text(encoding="utf-8").splitlines() if dialogues.is_file() else ():
        for turn in json.loads(line)["turns"]:
            for attempt in turn["failed_attempts"]:
                error = attempt["error"]
                yield f"code that failed and was written again: `{error['type']}: {error['message'].splitlines()[0]}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
