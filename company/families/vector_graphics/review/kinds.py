"""What people are asked about vector graphics: drawings, and cases, which they answer before they see what is right."""

from __future__ import annotations

from pathlib import Path

from company.families.vector_graphics.records import Drawing, GraphicsCase
from company.families.vector_graphics.review.solving import QuestionSolving, pictures
from company.reviewing.kinds import Kinds, Page, ReviewKind

_FOLDER = Path(__file__).parent / "templates"
_DRAWING = ReviewKind(
    "drawing",
    "judge",
    "Does this drawing show what it is to show, so that anybody would see it?",
    Drawing,
    ("it shows something else", "it cannot be made out", "it is drawn badly"),
    not_shown=("scene",),
    page=Page(folder=_FOLDER, template="kinds/drawing.html", excerpt=lambda body: str(body.get("theme", ""))),
)
_CASE = ReviewKind(
    "case",
    "judge",
    "Is it rational, of its type, and is what is called right the one right answer?",
    GraphicsCase,
    ("not rational", "the answer is wrong", "not of its type", "needs no picture"),
    category=lambda body: str(body.get("target", "")),
    built_on=False,
    page=Page(
        folder=_FOLDER,
        template="kinds/case.html",
        guidance="guidance/case.html",
        excerpt=lambda body: str(body.get("entry", {}).get("current_query", "")).partition("\n")[0],
        figures=pictures,
    ),
    solving=QuestionSolving(),
)
KINDS: Kinds = {kind.name: kind for kind in (_DRAWING, _CASE)}
"""In the order of a record's life."""
