"""The rows of slots, one for each verdict that an item needs."""

from __future__ import annotations

import hashlib
from typing import Any

from human_review.store.values import Duty


def slot_row(item: str, number: int, duty: Duty, kind: str, place: str) -> dict[str, Any]:
    """Return a new open slot."""
    told = {"item": item, "number": number, "duty": duty, "kind": kind, "place": place}
    return {**told, "id": slot_id(f"{item}.{number}"), "state": "open", "version": 0}


def slot_id(seed: str) -> str:
    """Return a name that reveals nothing of the slot."""
    return hashlib.sha256(f"slot {seed}".encode()).hexdigest()[:20]
