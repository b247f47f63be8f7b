"""The likelihood of answers, with the difficulty of every item integrated out on a grid; and its gradient.

An item's difficulty b is what its features add up to, what it shares with the items of its cluster, and what is its
own: b = X weights + u + ε. Given abilities and weights, clusters are independent, so that b, a and u are summed over
instead of being maximised: with three answers to an item, the highest point of its curve says little of its middle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.polynomial.hermite_e import hermegauss

from company.statistics.resampling import Floats, Places

SPREAD_OF_SLOPES = 0.35
"""Standard deviation of log a."""
_GRID = np.arange(-10.0, 10.01, 0.25)
"""Of difficulties."""
NARROWEST = 0.2
"""The least spread of difficulties about their features that the grid can hold, in logits."""
_SHARED = np.linspace(-3.5, 3.5, 21)
"""What items of a cluster share, in standard deviations."""
_SLOPES = 7


@dataclass(frozen=True)
class Answers:
    """What subjects made of items."""

    right: Floats
    """Share of right answers of each item (row) and subject (column), from 0 to 1; anything where there is none."""
    weight: Floats
    """How much such a cell says of its item: 0 where there is no answer."""
    guess: Floats
    """The chance to be right without knowing anything, by item."""
    features: Floats
    """A row for each item; a column that is 1 everywhere is the level."""
    cluster: Places
    """The cluster of each item, as numbers from 0."""
    sloped: bool
    """Whether items have slopes of their own; else a = 1."""

    @cached_property
    def clustered(self) -> bool:
        """Whether any two items share a cluster: else what clusters share cannot be told from what is an item's own."""
        return bool((np.bincount(self.cluster) > 1).any())

    @cached_property
    def slopes(self) -> tuple[Floats, Floats]:
        """Values of log a, and the weight of each."""
        if not self.sloped:
            return np.zeros(1), np.ones(1)
        places, weights = hermegauss(_SLOPES)
        return SPREAD_OF_SLOPES * places, weights / weights.sum()

    @cached_property
    def kinds(self) -> list[tuple[float, Places]]:
        """Each chance to guess, with the items that have it."""
        return [(float(each), np.flatnonzero(self.guess == each)) for each in np.unique(self.guess)]


@dataclass(frozen=True)
class Point:
    """Values of what all items have in common."""

    abilities: Floats
    weights: Floats
    """Of features."""
    own: float
    """Log of the standard deviation of what is an item's own."""
    shared: float
    """Log of that of what the items of a cluster share."""


@dataclass(frozen=True)
class Summed:
    """What answers say at one point."""

    value: float
    """Log of the likelihood."""
    gradient: Floats
    """By abilities, weights, `own` and `shared`."""
    answers: Answers
    at: Floats
    """How likely each item is at each place of the grid, given the answers."""
    places: Floats
    """The same at each place and slope."""
    nodes: _Nodes

    @cached_property
    def middle(self) -> Floats:
        """Mean difficulty of each item."""
        return self.at @ _GRID

    @cached_property
    def variance(self) -> Floats:
        """Of the same."""
        found: Floats = self.at @ _GRID**2 - self.middle**2
        return found

    @cached_property
    def slope(self) -> Floats:
        """Mean of log a."""
        found: Floats = self.places.sum(axis=1) @ self.answers.slopes[0]
        return found

    @cached_property
    def slope_variance(self) -> Floats:
        """Of the same."""
        found: Floats = self.places.sum(axis=1) @ self.answers.slopes[0] ** 2 - self.slope**2
        return found

    @cached_property
    def tails(self) -> Floats:
        """Of each item's difficulty, the 2.5 % and the 97.5 % point."""
        middles = np.cumsum(self.at, axis=1) - self.at / 2  # half of a node's weight lies below it
        return np.array([np.interp([0.025, 0.975], row, _GRID) for row in middles])

    @cached_property
    def expected(self) -> Floats:
        """The chance of a right answer of each item and subject."""
        return self.nodes.mean(self.answers, self.places, self.nodes.chance)

    @cached_property
    def information(self) -> Floats:
        """What one answer to an item tells of a subject's ability (Fisher's), by item and subject."""
        return self.nodes.mean(self.answers, self.places, self.nodes.information)


def summed(answers: Answers, point: Point) -> Summed:
    """Return the likelihood at a point with its gradient, and what it says of each item."""
    nodes = _Nodes.at(answers, point.abilities)
    logs = nodes.answered(answers)  # item, difficulty, slope
    top = logs.max(axis=(1, 2), keepdims=True)
    likely = np.exp(logs - top) * answers.slopes[1]
    by_place = likely.sum(axis=2)
    own, shared, prior = math.exp(point.own), *_shared(answers, point)
    centre = (answers.features @ point.weights)[:, None] + shared
    density = np.exp(-(((_GRID - centre[:, :, None]) / own) ** 2) / 2)
    joint = density * (by_place * ((_GRID[1] - _GRID[0]) / (own * math.sqrt(2 * math.pi))))[:, None]
    sums = joint @ np.stack([np.ones_like(_GRID), _GRID, _GRID**2], axis=1)  # item, shared, moment
    items = np.maximum(sums[:, :, 0], 1e-300)
    of_shared, value = _by_cluster(answers, np.log(items), prior)
    at = ((of_shared / items)[:, None] @ joint)[:, 0]
    first, second = sums[:, :, 1] / items, sums[:, :, 2] / items
    beyond = of_shared * (first - centre)
    squares = of_shared * (second - 2 * first * centre + centre**2)
    places = likely * (at / np.maximum(by_place, 1e-300))[:, :, None]
    gradient = [
        nodes.gradient(answers, places),
        answers.features.T @ beyond.sum(axis=1) / own**2,
        [squares.sum() / own**2 - len(items), (beyond @ shared).sum() / own**2],
    ]
    return Summed(value + float(top.sum()), np.concatenate(gradient), answers, at, places, nodes)


def _shared(answers: Answers, point: Point) -> tuple[Floats, Floats]:
    """Return what items of a cluster may share, and how likely each is before any answer."""
    if not answers.clustered:
        return np.zeros(1), np.ones(1)
    prior = np.exp(-(_SHARED**2) / 2)
    return math.exp(point.shared) * _SHARED, prior / prior.sum()


def _by_cluster(answers: Answers, logs: Floats, prior: Floats) -> tuple[Floats, float]:
    """Return how likely each shared part is for each item, given all answers in its cluster; and the log likelihood."""
    clusters = np.zeros((answers.cluster.max() + 1, len(prior)))
    np.add.at(clusters, answers.cluster, logs)
    highest = clusters.max(axis=1, keepdims=True)
    held = np.exp(clusters - highest) * prior
    whole = held.sum(axis=1, keepdims=True)
    return (held / whole)[answers.cluster], float((np.log(whole) + highest).sum())


@dataclass(frozen=True)
class _Nodes:
    """For each chance to guess: what happens at every difficulty and slope, as subject, difficulty, slope."""

    chance: list[Floats]
    """Of a right answer."""
    up: list[Floats]
    """How a right answer's log of it grows with ability; `down`, a wrong one's."""
    down: list[Floats]
    information: list[Floats]

    @classmethod
    def at(cls, answers: Answers, abilities: Floats) -> _Nodes:
        slopes = np.exp(answers.slopes[0])[None, None]
        known = np.exp(-np.logaddexp(0.0, -slopes * (abilities[:, None] - _GRID)[:, :, None]))
        known = np.clip(known, 1e-12, 1 - 1e-12)
        chance, up, down, information = [], [], [], []
        for guess, _ in answers.kinds:
            right = guess + (1 - guess) * known
            chance.append(right)
            up.append(slopes * (1 - guess) * known * (1 - known) / right)
            down.append(-slopes * known)
            information.append(-up[-1] * down[-1])  # the squared slope of the chance over its variance
        return cls(chance, up, down, information)

    def answered(self, answers: Answers) -> Floats:
        """Return the log of the likelihood of each item's answers."""
        rows = np.empty((len(answers.guess), *self.chance[0].shape[1:]))
        for (_, items), right in zip(answers.kinds, self.chance, strict=True):
            good, bad = _counted(answers, items)
            rows[items] = np.tensordot(good, np.log(right), 1) + np.tensordot(bad, np.log1p(-right), 1)
        return rows

    def gradient(self, answers: Answers, places: Floats) -> Floats:
        """Return how the likelihood grows with each ability."""
        found = np.zeros(answers.right.shape[1])
        for (_, items), up, down in zip(answers.kinds, self.up, self.down, strict=True):
            good, bad = _counted(answers, items)
            for counted, grown in ((good, up), (bad, down)):
                found += (np.tensordot(counted.T, places[items], 1) * grown).sum(axis=(1, 2))
        return found

    def mean(self, answers: Answers, places: Floats, values: list[Floats]) -> Floats:
        """Return the mean of values over what items may be, by item and subject."""
        found = np.empty(answers.right.shape)
        for (_, items), each in zip(answers.kinds, values, strict=True):
            found[items] = np.tensordot(places[items], each, axes=([1, 2], [1, 2]))
        return found


def _counted(answers: Answers, items: Places) -> tuple[Floats, Floats]:
    weight, right = answers.weight[items], answers.right[items]
    return weight * right, weight * (1 - right)
