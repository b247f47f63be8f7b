"""What a response to one case of captions is worth, with the ratings that it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from company.evaluation.scored import Scored
from company.families.captions.evaluation.replies import LOWEST

Ratings = Mapping[str, Sequence[float | None]]
"""By the id of a caption or a twin, its rating in each repeat; None for one that could not be read."""


@dataclass(frozen=True, kw_only=True)
class ScoredCaptions(Scored):
    """One case, and its ratings."""

    ratings: Ratings = field(default_factory=dict)
    """Empty for a choice."""

    @property
    def cluster(self) -> str:
        """The figure that it is about."""
        return self.data_id.rpartition(".")[0] or self.data_id

    @property
    def unread(self) -> int:
        """How many ratings could not be read."""
        return sum(each is None for repeats in self.ratings.values() for each in repeats)


def mean_of(repeats: Sequence[float | None]) -> float:
    """Return the mean of a caption's ratings; one that could not be read counts as the lowest, as in the seed."""
    return sum(LOWEST if each is None else each for each in repeats) / len(repeats)


def mean_of_read(repeats: Sequence[float | None]) -> float | None:
    """Return the mean of those that could be read; None where there is none."""
    read = [each for each in repeats if each is not None]
    return sum(read) / len(read) if read else None
