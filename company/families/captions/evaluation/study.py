"""Raters beside people, caption by caption: what every table is computed of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from company.benchmark.reading import Benchmark
from company.evaluation.accuracies import share_of
from company.evaluation.sittings import Sitting
from company.families.captions.body import Line, shown_of
from company.families.captions.evaluation.features import FEATURES
from company.families.captions.evaluation.people import HALF, Key, People, people_of
from company.families.captions.evaluation.scored import ScoredCaptions, mean_of, mean_of_read
from company.families.captions.records import MISTAKES, WRITERS
from company.statistics.resampling import Draws, Floats, Places, drawn

MIDDLE = len(WRITERS) + 1
"""Less a rank, that is the rank from the other end."""
Ratings = Mapping[Key, float]


@dataclass(frozen=True)
class Column:
    """What one rater gives each caption."""

    name: str
    ratings: Ratings
    """What could not be read counts as the lowest."""
    read: Ratings
    """Without that."""
    repeats: Mapping[Key, Sequence[float]]
    """All ratings of each caption, in the order in which they were asked for."""
    unread: int = 0
    asked: int = 0


@dataclass(frozen=True)
class Items:
    """Captions with the figure of each, a rater's values, and how people ranked them, 1 the best."""

    keys: Sequence[Key]
    at: Places
    x: Floats
    rank: Floats
    draws: Draws

    @property
    def clusters(self) -> int:
        """How many figures they are of."""
        return len(self.draws.clusters)

    def only(self, kept: Sequence[bool]) -> Items:
        """Return some of them; figures are resampled as before."""
        mask = np.array(kept, dtype=bool)
        keys = [key for key, each in zip(self.keys, kept, strict=True) if each]
        return Items(keys, self.at[mask], self.x[mask], self.rank[mask], self.draws)


@dataclass(frozen=True)
class Study:
    """A benchmark with what people and models said of its captions."""

    content: Benchmark
    sittings: Mapping[str, Sitting]

    @cached_property
    def sets(self) -> dict[str, Line]:
        """The caption sets that are scored, by data_id."""
        lines = self.content.cases.get("ranking", ())
        return {line["data_id"]: line for line in lines if self.content.family.scoring.counts(line)}

    @cached_property
    def people(self) -> People:
        """What people said."""
        return people_of(self.content)

    @cached_property
    def captions(self) -> dict[Key, Line]:
        """Every caption that was written, without twins."""
        return {(name, str(each["id"])): each for name, line in self.sets.items() for each in line["captions"]}

    @cached_property
    def shown(self) -> dict[Key, Line]:
        """Every caption and every twin."""
        return {(name, str(each["id"])): each for name, line in self.sets.items() for each in shown_of(line)}

    @cached_property
    def ranks(self) -> dict[Key, float]:
        """The mean rank of each caption that experts ranked."""
        return {key: rank for key, rank in self.people.ranks().items() if key in self.captions}

    @cached_property
    def models(self) -> list[Column]:
        """A column for each sitting that rated captions."""
        found = [_of_sitting(name, sitting, self.shown) for name, sitting in self.sittings.items()]
        return [each for each in found if each.ratings]

    @cached_property
    def readers(self) -> list[Column]:
        """What readers replied, as the seed counts it and with "unsure" for a half; none where they were not asked."""
        if not self.people.replies:
            return []
        ways = {"readers": self.people.helpful(), "readers, unsure for a half": self.people.helpful(HALF)}
        return [Column(name, own := _only(said, self.shown), own, {}) for name, said in ways.items()]

    @cached_property
    def counted(self) -> list[Column]:
        """What can be counted on a caption, a column each."""
        return [
            Column(
                title, ratings := {key: count(self.sets[key[0]], each) for key, each in self.shown.items()}, ratings, {}
            )
            for title, count in FEATURES.values()
        ]

    @property
    def length(self) -> Ratings:
        """The number of words of each caption."""
        return self.counted[0].ratings

    @cached_property
    def flagged(self) -> set[Key]:
        """Captions of which half of their readers or more say that they have one of the four errors."""
        shares = [self.people.flagged(error) for error in MISTAKES]
        return {key for each in shares for key, share in each.items() if share >= 0.5 and key in self.captions}

    @cached_property
    def planted(self) -> set[Key]:
        """Captions that have one of the four errors."""
        return {key for key, each in self.captions.items() if each["errors"]}

    def items(self, ratings: Ratings, without: set[Key]) -> Items:
        """Return the captions that are both rated and ranked, but for some.

        Their figures are resampled, the same ones always alike, so that raters of the same captions can be compared.
        """
        keys = [key for key in self.captions if key in ratings and key in self.ranks and key not in without]
        x, rank = (np.array([values[key] for key in keys], dtype=float) for values in (ratings, self.ranks))
        figures = [data_id for data_id, _ in keys]
        draws = drawn(figures)
        return Items(keys, draws.places(figures), x, rank, draws)


def told_share(items: Sequence[tuple[str, float]]) -> dict[str, Any] | None:
    """Return the mean of what is from 0 to 1, each with its figure, as plain JSON; None where there is nothing."""
    return share_of([(figure, worth, 1.0) for figure, worth in items]).as_json() if items else None


def _of_sitting(name: str, sitting: Sitting, shown: Mapping[Key, Line]) -> Column:
    scored = [each.scored for each in sitting.answers if isinstance(each.scored, ScoredCaptions)]
    given = {(each.data_id, caption): repeats for each in scored for caption, repeats in each.ratings.items()}
    given = {key: repeats for key, repeats in given.items() if key in shown and repeats}
    read = {key: mean_of_read(repeats) for key, repeats in given.items()}
    return Column(
        name,
        {key: mean_of(repeats) for key, repeats in given.items()},
        {key: value for key, value in read.items() if value is not None},
        {key: [mean_of([each]) for each in repeats] for key, repeats in given.items()},
        sum(each is None for repeats in given.values() for each in repeats),
        sum(len(repeats) for repeats in given.values()),
    )


def _only(ratings: Ratings, shown: Mapping[Key, Line]) -> Ratings:
    return {key: value for key, value in ratings.items() if key in shown}
