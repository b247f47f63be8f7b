"""A download → the one file that was asked for, whether it came packed or not; nothing else is ever written."""

from __future__ import annotations

import re
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from company.errors import ConfigError

LARGEST = 4 << 30
"""Bytes of a table, beyond which no download is taken and nothing is unpacked."""
_PIECE = 1 << 20
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What the zipfile module raises for archives that are cut off, damaged, encrypted or packed in an unknown way."""


def unpack(download: Path, name: str, target: Path, where: str) -> None:
    """Write the file `name` to target, out of a zip or as the download itself; `where` names the data set.

    Raises ConfigError for a zip that is broken, too large, without that file, or with a path out of its folder.
    """
    with download.open("rb") as file:
        packed = file.read(4) in (b"PK\x03\x04", b"PK\x05\x06")
    if not packed:
        download.rename(target)
        return
    try:
        with zipfile.ZipFile(download) as archive:
            _unpack(archive, name, target, where)
    except _BROKEN as error:
        raise ConfigError(
            f"what Kaggle sent for {name} of {where} is a broken zip ({error}); run again to download it anew"
        ) from None


def _unpack(archive: zipfile.ZipFile, name: str, target: Path, where: str) -> None:
    members = [member for member in archive.infolist() if not member.is_dir()]
    for member in members:
        if _leaves(member.filename):
            raise ConfigError(f"the zip of {where} holds {member.filename!r}, a path out of its folder; do not use it")
    fitting = [member for member in members if _base(member.filename) == _base(name)]
    if len(fitting) != 1:
        raise ConfigError(f"the zip of {where} holds {len(fitting)} files called {_base(name)}; give another data set")
    written = 0
    with archive.open(fitting[0]) as packed, target.open("wb") as file:
        # Counted as it comes: what a zip says of its sizes need not be so.
        while piece := packed.read(_PIECE):
            written += len(piece)
            if written > LARGEST or fitting[0].file_size > LARGEST:
                raise ConfigError(f"{name} of {where} unpacks to more than {LARGEST >> 20:,} MiB; give a smaller table")
            file.write(piece)


def _leaves(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", name) is not None


def _base(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).name
