"""The family of figures: its parts, each imported when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from company.family.figure_code import FigureCode
from company.family.packaged import PackagedFamily
from company.family.starting import Starting

if TYPE_CHECKING:
    from company.archive import Archive
    from company.benchmark.release import Release
    from company.evaluation.contract import Scoring
    from company.rebuilding.remaking import Remaking
    from company.reporting.telling import Telling


class Figures(PackagedFamily):
    """Figures to be drawn from words and data (MatPlotBench)."""

    name = "figures"
    lines = Path("data/figure_data")

    def holds(self, folder: Path) -> bool:
        """Return whether a folder has our layout, MatPlotBench's, or PaperBanana's."""
        from company.families.figures.evaluation.layouts.lines import is_elsewhere

        return super().holds(folder) or is_elsewhere(folder)

    @cached_property
    def scoring(self) -> Scoring:
        """The scoring of figures by what is drawn."""
        from company.families.figures.scoring import FigureScoring

        return FigureScoring(self)

    @cached_property
    def release(self) -> Release:
        """The files of figures, and the gate that draws them again."""
        from company.families.figures.release import FiguresRelease

        return FiguresRelease(self)

    @cached_property
    def starting(self) -> Starting:
        """The start of new scenarios, from a table or from scripts."""
        from company.families.figures.starting import OWN, FigureStarting

        return FigureStarting(OWN)

    @cached_property
    def remaking(self) -> Remaking:
        """The way to make a benchmark anew from its table."""
        from company.families.figures.remaking import FigureRemaking

        return FigureRemaking()

    @cached_property
    def telling(self) -> Telling:
        """The showing of figures with their queries, and statistics of both."""
        from company.families.figures.telling import FigureTelling

        return FigureTelling(self)

    def figures(self, archive: Archive) -> Sequence[FigureCode]:
        """Return the figures that were drawn from words."""
        from company.families.figures.drawn_figures import figures_of

        return figures_of(archive)


FAMILY = Figures()
