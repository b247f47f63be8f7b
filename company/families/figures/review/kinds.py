"""The question about figures that models drew; which model it was is told to nobody."""

from __future__ import annotations

from pathlib import Path

from company.families.figures.records import Rating
from company.reviewing.kinds import Kinds, Page, ReviewKind

_FOLDER = Path(__file__).parent / "templates"
_RATING = ReviewKind(
    "rating",
    "score",
    "How far does the first picture show what the second one shows?",
    Rating,
    batch=20,
    shuffled=True,
    built_on=False,
    page=Page(
        folder=_FOLDER,
        template="kinds/rating.html",
        guidance="guidance/rating.html",
        excerpt=lambda body: str(body.get("query", "")),
    ),
)
KINDS: Kinds = {"rating": _RATING}
