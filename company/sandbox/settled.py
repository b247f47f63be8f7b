"""The sandbox that a run's [sandbox] asks for."""

from __future__ import annotations

import math

from company.config import SandboxSettings
from company.sandbox.host import LocalSandbox, ProcessSandbox
from company.sandbox.protocol import Limits


def sandbox_for(told: SandboxSettings) -> ProcessSandbox:
    """Return the sandbox of these settings, not entered yet."""
    limits = Limits(
        wall_seconds=told.wall_seconds,
        cpu_seconds=told.cpu_seconds or math.ceil(told.wall_seconds),
        memory_mib=told.memory_mib,
        disk_mib=told.disk_mib,
    )
    return LocalSandbox(limits, told.workers, sessions=told.sessions, require=told.require)
