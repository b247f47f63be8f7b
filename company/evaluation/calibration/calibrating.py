"""The difficulty of each case and the ability of each model, from answers that were judged before.

P(right) = c + (1 - c) σ(a (ability - b)), where c is the chance to guess a choice, and b is what a case's features add
up to, what its cluster shares, and its own part (`company.statistics.item_response`).

Few models tell little: below five, a is 1; below three, cases differ by their features alone. A model counts once for
each case, however often and in however many ways it was asked; repeats make its ability surer and no case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.evaluation.calibration.calibration import Ability, CaseDifficulty, Contrary, Feature, Kind, Tenth
from company.evaluation.calibration.calibration import Calibration as Found
from company.evaluation.calibration.given import Given
from company.evaluation.in_view import InView
from company.evaluation.items import items
from company.evaluation.scored import Scored
from company.evaluation.traits import Traits
from company.statistics.item_response.fitting import LEVEL_SPREAD, Fitted, Interval, Priors, fitted
from company.statistics.item_response.likelihood import Answers
from company.statistics.resampling import Floats

FEWEST_FOR_CASES = 3
"""Models below which a case is told by its features alone."""
FEWEST_FOR_SLOPES = 5


def calibrate(content: Benchmark, answered: Sequence[Given]) -> Found:
    """Return how hard the cases of a benchmark are, by the answers of models. Raises ConfigError where none counts."""
    table = _Table.of(content, answered)
    models = len({each.model for each in answered})
    columns = _Columns.of(table.traits)
    answers = Answers(
        right=table.right / np.maximum(1, table.counts),
        weight=table.weight,
        guess=np.array([each.guess for each in table.traits]),
        features=columns.values,
        cluster=table.clusters,
        sloped=models >= FEWEST_FOR_SLOPES,
    )
    found = fitted(answers, columns.priors, table.counts)
    kind: Kind = "2PL" if answers.sloped else "1PL" if models >= FEWEST_FOR_CASES else "features"
    return Found(
        benchmark=content.name,
        kind=kind,
        models=tuple(map(table.ability, range(len(table.names)), found.abilities)),
        cases=table.cases(found, kind),
        features=columns.told(found.weights),
        own=found.own,
        shared=found.shared,
        fit=_fit(table, found.expected),
        contrary=_contrary(table, found),
        remarks=tuple(_remarks(table, models, columns)),
    )


@dataclass(frozen=True)
class _Table:
    """Cases in rows, models as they were asked in columns."""

    ids: tuple[str, ...]
    categories: tuple[str, ...]
    traits: tuple[Traits, ...]
    clusters: np.ndarray
    names: tuple[str, ...]
    models: tuple[str, ...]
    """Of each name."""
    in_view: tuple[InView | None, ...]
    """The same."""
    right: Floats
    """Right answers."""
    counts: Floats
    """All answers."""
    weight: Floats
    """What an answer counts for its case: all those of one model together 1."""
    scored: Mapping[str, Sequence[Scored]]
    """The first answers of each name."""

    @classmethod
    def of(cls, content: Benchmark, answered: Sequence[Given]) -> _Table:
        scoring, release = content.family.scoring, content.family.release
        lines = [
            (category, line, found)
            for category, each in content.cases.items()
            for line in each
            if scoring.counts(line) and (found := scoring.traits(category, line)) is not None
        ]
        ids = tuple(str(line["data_id"]) for _, line, _ in lines)
        models = {each.name: each.model for each in answered}
        names = tuple(models)
        right, counts = np.zeros((len(ids), len(names))), np.zeros((len(ids), len(names)))
        row, column = ({name: place for place, name in enumerate(each)} for each in (ids, names))
        for each in answered:
            for case in each.cases:
                if case.data_id in row:
                    right[row[case.data_id], column[each.name]] += case.right
                    counts[row[case.data_id], column[each.name]] += 1
        if not counts.any():
            files = ", ".join(each.file for each in answered)
            raise ConfigError(
                f"no answer in {files} is to a case that can be right or wrong; give logs of other categories"
            )
        clusters = {name: number for number, name in enumerate(dict.fromkeys(map(release.cluster, ids)))}
        return cls(
            ids=ids,
            categories=tuple(category for category, _, _ in lines),
            traits=tuple(found for _, _, found in lines),
            clusters=np.array([clusters[release.cluster(each)] for each in ids], dtype=np.int64),
            names=names,
            models=tuple(models.values()),
            in_view=tuple({each.name: each.in_view for each in answered}.values()),
            right=right,
            counts=counts,
            weight=_weights(counts, tuple(models.values())),
            scored={each.name: each.cases for each in reversed(answered)},
        )

    def ability(self, place: int, found: Interval) -> Ability:
        right, counts = self.right[:, place], self.counts[:, place]
        return Ability(
            name=self.names[place],
            ability=found,
            answers=int(counts.sum()),
            repeats=int(counts.max()),
            accuracy=float(right.sum() / max(1, counts.sum())),
            model=self.models[place],
            in_view=self.in_view[place],
        )

    def cases(self, found: Fitted, kind: Kind) -> tuple[CaseDifficulty, ...]:
        by_features = kind == "features"
        told = found.foretold if by_features else found.difficulties
        return tuple(
            CaseDifficulty(
                data_id=name,
                category=self.categories[row],
                b=told[row],
                a=found.slopes[row] if kind == "2PL" else None,
                guess=self.traits[row].guess,
                answers=int(self.counts[row].sum()),
                right=int(self.right[row].sum()),
                held=self.traits[row].level,
            )
            for row, name in enumerate(self.ids)
        )


def _weights(counts: Floats, models: Sequence[str]) -> Floats:
    """Return each cell's share of all answers of its model to its case."""
    same = np.array([[one == other for other in models] for one in models], dtype=float)
    found: Floats = counts / np.maximum(1.0, counts @ same)
    return found


@dataclass(frozen=True)
class _Columns:
    """Features as columns that have mean 0 and spread 1, behind one that is 1 everywhere."""

    names: tuple[str, ...]
    values: Floats
    scales: Floats
    expected: Floats
    """What one more of each is held to add."""

    @classmethod
    def of(cls, traits: Sequence[Traits]) -> _Columns:
        names = tuple(dict.fromkeys(name for each in traits for name in each.features))
        held: dict[str, float] = {}
        for each in traits:
            held |= each.expected
        raw = np.array([[each.features.get(name, np.nan) for name in names] for each in traits])
        raw = raw.reshape(len(traits), len(names))
        known = ~np.isnan(raw)
        means = np.where(known, raw, 0).sum(axis=0) / np.maximum(1, known.sum(axis=0))
        apart = np.where(known, raw - means, 0.0)  # what a case does not say is as usual
        scales = np.sqrt((apart**2).mean(axis=0))
        kept = scales > 1e-9
        values = np.column_stack([np.ones(len(traits)), apart[:, kept] / scales[kept]])
        names = tuple(name for name, keep in zip(names, kept, strict=True) if keep)
        return cls(names, values, scales[kept], np.array([held.get(name, 0.0) for name in names]))

    @property
    def priors(self) -> Priors:
        return Priors(
            np.concatenate([[0.0], self.expected * self.scales]),
            np.concatenate([[LEVEL_SPREAD], np.ones(len(self.names))]),
        )

    def told(self, weights: Sequence[Interval]) -> tuple[Feature, ...]:
        return tuple(
            Feature(name, Interval(each.value / scale, each.low / scale, each.high / scale), float(expected))
            for name, each, scale, expected in zip(self.names, weights[1:], self.scales, self.expected, strict=True)
        )


def _fit(table: _Table, expected: Floats) -> tuple[Tenth, ...]:
    """Return what was expected of answers beside what they were, in ten parts from the hardest to the easiest."""
    there = table.counts > 0
    foreseen, seen = expected[there], (table.right / np.maximum(1, table.counts))[there]
    parts = np.array_split(np.argsort(foreseen, kind="stable"), 10)
    return tuple(
        Tenth(len(part), float(foreseen[part].mean()), float(seen[part].mean())) for part in parts if len(part)
    )


def _contrary(table: _Table, found: Fitted) -> tuple[Contrary, ...]:
    """Return the cases on which the abler half of the models agree with one another, against the key."""
    order = sorted(range(len(table.names)), key=lambda place: -found.abilities[place].value)
    better = order[: max(2, (len(order) + 1) // 2)]
    if len({table.names[place] for place in better}) < 2:
        return ()
    rows = {name: row for row, name in enumerate(table.ids)}
    compared = items({table.names[place]: table.scored[table.names[place]] for place in better})
    return tuple(
        Contrary(each.data_id, each.category, len(better), each.agreeing, float(expected.mean()))
        for each in compared
        if each.data_id in rows and "answers agree against gold" in each.suspicions
        for expected in (found.expected[rows[each.data_id], better],)
    )


def _remarks(table: _Table, models: int, columns: _Columns) -> list[str]:
    remarks = []
    if models < FEWEST_FOR_CASES:
        remarks.append(
            f"Answers of {models} {'model' if models == 1 else 'models'}: cases are told by their features alone; it "
            f"takes {FEWEST_FOR_CASES} models to tell them apart by answers."
        )
    elif models < FEWEST_FOR_SLOPES:
        remarks.append(
            f"Answers of {models} models: discrimination is 1 for all cases; it takes {FEWEST_FOR_SLOPES} models."
        )
    total, right = table.counts.sum(), table.right.sum()
    if right in (0, total):
        all_of_them = "right" if right else "wrong"
        remarks.append(f"Every answer is {all_of_them}: nothing tells cases or models apart, and intervals say so.")
    if not columns.names:
        remarks.append("Lines tell no features that differ from case to case.")
    if unanswered := int((table.counts.sum(axis=1) == 0).sum()):
        remarks.append(f"Nobody has answered {unanswered:,} of {len(table.ids):,} cases: they are told by features.")
    if (table.counts > 1).any() or len(set(table.models)) < len(table.names):
        remarks.append("A model that was asked several times or in several ways counts once for each case.")
    return remarks
