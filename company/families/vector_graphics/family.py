"""The family of vector graphics: its parts, each imported when it is asked for."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from company.family.packaged import PackagedFamily
from company.family.starting import Starting

if TYPE_CHECKING:
    from company.benchmark.release import Release
    from company.evaluation.contract import Scoring
    from company.rebuilding.remaking import Remaking
    from company.reporting.telling import Telling


class VectorGraphics(PackagedFamily):
    """Questions on drawings in SVG, TikZ and Graphviz's language, and drawings from captions (VGBench)."""

    name = "vector_graphics"
    lines = Path("data/graphics_data")

    @cached_property
    def scoring(self) -> Scoring:
        """The scoring of letters, and of drawings by what they show."""
        from company.families.vector_graphics.scoring import GraphicsScoring

        return GraphicsScoring(self)

    @cached_property
    def release(self) -> Release:
        """The files of drawings and questions, and the gate that draws and executes."""
        from company.families.vector_graphics.release import GraphicsRelease

        return GraphicsRelease(self)

    @cached_property
    def starting(self) -> Starting:
        """The start of new scenarios, with drawings of the run or of a folder."""
        from company.families.vector_graphics.starting import GraphicsStarting

        return GraphicsStarting()

    @cached_property
    def remaking(self) -> Remaking:
        """The way to make a benchmark anew, of drawings that the run made."""
        from company.families.vector_graphics.remaking import GraphicsRemaking

        return GraphicsRemaking()

    @cached_property
    def telling(self) -> Telling:
        """The showing of drawings with their questions, and statistics of both."""
        from company.families.vector_graphics.telling import GraphicsTelling

        return GraphicsTelling(self)


FAMILY = VectorGraphics()
