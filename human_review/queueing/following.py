"""A review goes by [review] of a scenario's file, as it stands there now, without `simulate` being run again."""

from __future__ import annotations

from pathlib import Path

from company.archive import Archive
from company.config import load
from company.errors import ConfigError
from company.reviewing import put_settings, settings_of


class Followed:
    """The file of a scenario whose [review] a run goes by."""

    def __init__(self, run: Path, file: Path) -> None:
        """Follow a simulation.toml; nothing of it is read yet."""
        self._run, self._file = run, file
        self._seen: tuple[int, int] | None = None

    def take_up(self) -> bool:
        """Have the run go by what the file says, where it has changed since the last call; return whether it had to.

        Raises ConfigError, each time until it is mended, for a file that is not usable or whose scenario is of another
        family than the run: the run then goes by what it went by.
        """
        try:
            found = self._file.stat()
        except OSError as problem:
            raise ConfigError(f"{self._file} cannot be read ({problem.strerror}); put it back") from problem
        seen = (found.st_mtime_ns, found.st_size)
        if seen == self._seen:
            return False
        settings = load(self._file)
        with Archive.open(self._run) as archive:
            if not isinstance(settings, archive.family.settings):
                raise ConfigError(
                    f"{self._file} is a scenario of another family than {self._run}; give the run's own scenario"
                )
            changed = settings_of(archive) != settings.review
            if changed:
                put_settings(archive, settings.review)
        self._seen = seen
        return changed
