"""What people said of drawn figures, from 0 to 100, read from a run or a file of JSON lines, and put beside scores.

A line is `{"data_id": …, "answer": …, "rater": …, "score": …}`; `answer` is the model as the report calls it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonlines

from company.errors import ConfigError
from company.evaluation.sittings import Sitting
from company.families.figures.evaluation.calibration.calibrating import calibrated
from company.families.figures.evaluation.calibration.rated import Rated
from company.families.figures.evaluation.columns import Outcome, outcome_of
from company.families.figures.evaluation.rating import ratings_of
from company.families.figures.scored import ScoredFigure

Key = tuple[str, str]
"""The name of a sitting, and a data_id."""
_FIELDS = "data_id, answer and rater, all texts, and score, a number from 0 to 100"


def calibration_of(sittings: Mapping[str, Sitting], file: Path) -> list[dict[str, Any]]:
    """Return how scores go with people's ratings in a file or a run. Raises ConfigError for what cannot be read."""
    scored = {
        (name, each.scored.data_id): outcome_of(each.scored)
        for name, sitting in sittings.items()
        for each in sitting.answers
        if isinstance(each.scored, ScoredFigure)
    }
    said = _known(ratings_of(file), scored, file) if file.is_dir() else ratings_in(file, scored)
    who = {rater: number for number, rater in enumerate(sorted({each for by in said.values() for each in by}))}
    return calibrated(
        {name: [_rated(key, said[key], scored[key], who) for key in said if key[0] == name] for name in sittings}
    )


def ratings_in(file: Path, known: Mapping[Key, Outcome]) -> dict[Key, dict[str, float]]:
    """Return who gave which rating to each answer; of several of one person the last. Raises ConfigError."""
    found: dict[Key, dict[str, float]] = defaultdict(dict)
    names = {name for name, _ in known}
    try:
        with jsonlines.open(file) as lines:
            for number, line in enumerate(lines.iter(type=dict, skip_empty=True), start=1):
                key, rater, score = _checked(line, f"{file}, rating {number}")
                if key[0] not in names:
                    known_names = ", ".join(sorted(names))
                    raise ConfigError(
                        f"{file}, rating {number}: no log is of {key[0]!r}, but of {known_names}; name one"
                    )
                if key not in known:
                    raise ConfigError(f"{file}, rating {number}: {key[0]} has no answer to {key[1]}; leave it out")
                found[key][rater] = score
    except (OSError, UnicodeDecodeError, jsonlines.InvalidLineError) as error:
        raise ConfigError(f"--ratings {file} cannot be read ({error}); give a file of JSON lines") from None
    if not found:
        raise ConfigError(f"--ratings {file} has no rating; a line has {_FIELDS}")
    return dict(found)


def _known(said: dict[Key, dict[str, float]], known: Mapping[Key, Outcome], run: Path) -> dict[Key, dict[str, float]]:
    """Return ratings of answers in the logs alone. Raises ConfigError where there are none."""
    found = {key: by for key, by in said.items() if key in known}
    if not found:
        names = ", ".join(sorted({name for name, _ in said}))
        raise ConfigError(f"--ratings {run}: figures of {names} were rated there, and no log is of these; give theirs")
    return found


def _checked(line: Mapping[str, Any], where: str) -> tuple[Key, str, float]:
    texts = [line.get(name) for name in ("data_id", "answer", "rater")]
    score = line.get("score")
    sound = all(isinstance(each, str) and each for each in texts)
    if not sound or not isinstance(score, int | float) or isinstance(score, bool) or not 0 <= score <= 100:
        raise ConfigError(f"{where}: a rating has {_FIELDS}; mend it there")
    data_id, answer, rater = map(str, texts)
    return (answer, data_id), rater, float(score)


def _rated(key: Key, said: Mapping[str, float], outcome: Outcome, who: Mapping[str, int]) -> Rated:
    people = tuple((who[name], score) for name, score in sorted(said.items()))
    return Rated(key[1], sum(said.values()) / len(said), outcome.judge, outcome.drawn, people)
