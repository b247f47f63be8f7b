"""What `processes` asks where there is no /proc to read: slower, and enough to keep processes in bounds."""

import sys
from typing import Any

needed = sys.platform != "linux"
"""Whether this is such a place."""


def _said(process: int, question: str, otherwise: Any) -> Any:
    """Return the answer, or something else where the process is gone by now or hides it."""
    import psutil  # only where it is needed

    try:
        return getattr(psutil.Process(process), question)()
    except psutil.Error:
        return otherwise


def children(process: int) -> set[int]:
    """Return the processes that this one is the parent of."""
    return {child.pid for child in _said(process, "children", [])}


def alive(process: int) -> bool:
    """Return whether it is there and has not ended."""
    return _said(process, "status", "zombie") not in ("zombie", "dead")


def stopped(process: int) -> bool:
    """Return whether it is stopped."""
    return bool(_said(process, "status", "") == "stopped")


def seconds_used(process: int) -> float:
    """Return its processor time so far; 0 when it is gone."""
    times = _said(process, "cpu_times", None)
    return float(times.user + times.system) if times else 0.0
