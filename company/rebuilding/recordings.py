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
def recordings_of(archives: Sequence[Archive]) -> Iterator[dict[Path, Path]]:
    """Yield files with each run's calls, by the run's folder; they are there within the block.

    The table is with them where it may be passed on.
    """
    with scratch("recordings") as folder:
        files: dict[Path, Path] = {}
        for number, archive in enumerate(archives):
            files[archive.run] = folder / f"{number}{SUFFIX}"
            publish_recording(archive, files[archive.run], with_table=may_be_passed_on(archive))
        yield files
