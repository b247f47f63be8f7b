"""Pages from templates. Whatever a model wrote is text here: everything is escaped, and a missing name is an error."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import jinja2
from fastapi import Request
from fastapi.responses import HTMLResponse

from company.records import ResultType
from company.reviewing.kinds import SHARED, Kinds
from company.showing.texts import Shown, marked, shown
from human_review.forms import as_text
from human_review.web.access import desk_of

HERE = Path(__file__).parent
STATIC = HERE / "static"


def page(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    """Render a page, or a part of one, from a template; `who`, `csrf`, `nonce`, `desk` and `theme` are known in it."""
    desk = desk_of(request)
    session = request.cookies.get(desk.keys.cookie, "")
    theme = request.cookies.get("review_theme", "")
    known = {
        "desk": desk,
        "review_kinds": desk.kinds,
        "who": getattr(request.state, "who", None),
        "csrf": desk.keys.csrf(session),
        "nonce": request.state.nonce,
        "theme": theme if theme in ("light", "dark") else "",
        "path": request.url.path,
        "vendor": _vendored(),
    }
    text = environment(_folders(desk.kinds)).get_template(template).render({**known, **context})
    return HTMLResponse(text, status)


@functools.cache
def environment(more: tuple[Path, ...] = ()) -> jinja2.Environment:
    """Return the templates of every page: those of the review, then those of a family in its own folders."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader([HERE / "templates", *more]),
        autoescape=True,
        finalize=_seen,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["when"] = when
    made.tests["contains"] = lambda held, one: one in held
    made.globals |= {"result_types": get_args(ResultType), "fields_of": fields_of, "as_text": as_text}
    return made


def template_text(kinds: Kinds, name: str) -> str:
    """Return the source of a template."""
    made = environment(_folders(kinds))
    assert made.loader is not None, "templates come from folders"
    return made.loader.get_source(made, name)[0]


def _folders(kinds: Kinds) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(kind.page.folder for kind in kinds.values() if kind.page.folder is not None))


@dataclass(frozen=True)
class Field:
    """A field of a record as the general page shows it."""

    name: str
    label: str
    shown: Shown
    structured: bool
    """Whether it is no text of its author's, but values or code."""


def fields_of(record: Mapping[str, Any]) -> list[Field]:
    """Return the fields of a record that say something, beside what all records share; bounded, nothing hidden."""
    return [
        Field(
            name,
            name.replace("_", " ").capitalize(),
            shown(as_text(value)),
            name == "code" or isinstance(value, list | dict),
        )
        for name, value in record.items()
        if name not in SHARED and value not in (None, "", [], {})
    ]


def _seen(value: object) -> object:
    """Return a value for a page: texts with marks for characters that cannot be seen, but for fields' contents."""
    return marked(value) if type(value) is str else value


def when(seconds: float) -> str:
    """Return seconds since 1970 as a date and time (UTC)."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


@functools.cache
def _vendored() -> frozenset[str]:
    """Return the scripts of others that are there; pages work without them."""
    return frozenset(file.name for file in (STATIC / "vendor").glob("*.js"))
