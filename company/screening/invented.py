"""Clients before anything is written about them: names, and places where such names are at home, drawn from lists."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal

from company.screening.flags import Data
from company.screening.listed import Country, listed
from company.screening.places import COUNTRIES


@dataclass(frozen=True)
class Identity:
    """Somebody who does not exist."""

    first: str
    family: str
    city: str
    country: str
    pronoun: Literal["she", "he"]

    @property
    def name(self) -> str:
        """First name and family name."""
        return f"{self.first} {self.family}"

    @property
    def location(self) -> str:
        """City and country."""
        return f"{self.city}, {self.country}"


def identities(seed: str, data: Data, about: Collection[str]) -> Iterator[Identity]:
    """Yield people without end; whom one place in the row has depends on the seed, the table and those before alone.

    Nobody has a name or a place of the table `data`, or lives in a country of which the table is about some place, and
    no two have a name, a city or a country in common, as long as the lists have others.
    """
    draw = _Draw(seed, data, frozenset(about))
    return (draw.next(str(number)) for number in count(1))


class _Draw:
    def __init__(self, seed: str, data: Data, about: frozenset[str]) -> None:
        self._seed = seed
        self._data = data
        self._about = about
        self._times: Counter[str] = Counter()

    def next(self, turn: str) -> Identity:
        turn = f"{self._seed}\n{turn}"
        country = self._country(turn)
        home = min((each for each in listed().peoples if country.names[0] in each.countries), key=_by(f"{turn} people"))
        pronoun: Literal["she", "he"] = min(("she", "he"), key=_by(f"{turn} pronoun"))
        given, further = (home.women, listed().women) if pronoun == "she" else (home.men, listed().men)
        city = self._picked(f"{turn} city", country.cities)
        first = self._picked(f"{turn} first", given, further, _double(given))
        family = self._picked(f"{turn} family", home.families, listed().families, _double(home.families))
        return Identity(first, family, city, country.names[0], pronoun)

    def _country(self, turn: str) -> Country:
        unnamed = [
            each for each in COUNTRIES if not self._about.intersection((*each.names, *each.cities, *each.regions))
        ]
        by_name = {each.names[0]: each for each in unnamed or COUNTRIES}
        return by_name[self._picked(f"{turn} country", by_name)]

    def _picked(self, what: str, *pools: Iterable[str]) -> str:
        """Return one of the first pool in which any is new; where none is, of those that came least often. What is the
        table's comes last.
        """
        for pool in pools:
            if new := [one for one in pool if not self._times[one] and not self._data.names(one)]:
                break
        else:
            every = [one for pool in pools for one in pool]
            others = [one for one in every if not self._data.names(one)] or every
            fewest = min(self._times[one] for one in others)
            new = [one for one in others if self._times[one] == fewest]
        chosen = min(new, key=_by(what))
        self._times[chosen] += 1
        return chosen


def _by(what: str) -> Callable[[object], bytes]:
    """Return a key that puts things in an order by chance, of their own for `what`."""
    return lambda one: hashlib.sha256(f"{what}\n{one}".encode()).digest()


def _double(names: Sequence[str]) -> list[str]:
    return [f"{one}-{other}" for one in names for other in names if one != other]
