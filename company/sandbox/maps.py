"""What a process has mapped into its memory, as the kernel tells it: files in there are named as code likes."""

import errno
import os
from dataclasses import dataclass

_MOST = 4 * 1024 * 1024
"""Bytes that are read about one process, forty times as many as an ordinary one has."""
_PART = 1 << 16


class Endless(OSError):
    """More is mapped than anybody looks through."""


@dataclass(frozen=True)
class Mapping:
    """A part of a process's memory."""

    start: int
    end: int
    rights: str
    """Such as "rw-s": what may be done there, and whether it is shared or private."""
    file: tuple[str, str]
    """Device and number of the file; the same for two parts of one file."""
    path: str
    """Of the file, as the kernel shows it; "" where there is none."""

    @property
    def is_shared(self) -> bool:
        """Whether writing there writes the file."""
        return self.rights.endswith("s")

    @property
    def is_nameless(self) -> bool:
        """Whether the file has been removed."""
        return self.path.endswith(" (deleted)")


def mappings(process: int) -> list[Mapping]:
    """Return all parts of its memory. Raises Endless, and OSError where that cannot be seen."""
    # Only the end of a line is an end here: all other bytes that some take for one may be in a name.
    return [_mapping(line) for line in _told(f"/proc/{process}/maps").split(b"\n") if line]


def _told(path: str) -> bytes:
    told = bytearray()
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        while part := os.read(descriptor, _PART):
            told += part
            if len(told) > _MOST:
                raise Endless(errno.EFBIG, "more memory is mapped than is looked through")
    finally:
        os.close(descriptor)
    return bytes(told)


def _mapping(line: bytes) -> Mapping:
    place, rights, _, device, node, *path = line.split(maxsplit=5)
    start, _, end = place.partition(b"-")
    file = device.decode(), node.decode()
    return Mapping(int(start, 16), int(end, 16), rights.decode(), file, os.fsdecode(path[0]) if path else "")
