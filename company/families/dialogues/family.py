"""The family of dialogues: its parts, each imported when it is asked for."""

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
    from company.watching.contract import Live


class Dialogues(PackagedFamily):
    """Multi-turn data analysis over one table (Tapilot-Crossing)."""

    name = "dialogues"
    lines = Path("data/dialogue_data")

    @cached_property
    def scoring(self) -> Scoring:
        """The scoring of code by its results, and of choices by their letter."""
        from company.families.dialogues.scoring import TurnScoring

        return TurnScoring(self)

    @cached_property
    def release(self) -> Release:
        """The public format of Tapilot-Crossing."""
        from company.families.dialogues.release import DialoguesRelease

        return DialoguesRelease(self)

    @cached_property
    def starting(self) -> Starting:
        """The start of new scenarios, from a table."""
        from company.families.dialogues.starting import OWN
        from company.tables.starting import TableStarting

        return TableStarting(OWN, several=True)

    @cached_property
    def remaking(self) -> Remaking:
        """The way to make a benchmark anew from its table."""
        from company.families.dialogues.remaking import DialogueRemaking

        return DialogueRemaking()

    @cached_property
    def telling(self) -> Telling:
        """The showing of dialogues as chats."""
        from company.families.dialogues.telling.part import Chats

        return Chats(self)

    @cached_property
    def live(self) -> Live:
        """The showing of dialogues while they are held."""
        from company.families.dialogues.telling.live import LiveChats

        return LiveChats(self)

    def figures(self, archive: Archive) -> Sequence[FigureCode]:
        """Return the figures of turns that drew one."""
        from company.families.dialogues.drawn_figures import figures_of

        return figures_of(archive)


FAMILY = Dialogues()
