"""Cases that a solver answers right are left out, but for a draw of whole clusters; and what that does is told.

What a filter keeps is hard for the solver by selection, and its keys are more often wrong: a wrong key is never
answered right. So the figure on all cases stays the headline, a draw stays unfiltered for models to come, and every
kept case needs two other solutions that agree, or a person.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import numpy as np

from company.benchmark.publishing.draft import Draft, Line
from company.errors import ArchiveError, ConfigError
from company.showing.grids import counted
from company.statistics.intervals import of_share

SUBSET: Final = "subset"
"""The field of a line: whether its case was drawn before the filter, or kept by it."""
NEEDS_PERSON: Final = "needs_person"
"""The field of a kept case that neither other solutions nor a person have confirmed."""
AGREEING = 2
"""Other solutions with the reference's results that confirm a kept case."""
WRONG_KEYS = (0.005, 0.01, 0.02)
"""Shares of wrong keys among all cases for which the card reckons the share among kept ones."""
D = TypeVar("D", bound=Draft)


@dataclass(frozen=True)
class Filter:
    """By whose answers cases are left out."""

    solver: str
    right: Mapping[str, frozenset[str]]
    """Model → the data_ids of cases that it answered right every time; the solver's, and others' to be told."""
    answered: Mapping[str, frozenset[str]]
    """Model → those that it answered at all."""
    unfiltered: float = 0.1
    """Share of clusters that are drawn before, and stay whole."""

    def as_json(self) -> dict[str, Any]:
        """Return it as provenance.json has it."""
        return {
            "solver": self.solver,
            "unfiltered": self.unfiltered,
            "right": {name: sorted(ids) for name, ids in self.right.items()},
            "answered": {name: sorted(ids) for name, ids in self.answered.items()},
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Filter:
        """Return it as provenance.json has it. A damaged file may raise any exception."""
        right, answered = (
            {str(name): frozenset(map(str, ids)) for name, ids in told[key].items()} for key in ("right", "answered")
        )
        return cls(str(told["solver"]), right, answered, float(told["unfiltered"]))


@dataclass(frozen=True)
class Kept:
    """What a filter left, for the card."""

    filter: Filter
    all: Mapping[str, str]
    """Each case that was there before, with its cluster."""
    drawn: frozenset[str]
    """Those that no filter touched."""
    hard: frozenset[str]
    """Those that the filter kept."""
    confirmed: int
    """Of these, by other solutions that agree."""
    judged: int
    """By people."""

    @property
    def text(self) -> str:
        """What it did, as a part of the card."""
        solver, total = self.filter.solver, len(self.all)
        right = self.filter.right[solver] & self.all.keys()
        waiting = len(self.hard) - self.confirmed - self.judged
        rows = [_row(name, self.all, ids, self.hard) for name, ids in self._models()]
        keys = ", ".join(
            f"{wrong_among_kept(share, len(right) / total):.0%} if {share:.1%} of all" for share in WRONG_KEYS
        )
        return "\n\n".join(
            [
                "## What a filter left out",
                f"Of {counted(total, 'case')}, those that {solver} answered right were left out: "
                f"{total - len(self.drawn) - len(self.hard):,}. Before that, {self.filter.unfiltered:.0%} of the "
                "groups of cases that go together were drawn by hash, and stay whole: "
                f"{counted(len(self.drawn), 'case')}. **The figure to go by is the one on all cases**, and for other "
                "models the one on the draw. What the filter kept is hard for this solver by selection.",
                "\n".join(["| model | all cases | kept by the filter | difference |", "|---|---|---|---|", *rows]),
                "A key that is wrong is never answered right, so that wrong keys gather among the "
                f"{len(self.hard):,} kept cases: {keys} are wrong.",
                f"Confirmed by two other solutions: {self.confirmed:,} of the kept cases; judged by people: "
                f"{self.judged:,}; **waiting for a person: {waiting:,}**.",
            ]
        )

    def _models(self) -> Iterator[tuple[str, frozenset[str]]]:
        order = sorted(self.filter.right, key=lambda name: (name != self.filter.solver, name))
        return ((name, self.filter.right[name]) for name in order)


def wrong_among_kept(wrong: float, accuracy: float) -> float:
    """Return the share of wrong keys among the cases that a solver of this accuracy leaves, by that among all."""
    return wrong / (wrong + (1 - wrong) * (1 - accuracy)) if wrong else 0.0


def filtered(draft: D, by: Filter, judged: Collection[str]) -> tuple[D, Kept]:
    """Return a draft without the cases that a solver answers right, and what is told of that.

    `judged` are the data_ids of cases that people's verdicts stand on. Raises ConfigError where the solver has not
    answered all of them, and ArchiveError where nothing would be left.
    """
    family = draft.family
    lines: dict[str, Line] = {
        str(line["data_id"]): line
        for category, each in draft.cases.items()
        for line in each
        if family.scoring.counts(line) and family.scoring.traits(category, line) is not None
    }
    if unknown := [name for name in lines if name not in by.answered[by.solver]]:
        raise ConfigError(
            f"--filter: {by.solver} has answered {len(lines) - len(unknown)} of {len(lines)} cases, and not "
            f"{unknown[0]}; export without --filter, have it answer all of that, and give those logs"
        )
    clusters = {name: family.release.cluster(name) for name in lines}
    whole = _drawn(clusters.values(), by.unfiltered)
    drawn = frozenset(name for name, cluster in clusters.items() if cluster in whole)
    hard = frozenset(name for name in lines if name not in drawn and name not in by.right[by.solver])
    every = {str(line["data_id"]) for each in draft.cases.values() for line in each}
    stay = every - (lines.keys() - drawn - hard)
    if not stay:
        raise ArchiveError(f"{by.solver} answers every case right, and none is drawn before: raise --unfiltered")
    confirmed = {name for name in hard if len(lines[name].get("paraphrases", ())) >= AGREEING}
    seen = hard & set(judged) - confirmed
    marks: dict[str, dict[str, Any]] = {name: {SUBSET: "unfiltered"} for name in drawn}
    marks |= {name: {SUBSET: "filtered"} for name in confirmed | seen}
    marks |= {name: {SUBSET: "filtered", NEEDS_PERSON: True} for name in hard - confirmed - seen}
    left = draft.only(stay)
    cases = {
        category: [{**line, **marks.get(str(line["data_id"]), {})} for line in each]
        for category, each in left.cases.items()
    }
    return replace(left, cases=cases), Kept(by, clusters, drawn, hard, len(confirmed), len(seen))


def _drawn(clusters: Collection[str], share: float) -> set[str]:
    """Return a share of the clusters, drawn by hash: one at the least, and never all, but for a share of 0 or 1."""
    order = sorted(set(clusters), key=lambda name: hashlib.sha256(f"unfiltered {name}".encode()).hexdigest())
    count = math.ceil(share * len(order))
    return set(order[: count if share == 1 else min(count, len(order) - 1)])


def _row(name: str, clusters: Mapping[str, str], right: Collection[str], hard: Collection[str]) -> str:
    whole, low, high = _accuracy([(cluster, case in right) for case, cluster in clusters.items()])
    interval = "" if low is None else f" ({low:.1%} to {high:.1%})"
    if not hard:
        return f"| {name} | {whole:.1%}{interval} | – | – |"
    kept = sum(case in right for case in hard) / len(hard)
    return f"| {name} | {whole:.1%}{interval} | {kept:.1%} | {100 * (kept - whole):+.1f} points |"


def _accuracy(items: Sequence[tuple[str, bool]]) -> tuple[float, float | None, float | None]:
    at = {cluster: place for place, cluster in enumerate(dict.fromkeys(cluster for cluster, _ in items))}
    sums, sizes = np.zeros(len(at)), np.zeros(len(at))
    for cluster, right in items:
        sums[at[cluster]] += right
        sizes[at[cluster]] += 1
    low, high = of_share(sums, sizes, len(items)) or (None, None)
    return float(sums.sum() / sizes.sum()), low, high
