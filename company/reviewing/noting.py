"""What a run was told about review, kept with it for those who see only its folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from company.config import ReviewSettings

if TYPE_CHECKING:
    from company.archive import Archive

_NOTE = "review"


def put_settings(archive: Archive, told: ReviewSettings) -> None:
    """Note the settings that the run goes by now."""
    archive.put_note(_NOTE, told.model_dump(mode="json"))


def settings_of(archive: Archive) -> ReviewSettings:
    """Return the settings that the run used last; the default ones for a run without any."""
    return ReviewSettings.model_validate(archive.note(_NOTE) or {})
