"""The family of figures: its parts, each imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from company.family.category import Category
from company.family.family import Family
from company.family.figure_code import FigureCode
from company.family.starting import Starting
from company.records import Record

if TYPE_CHECKING:
    from company.archive import Archive
    from company.benchmark.release import Release
    from company.config import Settings
    from company.evaluation.contract import Scoring
    from company.rebuilding.remaking import Remaking
    from company.reporting.telling import Telling
    from company.reviewing.kinds import ReviewKind
    from company.run.making import Making


class Figures(Family):
    """Figures to be drawn from words and data (MatPlotBench)."""

    name = "figures"
    lines = Path("data/figure_data")
    prompts = "company.families.figures.prompts"

    def holds(self, folder: Path) -> bool:
        """Return whether a folder has our layout, MatPlotBench's, or PaperBanana's."""
        from company.families.figures.evaluation.layouts.lines import is_elsewhere

        return super().holds(folder) or is_elsewhere(folder)

    @property
    def records(self) -> Mapping[str, type[Record]]:
        """Tables, candidates, originals, queries, revisions, figures, alignments, and cases."""
        from company.families.figures.records import RECORDS

        return RECORDS

    @property
    def categories(self) -> Mapping[str, Category]:
        """Figures to be drawn."""
        from company.families.figures.categories import CATEGORIES

        return CATEGORIES

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

    @property
    def review(self) -> Mapping[str, ReviewKind]:
        """Originals, queries, figures beside their words, and the rating of figures that models drew."""
        from company.families.figures.review.kinds import KINDS

        return KINDS

    @property
    def settings(self) -> type[Settings]:
        """The settings of tables, figures and targets."""
        from company.families.figures.settings import Settings

        return Settings

    @property
    def making(self) -> Making:
        """The steps from a table to figure cases."""
        from company.families.figures.making import MAKING

        return MAKING

    def figures(self, archive: Archive) -> Sequence[FigureCode]:
        """Return the figures that were drawn from words."""
        from company.families.figures.drawn_figures import figures_of

        return figures_of(archive)


FAMILY = Figures()
