"""After people edited the code of a drawing, or took that back, its picture is drawn again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from company.archive import Archive, Topic
from company.drawings.painting import Undrawable
from company.drawings.scenes import as_json
from company.families.vector_graphics.records import Drawing
from company.families.vector_graphics.review.code import shows_same
from company.families.vector_graphics.stages.drawings import clean_drawing
from company.replay.rerun import Reexecuted, Rerun
from company.sandbox import Sandbox

REDRAWN = Topic("graphic_redrawn", ("drawing",))
"""A digest of the code that the picture of a drawing was drawn again by."""


class GraphicDrawnAgain(Rerun):
    """The picture of a drawing whose code people changed, or whose code they took back, is drawn again."""

    def pending(self, archive: Archive) -> list[str]:
        """Return the drawings whose picture is not what their code draws."""
        again = {drawing for (drawing,) in archive.facts(REDRAWN)}
        drawings: list[Drawing] = archive.records("drawing", ["accepted", "edited"])
        touched = [each for each in drawings if each.status == "edited" or each.id in again]
        return [each.id for each in touched if archive.fact(REDRAWN, each.id) != _mark(each)]

    async def again(self, archive: Archive, sandbox: Sandbox, changed: Sequence[str]) -> Reexecuted:
        """Draw them again; what cannot be drawn any more is set aside."""
        found = Reexecuted()
        for each in changed:
            drawing = archive.get(each)
            assert isinstance(drawing, Drawing), "these are drawings"
            try:
                _, made = await clean_drawing(drawing.code, drawing.form, sandbox)
            except Undrawable as problem:
                archive.set_aside(each, f"{problem}, as reviewers left it")
                archive.outdate_below(each, f"{each} was set aside")
                found.stale.append(each)
            else:
                if not shows_same(drawing, made):  # nobody had drawn it
                    archive.put_judged(drawing.model_copy(update={"scene": as_json(made.scene)}))
                archive.put_figures(each, [made.picture])
            archive.put_fact(REDRAWN, each, content=_mark(drawing))
        return found


def _mark(drawing: Drawing) -> str:
    return hashlib.sha256(drawing.code.encode()).hexdigest()
