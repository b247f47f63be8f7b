"""The guideline: read by everybody, in every version, and written by who runs the review."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from company.reviewing import kind_of
from human_review.store import Guideline
from human_review.web.access import Administering, Form, Signed, desk_of
from human_review.web.guiding import as_plain, guide
from human_review.web.rendering import page, template_text

router = APIRouter()


@router.get("/guideline")
def guideline(request: Request, who: Signed) -> Response:
    """Show the guideline, kind by kind."""
    desk = desk_of(request)
    return page(request, "guideline.html", guides=[guide(desk.store, desk.kinds[name]) for name in desk.asked])


@router.get("/guideline/{kind}")
def of_kind(request: Request, kind: str, who: Signed, version: int | None = None) -> Response:
    """Show the guideline of a kind, in any of its versions, and which there are."""
    desk = desk_of(request)
    told = _told(request, kind, version)
    lead = who.role == "admin"
    counts = desk.store.judged_under(kind) if lead else {}
    return page(request, "guideline_of.html", **told, lead=lead, counts=counts)


@router.get("/guideline/{kind}/edit")
def edit(request: Request, kind: str, who: Administering) -> Response:
    """Show the present guideline of a kind to be edited."""
    told = _told(request, kind, None)
    shown = told["guide"]
    text = shown.written.text if shown.written else as_plain(template_text(desk_of(request).kinds, shown.template))
    return page(request, "guideline_edit.html", **told, text=text)


@router.post("/guideline/{kind}")
def write(request: Request, kind: str, who: Administering, form: Form) -> Response:
    """Keep a new version of the guideline of a kind."""
    version = form.text("version")
    because = form.text("because").strip()[:1_000]
    wanted = Guideline(
        kind=kind_of(desk_of(request).kinds, kind).name,
        version=int(version) if version.isdecimal() and 0 < int(version) < 10**9 else 1,
        text=form.text("text"),
        because=because,
        reviewer=who.id,
    )
    desk_of(request).store.leading.write_guideline(wanted)
    return RedirectResponse(f"/guideline/{kind}", 303)


def _told(request: Request, kind: str, version: int | None) -> dict[str, Any]:
    desk = desk_of(request)
    of = kind_of(desk.kinds, kind)
    return {
        "guide": guide(desk.store, of, version),
        "versions": desk.store.guidelines(kind),
        "names": {each.id: each.name for each in desk.store.reviewers()},
    }
