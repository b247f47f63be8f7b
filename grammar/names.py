"""Names and the places that they belong to, by region; invented people are put together from these."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from grammar.words import words

REGIONS: Sequence[Mapping[str, Sequence[str]]] = words("regions")["region"]
"""First names of women and men, last names, and cities of each part of the world."""


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
    drawn: list[tuple[int, Identity]] = []
    for _ in range(60):
        found = _anybody(chance)
        score = 4 * (found.name in names) + (found.first in used) + (found.last in used) + (found.location in locations)
        drawn.append((score, found))
        if score == 0:
            break
    _, best = min(drawn, key=lambda pair: pair[0])
    return best if best.name not in names else _initialled(best, names)


def _anybody(chance: random.Random) -> Identity:
    region = chance.choice(REGIONS)
    she = chance.random() < 0.5
    first = chance.choice(region["women" if she else "men"])
    return Identity(first, chance.choice(region["last"]), chance.choice(region["cities"]), she)


def _initialled(person: Identity, names: Collection[str]) -> Identity:
    initialled = (replace(person, last=f"{letter}. {person.last}") for letter in "ABCDEFGHIJKLMNOPRSTVWZ")
    free = (known for known in initialled if known.name not in names)
    return next(free, replace(person, last=f"{person.last} {len(names)}"))
