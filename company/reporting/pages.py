"""The report on a run as one HTML page that needs nothing else, and its figures as Markdown."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence

import jinja2

from company.console.tally import dollars
from company.evaluation.page import Page
from company.reporting.colouring import coloured_html
from company.reporting.funnel import FATE_WORDS
from company.reporting.runs import RunReport
from company.reporting.telling import telling_of
from company.showing import Shown, shown
from company.showing.texts import marked

PICTURES = 1_500_000
"""Bytes of pictures that a page holds at most; further ones are named."""
_TEMPLATES = ("company.reporting", "company.evaluation")
"""Where templates are; the page on models and this one share their stylesheet."""
_REASON = 300
"""Characters of a reason that are shown."""
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~])")


def run_page(report: RunReport) -> str:
    """Return the page, light and dark."""
    telling = telling_of(report.family)
    room = PICTURES
    held: set[str] = set()
    for name, drawn in (each for example in report.examples for each in telling.pictures(example)):
        if len(drawn.png) <= room:
            held.add(name)
            room -= len(drawn.png)
    return _rendered(report, ".html", examples=report.examples, held=held)


def run_markdown(report: RunReport) -> str:
    """Return the figures alone."""
    return _rendered(report, ".md")


def _rendered(report: RunReport, ending: str, **more: object) -> str:
    page = telling_of(report.family).page
    template = environment(page, html=ending == ".html").get_template(f"{page.name}{ending}")
    return template.render(
        report=report.figures, family=report.family.name, plurals=telling_of(report.family).lives, **more
    )


@functools.cache
def environment(page: Page, *shared: str, html: bool = True) -> jinja2.Environment:
    """Return the templates of a page: those of its own package, of these that it shares, and of reports."""
    made = jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: page.source(name, *shared, *_TEMPLATES)),
        autoescape=html,
        finalize=_seen if html else _one_line,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters |= {
        "number": _number,
        "figures": _figures,
        "usd": dollars,
        "plain": lambda name: name.replace("_", " "),
        "code": lambda text: coloured_html(str(text)),
        "shares": _shares,
        "most": _most,
        "cut": lambda text: shown(text, _REASON),
        "kind": lambda value: type(value).__name__,
        "share": lambda value: "–" if value is None else f"{value:.3f}",
    }
    made.globals |= {"FATES": FATE_WORDS}
    return made


def _seen(value: object) -> object:
    """Return a value as a page shows it: texts with marks for characters that cannot be seen."""
    return marked(value) if type(value) is str else str(value) if isinstance(value, Shown) else value


def _one_line(value: object) -> object:
    """Return a value as a line of Markdown shows it: texts without line breaks and signs of Markdown."""
    if not isinstance(value, str | Shown):
        return value
    return _MARKDOWN.sub(r"\\\1", marked(" ".join(str(value).split())))


def _number(value: float | None, missing: str = "unknown") -> str:
    """Return a count as text; None is not 0."""
    return missing if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:,g}"


def _figures(values: Sequence[float]) -> str:
    """Return one figure or several, as `company stats` prints them."""
    return " / ".join(f"{value:g}" for value in values) or "–"


def _shares(figures: Mapping[str, Mapping[str, Sequence[float]]]) -> list[tuple[str, float, float | None]]:
    """Return label, our share and the published one, the greatest first."""
    rows = [
        (label, float(each["ours"][0]), float(each["published"][0]) if each["published"] else None)
        for label, each in figures.items()
    ]
    return sorted(rows, key=lambda row: -max(row[1], row[2] or 0))


def _most(rows: Sequence[tuple[str, float, float | None]]) -> float:
    """Return the greatest share of all, by which bars are scaled; 1 where there is none."""
    return max((max(row[1], row[2] or 0) for row in rows), default=0) or 1
