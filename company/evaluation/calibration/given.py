"""Answers to a benchmark that were judged before: logs of `company evaluate`, and what `--json` printed of scores."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.evaluation.in_view import InView
from company.evaluation.scored import Scored
from company.family.family import Family

MOST_FOREIGN = 0.5
"""Share of a log's answers that may be to cases which the benchmark has not: more are of another benchmark."""


@dataclass(frozen=True)
class Given:
    """What one model was worth, once."""

    model: str
    name: str
    """The model, and how it was asked."""
    file: str
    cases: tuple[Scored, ...]
    base_url: str | None = None
    """Of its server, "" for the usual one; None where only scores are there, which do not tell."""
    in_view: InView | None = None
    """How much of a conversation it saw; None in other modes."""


def given(places: Sequence[Path], content: Benchmark) -> tuple[Given, ...]:
    """Return what logs and scores hold of a benchmark's cases; a folder means all logs in it.

    Raises ConfigError for no file, for one that is neither, for one without an answer, and for another benchmark's.
    """
    known = {str(line["data_id"]) for line in content.entries}
    return answers_to(places, content.family, known, str(content.folder))


def answers_to(places: Sequence[Path], family: Family, known: Collection[str], where: str) -> tuple[Given, ...]:
    """Return the same of cases that are known by their data_ids, and stand at `where`, as messages call it."""
    if not places:
        raise ConfigError("there is no log to reckon with; give logs of `company evaluate`, or what --json printed")
    return tuple(_of(each, known, where) for place in places for each in _in(place, family, where))


def _of(each: Given, known: Collection[str], where: str) -> Given:
    if not each.cases:
        raise ConfigError(f"{each.file} holds no answer: the model could not be asked; leave it out")
    own = tuple(case for case in each.cases if case.data_id in known)
    if len(own) < (1 - MOST_FOREIGN) * len(each.cases):
        first = next(case.data_id for case in each.cases if case.data_id not in known)
        raise ConfigError(
            f"{each.file} is of another benchmark: {len(each.cases) - len(own)} of its {len(each.cases)} answers are "
            f"to cases that {where} has not, such as {first}; give logs of this benchmark"
        )
    return replace(each, cases=own)


def _in(place: Path, family: Family, where: str) -> list[Given]:
    if (told := _scores(place)) is not None:
        return [_read(place, told, family)]
    from company.evaluation.extras import need_inspect

    need_inspect()
    from company.evaluation.logs import sittings

    found = sittings([place])
    for each in found:
        if each.family != family.name:
            raise ConfigError(
                f"{each.file} is of a benchmark of {each.family}, and {where} is one of {family.name}; give logs of "
                "this benchmark"
            )
    return [
        Given(
            each.model,
            each.name,
            each.file,
            tuple(answer.scored for answer in each.answers),
            each.base_url,
            InView.of(each.told),
        )
        for each in found
    ]


def _scores(place: Path) -> dict[str, Any] | None:
    """Return the content of a file that `--json` printed; None for anything else, such as a log."""
    if place.suffix != ".json" or not place.is_file():
        return None
    try:
        told = json.loads(place.read_text(encoding="utf-8"))
    except ValueError:
        return None
    return told if isinstance(told, dict) and isinstance(told.get("cases"), list) else None


def _read(place: Path, told: dict[str, Any], family: Family) -> Given:
    scoring = family.scoring
    cases = [scoring.read(each) if isinstance(each, dict) else None for each in told["cases"]]
    if any(each is None for each in cases):
        raise ConfigError(f"{place} holds scores of another family than {family.name}, or damaged ones; leave it out")
    model = str(told.get("model") or place.stem)
    name = " · ".join(filter(None, (model, str(told.get("mode") or ""))))
    return Given(model, name, str(place), tuple(each for each in cases if each is not None))
