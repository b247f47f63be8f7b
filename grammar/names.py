"""Names and the places that they belong to, by region; invented people are put together from these."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass

from grammar.words import words


@dataclass(frozen=True)
class Region:
    """First names of women and men, last names, and cities of one part of the world."""

    women: tuple[str, ...]
    men: tuple[str, ...]
    last: tuple[str, ...]
    cities: tuple[str, ...]


REGIONS: tuple[Region, ...] = tuple(Region(**told) for told in words("regions")["region"])


@dataclass(frozen=True)
class Identity:
    """Somebody's name, place and pronoun."""

    first: str
    last: str
    location: str
    she: bool

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}"


def new_identity(names: Collection[str], locations: Collection[str], chance: random.Random) -> Identity:
    """Somebody whose first name, last name and city nobody has yet, as long as there are any left."""
    used = {word for name in names for word in name.split()}
    best: tuple[int, Identity] | None = None
    for _ in range(60):
        found = _anybody(chance)
        score = 4 * (found.name in names) + (found.first in used) + (found.last in used) + (found.location in locations)
        if best is None or score < best[0]:
            best = score, found
        if score == 0:
            break
    assert best is not None
    return best[1] if best[1].name not in names else _initialled(best[1], names)


def _anybody(chance: random.Random) -> Identity:
    region = chance.choice(REGIONS)
    she = chance.random() < 0.5
    first = chance.choice(region.women if she else region.men)
    return Identity(first, chance.choice(region.last), chance.choice(region.cities), she)


def _initialled(person: Identity, names: Collection[str]) -> Identity:
    for letter in "ABCDEFGHIJKLMNOPRSTVWZ":
        last = f"{letter}. {person.last}"
        if f"{person.first} {last}" not in names:
            return Identity(person.first, last, person.location, person.she)
    return Identity(person.first, f"{person.last} {len(names)}", person.location, person.she)
