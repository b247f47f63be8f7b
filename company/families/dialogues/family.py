"""The family of dialogues: its parts, each imported when it is asked for."""

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
    from company.watching.contract import Live


class Dialogues(Family):
    """Multi-turn data analysis over one table (Tapilot-Crossing)."""

    name = "dialogues"
    lines = Path("data/dialogue_data")
    prompts = "company.families.dialogues.prompts"

    @property
    def records(self) -> Mapping[str, type[Record]]:
        """Tables, personas, scenarios, plans, dialogues, turns, libraries, rewrites, rewordings and cases."""
        from company.families.dialogues.records import RECORDS

        return RECORDS

    @property
    def categories(self) -> Mapping[str, Category]:
        """The ten categories of the paper."""
        from company.families.dialogues.categories import CATEGORIES

        return CATEGORIES

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

    @property
    def settings(self) -> type[Settings]:
        """The settings of tables, people, targets and dialogues."""
        from company.families.dialogues.settings import Settings

        return Settings

    @property
    def making(self) -> Making:
        """The steps from a table to cases, with a client for each commission."""
        from company.families.dialogues.making import MAKING

        return MAKING

    @property
    def review(self) -> Mapping[str, ReviewKind]:
        """The nine kinds of records that people judge."""
        from company.families.dialogues.review.kinds import KINDS

        return KINDS

    def figures(self, archive: Archive) -> Sequence[FigureCode]:
        """Return the figures of turns that drew one."""
        from company.families.dialogues.drawn_figures import figures_of

        return figures_of(archive)


FAMILY = Dialogues()
