"""Where the gold of cases stands in texts, searched for piece by piece. Spacing and the kind of quotes do not hide it.

What a piece is, and in which parts of a text it is looked for, the family says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from company.benchmark.release import Release

SHORTEST: Final = 16
"""Pieces of fewer signs stand everywhere; they say nothing."""
_SPACE: Final = re.compile(r"\s+")
_WHOLE: Final = 2_000
"""Texts of fewer signs are looked through whole, too, so that blank lines hide nothing in them."""
Line = Mapping[str, Any]


def squashed(text: str) -> str:
    """Return a text without spaces and with one kind of quotes."""
    return _SPACE.sub("", text).replace("'", '"')


def texts_in(value: object) -> Iterator[str]:
    """Yield every text in a JSON value, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, Sequence) and not isinstance(value, bytes):
        for each in value:
            yield from texts_in(each)


def paragraphs_of(text: str, more: Iterable[str] = ()) -> frozenset[str]:
    """Return the paragraphs of a text, squashed, and `more` that are in it; a short text is there whole, too."""
    parts = {squashed(part) for part in re.split(r"\n\s*\n", text)}
    parts.add(squashed(text) if len(text) < _WHOLE else "")
    parts.update(more)
    return frozenset(each for each in parts if len(each) >= SHORTEST)


class Haystack:
    """Texts in which pieces are looked for, each with the names of its owners. Equal paragraphs are kept once."""

    def __init__(self, paragraphs: Callable[[str], frozenset[str]] = paragraphs_of) -> None:
        self._owners: dict[str, set[str]] = {}
        self._paragraphs = paragraphs
        self.cases: set[str] = set()
        """The owners that are cases; the others are files."""

    def add(self, owner: str, texts: Iterable[str], *, case: bool = True) -> None:
        """Add the texts of an owner."""
        if case:
            self.cases.add(owner)
        for text in texts:
            for paragraph in self._paragraphs(text):
                self._owners.setdefault(paragraph, set()).add(owner)

    def holding(self, wanted: Collection[str]) -> dict[str, set[str]]:
        """Return each of the pieces that is anywhere, with the owners of the texts that hold it."""
        index: dict[str, list[str]] = {}
        for piece in wanted:
            if len(piece) >= SHORTEST:
                index.setdefault(piece[:SHORTEST], []).append(piece)
        holders: dict[str, set[str]] = {}
        for text, owners in self._owners.items():
            for start in range(len(text) - SHORTEST + 1):
                for piece in index.get(text[start : start + SHORTEST], ()):
                    if text.startswith(piece, start):
                        holders.setdefault(piece, set()).update(owners)
        return holders


def given_away(release: Release, entries: Iterable[Line], stack: Haystack) -> set[tuple[str, str, str]]:
    """Return cases whose gold is where it should not be: the data_id, the owner of the text, a piece that it holds.

    Owners are data_ids, or names of files. What a case's own texts show is no secret of it. In its own cluster, and
    beside the cases, not one piece of the rest may stand; in another cluster, not all of them: two of them that are
    about one source have many a piece in common.
    """
    wanted = {str(entry["data_id"]): release.pieces(entry) for entry in entries}
    holders = stack.holding({piece for pieces in wanted.values() for piece in pieces})
    given = set()
    for data_id, pieces in wanted.items():
        secret = [piece for piece in pieces if data_id not in holders.get(piece, ())]
        owners = {owner: piece for piece in reversed(secret) for owner in holders.get(piece, ())}
        for owner, piece in owners.items():
            near = owner not in stack.cases or release.cluster(owner) == release.cluster(data_id)
            if near or all(owner in holders.get(other, ()) for other in secret):
                given.add((data_id, owner, piece))
    return given
