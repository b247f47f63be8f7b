"""The family of vector graphics: its parts, each imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from company.family.category import Category
from company.family.family import Family
from company.family.starting import Starting
from company.records import Record

if TYPE_CHECKING:
    from company.benchmark.release import Release
    from company.config import Settings
    from company.evaluation.contract import Scoring
    from company.rebuilding.remaking import Remaking
    from company.reporting.telling import Telling
    from company.reviewing.kinds import ReviewKind
    from company.run.making import Making


class VectorGraphics(Family):
    """Questions on drawings in SVG, TikZ and Graphviz's language, and drawings from captions (VGBench)."""

    name = "vector_graphics"
    lines = Path("data/graphics_data")
    prompts = "company.families.vector_graphics.prompts"

    @property
    def records(self) -> Mapping[str, type[Record]]:
        """Sources, briefs, drawings, questions, readings, captions, and cases."""
        from company.families.vector_graphics.records import RECORDS

        return RECORDS

    @property
    def categories(self) -> Mapping[str, Category]:
        """Of each format three types of questions, and drawings from captions."""
        from company.families.vector_graphics.categories import CATEGORIES

        return CATEGORIES

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

    @property
    def review(self) -> Mapping[str, ReviewKind]:
        """Cases, which people answer before they judge them."""
        from company.families.vector_graphics.review.kinds import KINDS

        return KINDS

    @property
    def settings(self) -> type[Settings]:
        """The settings of drawings and targets."""
        from company.families.vector_graphics.settings import Settings

        return Settings

    @property
    def making(self) -> Making:
        """The steps from a source of drawings to cases."""
        from company.families.vector_graphics.making import MAKING

        return MAKING


FAMILY = VectorGraphics()
