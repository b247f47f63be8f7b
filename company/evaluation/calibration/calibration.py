"""What calibration comes to, as it is told, written to a file, and read back."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from company.errors import ConfigError
from company.evaluation.in_view import InView
from company.evaluation.traits import LEVELS, Level
from company.statistics.item_response.fitting import Interval

FORMAT = 1
"""The version of the file."""
Kind = Literal["2PL", "1PL", "features"]
"""By what cases are told apart: difficulty and discrimination; difficulty alone; features alone."""
EASY_BELOW, HARD_FROM = -1.0, 1.0
"""Logits from the middle of the models: at the first, it answers 73 % right without guessing; at the second, 27 %."""


@dataclass(frozen=True)
class Ability:
    """One model, as it was asked."""

    name: str
    ability: Interval
    answers: int
    repeats: int
    """The most answers to one case."""
    accuracy: float
    model: str = ""
    """Without how it was asked."""
    in_view: InView | None = None
    """How much of a conversation it saw; None in other modes."""


@dataclass(frozen=True)
class LessInView:
    """What a model loses with less of a conversation in view."""

    model: str
    less: InView
    more: InView
    """The most that it was asked with."""
    difference: Interval
    """Of abilities; its interval takes the two for independent, so that it is rather too wide."""


@dataclass(frozen=True)
class CaseDifficulty:
    """One case."""

    data_id: str
    category: str
    b: Interval
    a: Interval | None
    """None where all have 1."""
    guess: float
    answers: int
    right: int
    held: Level | None = None
    """How hard its family holds it to be by features, before any answer."""

    @property
    def level(self) -> Level:
        """How hard it is for the middle of the models."""
        return "easy" if self.b.value < EASY_BELOW else "medium" if self.b.value < HARD_FROM else "hard"


@dataclass(frozen=True)
class Feature:
    """What one more of a feature adds to difficulty."""

    name: str
    weight: Interval
    expected: float
    """What the family held before."""


@dataclass(frozen=True)
class Tenth:
    """A tenth of the answers, by how likely they were to be right."""

    answers: int
    expected: float
    observed: float


@dataclass(frozen=True)
class Contrary:
    """A case on which the abler models agree against the key."""

    data_id: str
    category: str
    models: int
    """The abler half."""
    agreeing: int
    """Of these, the ones that came to one and the same other answer."""
    expected: float
    """The share of these that should have been right."""


@dataclass(frozen=True)
class Calibration:
    """How hard the cases of a benchmark are, and how able the models are that were asked."""

    benchmark: str
    kind: Kind
    models: tuple[Ability, ...]
    cases: tuple[CaseDifficulty, ...]
    features: tuple[Feature, ...]
    own: float
    """Spread of what is a case's own, in logits: what neither features nor its cluster tell."""
    shared: float
    """Spread of what the cases of a cluster share."""
    fit: tuple[Tenth, ...]
    contrary: tuple[Contrary, ...]
    """For people to look at; nothing is left out for it."""
    remarks: tuple[str, ...]

    @property
    def levels(self) -> dict[str, Level]:
        """How hard each case is, by its data_id."""
        return {each.data_id: each.level for each in self.cases}

    @property
    def less_in_view(self) -> tuple[LessInView, ...]:
        """Return, of each model that held conversations with more and with less in view, what less costs it."""
        found: list[LessInView] = []
        for model in dict.fromkeys(each.model for each in self.models):
            held = [(each.in_view, each.ability) for each in self.models if each.model == model and each.in_view]
            (most, best), *others = sorted(held, key=lambda pair: pair[0].order) or [(InView(), Interval(0, 0, 0))]
            found += [LessInView(model, seen, most, _apart(best, able)) for seen, able in others if seen != most]
        return tuple(found)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values, numbers rounded to 4 places."""
        return {
            "difficulty": FORMAT,
            "benchmark": self.benchmark,
            "kind": self.kind,
            "levels": {"easy_below": EASY_BELOW, "hard_from": HARD_FROM},
            "models": [_model_as_json(each) for each in self.models],
            "less_in_view": [
                {
                    "model": each.model,
                    "less": asdict(each.less),
                    "more": asdict(each.more),
                    "difference": _interval(each.difference),
                }
                for each in self.less_in_view
            ],
            "cases": [_case_as_json(each) for each in self.cases],
            "features": [
                {"name": each.name, "weight": _interval(each.weight), "expected": each.expected}
                for each in self.features
            ],
            "spreads": {"own": round(self.own, 4), "shared": round(self.shared, 4)},
            "fit": [
                {"answers": each.answers, "expected": round(each.expected, 4), "observed": round(each.observed, 4)}
                for each in self.fit
            ],
            "against_key": [
                {
                    "data_id": each.data_id,
                    "category": each.category,
                    "models": each.models,
                    "agreeing": each.agreeing,
                    "expected": round(each.expected, 4),
                }
                for each in self.contrary
            ],
            "remarks": list(self.remarks),
        }


def text_of(told: Calibration) -> str:
    """Return the content of a file that `known` reads."""
    return json.dumps(told.as_json(), ensure_ascii=False, indent=1) + "\n"


@dataclass(frozen=True)
class Known:
    """How hard cases are, as a file tells it."""

    kind: Kind
    models: tuple[str, ...]
    levels: Mapping[str, Level]
    """By data_id."""


def known(file: Path, ids: Sequence[str]) -> Known:
    """Return what a file tells of these cases. Raises ConfigError where `company calibrate` did not write it."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        kind, models = told["kind"], tuple(str(each["name"]) for each in told["models"])
        levels: dict[str, Level] = {str(each["data_id"]): each["level"] for each in told["cases"]}
        damaged = told["difficulty"] != FORMAT or not set(levels.values()) <= set(LEVELS)
    except FileNotFoundError:
        raise ConfigError(
            f"--difficulty {file}: it is not there; `company calibrate … --out {file}` makes it"
        ) from None
    except (OSError, ValueError, KeyError, TypeError):
        damaged = True
    if damaged:
        raise ConfigError(f"--difficulty {file}: no file that `company calibrate … --out` wrote; name that one")
    own = {each: levels[each] for each in ids if each in levels}
    if not own:
        raise ConfigError(f"--difficulty {file}: it tells of none of this benchmark's cases; give its own")
    return Known(kind, models, own)


def _model_as_json(told: Ability) -> dict[str, Any]:
    return {
        "name": told.name,
        "ability": _interval(told.ability),
        "answers": told.answers,
        "repeats": told.repeats,
        "accuracy": round(told.accuracy, 4),
        **({"in_view": asdict(told.in_view)} if told.in_view else {}),
    }


def _case_as_json(told: CaseDifficulty) -> dict[str, Any]:
    return {
        "data_id": told.data_id,
        "category": told.category,
        "b": _interval(told.b),
        "a": None if told.a is None else _interval(told.a),
        "guess": round(told.guess, 4),
        "answers": told.answers,
        "right": told.right,
        "level": told.level,
        "held": told.held,
    }


def _apart(more: Interval, less: Interval) -> Interval:
    """Return how far one ability lies below another."""
    half = math.hypot((more.high - more.low) / 2, (less.high - less.low) / 2)
    value = less.value - more.value
    return Interval(value, value - half, value + half)


def _interval(found: Interval) -> dict[str, float]:
    return {"value": round(found.value, 4), "low": round(found.low, 4), "high": round(found.high, 4)}
