"""How far two samples of vectors lie apart, as pictures are compared: by Fréchet's distance, and by a kernel's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit  # scipy.stats takes several times as long to import

from company.statistics.intervals import LEVEL

Vectors = NDArray[np.float64]


@dataclass(frozen=True)
class Distance:
    """An estimate, and its interval."""

    value: float
    low: float | None
    """Of the 95 % interval; None for fewer than three pairs."""
    high: float | None


def frechet(one: Vectors, other: Vectors) -> float:
    """Return the squared Fréchet distance of the normal distributions that fit both: FID where rows are Inception's.

    What takes the root of the product of both covariances elsewhere is here the sum of singular values of the samples'
    own product, which is the same number, and exact where a sample has fewer rows than columns. Raises ValueError for
    fewer than two rows.
    """
    if min(len(one), len(other)) < 2:
        raise ValueError("a covariance takes two rows or more")
    between = one.mean(axis=0) - other.mean(axis=0)
    a, b = _centred(one), _centred(other)
    shared = np.linalg.svd(_short(a) @ _short(b).T, compute_uv=False).sum()
    return max(0.0, float(between @ between + (a**2).sum() + (b**2).sum() - 2 * shared))


def kernel(one: Vectors, other: Vectors) -> Distance:
    """Return the unbiased squared distance under the kernel (x·y / columns + 1)³: KID where rows are Inception's.

    It is of all rows, and so the mean over all subsets that could be drawn of them. Row by row both belong together;
    the interval leaves out a pair at a time (the jackknife), with Student's t. Raises ValueError for samples of
    different lengths, or fewer than two rows.
    """
    if len(one) != len(other) or len(one) < 2:
        raise ValueError("two samples of the same length are wanted, of two rows or more")
    count = len(one)
    own, others, between = (_cubic(x, y) for x, y in ((one, one), (other, other), (one, other)))
    for each in (own, others):
        np.fill_diagonal(each, 0.0)
    within, across = float(own.sum() + others.sum()), float(between.sum())
    value = _unbiased(within, across, count)
    if count < 3:
        return Distance(value, None, None)
    less_within = within - 2 * (own.sum(axis=1) + others.sum(axis=1))
    less_across = across - between.sum(axis=0) - between.sum(axis=1) + between.diagonal()
    without = less_within / ((count - 1) * (count - 2)) - 2 * less_across / (count - 1) ** 2
    error = np.sqrt((count - 1) / count * ((without - without.mean()) ** 2).sum())
    half = float(stdtrit(count - 1, (1 + LEVEL) / 2) * error)
    return Distance(value, value - half, value + half)


def _unbiased(within: float, across: float, count: int) -> float:
    return within / (count * (count - 1)) - 2 * across / count**2


def _centred(rows: Vectors) -> Vectors:
    centred: Vectors = (rows - rows.mean(axis=0)) / np.sqrt(len(rows) - 1)
    return centred


def _short(rows: Vectors) -> Vectors:
    """Return no more rows than columns, of the same products between columns."""
    if len(rows) <= rows.shape[1]:
        return rows
    short: Vectors = np.asarray(np.linalg.qr(rows, mode="r"))
    return short


def _cubic(one: Vectors, other: Vectors) -> Vectors:
    product: Vectors = (one @ other.T / one.shape[1] + 1) ** 3
    return product
