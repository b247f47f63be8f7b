"""The most likely abilities, weights and spreads (MAP), and intervals of these and of every item (Laplace).

Priors: abilities N(0, 1), standardised weights of features N(what is expected, 1), log a N(0, 0.35²), spreads
half-normal(1). The level of all difficulties, the first column of the features, is nearly free, N(0, 3): a benchmark
may be easy. What is told has its zero at the middle of the abilities.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from company.statistics.item_response.likelihood import NARROWEST, Answers, Point, Summed, summed
from company.statistics.resampling import Floats

LEVEL_SPREAD = 3.0
_WIDE = 1.959963984540054
_STEP = 1e-4
"""By which the gradient is told apart, for the curvature."""


@dataclass(frozen=True)
class Interval:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Fitted:
    """What answers come to."""

    abilities: tuple[Interval, ...]
    weights: tuple[Interval, ...]
    difficulties: tuple[Interval, ...]
    """Of each item, given its answers."""
    foretold: tuple[Interval, ...]
    """Of each item by its features alone, as an item would have it that nobody has answered."""
    slopes: tuple[Interval, ...]
    own: float
    """Standard deviation of what is an item's own, in logits."""
    shared: float
    """The same of what the items of a cluster share; 0 where no two share one."""
    expected: Floats
    """The chance of a right answer of each item (row) and subject (column)."""


@dataclass(frozen=True)
class Priors:
    """What is held of weights before any answer."""

    middle: Floats
    spread: Floats


def fitted(answers: Answers, priors: Priors, counts: Floats | None = None) -> Fitted:
    """Return the fit to answers, and how sure it is.

    `counts` is how many answers a cell is the mean of. They make a subject's ability surer, and no item: answers of one
    subject to one item are alike.
    """
    subjects, weights = answers.right.shape[1], answers.features.shape[1]
    start = np.concatenate([np.zeros(subjects), priors.middle, np.zeros(2)])
    least = [(-8.0, 8.0)] * (subjects + weights) + [(math.log(NARROWEST), 1.5), (math.log(0.05), 1.5)]
    found = minimize(_surprise, start, (answers, priors), "L-BFGS-B", jac=True, bounds=least, options={"gtol": 1e-2})
    place = np.asarray(found.x, dtype=float)
    at = summed(answers, _point(answers, place))
    free = np.array([low < value < high for value, (low, high) in zip(place, least, strict=True)])
    free[-1] &= answers.clustered
    spread = _Spread.at(answers, priors, place, free)
    return _told(_point(answers, place), at, spread, np.ones_like(answers.weight) if counts is None else counts)


def _point(answers: Answers, place: Floats) -> Point:
    subjects = answers.right.shape[1]
    return Point(place[:subjects], place[subjects:-2], float(place[-2]), float(place[-1]))


def _surprise(place: Floats, answers: Answers, priors: Priors) -> tuple[float, Floats]:
    """Return minus the log of the posterior density, and its gradient."""
    at = summed(answers, _point(answers, place))
    subjects = answers.right.shape[1]
    abilities, weights, spreads = place[:subjects], (place[subjects:-2] - priors.middle) / priors.spread, place[-2:]
    # The density of a spread's logarithm: a half-normal's, and the change of scale.
    held = np.sum(abilities**2) / 2 + np.sum(weights**2) / 2 + np.sum(np.exp(2 * spreads) / 2 - spreads)
    return float(held) - at.value, _pull(place, subjects, priors) - at.gradient


def _pull(place: Floats, subjects: int, priors: Priors) -> Floats:
    """Return the gradient of what is held before any answer."""
    weights = (place[subjects:-2] - priors.middle) / priors.spread**2
    return np.concatenate([place[:subjects], weights, np.exp(2 * place[-2:]) - 1])


@dataclass(frozen=True)
class _Spread:
    """How sure a place is, where the middle of all abilities is 0; and how items move with it."""

    covariance: Floats
    difficulty: Floats
    """How each item's difficulty moves with each part of the place."""
    slope: Floats
    """The same of log a."""

    @classmethod
    def at(cls, answers: Answers, priors: Priors, place: Floats, free: Floats) -> _Spread:
        size, subjects = len(place), answers.right.shape[1]
        curved, moved = np.zeros((size, size)), np.zeros((2, size, len(answers.guess)))
        here = summed(answers, _point(answers, place))
        pulled = _pull(place, subjects, priors) - here.gradient
        for number in np.flatnonzero(free):
            there = place.copy()
            there[number] += _STEP
            ahead = summed(answers, _point(answers, there))
            curved[number] = (_pull(there, subjects, priors) - ahead.gradient - pulled) / _STEP
            moved[:, number] = (ahead.middle - here.middle) / _STEP, (ahead.slope - here.slope) / _STEP
        inner = np.ix_(free, free)
        values, vectors = np.linalg.eigh((curved[inner] + curved[inner].T) / 2)
        covariance = np.zeros((size, size))
        covariance[inner] = (vectors / np.maximum(values, 1e-3)) @ vectors.T
        moved[0, :subjects] -= 1 / subjects
        return cls(covariance, *moved)


def _told(point: Point, at: Summed, spread: _Spread, counts: Floats) -> Fitted:
    answers, zero = at.answers, float(point.abilities.mean())
    subjects, size = len(point.abilities), len(spread.covariance)
    # Abilities, and the level of difficulties, are told from the middle of the subjects: where that lies, answers
    # cannot say.
    centred = np.eye(size)
    centred[: subjects + 1, :subjects] -= 1 / subjects
    covariance = centred @ spread.covariance @ centred.T
    of_weights = covariance[subjects:-2, subjects:-2]
    beside, tilted = (
        np.einsum("gi,gh,hi->i", each, spread.covariance, each) for each in (spread.difficulty, spread.slope)
    )
    stretch = np.sqrt(1 + beside / np.maximum(at.variance, 1e-9))
    own, shared = math.exp(point.own), math.exp(point.shared) if answers.clustered else 0.0
    weights = point.weights - zero * np.eye(1, len(point.weights))[0]
    unsure = np.einsum("ip,pq,iq->i", answers.features, of_weights, answers.features)
    return Fitted(
        abilities=_intervals(point.abilities - zero, _of_abilities(at, np.diag(covariance)[:subjects], counts)),
        weights=_intervals(weights, np.diag(of_weights)),
        difficulties=tuple(
            Interval(float(mid - zero), float(mid - zero - (mid - low) * by), float(mid - zero + (high - mid) * by))
            for mid, (low, high), by in zip(at.middle, at.tails, stretch, strict=True)
        ),
        foretold=_intervals(answers.features @ weights, unsure + own**2 + shared**2),
        slopes=tuple(
            Interval(*map(math.exp, (each.value, each.low, each.high)))
            for each in _intervals(at.slope, at.slope_variance + tilted)
        ),
        own=own,
        shared=shared,
        expected=at.expected,
    )


def _of_abilities(at: Summed, variance: Floats, counts: Floats) -> Floats:
    """Return the variance of each ability: what items leave open of it stays, however often they are asked."""
    weight = at.answers.weight
    once = np.maximum((at.information * weight).sum(axis=0), 1e-9)
    often = np.maximum((at.information * counts * (weight > 0)).sum(axis=0), 1e-9)
    left = np.maximum(0.0, variance - _drawn(once))
    grown = (often / (1 + often)) / (once / (1 + once))
    found: Floats = _drawn(often) + left * grown**2
    return found


def _drawn(information: Floats) -> Floats:
    """Return the variance of abilities, told from their middle, that comes of so few answers."""
    alone, subjects = 1 / (1 + information), len(information)
    found: Floats = alone * (1 - 2 / subjects) + alone.sum() / subjects**2
    return found


def _intervals(values: Floats, variances: Floats) -> tuple[Interval, ...]:
    halves = _WIDE * np.sqrt(np.maximum(0.0, variances))
    return tuple(
        Interval(float(value), float(value - half), float(value + half))
        for value, half in zip(values, halves, strict=True)
    )
