"""Pages from templates. Whatever a model wrote is text here: everything is escaped, and a missing name is an error."""

from __future__ import annotations

import functools
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import jinja2
from fastapi import Request
from fastapi.responses import HTMLResponse

from company.records import ResultType
from company.showing.texts import marked
from human_review.web.access import desk_of
from human_review.web.words import KIND_WORDS

HERE = Path(__file__).parent
STATIC = HERE / "static"


def page(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    """A page, or a part of one, in the words of a template; `who`, `csrf`, `nonce`, `desk` and `theme` are known."""
    desk = desk_of(request)
    session = request.cookies.get(desk.keys.cookie, "")
    theme = request.cookies.get("review_theme", "")
    known = {
        "desk": desk,
        "who": getattr(request.state, "who", None),
        "csrf": desk.keys.csrf(session),
        "nonce": request.state.nonce,
        "theme": theme if theme in ("light", "dark") else "",
        "path": request.url.path,
        "vendor": _vendored(),
    }
    text = environment().get_template(template).render({**known, **context})
    return HTMLResponse(text, status)


@functools.cache
def environment() -> jinja2.Environment:
    """The templates of every page."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        finalize=_seen,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["when"] = when
    made.globals |= {"kind_words": KIND_WORDS, "result_types": get_args(ResultType)}
    return made


def _seen(value: object) -> object:
    """What a page shows of a value: texts with marks for characters that cannot be seen, but for fields' contents."""
    return marked(value) if type(value) is str else value


def when(seconds: float) -> str:
    """Seconds since 1970 as a date and time (UTC)."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


@functools.cache
def _vendored() -> frozenset[str]:
    """The scripts of others that are there; pages work without them."""
    return frozenset(file.name for file in (STATIC / "vendor").glob("*.js"))
