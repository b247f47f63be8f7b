"""After people edited the code of a figure, its picture is drawn again: an edit brings the code and what it draws."""

from __future__ import annotations

from typing import Any

from company.archive import Archive, Topic
from company.families.figures.records import Drawing
from company.families.figures.review.code import edited_changes, redrawn
from company.families.figures.stages.drawing import same
from company.replay import redrawing
from company.sandbox import Sandbox

REDRAWN = Topic("redrawn", ("drawing",))


class DrawnAgain(redrawing.DrawnAgain):
    """One that draws nothing any more is set aside."""

    redrawn = REDRAWN

    async def drawn(self, archive: Archive, sandbox: Sandbox, drawing: Any) -> tuple[Any, bytes] | str:
        """Return the drawing with its portrait, and its picture; or why there is none."""
        assert isinstance(drawing, Drawing), "these are drawings"
        made = await redrawn(sandbox, archive, drawing, drawing.code)
        if isinstance(made, str):
            return made
        if same(drawing.portrait, made.portrait):
            return drawing, made.picture
        told = edited_changes(archive, drawing, drawing.code, made.portrait)
        return drawing.model_copy(update=told), made.picture
