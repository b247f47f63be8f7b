"""The code of a drawing at the review page: drawn in the jail as people left it, beside the drawing that it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from company.archive import Archive
from company.drawings.comparing import differences
from company.drawings.jailed import Drawn
from company.drawings.painting import Undrawable
from company.drawings.scenes import as_json, scene_of
from company.errors import ReviewError
from company.families.vector_graphics.records import Drawing
from company.families.vector_graphics.stages.drawings import clean_drawing
from company.records import Execution, Intent, Record, Result, RunError
from company.replay.before import Before
from company.replay.code import Code, Original, check_worked
from company.sandbox import Sandbox

FOLLOWS = ("code", "scene")
"""Fields of a drawing that follow from its code, and that itself."""
_FACTS = ("clean", "scene")
"""What a result tells: the code without what is not drawn, and what it shows."""


class GraphicCode(Code):
    """The code of a drawing."""

    by_itself = True

    def before(self, archive: Archive, record: Record) -> Before:
        """Raise ReviewError: nothing runs before a drawing."""
        raise ReviewError(f"{record.id} is drawn by itself, on no state")

    async def alone(self, sandbox: Sandbox, archive: Archive, record: Record, code: str) -> Execution:
        """Return the picture that code draws in the jail, and what it shows."""
        try:
            clean, drawn = await clean_drawing(code, _drawing(record).form, sandbox)
        except Undrawable as problem:
            return Execution(ok=False, error=RunError(type="Undrawable", message=str(problem)))
        return Execution(ok=True, results=(result_of(clean, as_json(drawn.scene)),), figures=(drawn.picture,))

    def changes(
        self, archive: Archive, record: Record, code: str, intents: Sequence[Intent], execution: Execution
    ) -> dict[str, Any]:
        """Return the code, cleaned, with what it shows. Raises ReviewError for code that cannot be drawn."""
        check_worked(record, execution)
        (facts,) = (each.facts for each in execution.results if each.type == "plot")
        return dict(zip(FOLLOWS, (facts[name] for name in _FACTS), strict=True))

    def original(self, archive: Archive, record: Record, body: Mapping[str, Any]) -> Original | None:
        """Return the drawing as it was proposed; it is not drawn again."""
        return Original(record.id, None, (), (result_of(body["code"], body["scene"]),))

    def sentence(self, archive: Archive, record: Record, *, same: bool) -> str:
        """Return also what becomes of what is asked about the drawing."""
        if same:
            return "It is drawn, and shows the same."
        return "It is drawn, and shows something else. What was asked about it is asked and proved anew."


def result_of(code: str, scene: Mapping[str, Any]) -> Result:
    """Return a drawing as a result that can be compared with another one, by what both show."""
    told = json.dumps(scene, sort_keys=True)
    digest = hashlib.sha256(told.encode()).hexdigest()[:16]
    facts = dict(zip(_FACTS, (code, dict(scene)), strict=True))
    return Result(name="drawing", type="plot", shown="The drawing of the code", digest=digest, facts=facts)


def shows_same(drawing: Drawing, made: Drawn) -> bool:
    """Return whether a picture shows what the record says."""
    return not differences(scene_of(drawing.scene), made.scene)


def _drawing(record: Record) -> Drawing:
    assert isinstance(record, Drawing), "this is the code of drawings"
    return record
