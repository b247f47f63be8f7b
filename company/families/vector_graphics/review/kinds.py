"""What people are asked about vector graphics: drawings, captions, and cases, which they answer before they judge."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from company.archive import Archive
from company.families.vector_graphics.records import Caption, Drawing, GraphicsCase
from company.families.vector_graphics.review.code import FOLLOWS, GraphicCode
from company.families.vector_graphics.review.redrawing import GraphicDrawnAgain
from company.families.vector_graphics.review.solving import QuestionSolving, pictures
from company.records import Record
from company.reviewing.kinds import Kinds, Page, ReviewKind
from human_review.web.posted import texts

_FOLDER = Path(__file__).parent / "templates"


def _is_for_people(case: Record) -> bool:
    assert isinstance(case, GraphicsCase), "this is asked of cases"
    return case.for_people


def _made_of(archive: Archive, record: Record) -> Iterable[str]:
    """Return the ids of all that was made of a record: they are called after its brief."""
    return sorted(str(each.id) for each in archive.offspring([record.id]))


_DRAWING = ReviewKind(
    "drawing",
    "judge",
    "Does this drawing show what it is to show, so that anybody would see it?",
    Drawing,
    ("it shows something else", "it cannot be made out", "it is drawn badly"),
    editable=FOLLOWS,
    executed=FOLLOWS,
    measured=("scene",),
    not_shown=("scene",),
    here_only=FOLLOWS,
    follows=_made_of,
    page=Page(
        folder=_FOLDER,
        template="kinds/drawing.html",
        edit="edits/drawing.html",
        read=texts("code"),
        excerpt=lambda body: str(body.get("theme", "")),
    ),
    code=GraphicCode(),
    rerun=GraphicDrawnAgain(),
)
_CAPTION = ReviewKind(
    "caption",
    "judge",
    "Could somebody draw this picture again who has only these words?",
    Caption,
    ("it says what is not to be seen", "it says too little", "it cannot be told in words"),
    editable=("text",),
    follows=_made_of,
    page=Page(
        folder=_FOLDER,
        template="kinds/caption.html",
        edit="edits/caption.html",
        guidance="guidance/caption.html",
        read=texts("text"),
        excerpt=lambda body: str(body.get("text", "")).partition("\n")[0],
        figures=pictures,
    ),
)
_CASE = ReviewKind(
    "case",
    "judge",
    "Is it rational, of its type, and is what is called right the one right answer?",
    GraphicsCase,
    ("not rational", "the answer is wrong", "not of its type", "needs no picture"),
    category=lambda body: str(body.get("target", "")),
    built_on=False,
    attested=_is_for_people,
    page=Page(
        folder=_FOLDER,
        template="kinds/case.html",
        guidance="guidance/case.html",
        excerpt=lambda body: str(body.get("entry", {}).get("current_query", "")).partition("\n")[0],
        figures=pictures,
    ),
    solving=QuestionSolving(),
)
KINDS: Kinds = {kind.name: kind for kind in (_DRAWING, _CAPTION, _CASE)}
"""In the order of a record's life."""
