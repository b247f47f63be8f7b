"""After people edited the code of a figure, its picture is drawn again: an edit brings the code and what it draws."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from company.archive import Archive, Topic
from company.families.figures.records import Drawing
from company.families.figures.review.code import edited_changes, redrawn
from company.families.figures.stages.drawing import same
from company.replay.rerun import Reexecuted, Rerun
from company.sandbox import Sandbox

REDRAWN = Topic("redrawn", ("drawing",))
"""A digest of the code that the picture of a drawing was drawn again by."""


class DrawnAgain(Rerun):
    """The picture of a figure whose code people changed, or whose code they took back, is drawn again."""

    def pending(self, archive: Archive) -> list[str]:
        """Return the drawings whose picture is not what their code draws."""
        again = {drawing for (drawing,) in archive.facts(REDRAWN)}
        drawings: list[Drawing] = archive.records("drawing", ["accepted", "edited"])
        touched = [each for each in drawings if each.status == "edited" or each.id in again]
        return [each.id for each in touched if archive.fact(REDRAWN, each.id) != _mark(each)]

    async def again(self, archive: Archive, sandbox: Sandbox, changed: Sequence[str]) -> Reexecuted:
        """Draw them again; one that draws nothing any more is set aside."""
        found = Reexecuted()
        for each in changed:
            drawing = archive.get(each)
            assert isinstance(drawing, Drawing), "these are drawings"
            made = await redrawn(sandbox, archive, drawing, drawing.code)
            if isinstance(made, str):
                archive.set_aside(each, f"{made}, as reviewers left it")
                archive.outdate_below(each, f"{each} was set aside")
                found.stale.append(each)
            else:
                if not same(drawing.portrait, made.portrait):  # nobody had run it
                    told = edited_changes(archive, drawing, drawing.code, made.portrait)
                    archive.put_judged(drawing.model_copy(update=told))
                archive.put_figures(each, [made.picture])
            archive.put_fact(REDRAWN, each, content=_mark(drawing))
        return found


def _mark(drawing: Drawing) -> str:
    return hashlib.sha256(drawing.code.encode()).hexdigest()
