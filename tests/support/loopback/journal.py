"""What the server notes of every request: who asked what, what became of it, and what it came to."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.support.loopback.chat import Response


@dataclass(frozen=True)
class Entry:
    """One request that has ended."""

    number: int
    """In order of arrival, from 1."""
    request: str
    """`digest` of model and messages; empty where there were none."""
    asked: int
    """How often this content had been asked for by then, this time included."""
    model: str
    arrived: float
    ended: float
    """Both in seconds since the epoch."""
    status: int
    """HTTP status; 0 where nothing was sent."""
    outcome: str
    """`ok`; a fault's name; `limited` (rate); `refused` (a wrong request); `abandoned` (the client had gone);
    `failed` (the server itself is at fault)."""
    complete: bool
    """Whether the whole response was handed to a client that was still there."""
    billed: bool
    """Whether a completion was completely sent: what a caller has paid for, and has in hand."""
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int
    headers: tuple[str, ...]
    """Names of the request's headers, never their values."""


@dataclass(frozen=True)
class Arrived:
    """One request that has not ended."""

    number: int
    request: str
    asked: int
    model: str
    headers: tuple[str, ...]
    arrived: float
    """All as in `Entry`."""


class Journal:
    """Every request since the server began, in memory and, if wanted, in a JSONL file."""

    def __init__(self, file: Path | None = None) -> None:
        self.entries: list[Entry] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.connections = 0
        """That a completion was asked for on."""
        self.batches = 0
        self._asked: Counter[str] = Counter()
        self._arrived = 0
        self._file = file.open("a", encoding="utf-8") if file else None

    def arrive(self, request: str, model: str, headers: Iterable[str] = ()) -> Arrived:
        """Note that a completion is asked for, by its `digest`, of a model, with headers of these names."""
        self._arrived += 1
        self._asked[request] += 1
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        return Arrived(self._arrived, request, self._asked[request], model, tuple(headers), time.time())

    def end(self, arrived: Arrived, response: Response, *, complete: bool = True) -> None:
        """Note what became of it."""
        self.in_flight -= 1
        prompt, completion, cached = response.usage
        entry = Entry(
            **asdict(arrived),
            ended=time.time(),
            status=response.status,
            outcome=response.outcome,
            complete=complete,
            billed=complete and response.status == 200,
            prompt_tokens=prompt,
            completion_tokens=completion,
            cached_tokens=cached,
        )
        self.entries.append(entry)
        if self._file:
            self._file.write(json.dumps(asdict(entry)) + "\n")
            self._file.flush()

    def stats(self) -> dict[str, Any]:
        """Counts over everything so far."""
        billed = [entry for entry in self.entries if entry.billed]
        return {
            "requests": self._arrived,
            "in_flight": self.in_flight,
            "most_in_flight": self.most_in_flight,
            "connections": self.connections,
            "batches": self.batches,
            "outcomes": dict(Counter(entry.outcome for entry in self.entries)),
            "complete": sum(entry.complete for entry in self.entries),
            "billed": len(billed),
            "prompt_tokens": sum(entry.prompt_tokens for entry in billed),
            "completion_tokens": sum(entry.completion_tokens for entry in billed),
            "cached_tokens": sum(entry.cached_tokens for entry in billed),
        }

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()
        self._file = None


def digest(model: str, messages: Sequence[tuple[str, str]]) -> str:
    """SHA-256 of a model and its messages as (role, text); whoever stores the messages can make it again.

    The role `developer`, as reasoning models call it, counts as `system`.
    """
    same = [["system" if role == "developer" else role, text] for role, text in messages]
    return hashlib.sha256(json.dumps([model, same], ensure_ascii=False).encode()).hexdigest()
