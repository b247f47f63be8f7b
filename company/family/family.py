"""One object that answers all that differs between kinds of benchmark."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from company.family.category import Category
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


class Family(ABC):
    """A kind of benchmark: what a run writes down, how it comes about, and how it is released, judged and reviewed.

    Parts are imported when they are asked for: a command loads only what it needs.
    """

    name: ClassVar[str]
    """As scenarios, runs and messages call it."""
    lines: ClassVar[Path]
    """Where an exported folder holds the files of its cases; no two families share it, so it tells them apart."""
    prompts: ClassVar[str] = ""
    """The package that holds the words which models read, as <name>.md; "" where no model is asked."""

    def holds(self, folder: Path) -> bool:
        """Return whether a folder is a benchmark of this family; by default, where it has the family's lines."""
        return (folder / self.lines).is_dir()

    @property
    @abstractmethod
    def records(self) -> Mapping[str, type[Record]]:
        """Its kinds of record, each with its type."""

    @property
    @abstractmethod
    def categories(self) -> Mapping[str, Category]:
        """Its categories of cases by name, in the order in which they are listed everywhere."""

    @property
    @abstractmethod
    def scoring(self) -> Scoring:
        """The rules by which answers to its cases are judged and models are asked for them."""

    @property
    @abstractmethod
    def release(self) -> Release:
        """The rules by which its published folders are written, read, judged and described."""

    @property
    @abstractmethod
    def settings(self) -> type[Settings]:
        """The tables of simulation.toml, and all other settings of a run."""

    @property
    @abstractmethod
    def making(self) -> Making:
        """The steps by which its runs are made."""

    @property
    def starting(self) -> Starting | None:
        """The start of new scenarios by `company new`; None where it has none."""
        return None

    @property
    def remaking(self) -> Remaking | None:
        """The way to make a benchmark anew from what a run was made of; None where it is made of nothing."""
        return None

    @property
    def telling(self) -> Telling | None:
        """The way to show its runs and benchmarks to people; None for the plain way, by fields and counts."""
        return None

    @property
    def live(self) -> Live | None:
        """The way to show its runs while they are made; None for the plain way, records by their fields."""
        return None

    @property
    def review(self) -> Mapping[str, ReviewKind]:
        """The kinds of records that people can judge, by name, in the order of a record's life; none by default."""
        return {}

    def figures(self, archive: Archive) -> Sequence[FigureCode]:
        """Return the figures that one of its runs has drawn and that are usable, in order; none by default."""
        return ()
