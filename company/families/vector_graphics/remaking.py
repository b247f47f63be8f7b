"""Benchmarks of vector graphics made anew: what a run drew itself begins from its settings alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from company.benchmark.publishing.origin import RunTold
from company.errors import ArchiveError
from company.rebuilding.remaking import Remaking


class GraphicsRemaking(Remaking):
    """Drawings that were given are not in the folder as they were."""

    def sections(self, told: RunTold, folder: Path, scenario: Path) -> dict[str, Any]:
        """Return nothing: all is in the settings. Raises ArchiveError for a run that was given its drawings."""
        sources = (told.settings.get("vector_graphics") or {}).get("sources", ["scenes"])
        if "figures" in sources:
            raise ArchiveError(
                f"{folder}: the run {told.name} was given the figures of other runs, which are in the folder only as "
                "they were drawn; it is made again where these runs are: simulate its scenario again"
            )
        if "folder" in sources:
            raise ArchiveError(
                f"{folder}: the run {told.name} was given its drawings, which are in the folder only as they were "
                "cleaned; it is made again where they are: simulate its scenario again"
            )
        return {}
