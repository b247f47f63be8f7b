"""What of a run's settings may be told to anyone: no key, no server's address, no path, nothing a request adds."""

from __future__ import annotations

import hashlib
from typing import Any

from company.config.model import ROLES
from company.config.settings import Settings

NOT_TOLD = ("base_url", "key", "api_version", "extra", "recording", "vision")
"""Keys of [model] that say where its server is or what it can do, or may hold what is nobody else's business."""


def told_to_all(settings: Settings) -> dict[str, Any]:
    """Return the sections of simulation.toml as JSON, without settings that are untold, unset or private."""
    told: dict[str, Any] = settings.model_dump(mode="json", exclude={"out", "file", "name", "run"}, exclude_none=True)
    for place in (told["model"], *(told["model"].get(role, {}) for role in ROLES)):
        for key in NOT_TOLD:
            place.pop(key, None)
    told["model"] = {key: value for key, value in told["model"].items() if key not in ROLES or value}
    for table, keys in settings.not_told().items():
        if table in told:
            told[table] = {key: value for key, value in told[table].items() if key not in keys}
    return told


def server_hash(address: str) -> str:
    """Return a text by which two addresses of servers can be compared, and none can be read."""
    return hashlib.sha256(address.rstrip("/").encode()).hexdigest()[:16]
