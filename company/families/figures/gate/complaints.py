"""What is wrong with a drawing or with words for one, said to whoever made them."""

from __future__ import annotations

import re
from typing import Any

from company.families.figures.gate.randomness import random_source
from company.families.figures.shapes import counted, shows
from company.families.figures.types import FEW, Difficulty
from company.results.likeness.content import panels_of

_CODE = re.compile(r"```|\b(?:plt|ax|np|pd|df)\.\w+\s*\(|^\s*(?:import|from)\s+\w+", re.MULTILINE)
_OUTPUT = re.compile(r"\b[\w-]+\.(?:png|jpe?g|pdf|svg|tiff?)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w])")
_COURSES = ("bar", "line", "step", "area")
_APART = re.compile(r"`[^`]*`|“[^”]*”|^[ \t]*\d+\.[ \t]", re.MULTILINE)
"""Names of columns, texts on the figure and the numbers of steps: what stands in them is no data."""
MOST_NUMBERS = 30
"""Numbers of a query: more are data, which belong into a file."""
MOST_SHAPES = 3
"""Free shapes that can be told in words."""
LONGEST = 4_000


def drawing_fault(code: str, portrait: Any, plot_type: str, difficulty: Difficulty) -> str | None:
    """Return what is wrong with a figure that somebody drew as an original; None where it will do."""
    if random_source(code):
        return "It draws from chance, so that nobody else could draw the same: use the table's values alone."
    if not shows(plot_type, portrait):
        return f"It is no {plot_type} plot, or shows something else beside it; draw that type and nothing else."
    found = counted(portrait)
    if found["difficulty"] != difficulty:
        told = {"easy": f"one panel and at most {FEW} values", "hard": f"several panels, or more than {FEW} values"}
        counts = f"{found['panels']} panel{'s' * (found['panels'] != 1)} and {found['points']} values"
        return f"It shows {counts}; it is to have {told[difficulty]}."
    if is_flat(portrait):
        return "It shows a series whose values are all the same, which says nothing; show others."
    return untellable(portrait)


def is_flat(portrait: Any) -> bool:
    """Return whether a series of several values has the same one everywhere."""
    marks = [
        mark for panel in panels_of(portrait) for mark in panel.marks if mark.kind in ("bar", "line", "step", "area")
    ]
    values = [mark.channels[name] for mark in marks for name in ("z", "y") if name in mark.channels]
    return any(len(each) > 2 and each.dtype.kind == "f" and float(each.max() - each.min()) == 0.0 for each in values)


def untellable(portrait: Any) -> str | None:
    """Return why nobody could tell in words what a figure shows; None where one can."""
    if portrait["left_out"]["series"] or portrait["left_out"]["axes"]:
        return "It draws more than can be compared; draw less."
    shapes = sum(each["kind"] == "outline" for page in portrait["axes"] for each in page["series"])
    return f"{shapes} free shapes cannot be told in words; draw what a chart shows." if shapes > MOST_SHAPES else None


def words_fault(words: str) -> str | None:
    """Return what is wrong with a query; None where it will do."""
    if found := _CODE.search(words):
        return f"A query holds no code, and this one has {found.group().strip()[:40]!r}: say it in words."
    if found := _OUTPUT.search(words):
        return f"A query names no file to save a picture in, and this one has {found.group()!r}: leave it out."
    if len(numbers := _NUMBER.findall(_APART.sub(" ", words))) > MOST_NUMBERS:
        return (
            f"A query has {MOST_NUMBERS} numbers at most, beside those in names, in quotes and of steps, and this one "
            f"{len(numbers)}: data stand in the file."
        )
    if len(words) > LONGEST:
        return f"A query has {LONGEST:,} characters at most, and this one {len(words):,}: say it in fewer words."
    return None
