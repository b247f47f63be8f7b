"""Correlations over items that come in clusters, in every resample of whole clusters at once.

Each function takes the cluster of each item (`at`), two values of it, and `counts` (`resampling.Draws`), and returns a
correlation for each row of counts: what scipy gives for items that are repeated as often as their cluster counts. Where
one of the two is the same everywhere a correlation is undefined, which is NaN, and never 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from company.statistics.resampling import Floats, Places, over

Correlation = Callable[[Places, Floats, Floats, Floats], Floats]
_AT_ONCE = 250
"""Resamples whose ranks are in memory together."""


def pearson(at: Places, x: Floats, y: Floats, counts: Floats) -> Floats:
    """Return Pearson's correlation."""
    if not len(x):
        return np.full(len(counts), np.nan)
    x, y = x - x.mean(), y - y.mean()  # so that nothing is lost where both lie far from zero
    parts = (np.ones_like(x), x, y, x * x, y * y, x * y)
    size, sx, sy, sxx, syy, sxy = (counts @ np.bincount(at, part, counts.shape[1]) for part in parts)
    return _from_sums(size, sx, sy, (sxx, syy, sxy))


def spearman(at: Places, x: Floats, y: Floats, counts: Floats) -> Floats:
    """Return Spearman's correlation: ranks are those within each resample."""
    if not len(x):
        return np.full(len(counts), np.nan)
    found = []
    for start in range(0, len(counts), _AT_ONCE):
        rows = counts[start : start + _AT_ONCE]
        weights = rows[:, at]
        one, other = _ranks(at, x, rows), _ranks(at, y, rows)
        size = weights.sum(axis=1)
        middle = ((size + 1) / 2)[:, None]
        one, other = one - middle, other - middle
        sums = [(weights * part).sum(axis=1) for part in (one, other, one * one, other * other, one * other)]
        found.append(_from_sums(size, sums[0], sums[1], (sums[2], sums[3], sums[4])))
    return np.concatenate(found)


def tau_b(at: Places, x: Floats, y: Floats, counts: Floats) -> Floats:
    """Return Kendall's tau-b over all pairs of items, whichever clusters they are of."""
    clusters = counts.shape[1]
    both, ones, others = (np.zeros((clusters, clusters)) for _ in range(3))
    for cluster in np.unique(at):
        own = at == cluster
        sign_x, sign_y = np.sign(x[own, None] - x[None]), np.sign(y[own, None] - y[None])
        for into, signs in ((both, sign_x * sign_y), (ones, np.abs(sign_x)), (others, np.abs(sign_y))):
            into[cluster] = np.bincount(at, signs.sum(axis=0), clusters)
    # A cluster that counts twice is compared with itself, too: its items meet their copies, which are ties.
    s, tx, ty = (((counts @ pairs) * counts).sum(axis=1) for pairs in (both, ones, others))
    return over(s, np.sqrt(tx * ty))


def tau_within(at: Places, x: Floats, y: Floats, counts: Floats) -> Floats:
    """Return the mean of the clusters' own tau-b; clusters in which it is undefined do not count."""
    found = tau_of_each(at, x, y, counts.shape[1])
    known = ~np.isnan(found)
    return over(counts @ np.where(known, found, 0.0), counts @ known.astype(float))


def tau_of_each(at: Places, x: Floats, y: Floats, clusters: int) -> Floats:
    """Return tau-b within each cluster; NaN where it is undefined."""
    found = np.full(clusters, np.nan)
    order = np.argsort(at, kind="stable")
    present, starts = np.unique(at[order], return_index=True)
    for cluster, own in zip(present, np.split(order, starts[1:]), strict=True):
        one, other = np.sign(x[own, None] - x[None, own]), np.sign(y[own, None] - y[None, own])
        below = np.sqrt(np.abs(one).sum() * np.abs(other).sum())
        found[cluster] = (one * other).sum() / below if below else np.nan
    return found


def partial(correlation: Correlation, at: Places, x: Floats, y: Floats, z: Floats, counts: Floats) -> Floats:
    """Return the correlation of x and y with z held: of tau-b, Kendall's partial tau."""
    xy, xz, yz = (correlation(at, one, other, counts) for one, other in ((x, y), (x, z), (y, z)))
    return over(xy - xz * yz, np.sqrt(np.maximum(0.0, (1 - xz**2) * (1 - yz**2))))


def icc(at: Places, rows: Floats, counts: Floats) -> Floats:
    """Return ICC(2,1), two-way random effects, absolute agreement (Shrout and Fleiss, 1979).

    `rows` has an item in each row and a repeat of its rating in each column, two at the least.
    """
    if not rows.size or rows.shape[1] < 2:
        return np.full(len(counts), np.nan)
    rows = rows - rows.mean()
    repeats = rows.shape[1]
    by_item = rows.mean(axis=1)

    def total(part: Floats) -> Floats:
        return counts @ np.bincount(at, part, counts.shape[1])

    size, squares = total(np.ones_like(by_item)), total((rows**2).sum(axis=1))
    middle = over(total(by_item), size)
    columns = np.stack([over(total(column), size) for column in rows.T])
    between = over(repeats * (total(by_item**2) - size * middle**2), size - 1)
    of_columns = size * ((columns - middle) ** 2).sum(axis=0) / (repeats - 1)
    left = squares - repeats * total(by_item**2) - size * (columns**2).sum(axis=0) + size * repeats * middle**2
    error = over(left, (size - 1) * (repeats - 1))
    return over(between - error, between + (repeats - 1) * error + repeats * over(of_columns - error, size))


def _from_sums(size: Floats, sx: Floats, sy: Floats, squares: tuple[Floats, Floats, Floats]) -> Floats:
    sxx, syy, sxy = (over(each, size) for each in squares)
    mx, my = over(sx, size), over(sy, size)
    vx, vy = sxx - mx * mx, syy - my * my
    constant = (vx <= 1e-12 * np.maximum(sxx, 1e-12)) | (vy <= 1e-12 * np.maximum(syy, 1e-12))
    found: Floats = np.where(constant, np.nan, (sxy - mx * my) / np.sqrt(np.where(constant, 1.0, vx * vy)))
    return found


def _ranks(at: Places, values: Floats, counts: Floats) -> Floats:
    """Return the rank of each item within each row of counts; equal ones share the mean of their ranks."""
    distinct, kind = np.unique(values, return_inverse=True)
    members = np.zeros((counts.shape[1], len(distinct)))
    np.add.at(members, (at, kind), 1.0)
    held = counts @ members
    found: Floats = (np.cumsum(held, axis=1) - held + (held + 1) / 2)[:, kind]
    return found
