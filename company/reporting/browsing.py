"""A benchmark to look at, as one HTML page that needs nothing else: its tables, and its cases with their keys folded.

The page can be searched and filtered; without its script, all of it can be read all the same.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from company.benchmark.reading import Benchmark
from company.evaluation.page import Page
from company.reporting.cases import Cases, listed
from company.reporting.pages import environment
from company.reporting.pictures import Picture, picture
from company.reporting.telling import telling_of
from company.reporting.views import CaseView, Figure, Rows, first_rows

PAGE = Page("company.reporting", "benchmark")
MOST_CASES = 1_000
"""Cases that a page holds; of more, the first of each category, as many of each as there is room for."""
PICTURES = 30_000_000
"""Bytes of pictures that a page holds; further ones are named."""
MOST_TABLES = 12
_SCRIPT = "benchmark.js"


@dataclass(frozen=True)
class CaseShown:
    """A case on the page."""

    view: CaseView
    asked: str
    """In a line."""


def benchmark_page(content: Benchmark, cases: Cases) -> str:
    """Return the page on these cases of a benchmark, light and dark."""
    kept = held(cases)
    telling = telling_of(content.family)
    told = {
        category: [
            CaseShown(telling.view(content, category, line), each.asked)
            for line, each in zip(lines, listed(content, {category: lines}), strict=True)
        ]
        for category, lines in kept.items()
        if lines
    }
    script = files(PAGE.package).joinpath("templates", _SCRIPT).read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        environment(PAGE)
        .get_template("benchmark.html")
        .render(
            benchmark=content.name,
            folder=str(content.folder),
            family=content.family.name,
            all=len(content.entries),
            found=sum(map(len, cases.values())),
            held=sum(map(len, told.values())),
            has_gold=content.has_gold,
            cases=told,
            tables=list(_tables(content)),
            pictures=_pictures(content, [each.view for every in told.values() for each in every]),
            script=script,
            digest=digest,
        )
    )


def held(cases: Cases, most: int = MOST_CASES) -> dict[str, Sequence[dict[str, Any]]]:
    """Return as many of the cases as a page holds: small categories whole, of the others the same number."""
    room, kept = most, dict[str, int]()
    smallest_first = sorted(cases, key=lambda category: len(cases[category]))
    for place, category in enumerate(smallest_first):
        kept[category] = min(len(cases[category]), room // (len(cases) - place))
        room -= kept[category]
    return {category: lines[: kept[category]] for category, lines in cases.items()}


def _tables(content: Benchmark) -> Iterator[Rows]:
    """Yield the first rows of the tables that cases share."""
    for file in sorted(content.resource.glob("*.csv"))[:MOST_TABLES]:
        if (found := first_rows(file)) is not None:
            yield found


def _pictures(content: Benchmark, views: Sequence[CaseView]) -> dict[Path, Picture]:
    """Return the pictures that there is room for, by where they lie; only from inside the benchmark."""
    room, found = PICTURES, dict[Path, Picture]()
    for block in (block for view in views for block in (*view.asked, *view.key)):
        if not isinstance(block, Figure) or block.file in found:
            continue
        place = content.folder / block.file
        if not place.resolve().is_relative_to(content.folder.resolve()) or not place.is_file():
            continue
        if place.stat().st_size <= room and (drawn := picture(place.read_bytes())) is not None:
            found[block.file] = drawn
            room -= len(drawn.png)
    return found
