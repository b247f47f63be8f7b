"""The model calls of runs, in files that are published with their benchmark."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from company.archive import Archive
from company.benchmark.publishing.provenance import shares
from company.models.recording import SUFFIX, publish_recording
from company.records import USABLE


@contextlib.contextmanager
def recordings_of(runs: Sequence[Path]) -> Iterator[dict[Path, Path]]:
    """Each run's calls in a file that is there within the block; with the table where that may be passed on.

    Raises ArchiveError for a folder that is no run, or one of an older version.
    """
    with tempfile.TemporaryDirectory() as folder:
        files: dict[Path, Path] = {}
        for number, run in enumerate(runs):
            files[run] = Path(folder) / f"{number}{SUFFIX}"
            with Archive.open(run) as archive:
                open_to_all = all(shares(archive, table) for table in archive.records("table", USABLE))
                publish_recording(archive, files[run], with_table=open_to_all)
        yield files
