"""The sandbox that a run's [sandbox] asks for."""

from __future__ import annotations

import math
import os

from company.config import SandboxSettings
from company.sandbox.host import LocalSandbox, ProcessSandbox
from company.sandbox.protocol import Limits


def sandbox_for(told: SandboxSettings, runs: int = 1) -> ProcessSandbox:
    """Return the sandbox of these settings, not entered yet; of several runs at once, each has its share of it."""
    limits = Limits(
        wall_seconds=told.wall_seconds,
        cpu_seconds=told.cpu_seconds or math.ceil(told.wall_seconds),
        memory_mib=told.memory_mib,
        disk_mib=told.disk_mib,
    )
    workers, sessions = told.workers, told.sessions
    if runs > 1:
        workers, sessions = max(1, (workers or os.cpu_count() or 1) // runs), max(1, sessions // runs)
    return LocalSandbox(limits, workers, sessions=sessions, require=told.require)
