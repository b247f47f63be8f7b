"""What code finds around itself: its folder, its standard streams, its home."""

import io
import os
import resource
import sys
import time

_USER = "analyst"
"""Whom code takes itself to be: the list of the system's users is not for it to read."""


COLD_HASH_SEED = "1"
"""Of scripts that are not seeded: another one than seeded code has, so that what depends on it comes to light."""


def standard_streams(output: int | None, errors: int | None) -> None:
    """Make the given pipes (None: nothing) this process's stdout and stderr, and its stdin empty."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for target, source in ((0, None), (1, output), (2, errors)):
        os.dup2(nothing if source is None else source, target)
    os.close(nothing)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - lives as long as the process
    sys.stdout, sys.stderr = _text(1), _text(2)


def _text(descriptor: int) -> io.TextIOWrapper:
    raw = open(descriptor, "wb", closefd=False)  # noqa: SIM115 - lives as long as the process
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", line_buffering=True)


def settle(folder: str, home: str) -> None:
    """Work in `folder`; keep everything that belongs to nobody's folder in `home`."""
    os.chdir(folder)
    os.environ["HOME"] = os.environ["TMPDIR"] = home
    os.environ["USER"] = os.environ["LOGNAME"] = _USER
    if "tempfile" in sys.modules:
        sys.modules["tempfile"].tempdir = None  # type: ignore[attr-defined]  # where it was found to be before


def own_times() -> os.times_result:
    """Return what `os.times` does of a process without children, for one that is not told of its own."""
    use = resource.getrusage(resource.RUSAGE_SELF)
    return os.times_result((use.ru_utime, use.ru_stime, 0.0, 0.0, time.monotonic()))


def leave(package_root: str) -> None:
    """Take the folder of our package off the path: untrusted code has no business with it.

    Where it was installed among the libraries that code needs, the place stays.
    """
    among_libraries = os.path.isdir(os.path.join(package_root, "numpy"))  # noqa: PTH112, PTH118 - before pathlib is
    hidden = ("",) if among_libraries else ("", package_root)
    sys.path[:] = [place for place in sys.path if place not in hidden]


def leave_no_trace(package_root: str) -> None:
    """Remove our package from the modules: what untrusted code needs of it is loaded, and the rest is not for it."""
    leave(package_root)
    for name in [name for name in sys.modules if name.partition(".")[0] == "company"]:
        del sys.modules[name]
