"""The model calls of runs, in files that are published with their benchmark."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from company.archive import Archive
from company.benchmark.publishing.giving import may_be_passed_on
from company.models.recording import SUFFIX, publish_recording
from company.sandbox.roots import scratch


@contextlib.contextmanager
def recordings_of(runs: Sequence[Path]) -> Iterator[dict[Path, Path]]:
    """Yield files with each run's calls, there within the block; with the table where it may be passed on.

    Raises ArchiveError for a folder that is no run, or one of an older version.
    """
    with scratch("recordings") as folder:
        files: dict[Path, Path] = {}
        for number, run in enumerate(runs):
            files[run] = folder / f"{number}{SUFFIX}"
            with Archive.open(run) as archive:
                publish_recording(archive, files[run], with_table=may_be_passed_on(archive))
        yield files
