"""What runs before a case, put together so that no line of it runs twice.

The history of a dialogue's later turn begins with that of its earlier ones. So the histories of a benchmark are a few
trees: each node is a piece of code that goes on from its parent's state, and has the cases that are asked there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Entry = Mapping[str, Any]


@dataclass
class History:
    """A state that cases are asked at, and those that go on from it."""

    text: str
    """The whole code before these cases."""
    piece: str
    """What of it goes beyond the parent's."""
    cases: list[Entry] = field(default_factory=list)
    later: list[History] = field(default_factory=list)

    def __iter__(self) -> Iterator[History]:
        """Yield this history, and all that follow from it."""
        yield self
        for each in self.later:
            yield from each


def histories(entries: Iterable[Entry]) -> list[History]:
    """Return the trees of the histories of cases, shorter ones first; each goes on from another at a line's end."""
    by_text: dict[str, list[Entry]] = {}
    for entry in entries:
        by_text.setdefault(entry["ref_code_hist"], []).append(entry)
    roots: list[History] = []
    for text, cases in sorted(by_text.items(), key=lambda pair: len(pair[0])):
        parent = _deepest(roots, text)
        known = parent.text if parent else ""
        (parent.later if parent else roots).append(History(text, text[len(known) :], cases))
    return roots


def _deepest(among: list[History], text: str) -> History | None:
    """Return the longest history that the text goes on from."""
    found: History | None = None
    while following := next((each for each in among if _goes_on(text, each.text)), None):
        found, among = following, following.later
    return found


def _goes_on(text: str, before: str) -> bool:
    return text.startswith(before) and (before.endswith("\n") or text[len(before) : len(before) + 1] == "\n")
