"""Names of this machine, and addresses that nobody on the way can listen to."""

from __future__ import annotations

from urllib.parse import urlsplit

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names of the machine itself, which nobody else reaches it by."""


def is_safe(url: str) -> bool:
    """Return whether nobody on the way can read or change what is asked of an address."""
    try:
        found = urlsplit(url)
    except ValueError:
        return False
    return bool(found.hostname) and (found.scheme == "https" or (found.scheme == "http" and found.hostname in LOOPBACK))
