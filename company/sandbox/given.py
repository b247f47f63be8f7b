"""The files that code is given: our own copies of them, and a dialogue's copies of those."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from company.errors import SandboxError


class Originals:
    """Our own copy of each file, made once: sessions are given copies of that, and restored from it."""

    def __init__(self, folder: Callable[[], Path]) -> None:
        """Create the copies' keeper; `folder` returns the path of the next copy, where nothing is yet."""
        self._folder = folder
        self._copies: dict[tuple[Path, int, int], Path] = {}

    def copy_of(self, path: Path) -> Path:
        """Return the copy of the file as it is now. Raises SandboxError."""
        seen = path.stat()
        mark = (path, seen.st_size, seen.st_mtime_ns)
        if mark not in self._copies:
            folder = self._folder()
            try:
                folder.mkdir(mode=0o700)
                shutil.copyfile(path, folder / "file")
            except OSError as error:
                raise SandboxError(f"{path} could not be copied for running code: {error}") from error
            self._copies[mark] = folder / "file"
        return self._copies[mark]


def whole(path: Path) -> Path:
    """Return the file's full name. Raises SandboxError when there is no such file."""
    if not Path(path).is_file():
        raise SandboxError(f"there is no file {path} to run code with")
    return Path(path).resolve()


def check_name(name: str) -> None:
    """Raise SandboxError for a name that is not one of a file inside a working folder."""
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or path == Path():
        raise SandboxError(f"{name!r} does not name a file inside the working folder")


def fill(work: Path, originals: Mapping[str, str]) -> None:
    """Give a dialogue its own copy of each file: whatever it does to them, nobody else notices. Raises OSError."""
    for name, original in originals.items():
        target = work / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(original, target)
        target.chmod(0o444)


def furnish(home: Path, caches: Path) -> None:
    """Make a home for one cold interpreter, with a list of fonts, which takes long to make; a warm one has read it."""
    home.mkdir(mode=0o700)
    shutil.copytree(caches, home / "matplotlib", dirs_exist_ok=True)
