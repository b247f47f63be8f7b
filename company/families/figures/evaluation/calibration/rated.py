"""Figures that people rated, beside what they were scored: what every figure on calibration is computed of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from company.statistics.resampling import Draws, Floats, Places, drawn

By = Literal["judge", "drawn"]
WORDS: dict[By, str] = {"judge": "the judge's scores", "drawn": "D"}


@dataclass(frozen=True)
class Rated:
    """A figure that a model drew, which people rated from 0 to 100."""

    data_id: str
    human: float
    """The mean of what people said."""
    judge: float | None
    """What the judge says; None where it is unscored."""
    drawn: float | None
    """D, by what is drawn; None where that is not known."""
    people: tuple[tuple[int, float], ...] = ()
    """Who said what."""


@dataclass(frozen=True)
class Beside:
    """People's ratings and a score of the same figures."""

    names: Sequence[str]
    """The case of each, which is what is resampled."""
    human: Floats
    score: Floats
    by: By

    @classmethod
    def of(cls, rated: Sequence[Rated], by: By) -> Beside:
        """Return the figures that have the score."""
        known = [each for each in rated if getattr(each, by) is not None]
        human, score = (np.array([getattr(each, name) for each in known], dtype=float) for name in ("human", by))
        return cls([each.data_id for each in known], human, score, by)

    @cached_property
    def draws(self) -> Draws:
        """Resamples of the cases."""
        return drawn(self.names)

    @property
    def at(self) -> Places:
        """The column of each figure's case in `draws`."""
        return self.draws.places(self.names)

    @property
    def clusters(self) -> int:
        """How many cases there are."""
        return len(self.draws.clusters)

    @property
    def undefined(self) -> str:
        """Why nothing can be correlated; "" where it can."""
        if len(self.names) < 2:
            return f"{len(self.names)} figures have both people's ratings and {WORDS[self.by]}; it takes two"
        constant = [
            what
            for what, values in (("people's ratings", self.human), (WORDS[self.by], self.score))
            if np.ptp(values) == 0
        ]
        return f"{' and '.join(constant)} are the same everywhere" if constant else ""

    def only(self, kept: Sequence[bool]) -> Beside:
        """Return some of the figures."""
        mask = np.array(kept, dtype=bool)
        names = [name for name, each in zip(self.names, kept, strict=True) if each]
        return Beside(names, self.human[mask], self.score[mask], self.by)
