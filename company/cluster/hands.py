"""A worker of a cluster, as the process that holds the run knows it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from company.cluster.messages import Commissions, Ended, Made


class Gone(Exception):
    """The worker of a unit is not there any more."""


@dataclass
class Hand:
    """A worker, as the process that holds the run knows it."""

    name: str
    node: str
    actor: Any
    units: dict[int, asyncio.Queue[Made | Ended]] = field(default_factory=dict)
    """What has come of each unit that it does."""
    commissions: Commissions | None = None
    """What it was told that is asked for."""
    is_ready: bool = False
    is_over: bool = False
    """Nothing is wanted of it any more."""
    hearing: asyncio.Task[None] | None = None
    """Takes in its news."""
