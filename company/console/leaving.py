"""The end of a command some of whose threads will never end."""

from __future__ import annotations

import atexit
import os
import sys

_STUCK: list[str] = []


def end_without(what: str) -> None:
    """Have the command end without waiting for something that will never end."""
    _STUCK.append(what)


def leave(code: int) -> None:
    """End the process with a code, at once, where something of it would never end; else return.

    What was registered for the end of the process is done all the same: files that are for a while are removed there.
    """
    if not _STUCK:
        return
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
