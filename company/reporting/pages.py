"""The report on a run as one HTML page that needs nothing else, and its figures as Markdown."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files

import jinja2

from company.console.progress import dollars
from company.reporting.colouring import coloured_html
from company.reporting.funnel import KINDS
from company.reporting.runs import RunReport
from company.showing import Shown, shown
from company.showing.texts import marked

PICTURES = 1_500_000
"""Bytes of pictures that a page holds at most; further ones are named."""
_TEMPLATES = ("company.reporting", "company.evaluation")
"""Where templates are; the page on models and this one share their stylesheet."""
_REASON = 300
"""Characters of a reason that are shown."""
_FATES = {
    "kept": "accepted",
    "spare": "not needed",
    "waiting": "waits for people",
    "aside": "out of date",
    "lost": "lost",
}
_PLURALS = {kind: "private functions' libraries" if kind == "library" else f"{kind}s" for kind in KINDS}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~])")


def run_page(report: RunReport) -> str:
    """The page, light and dark."""
    room = PICTURES
    held: set[str] = set()
    for turn in (turn for chat in report.chats for turn in chat.turns if turn.drawn is not None):
        assert turn.drawn is not None
        if len(turn.drawn.png) <= room:
            held.add(turn.id)
            room -= len(turn.drawn.png)
    return _environment(html=True).get_template("run.html").render(report=report.figures, chats=report.chats, held=held)


def run_markdown(report: RunReport) -> str:
    """The figures alone."""
    return _environment(html=False).get_template("run.md").render(report=report.figures)


@functools.cache
def _environment(*, html: bool) -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FunctionLoader(_read),
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
        "share": lambda value: "–" if value is None else f"{value:.3f}",
    }
    made.globals |= {"FATES": _FATES, "PLURALS": _PLURALS}
    return made


def _read(name: str) -> str | None:
    for package in _TEMPLATES:
        file = files(package).joinpath("templates", name)
        if file.is_file():
            return file.read_text("utf-8")
    return None


def _seen(value: object) -> object:
    """What a page shows of a value: texts with marks for characters that cannot be seen."""
    return marked(value) if type(value) is str else str(value) if isinstance(value, Shown) else value


def _one_line(value: object) -> object:
    """What a line of Markdown shows of a value: texts without line breaks or anything that Markdown would act on."""
    if not isinstance(value, str | Shown):
        return value
    return _MARKDOWN.sub(r"\\\1", marked(" ".join(str(value).split())))


def _number(value: float | None, missing: str = "unknown") -> str:
    """A count; None is not 0."""
    return missing if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:,g}"


def _figures(values: Sequence[float]) -> str:
    """One figure or several, as `company stats` prints them."""
    return " / ".join(f"{value:g}" for value in values) or "–"


def _shares(figures: Mapping[str, Mapping[str, Sequence[float]]]) -> list[tuple[str, float, float | None]]:
    """Label, our share and the published one, the greatest first."""
    rows = [
        (label, float(each["ours"][0]), float(each["published"][0]) if each["published"] else None)
        for label, each in figures.items()
    ]
    return sorted(rows, key=lambda row: -max(row[1], row[2] or 0))


def _most(rows: Sequence[tuple[str, float, float | None]]) -> float:
    """The greatest share of all, by which bars are scaled; 1 where there is none."""
    return max((max(row[1], row[2] or 0) for row in rows), default=0) or 1
