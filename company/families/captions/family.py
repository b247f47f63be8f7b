"""The family of captions: its parts, each imported when it is asked for."""

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


class Captions(PackagedFamily):
    """Captions of figures: six of each, and twins with one untruth (SciCap-Eval)."""

    name = "captions"
    lines = Path("data/caption_data")

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


FAMILY = Captions()
