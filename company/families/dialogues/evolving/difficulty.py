"""How hard a turn of an evolving analysis is by what it depends on, before any model has answered it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Self

from company.evaluation.traits import Level, Traits

FEATURES: Final = "features"
"""The field of a line."""
EXPECTED: Final[Mapping[str, float]] = {
    "log2(1 + distance)": 0.4,
    "breadth": 0.3,
    "versions - 1": 0.4,
    "chain - 1": 0.5,
    "tables - 1": 0.4,
    "rules": 0.5,
    "computed": 0.6,
    "standing": 0.8,
    "log2(1 + views)": 0.3,
    "left open": 0.8,
}
"""What each term adds, until logs have told (`company calibrate`)."""
_LATER: Final = frozenset(("computed", "standing", "views", "left_open", "lazy"))
"""Features that the lines of older folders do not have."""
_IF_ANY: Final = frozenset(("views", "left_open", "lazy"))
"""Features that a line tells only where there are any."""
EASY_BELOW: Final = 2.0
HARD_FROM: Final = 3.5


@dataclass(frozen=True)
class Features:
    """What a turn depends on."""

    distance: int
    """Turns back to the farthest one that it depends on; 0 where it depends on none."""
    breadth: int
    """Turns that it depends on."""
    versions: int
    """Of the term that has changed most; 1 where none has."""
    chain: int
    """Of turns that rest on one another, the longest; 1 where there is none."""
    tables: int = 1
    rules: int = 0
    """Of the handbook, by their names."""
    computed: int = 0
    """Terms that are worked out over several rows in their order, and wrongly by who makes one of the usual slips."""
    standing: int = 0
    """Rules of the handbook that hold without being named."""
    views: int = 0
    """Ways to take its terms, by one of which the number of an old report was made."""
    left_open: int = 0
    """Terms that nobody has explained, and that have to be asked for."""
    lazy: int = 0
    """Of four who keep nothing of what was agreed, how many have it right all the same."""

    @property
    def terms(self) -> dict[str, float]:
        """Each feature in the form in which it adds to difficulty, named as in `EXPECTED`."""
        values = (
            math.log2(1 + self.distance),
            self.breadth,
            max(0, self.versions - 1),
            max(0, self.chain - 1),
            max(0, self.tables - 1),
            self.rules,
            self.computed,
            self.standing,
            math.log2(1 + self.views),
            self.left_open,
        )
        return {name: float(value) for name, value in zip(EXPECTED, values, strict=True)}

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> Self | None:
        """Return what a line says; None where it does not say, or says something else."""
        said = line.get(FEATURES)
        names = {each.name for each in fields(cls)}
        if not isinstance(said, Mapping) or not names - _LATER <= said.keys() <= names:
            return None
        whole = all(type(value) is int and value >= 0 for value in said.values())
        return cls(**said) if whole else None

    def as_json(self) -> dict[str, int]:
        """Return it as a line says it."""
        return {name: value for name, value in asdict(self).items() if value or name not in _IF_ANY}


def hardness(features: Features) -> float:
    """Return h, the sum of what the features are expected to add."""
    return sum(EXPECTED[name] * value for name, value in features.terms.items())


def level(h: float) -> Level:
    """Return in which of three parts h lies."""
    return "easy" if h < EASY_BELOW else "medium" if h < HARD_FROM else "hard"


def level_of(features: Features) -> Level:
    """Return the level of a turn: nothing is hard that somebody has right who keeps nothing."""
    found = level(hardness(features))
    return "medium" if found == "hard" and features.lazy else found


def traits(line: Mapping[str, Any]) -> Traits:
    """Return what `company calibrate` is told of a case, whose answer cannot be guessed."""
    features = Features.of(line)
    if features is None:
        return Traits()
    return Traits(features.terms, expected=EXPECTED, level=level_of(features))
