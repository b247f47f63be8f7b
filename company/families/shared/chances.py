"""Chance that depends on ids alone: drawn anew, it is the same, whatever was made before."""

from __future__ import annotations

import hashlib
import random


def chance_of(*ids: str) -> random.Random:
    """Return a source of chance for something that these ids name."""
    return random.Random(hashlib.sha256("\n".join(ids).encode()).hexdigest())


def place_of(*ids: str) -> float:
    """Return a number from 0 to 1 for something that these ids name."""
    return chance_of(*ids).random()
