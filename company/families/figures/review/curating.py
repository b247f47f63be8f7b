"""A question about plots of which code and model differ in whether they will do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.families.figures.records import Extract
from company.records import Record
from company.reviewing.kinds import Body, Page, ReviewKind
from company.reviewing.questions import Question, Questions

_FOLDER = Path(__file__).parent / "templates"


class OfExtract(Questions):
    """Whether a plot will do, where code and whoever extracted it say different things."""

    of = "extract"

    def about(self, record: Record) -> Sequence[Question]:
        """Return one question about a plot that the two see differently; none about others."""
        assert isinstance(record, Extract), "questions are asked about extracts"
        if not record.differs:
            return ()
        return (Question(record.id, record.model_dump(mode="json", include=_ASKED)),)


_ASKED = {"id", "description", "table", "difficulty", "step", "why", "said_step"}


def _beside(archive: Archive, body: Body) -> Mapping[str, Any]:
    """Return the script of a plot, which is judged with it."""
    if "id" not in body:
        return {}
    record = archive.get(str(body["id"]))
    measured = archive.get(record.parent or "")
    return {"code": getattr(measured, "code", "")}


CURATION = ReviewKind(
    "curation",
    "keep",
    "Is this a statistical plot of data that are given?",
    Extract,
    title="Plots that code and model see differently",
    one="1 plot",
    many="{} plots",
    asks=OfExtract(),
    page=Page(
        folder=_FOLDER,
        template="kinds/curation.html",
        guidance="guidance/curation.html",
        excerpt=lambda body: str(body.get("description", "")),
        beside=_beside,
    ),
)
