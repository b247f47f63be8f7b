"""What the server writes to its log is bounded: who sends nonsense all day does not fill a disk with complaints."""

from __future__ import annotations

import logging
import time

MOST, SECONDS = 100, 3600.0
"""So many messages are written in so many seconds."""
LONGEST = 8_000
"""Characters of one, with its traceback."""


class Sparing(logging.Filter):
    """Lets some messages of an hour through, and then says how many it left out."""

    def __init__(self) -> None:
        super().__init__()
        self._since, self._count = time.monotonic(), 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is written."""
        now = time.monotonic()
        if now - self._since > SECONDS:
            if self._count > MOST:
                record.msg = f"({self._count - MOST:,} messages were left out before this one) {record.msg}"
            self._since, self._count = now, 0
        self._count += 1
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)[-LONGEST:]
        return self._count <= MOST


def spare() -> None:
    """Bound the messages of the server and of what it runs on; they share one count."""
    sparing = Sparing()
    for name in ("uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.WARNING)
        for earlier in [each for each in logger.filters if isinstance(each, Sparing)]:
            logger.removeFilter(earlier)
        logger.addFilter(sparing)
