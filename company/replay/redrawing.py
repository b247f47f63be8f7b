"""After people edited the code of a drawing, or took that back, its picture is drawn again."""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from company.archive import Archive, Topic
from company.replay.rerun import Reexecuted, Rerun
from company.sandbox import Sandbox


class DrawnAgain(Rerun):
    """The picture of a drawing whose code people changed, or whose code they took back, is drawn again."""

    redrawn: ClassVar[Topic]
    """A digest of the code that the picture of a drawing was drawn again by."""

    @abstractmethod
    async def drawn(self, archive: Archive, sandbox: Sandbox, drawing: Any) -> tuple[Any, bytes] | str:
        """Return a drawing as its code draws it, and its picture; or why it cannot be drawn any more."""

    def pending(self, archive: Archive) -> list[str]:
        """Return the drawings whose picture is not what their code draws."""
        again = {drawing for (drawing,) in archive.facts(self.redrawn)}
        drawings = archive.records("drawing", ["accepted", "edited"])
        touched = [each for each in drawings if each.status == "edited" or each.id in again]
        return [each.id for each in touched if archive.fact(self.redrawn, each.id) != _mark(each)]

    async def again(self, archive: Archive, sandbox: Sandbox, changed: Sequence[str]) -> Reexecuted:
        """Draw them again; what cannot be drawn any more is set aside."""
        found = Reexecuted()
        for each in changed:
            drawing: Any = archive.get(each)
            made = await self.drawn(archive, sandbox, drawing)
            if isinstance(made, str):
                archive.set_aside(each, f"{made}, as reviewers left it")
                archive.outdate_below(each, f"{each} was set aside")
                found.stale.append(each)
            else:
                told, picture = made
                if told is not drawing:  # nobody had drawn it
                    archive.put_judged(told)
                archive.put_figures(each, [picture])
            archive.put_fact(self.redrawn, each, content=_mark(drawing))
        return found


def _mark(drawing: Any) -> str:
    return hashlib.sha256(drawing.code.encode()).hexdigest()
