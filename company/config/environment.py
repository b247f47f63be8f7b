"""What the environment says; nothing else reads it."""

from __future__ import annotations

import os
from pathlib import Path


def environment(variable: str) -> str | None:
    """Return the value of an environment variable, such as a server's key; None where it is not set or empty."""
    return os.environ.get(variable) or None


def cache_folder() -> Path:
    """Return the folder of downloads for later runs: in $XDG_CACHE_HOME, or in ~/.cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "decision-company"


def debugging() -> bool:
    """Return whether COMPANY_DEBUG asks for tracebacks."""
    return os.environ.get("COMPANY_DEBUG", "") not in ("", "0")
