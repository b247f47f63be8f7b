"""Copies of what a file holds: what was never written there takes no room in the copy either."""

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

_PART = 1 << 20


def copy(source: str | Path, target: int) -> None:
    """Fill an open file, which is empty, with what another one holds; its holes stay holes. Raises OSError."""
    descriptor = os.open(source, os.O_RDONLY | os.O_CLOEXEC)
    try:
        size = os.fstat(descriptor).st_size
        for start, end in _written(descriptor, size):
            os.lseek(target, start, os.SEEK_SET)
            _copy_part(descriptor, target, start, end)
        os.truncate(target, size)
    finally:
        os.close(descriptor)


def copy_file(source: str | Path, target: Path) -> None:
    """Make the file at `target`, or the one that is there, hold what `source` does. Raises OSError."""
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        copy(source, descriptor)
    finally:
        os.close(descriptor)


def _written(descriptor: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield where each part begins and ends that is no hole; all of the file where the system does not tell."""
    if not hasattr(os, "SEEK_DATA"):
        yield 0, size
        return
    end = 0
    while end < size:
        try:
            start = os.lseek(descriptor, end, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:
                return  # nothing but a hole follows
            raise
        end = os.lseek(descriptor, start, os.SEEK_HOLE)
        yield start, end


def _copy_part(source: int, target: int, start: int, end: int) -> None:
    if sys.platform != "linux":
        os.lseek(source, start, os.SEEK_SET)
    while start < end:
        most = min(end - start, _PART)
        if sys.platform == "linux":
            done = os.sendfile(target, source, start, most)
        else:
            done = os.write(target, os.read(source, most))
        if not done:
            return  # it has become shorter
        start += done
