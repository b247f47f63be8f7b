"""Inspect's logs of our tasks, read back: which model, how it was asked, and what each answer was worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from inspect_ai.log import EvalLog, EvalSample, list_eval_logs, read_eval_log, write_eval_log

from company.errors import ConfigError
from company.evaluation.contract import Scoring
from company.evaluation.embedding import Similar
from company.evaluation.scored import LINES, PARTS, USED, Scored
from company.evaluation.sittings import Answered, Sitting
from company.family.registry import family, names


def sittings(places: list[Path]) -> list[Sitting]:
    """Return the content of logs; a folder means all logs in it. Raises ConfigError for files that are not our logs."""
    found = [sitting(_log(file)) for place in places for file in _files(place)]
    if not found:
        raise ConfigError(f"there is no log in {', '.join(map(str, places))}; `company evaluate` writes them")
    return found


def sitting(log: EvalLog) -> Sitting:
    """Return the content of one log. Raises ConfigError for another task's log."""
    told = log.eval.metadata or {}
    tasks = {family(name).scoring.task: name for name in names()}
    name = str(told.get("family") or tasks.get(log.eval.task.rpartition("/")[2]))
    if name not in tasks.values():
        ours = ", ".join(filter(None, tasks))
        raise ConfigError(f"{log.location} is a log of the task {log.eval.task}, and not of {ours}; leave it out")
    samples = log.samples or []
    answers = tuple(answer for sample in samples for answer in _answered(sample, family(name).scoring))
    failed = tuple(str(sample.id) for sample in samples if not sample.scores)
    where = str(told.get("benchmark", ""))
    scores = [score for sample in samples for score in (sample.scores or {}).values()]
    return Sitting(
        log.eval.model,
        str(told.get("mode", "")),
        where,
        log.location,
        answers,
        failed,
        name,
        told,
        log.eval.model_base_url or "",
        tuple(line for score in scores for line in (score.metadata or {}).get(LINES, ())),
    )


def keep(file: str, found: Mapping[str, Similar]) -> None:
    """Write into a log how close the code of its answers is to the references'; everything else stays as it is."""
    log = _log(file)
    for sample in log.samples or []:
        for score in (sample.scores or {}).values():
            told = (score.metadata or {}).get("scored")
            if told is not None and (similar := found.get(str(sample.id))) is not None:
                more = {"code_similarity": similar.code, "text_similarity": similar.text}
                score.metadata = {**(score.metadata or {}), "scored": {**told, **more}}
    write_eval_log(log, file)


def _log(file: str) -> EvalLog:
    try:
        return read_eval_log(file)
    except Exception as error:  # each of Inspect's formats fails in its own way
        kind = "cannot be read as a log of `company evaluate`"
        raise ConfigError(
            f"{file} {kind} ({type(error).__name__}): it is another file, or damaged; leave it out"
        ) from error


def _answered(sample: EvalSample, scoring: Scoring) -> Iterator[Answered]:
    for score in (sample.scores or {}).values():
        told = score.metadata or {}
        for part in told.get(PARTS, ()):
            if (scored := scoring.read(part["scored"])) is not None:
                yield _with_use(scored, part["response"], part[USED])
        scored = scoring.read(told.get("scored", {}))
        if scored is None:
            continue
        if (used := told.get(USED)) is not None:
            yield _with_use(scored, score.answer or "", used)
            continue
        usage = sample.model_usage.values()
        yield Answered(
            scored,
            score.answer or "",
            sample.total_time,
            sum(each.input_tokens for each in usage),
            sum(each.output_tokens for each in usage),
        )


def _with_use(scored: Scored, response: str, used: Mapping[str, Any]) -> Answered:
    return Answered(scored, response, used["seconds"], int(used["input_tokens"]), int(used["output_tokens"]))


def _files(place: Path) -> list[str]:
    if place.is_dir():
        return sorted(each.name for each in list_eval_logs(str(place)))
    if not place.is_file():
        raise ConfigError(f"{place} is not there; give a log of `company evaluate`, or a folder of logs")
    return [str(place)]
