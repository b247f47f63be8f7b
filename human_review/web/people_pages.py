"""Who reviews, what they know, how much they do and what comes first for them; and what items ask for."""

from __future__ import annotations

from typing import Any, cast, get_args

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from company.errors import ReviewError
from human_review.store import KindShare, Need, NeedOf, ReviewerRole
from human_review.web.access import Administering, Form, desk_of
from human_review.web.desk import Desk
from human_review.web.kept import counts_of
from human_review.web.posted import Posted
from human_review.web.rendering import page
from human_review.web.run_pages import groups_of
from human_review.web.words import far_in_words, part_of

router = APIRouter()


@router.get("/people")
def people(request: Request, who: Administering) -> Response:
    """Show the reviewers, whom to invite, and which skills items ask for."""
    return _people(request)


@router.post("/people/invite")
def invite(request: Request, who: Administering, form: Form) -> Response:
    """Invite somebody; their link is in this answer, and nowhere else."""
    name, role = form.text("name").strip(), form.text("role")
    if role not in get_args(ReviewerRole):
        raise ReviewError(f"{role!r} is no role; give one of {', '.join(get_args(ReviewerRole))}")
    if name == who.name:
        raise ReviewError("this is your own name: a new link would end the one that you came by; give another name")
    token = desk_of(request).store.invite(name, cast(ReviewerRole, role), _groups(desk_of(request), form) or None)
    seen = desk_of(request).address or str(request.base_url).rstrip("/")
    return _people(request, invited=name, link=f"{seen}/enter#{token}")


@router.post("/people/dismiss")
def dismiss(request: Request, who: Administering, form: Form) -> Response:
    """End somebody's access; their verdicts stay. It is asked for once more first."""
    if (name := form.text("name")) == who.name:
        raise ReviewError("you cannot dismiss yourself; have another admin do it")
    if form.text("sure") != "yes":
        known = {each.name: each for each in desk_of(request).store.reviewers()}
        if name not in known:
            raise ReviewError(f"there is no reviewer {name!r}; look at the list of reviewers for the name")
        return page(request, "run/dismiss.html", person=known[name])
    desk_of(request).store.dismiss(name)
    return RedirectResponse("/people", 303)


@router.post("/people/set")
def settle(request: Request, who: Administering, form: Form) -> Response:
    """Say what somebody knows, which groups they are in, how much they do at most, and what comes first for them."""
    number, share = form.text("reviewer"), form.text("share").strip()
    if not number.isdecimal() or len(number) > 9:
        raise ReviewError("this says of nobody what they know; load the page again")
    part = part_of(share) if share else None
    desk = desk_of(request)
    desk.store.leading.settle(int(number), form.text("skills").split(","), part, form.all("ahead"))
    if "grouped" in form:
        desk.store.leading.group(int(number), _groups(desk, form))
    return RedirectResponse("/people", 303)


@router.post("/people/need")
def need(request: Request, who: Administering, form: Form) -> Response:
    """Have items of a kind or category, or made for somebody, ask for a skill or language; or for none any more."""
    of, _, named = form.text("items").partition(":")
    if of not in get_args(NeedOf) or not named:
        raise ReviewError("choose which items ask for it")
    desk_of(request).store.leading.need(Need(of=cast(NeedOf, of), named=named, skill=form.text("skill")), who.id)
    return RedirectResponse("/people#needs", 303)


@router.post("/people/share")
def share(request: Request, who: Administering, form: Form) -> Response:
    """Have a person or a group be given a part of a kind; or none any more."""
    desk, kind, whose = desk_of(request), form.text("kind"), form.text("whose")
    if form.text("end") == "yes":
        desk.store.leading.end_share(kind, whose, who.id)
        return RedirectResponse("/people#shares", 303)
    of, _, named = whose.partition(":")
    if of not in ("person", "group") or not named or kind not in desk.asked:
        raise ReviewError("choose who is given a share, and of which kind")
    if of == "group" and named not in desk.settings.groups:
        raise ReviewError(f"[review.groups] has no group {named!r} (any more); load the page again")
    desk.store.leading.give_share(KindShare(kind=kind, whose=whose, share=part_of(form.text("share"))), who.id)
    return RedirectResponse("/people#shares", 303)


def _groups(desk: Desk, form: Posted) -> list[str]:
    """Return the groups that are ticked. Raises ReviewError for one that [review.groups] does not have."""
    chosen = form.all("groups")
    if unknown := [each for each in chosen if each not in desk.settings.groups]:
        raise ReviewError(f"[review.groups] has no group {unknown[0]!r} (any more); load the page again")
    return chosen


def _people(request: Request, invited: str = "", link: str = "") -> Response:
    desk = desk_of(request)
    counts = {each.reviewer: each.reviews for each in counts_of(request).people}
    everyone = desk.store.reviewers()
    told: dict[str, Any] = {
        "people": [(each, counts.get(each.id, 0)) for each in everyone],
        "needs": desk.store.leading.needs(),
        "shares": [(each, far_in_words(each)) for each in desk.store.leading.shares()],
        "names": {f"person:{each.id}": each.name for each in everyone},
        "known": sorted({skill for each in everyone if each.active for skill in each.skills}),
        "offered": desk.asked,
        "categories": desk.store.categories(),
        "groups": groups_of(desk),
        "audiences": desk.settings.groups,
    }
    return page(request, "run/people.html", **told, invited=invited, link=link, roles=get_args(ReviewerRole))
