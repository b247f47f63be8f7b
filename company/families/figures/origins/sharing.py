"""Whether the values of originals that a run was given may be passed on as they are."""

from __future__ import annotations

from company.archive import Archive
from company.benchmark.publishing.provenance import settings_told
from company.benchmark.publishing.sharing import given_may_be_shared
from company.families.figures.origins.notes import SHARED


def values_are_shared(archive: Archive) -> bool:
    """Return whether an exported folder may hold them: as the scenario says, or else as licences do."""
    return given_may_be_shared(settings_told(archive).get("originals") or {}, archive.note(SHARED))
