"""The family of captions: its parts, each imported when it is asked for."""

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


class Captions(Family):
    """Captions of figures: six of each, and twins with one untruth (SciCap-Eval)."""

    name = "captions"
    lines = Path("data/caption_data")
    prompts = "company.families.captions.prompts"

    @property
    def records(self) -> Mapping[str, type[Record]]:
        """Tables, papers, figures, sections, passages, drafts, captions with claims, and cases."""
        from company.families.captions.records import RECORDS

        return RECORDS

    @property
    def categories(self) -> Mapping[str, Category]:
        """Caption sets to be ranked and rated, and choices of the untrue caption."""
        from company.families.captions.categories import CATEGORIES

        return CATEGORIES

    @cached_property
    def scoring(self) -> Scoring:
        """The scoring of ratings by twins, and of choices by their letter."""
        from company.families.captions.scoring import CaptionScoring

        return CaptionScoring(self)

    @cached_property
    def release(self) -> Release:
        """The files of figures and captions, and the gate that executes what is claimed."""
        from company.families.captions.release import CaptionsRelease

        return CaptionsRelease(self)

    @cached_property
    def starting(self) -> Starting:
        """The start of new scenarios, from a table."""
        from company.families.captions.starting import OWN
        from company.tables.starting import TableStarting

        return TableStarting(OWN)

    @cached_property
    def remaking(self) -> Remaking:
        """The way to make a benchmark anew from its table."""
        from company.families.captions.remaking import CaptionRemaking

        return CaptionRemaking()

    @cached_property
    def telling(self) -> Telling:
        """The showing of figures with their captions, and statistics of both."""
        from company.families.captions.telling import CaptionTelling

        return CaptionTelling(self)

    @property
    def review(self) -> Mapping[str, ReviewKind]:
        """The ranking of six captions, and the answer to one."""
        from company.families.captions.review.kinds import KINDS

        return KINDS

    @property
    def settings(self) -> type[Settings]:
        """The settings of tables, captions and targets."""
        from company.families.captions.settings import Settings

        return Settings

    @property
    def making(self) -> Making:
        """The steps from a table to caption sets."""
        from company.families.captions.making import MAKING

        return MAKING


FAMILY = Captions()
