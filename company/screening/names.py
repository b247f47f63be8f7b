"""People and places swapped for invented ones of the same kind, alike wherever they come up (paper, section 10).

A client's own name and places were drawn before anything was written: they stay.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from company.screening.flags import NOTHING, WORD, Data
from company.screening.listed import listed
from company.screening.places import PLACES, places_around

Span = tuple[int, int]
Kind = Literal["woman", "man", "either", "family"]
_LISTED = listed()
_POOLS: dict[Kind, tuple[str, ...]] = {
    "woman": _LISTED.women,
    "man": _LISTED.men,
    "either": _LISTED.either,
    "family": _LISTED.families,
}
_GIVEN: dict[str, Kind] = {
    **dict.fromkeys(_LISTED.either, "either"),
    **dict.fromkeys(_LISTED.men, "man"),
    **dict.fromkeys(_LISTED.women, "woman"),
}
_FAMILY = frozenset(_LISTED.families)
_OPEN_WORD = re.compile(rf"(?<![\w.@/\\-]){WORD.pattern}(?!\w)")
_TITLE = re.compile(rf"\b(?:{'|'.join(_LISTED.titles)})\.?\s+$")
_GAP = re.compile(r"\s+(?:[A-Z]\.\s+)?(?:(?:van|von|der|den|de|da|do|dos|del|della|di|la|le|el|bin|ibn|al)\s+)*")
_PLACE_BEFORE = re.compile(r"\b(?:in|from|near|at|to|of|around|outside|across|for)\s+$", re.IGNORECASE)
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`|\w\[[^\]\n]{0,1000}\]", re.DOTALL)
_QUOTED = re.compile(r"'([^'\n]{1,80})'|\"([^\"\n]{1,80})\"|“([^”\n]{1,80})”")
_ARTICLE = re.compile(r"\b(an?) $", re.IGNORECASE)
_PLACED = r"(?:area|based|born|bound|bred|raised|style|trained|wide)\b"
"""What a place may be joined to by a hyphen and still be named by itself."""
_JOINED = re.compile(rf"-{_PLACED}")
_NEARBY = 40
"""Characters before a word that tell what it names."""
_READINGS = 3
"""How often a text is read again for names that only a later passage makes known."""
_SHOUTED = 3
"""Letters of a word in capitals from which it may be a name; shorter ones are abbreviations."""


@dataclass(frozen=True)
class _Word:
    """A word that may be a name, as a text writes it and as it is known."""

    start: int
    end: int
    name: str
    """With a straight apostrophe, and in capitals only where it is not known otherwise."""
    is_shouted: bool = False
    """A known name in capitals."""


@dataclass
class Swap:
    """The names of one client's scenario, plan and dialogue, and what stands in their place.

    Equal seeds and texts give equal replacements; what was put in place of a name is never swapped again. Values and
    column names of the table, words in quotes that are such, and code are not touched.
    """

    seed: str
    """The client's record id."""
    data: Data = NOTHING
    kept: frozenset[str] = frozenset()
    """Places that the table is about, and those of the client's country: they identify nobody."""
    people: dict[str, str] = field(default_factory=dict)
    """Word of a name → what is put in its place; of the client's own name → the same."""
    places: dict[str, str] = field(default_factory=dict)
    """City or region → another one of its country: a country says why somebody has a table, and identifies nobody."""

    def __post_init__(self) -> None:
        # The words of a table in composed letters never change when those of a text are composed.
        self._composes = all(unicodedata.is_normalized("NFC", word) for word in self.data.folded)
        self._pattern: tuple[int, re.Pattern[str]] | None = None

    # what is known

    def state(self) -> dict[str, Any]:
        """Return all swaps so far, as JSON."""
        return {"people": self.people, "places": self.places}

    def restored(self, state: Mapping[str, Any] | None) -> Self:
        """Return the same swap, going on from what another one of the same seed had swapped."""
        told = state or {}
        self.people.update(told.get("people", {}))
        self.places.update(told.get("places", {}))
        return self

    def own(self, name: str, location: str) -> Self:
        """Learn a client's own name and place: they stay as they are, as do the other places of that country, and
        nobody else is called so.
        """
        for word in map(_straight, WORD.findall(self._composed(name))):
            if len(word) > 1 and not word[:1].islower() and word not in _LISTED.titles:
                self.people[word] = word
        self.kept |= places_around(self._composed(location))
        return self

    # what is swapped

    def __call__(self, text: str) -> str:
        """Return the text with every name in it swapped."""
        text = self._composed(text)
        closed = [found.span() for found in _CODE.finditer(text)]
        closed += [
            found.span() for found in _QUOTED.finditer(text) if self.data.holds(next(filter(None, found.groups())))
        ]
        people = list(self._people_in(text, closed))
        for _ in range(_READINGS):
            known = len(self.people)
            people = list(self._people_in(text, closed))
            if len(self.people) == known:
                break
        places = self._places_in(text, [*closed, *((start, end) for start, end, _ in people)])
        return _changed(text, [*people, *places])

    def _composed(self, text: str) -> str:
        """Return the text with each letter and its accent in one character, as the lists have them."""
        return unicodedata.normalize("NFC", text) if self._composes else text

    # people

    def _people_in(self, text: str, closed: Sequence[Span]) -> Iterator[tuple[int, int, str]]:
        closed = [*closed, *(found.span() for found in self._place_pattern().finditer(text) if " " in found[0])]
        is_open = _openness(closed)
        shouted = {name.upper(): name for names in self.people.items() for name in names if len(name) >= _SHOUTED}
        words = [
            word
            for found in _OPEN_WORD.finditer(text)
            if is_open(found.span()) and (word := self._word(found, shouted)) is not None
        ]
        at = 0
        while at < len(words):
            chain = _chain(words, at, text)
            known = self._named(chain, text)
            single = len(known) == 1
            for word, kind in known:
                if word.name in self.people.values() or (single and self.data.names(word.name)):
                    continue
                if not single and all(self.data.names(each.name) for each, _ in known):
                    continue
                new = self._person(word.name, kind)
                yield word.start, word.end, new.upper() if word.is_shouted else new
            at += max(1, len(known))

    def _word(self, found: re.Match[str], shouted: Mapping[str, str]) -> _Word | None:
        """Return a word as it is known; None for one that no name is written like."""
        word = _straight(found[0])
        if word not in self.people and word in shouted:
            return _Word(*found.span(), shouted[word], is_shouted=True)
        if _JOINED.search(word):
            return None
        return _Word(*found.span(), word) if word[:1].isupper() or word in self.people else None

    def _named(self, chain: list[_Word], text: str) -> list[tuple[_Word, Kind]]:
        """Return the words of a chain of capitalized ones, from its first, that name a person, with their kinds."""
        first, second = chain[0].name, chain[1].name if len(chain) > 1 else ""
        before = text[max(0, chain[0].start - _NEARBY) : chain[0].start]
        titled = bool(_TITLE.search(before))
        follows = bool(second) and second not in {*_LISTED.not_names, *_LISTED.titles} and second not in PLACES
        known = not self.people.keys().isdisjoint((first, *first.split("-"))) or first in self.people.values()
        kind = _GIVEN.get(first) or _GIVEN.get(first.split("-")[0])
        if first in _LISTED.not_names or first in _LISTED.titles:
            return []
        if first.casefold() in _LISTED.methods and not (titled or (kind and follows and second in _FAMILY)):
            return []
        if self.people.get(first) == first:
            return [(chain[0], "either")]  # what follows the client's own name need not be one
        if not (known or titled or kind):
            return []
        if kind == "either" and not (known or titled or (follows and second in _FAMILY)):
            return []
        # By what stands before it alone: what is known changes from text to text, and the reading must not.
        if (first in self.places or first in PLACES) and _PLACE_BEFORE.search(before) and not follows:
            return []
        if (titled and not (kind and follows)) or (known and not kind and not follows):
            return [(chain[0], "family")]
        whole: list[tuple[_Word, Kind]] = [(chain[0], kind or "either")]
        if follows and not self.data.holds(second):
            whole.append((chain[1], "family"))
            if len(chain) > 2 and chain[2].name in _FAMILY:
                whole.append((chain[2], "family"))
        return whole

    def _person(self, word: str, kind: Kind) -> str:
        if word not in self.people and word not in self.people.values():
            self.people[word] = self._chosen(word, _POOLS[kind], self.people)
        return self.people.get(word, word)

    # places

    def _places_in(self, text: str, closed: Sequence[Span]) -> Iterator[tuple[int, int, str]]:
        is_open = _openness(closed)
        for found in self._place_pattern().finditer(text):
            name = found[0]
            if not is_open(found.span()) or name in self.places.values() or name in self.kept or self.data.names(name):
                continue
            before = text[max(0, found.start() - _NEARBY) : found.start()]
            if (name in _GIVEN or name in self.people) and not _PLACE_BEFORE.search(before):
                continue
            if name not in self.places:
                country, kind = PLACES[name]
                if kind not in ("city", "region"):
                    continue
                pool = country.cities if kind == "city" or len(country.regions) < 2 else country.regions
                others = [one for one in pool if one != name]
                self.places[name] = self._chosen(name, others, self.places)
            yield found.start(), found.end(), self.places[name]

    def _place_pattern(self) -> re.Pattern[str]:
        if self._pattern is None or self._pattern[0] != len(self.places):
            names = sorted({*PLACES, *self.places, *self.places.values(), *self.kept}, key=len, reverse=True)
            listed = "|".join(map(re.escape, names))
            self._pattern = len(self.places), re.compile(rf"(?<![\w.@/\\-])(?:{listed})(?!\w|-(?!{_PLACED}))")
        return self._pattern[1]

    # what is chosen

    def _chosen(self, original: str, pool: Iterable[str], known: Mapping[str, str]) -> str:
        """Return the candidate with the lowest hash that is nobody's name yet; with an ending or a number where none
        is.
        """
        taken = {word.casefold() for word in (*known, *known.values(), original)}
        candidates = [one for one in pool if self._is_free(one, taken)]
        if not candidates:
            candidates = [
                f"{one} {ending}" for one in pool for ending in _ENDINGS if self._is_free(f"{one} {ending}", taken)
            ]
        if not candidates:
            return f"{original[0]} {len(known) + 1}"
        return self._lowest(original, candidates)

    def _lowest(self, original: str, candidates: Iterable[str]) -> str:
        """Return the candidate with the lowest hash, by this client and what it stands for."""
        return min(candidates, key=lambda one: hashlib.sha256(f"{self.seed}\n{original}\n{one}".encode()).digest())

    def _is_free(self, word: str, taken: Collection[str]) -> bool:
        return word.casefold() not in taken and not self.data.names(word)


_ENDINGS = ("North", "South", "East", "West", "Nova", "Alta", "Minor", "Major")


def _straight(word: str) -> str:
    return word.replace("’", "'")


def _openness(closed: Iterable[Span]) -> Callable[[Span], bool]:
    """Return a check that a span meets none of the closed ones, made without passing over all of them."""
    merged: list[list[int]] = []
    for start, end in sorted(closed):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(end, merged[-1][1])
        else:
            merged.append([start, end])
    ends = [end for _, end in merged]

    def is_open(span: Span) -> bool:
        at = bisect_right(ends, span[0])
        return at == len(merged) or span[1] <= merged[at][0]

    return is_open


def _changed(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """Return the text with what was swapped, and "a" or "an" before it as the new word wants it."""
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(changes):
        parts += [_with_article(text[at:start], text[start:end], new), new]
        at = end
    return "".join((*parts, text[at:]))


def _chain(words: list[_Word], at: int, text: str) -> list[_Word]:
    """Return a capitalized word and up to two more that follow it directly, or after an initial or a particle."""
    chain = [words[at]]
    for word in words[at + 1 : at + 3]:
        if not _GAP.fullmatch(text[chain[-1].end : word.start]):
            break
        chain.append(word)
    return chain


def _with_article(before: str, old: str, new: str) -> str:
    found = _ARTICLE.search(before, max(0, len(before) - 4))
    if not found or (old[:1] in "AEIOU") == (new[:1] in "AEIOU"):
        return before
    article = found[1][0] + ("n" if new[:1] in "AEIOU" else "")
    return f"{before[: found.start()]}{article} "
