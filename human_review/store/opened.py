"""A queue's database while it is open, and what all that works with it shares."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from company.reviewing.kinds import Kinds, kinds_of_run
from human_review.store.claiming import LEASE_SECONDS
from human_review.store.database import Database
from human_review.store.leading import Leading
from human_review.store.offering import Fronts
from human_review.store.sessions import Sessions
from human_review.store.tokens import Tokens
from human_review.store.webhooks import Webhooks

FILE = "review.sqlite"


class Opened:
    """An open queue. Open one per process, let its threads share it, and close it."""

    def __init__(
        self,
        place: Path | str,
        *,
        lease_seconds: float = LEASE_SECONDS,
        clock: Callable[[], float] = time.time,
        kinds: Kinds | None = None,
    ) -> None:
        """Open the queue in an SQLite file, or in the PostgreSQL database of a URL; made where it is missing.

        `kinds` are those of the family whose records are judged; of the usual family where none are given.
        """
        self._database = Database(place, kinds)
        self._lease = lease_seconds
        self._clock = clock
        self._fronts = Fronts()
        self.sessions = Sessions(self._database, clock)
        self.tokens = Tokens(self._database, clock)
        self.webhooks = Webhooks(self._database, clock)
        self.leading = Leading(self._database, clock, self._fronts)

    @classmethod
    def of_run(cls, run: Path, url: str | None = None, kinds: Kinds | None = None) -> Self:
        """Open the queue of a run's folder, or at the URL that is to be used instead of a file there.

        `kinds` are those of the run, for which it is opened where they are not given.
        """
        return cls(url or run / FILE, kinds=kinds_of_run(run) if kinds is None else kinds)

    @property
    def kinds(self) -> Kinds:
        """The kinds of the family whose records are judged."""
        return self._database.kinds

    @property
    def database(self) -> Database:
        """What the queue is kept in, for what reads or writes all of it."""
        return self._database

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
