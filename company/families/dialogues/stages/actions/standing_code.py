"""Whether a query on which group is in front stands as it is put. Runs in the sandbox, before the statements on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Standing:
    """A query as code: what it takes for granted, and the figure of each group by the sense of two vague words."""

    source: pd.DataFrame
    figures_of: Callable[..., pd.Series]
    points: list[list[object]]
    """The senses of each of the two words."""
    side: str
    """highest or lowest."""
    granted: list[bool]
    """Whether each thing holds that is taken for granted."""

    def ranked(self, first: object, second: object, frame: pd.DataFrame) -> pd.Series | None:
        """Return the figures of all groups in one sense of the words; None where there are none."""
        try:
            return self.figures_of(frame.copy(), first, second).dropna()
        except (ValueError, KeyError, IndexError, ZeroDivisionError):
            return None

    def in_front(self, first: object, second: object, frame: pd.DataFrame) -> str | None:
        """Return the group in front; None where there is none, or no single one, or nothing to be ahead of."""
        figures = self.ranked(first, second, frame)
        if figures is None or len(figures) < 2 or not np.isfinite(figures.astype(float)).all():
            return None
        best = figures.max() if self.side == "highest" else figures.min()
        front = figures.index[np.isclose(figures.astype(float), best, rtol=1e-6)]
        return str(front[0]) if len(front) == 1 else None

    def leaders(self, frame: pd.DataFrame) -> list[list[str | None]]:
        """Return the group in front of a frame, by the sense of the first word and of the second."""
        return [[self.in_front(one, other, frame) for other in self.points[1]] for one in self.points[0]]

    def answered(self, label: str) -> bool:
        """Return whether all that is taken for granted holds, and the answer is this in every sense of the words."""
        return all(self.granted) and {each for row in self.leaders(self.source) for each in row} == {label}

    def hinges_on(self, place: int) -> bool:
        """Return whether all that is taken for granted holds, and the answer depends on this word's sense."""
        found = self.leaders(self.source)
        if not all(self.granted) or any(each is None for row in found for each in row):
            return False
        rows = found if place == 0 else [list(row) for row in zip(*found, strict=True)]
        return any(one != other for one, other in zip(*rows, strict=True))

    def lacking(self, place: int) -> bool:
        """Return whether this is taken for granted and does not hold."""
        return not self.granted[place]
