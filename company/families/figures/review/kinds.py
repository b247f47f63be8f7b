"""What people are asked about figures: originals, queries, figures beside their words, and what models drew."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.families.figures.records import Alignment, Candidate, Drawing, Original, Query, Rating
from company.families.figures.review.beside import (
    edited_aligned,
    edited_words,
    elements_beside,
    figures_of_aligned,
    figures_of_drawing,
    figures_of_parent,
)
from company.families.figures.review.code import FOLLOWS, DrawingCode
from company.families.figures.review.curating import CURATION
from company.families.figures.review.redrawing import DrawnAgain
from company.records import Record
from company.reviewing.kinds import Body, Kinds, Page, ReviewKind
from human_review.web.posted import texts

_FOLDER = Path(__file__).parent / "templates"


def _page(name: str, **more: Any) -> Page:
    """Return the page of a kind whose templates are called as the kind."""
    return Page(folder=_FOLDER, template=f"kinds/{name}.html", guidance=f"guidance/{name}.html", **more)


def _words(body: Body) -> str:
    return str((body.get("words") or {}).get("simple", ""))


def _chosen(archive: Archive, record: Record) -> Iterable[str]:
    """Yield the candidates that an original of somebody's was chosen for; those that staff drew are below theirs."""
    candidates: list[Candidate] = archive.records("candidate")
    return (each.id for each in candidates if each.original == record.id)


def _made_of(archive: Archive, record: Record) -> Iterable[str]:
    """Return the ids of all that was made of a record: a candidate's records are called after the candidate."""
    return sorted(str(each.id) for each in archive.offspring([record.id]))


_ORIGINAL = ReviewKind(
    "original",
    "judge",
    "Is this a chart that somebody could want, and that can be told in words?",
    Original,
    (
        "it says nothing",
        "it cannot be read",
        "it cannot be told in words",
        "it is not of its type",
        "too much like another one",
    ),
    carriers=_chosen,
    follows=_made_of,
    page=_page("original", excerpt=lambda body: f"{body.get('plot_type', '')}, {body.get('difficulty', '')}"),
)
_QUERY = ReviewKind(
    "query",
    "judge",
    "Would you draw this figure from either query and the data alone?",
    Query,
    ("it asks for another figure", "nobody could tell what is meant", "it gives code or data away"),
    many="{} queries",
    editable=("words",),
    follows=_made_of,
    page=_page("query", edit="edits/words.html", read=edited_words, excerpt=_words, figures=figures_of_parent),
)
_DRAWING = ReviewKind(
    "drawing",
    "judge",
    "Does the code draw what the query asks for, and nothing else?",
    Drawing,
    ("it draws something else than the query asks for", "values are wrong", "the figure cannot be read"),
    editable=FOLLOWS,
    executed=FOLLOWS,
    measured=("portrait", "as_original", "as_simple"),
    not_shown=("portrait",),
    here_only=FOLLOWS,
    follows=_made_of,
    page=_page("drawing", edit="edits/drawing.html", read=texts("code"), excerpt=_words, figures=figures_of_drawing),
    code=DrawingCode(),
    rerun=DrawnAgain(),
)
_ALIGNMENT = ReviewKind(
    "alignment",
    "judge",
    "Does the query ask for all that is drawn, and for nothing else?",
    Alignment,
    (
        "something is drawn that nothing asks for",
        "the figure does not follow the query",
        "a sentence is redundant or wrong",
        "words are quoted that do not ask for it",
    ),
    title="Figure",
    one="1 figure",
    many="{} figures",
    editable=("words",),
    follows=_made_of,
    case=lambda case: case.parent or "",
    page=_page(
        "alignment",
        edit="edits/words.html",
        read=edited_aligned,
        excerpt=_words,
        beside=elements_beside,
        figures=figures_of_aligned,
    ),
)
_RATING = ReviewKind(
    "rating",
    "score",
    "How far does the first picture show what the second one shows?",
    Rating,
    batch=20,
    shuffled=True,
    built_on=False,
    page=_page("rating", excerpt=lambda body: str(body.get("query", ""))),
)
KINDS: Kinds = {kind.name: kind for kind in (_ORIGINAL, CURATION, _QUERY, _DRAWING, _ALIGNMENT, _RATING)}
"""In the order of a record's life."""
