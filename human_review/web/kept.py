"""The figures of the server's queue, reckoned once for all who ask."""

from __future__ import annotations

from fastapi import Request

from company.errors import ArchiveError
from human_review.measured import Counts
from human_review.measures import Kept
from human_review.web.access import desk_of


def kept_of(request: Request) -> Kept:
    """Return the measures of the server's queue."""
    state = request.app.state
    if not hasattr(state, "measures"):
        state.measures = Kept(desk_of(request).store)
    kept: Kept = state.measures
    return kept


def counts_of(request: Request) -> Counts:
    """Return the counts as they are now; without clients' names where the run cannot be read just now."""
    kept = kept_of(request)
    try:
        with desk_of(request).archive() as archive:
            return kept.counts(archive)
    except ArchiveError:
        return kept.counts()
