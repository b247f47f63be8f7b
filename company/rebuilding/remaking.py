"""How a family puts in again what a run was made of. Without a word of the family, a run was made of nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from company.archive import Archive
from company.benchmark.publishing.origin import RunTold
from company.config import Settings
from company.family.family import Family


class Remaking:
    """Puts in what a run was made of, from a published folder."""

    def sections(self, told: RunTold, folder: Path, scenario: Path) -> dict[str, Any]:
        """Return the sections of simulation.toml on what a run is made of, and lay that into the scenario's folder.

        Raises ArchiveError where the published folder lacks it, or holds something else.
        """
        return {}

    def begun(self, archive: Archive) -> bool:
        """Return whether a run has taken in something already."""
        return False

    def begin(self, archive: Archive, told: RunTold, folder: Path, settings: Settings) -> None:
        """Note what the run took in when it began. Raises ArchiveError where it comes out otherwise here."""


def remaking_of(family: Family) -> Remaking:
    """Return a family's way to make a benchmark anew."""
    return family.remaking or Remaking()
