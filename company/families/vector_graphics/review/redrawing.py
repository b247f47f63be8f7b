"""After people edited the code of a drawing, or took that back, its picture is drawn again."""

from __future__ import annotations

from typing import Any

from company.archive import Archive, Topic
from company.drawings.painting import Undrawable
from company.drawings.scenes import as_json
from company.families.vector_graphics.records import Drawing
from company.families.vector_graphics.review.code import shows_same
from company.families.vector_graphics.stages.drawings import clean_drawing
from company.replay.redrawing import DrawnAgain
from company.sandbox import Sandbox

REDRAWN = Topic("graphic_redrawn", ("drawing",))


class GraphicDrawnAgain(DrawnAgain):
    """One that cannot be drawn any more is set aside."""

    redrawn = REDRAWN

    async def drawn(self, archive: Archive, sandbox: Sandbox, drawing: Any) -> tuple[Any, bytes] | str:
        """Return the drawing with its scene, and its picture; or why there is none."""
        assert isinstance(drawing, Drawing), "these are drawings"
        try:
            _, made = await clean_drawing(drawing.code, drawing.form, sandbox)
        except Undrawable as problem:
            return str(problem)
        if shows_same(drawing, made):
            return drawing, made.picture
        return drawing.model_copy(update={"scene": as_json(made.scene)}), made.picture
