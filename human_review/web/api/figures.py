"""How far the review is, how well people agree, and all of the queue as a file."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, Response
from starlette.background import BackgroundTask

from company.reviewing import Kinds
from human_review.interchange import huggingface, writing
from human_review.measured import Measures
from human_review.measures import published, spread
from human_review.measures_text import measures_json
from human_review.store.blind import Own
from human_review.store.database import Database
from human_review.web.access import desk_of
from human_review.web.api.bearing import Leading, Reading
from human_review.web.api.shapes import KindProgress, Message, Messages, OwnWork, Progress
from human_review.web.delivering import host_of
from human_review.web.kept import counts_of, kept_of
from human_review.web.own_view import KindDone, done_by_kind

router = APIRouter(tags=["figures"])
_WRITERS: Mapping[str, Callable[[Database, Path], object]] = {"queue": writing.write, "rows": huggingface.write}


@router.get("/progress")
def progress(request: Request, who: Reading) -> Progress:
    """Return how far each kind is, as it looks to the token's person, and what they said themselves."""
    desk = desk_of(request)
    standing = desk.store.standing(who.id)
    done = done_by_kind(desk.kinds, desk.store.seen_by(who.id))
    return Progress(
        standing=standing.sentence(),
        open=standing.open,
        done=standing.done,
        in_hand=standing.yours,
        kinds=[_kind(desk.kinds, each) for each in done],
        yours=[_own(each) for each in desk.store.own(who.id)],
    )


@router.get("/agreement")
def agreement(request: Request, who: Leading) -> dict[str, Any]:
    """Return all figures of the review, as `company review RUN progress --json` prints them; at most a minute old."""
    desk = desk_of(request)
    return measures_json(Measures(counts_of(request), kept_of(request).quality(), published(desk.kinds)))


@router.get("/webhooks/log")
def webhook_log(
    request: Request,
    who: Leading,
    before: Annotated[int | None, Query(ge=1, lt=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Messages:
    """Return the messages to webhooks, the newest first, and what became of each."""
    found = desk_of(request).store.webhooks.log(before, limit)
    names = set(Message.model_fields) - {"server"}
    told = [Message(**each.model_dump(include=names), server=host_of(each.url)) for each in found]
    return Messages(messages=told)


@router.get(
    "/export",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {}}, "description": "A line for each thing, as JSON."}},
)
def export(
    request: Request, who: Leading, form: Annotated[Literal["queue", "rows"], Query()] = "queue"
) -> FileResponse:
    """Return the whole queue as JSON Lines, as `company review RUN export` does, or a row for each verdict.

    It tells what everybody said, of items in review, too, and which are gold: it is not for reviewers.
    """
    folder = Path(tempfile.mkdtemp(prefix="review-export-"))
    try:
        file = folder / "review.jsonl"
        _WRITERS[form](desk_of(request).store.database, file)
    except BaseException:
        shutil.rmtree(folder)
        raise
    gone = BackgroundTask(shutil.rmtree, folder)
    return FileResponse(file, media_type="application/jsonl", filename=f"review-{form}.jsonl", background=gone)


def _kind(kinds: Kinds, done: KindDone) -> KindProgress:
    told = {"decided": done.decided, "open": done.open, "adjudication": done.adjudication}
    accepted = None if done.accepted is None else done.accepted.part
    return KindProgress(kind=done.kind, title=kinds[done.kind].title, items=done.total, accepted=accepted, **told)


def _own(own: Own) -> OwnWork:
    times = spread(own.seconds)
    return OwnWork(kind=own.kind, verdicts=dict(own.said), median_seconds=times.median if times else None)
