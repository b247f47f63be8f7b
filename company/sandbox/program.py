"""The one program that a jailed process becomes: which file it is, and what the kernel needs to load it."""

import os
import shutil
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from company.errors import SandboxError

_MAGIC = b"\x7fELF\x02\x01"
"""Of programs for processors of 64 bits whose numbers begin with the low byte: all that the jail knows."""
_HEADER, _PART = struct.Struct("<QQQIHHH"), struct.Struct("<IIQQQQQQ")
_LOADER = 3
"""The part of a program that names what loads it."""
_MOST_PARTS, _LONGEST = 256, 4096
_SEARCHED = "/usr/local/bin:/usr/bin:/bin"
CANNOT_BEGIN = 126
"""The exit code of a program that was not allowed to begin, as of a shell."""


def ordered(name: str, arguments: Sequence[str], settings: Mapping[str, str]) -> dict[str, Any]:
    """Return what the jailed process is told of the program. Raises SandboxError where there is no such program."""
    found = shutil.which(name, path=_SEARCHED)
    if found is None:
        raise SandboxError(f"there is no program {name} on this system: install it")
    path = Path(found).resolve()
    loader = loader_of(path)
    files = [str(path), *([loader] if loader else [])]
    return {"path": str(path), "words": [name, *arguments], "files": files, "settings": dict(settings)}


def entered(folder: Path) -> Path:
    """Return the folder's full name. Raises SandboxError where there is none."""
    if not folder.is_dir():
        raise SandboxError(f"there is no folder {folder} to run a program in")
    return folder.resolve()


def loader_of(path: Path) -> str | None:
    """Return the file that the kernel loads the program with; None of one that needs no other.

    Raises SandboxError for a file that is no such program: a script would need a second one to run it.
    """
    try:
        with path.open("rb") as file:
            head = file.read(64)
            if len(head) < 64 or not head.startswith(_MAGIC):
                raise SandboxError(f"{path} is a script, or of a kind that is not known here: name a compiled program")
            _, begin, _, _, _, size, number = _HEADER.unpack_from(head, 24)
            if size != _PART.size or number > _MOST_PARTS:
                raise SandboxError(f"{path} is a damaged program: install it again")
            file.seek(begin)
            parts = [_PART.unpack(file.read(size)) for _ in range(number)]
            for kind, _, place, _, _, length, _, _ in parts:
                if kind == _LOADER:
                    file.seek(place)
                    return os.fsdecode(file.read(min(length, _LONGEST)).rstrip(b"\0"))
    except (OSError, struct.error) as error:
        raise SandboxError(f"{path} cannot be read as a program: {error}") from error
    return None


def become(program: Mapping[str, Any], folder: str, home: str) -> NoReturn:
    """Replace this process by the program; where that is refused, say so and end with `CANNOT_BEGIN`."""
    own = {"HOME": home, "TMPDIR": home, "PWD": folder, "PATH": _SEARCHED, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    try:
        os.execve(program["path"], program["words"], {**own, **program["settings"]})
    except OSError as error:
        os.write(2, f"{program['words'][0]} cannot begin: {error.strerror}\n".encode())
    os._exit(CANNOT_BEGIN)
