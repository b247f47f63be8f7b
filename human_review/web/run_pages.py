"""Pages of a run: how far its review is, what is in it, and what happened."""

from __future__ import annotations

import json
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from company.archive import natural
from company.errors import ArchiveError
from human_review.measures import group_names
from human_review.store import Event
from human_review.web.access import Administering, Signed, desk_of
from human_review.web.asked import Asked, offered
from human_review.web.desk import Desk
from human_review.web.excerpts import LONGEST, excerpt
from human_review.web.kept import counts_of, kept_of
from human_review.web.own_view import own_overview
from human_review.web.rendering import page
from human_review.web.run_view import details, overview

router = APIRouter()
PAGE = 50
"""Items, and events, of one page."""


@router.get("/run")
def run(request: Request, who: Signed) -> Response:
    """Show the progress of the review. Figures that take long are shown if known, and else fetched by the page.

    Who judges and does not run the review sees how far it is and what they did themselves: sums over few items tell
    what one person said of one of them.
    """
    desk = desk_of(request)
    if who.role != "admin":
        told = own_overview(desk.kinds, desk.store.seen_by(who.id), desk.store.own(who.id))
        return page(request, "run/own.html", **told, time=desk.recalled.part(who, desk.overlap))
    kept = kept_of(request)
    counts, kinds = counts_of(request), desk_of(request).kinds
    known = kept.known()
    told = {} if known is None else details(kinds, counts, known)
    return page(request, "run/run.html", **overview(kinds, counts), **told, known=known is not None)


@router.get("/run/quality")
def quality(request: Request, who: Administering) -> Response:
    """Show figures that take reading every verdict: as a part of the run page, or as a page for who has no scripts."""
    counts, kinds = counts_of(request), desk_of(request).kinds
    told = details(kinds, counts, kept_of(request).quality())
    if "hx-request" in request.headers:
        return page(request, "run/quality.html", **told)
    return page(request, "run/run.html", **overview(kinds, counts), **told, known=True)


@router.get("/search")
def search(request: Request, who: Signed, asked: Annotated[Asked, Query()]) -> Response:
    """Show items by their words, where they come from, and what was said of them; a page, in the order of the queue."""
    desk = desk_of(request)
    found = desk.store.search(asked.search(desk.kinds), who.id, asked.after, PAGE + 1)
    shown, more = found[:PAGE], found[PAGE:]
    bodies = desk.store.bodies([each.id for each in shown])
    choices = offered(desk, who)
    whys = choices["whys"]
    told: dict[str, Any] = {
        **choices,
        "asked": asked,
        "found": [
            (each, excerpt(desk.kinds, each.kind, bodies[each.id]), whys.get(each.why, each.why)) for each in shown
        ],
        "personas": groups_of(desk),
        "done": desk.store.leading.recent() if choices["lead"] else [],
        "next_page": asked.address(shown[-1].place) if more else "",
        "first_page": asked.address("") if asked.after else "",
    }
    return page(request, "run/search.html", **told)


@router.get("/events")
def events(request: Request, who: Administering, item: str = "", before: int | None = None) -> Response:
    """Show events, the newest first; of an item, which may be named by its record."""
    store = desk_of(request).store
    named = item.strip()
    versions = store.of_record(named) if named else []
    about = versions[-1].id if versions else named or None
    found = store.latest(about, before, PAGE + 1)
    shown, more = found[:PAGE], found[PAGE:]
    names = {each.id: each.name for each in store.reviewers()}
    told: dict[str, Any] = {
        "item": named,
        "about": about,
        "versions": [each.id for each in versions],
        "found": [(each, names.get(each.reviewer or 0, ""), _told(each)) for each in shown],
        "next_page": f"/events?{urlencode({'item': named, 'before': shown[-1].id})}" if more else "",
        "first_page": f"/events?{urlencode({'item': named})}" if before is not None else "",
    }
    return page(request, "run/events.html", **told)


def _told(event: Event) -> str:
    """Return an event in a line."""
    parts = [
        f"{name}: {value if isinstance(value, str | int) else json.dumps(value, ensure_ascii=False)}"
        for name, value in event.content.items()
        if value is not None
    ]
    line = " · ".join(parts)
    return line if len(line) <= 4 * LONGEST else f"{line[: 4 * LONGEST - 1]}…"


def groups_of(desk: Desk) -> list[tuple[str, str]]:
    """Return id and name of those for whom records are made, such as clients, in order."""
    try:
        with desk.archive() as archive:
            names = group_names(archive, desk.kinds)
            return [(each, names[each]) for each in sorted(names, key=natural)]
    except ArchiveError:
        return []
