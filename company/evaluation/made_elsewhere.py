"""Answers that were made elsewhere, judged, as a sitting that stands beside those of models that were asked here."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from company.benchmark.reading import family_of
from company.config import LAYERS, Layer
from company.console.progress import Progress
from company.evaluation.asking import SECONDS
from company.evaluation.responses import LOGS, is_array, read_responses
from company.evaluation.scoring import score
from company.evaluation.sittings import Answered, Sitting


def are_responses(place: Path) -> bool:
    """Return whether a file or folder holds responses, and no logs of `company evaluate`."""
    if place.is_dir():
        return any(place.rglob("*.jsonl")) and not any(each.suffix in LOGS for each in place.rglob("*"))
    return place.suffix == ".jsonl" or (place.is_file() and is_array(place))


async def sitting_of(
    benchmark: Path,
    responses: Path,
    progress: Progress,
    *,
    require: Collection[Layer] = LAYERS,
    seconds: float = SECONDS,
) -> Sitting:
    """Return responses with what each is worth; the model is called as their file. What they took is not known.

    Raises as `score` does.
    """
    scored = await score(benchmark, responses, progress, require=require, seconds=seconds)
    texts = read_responses(responses, {each.data_id for each in scored})
    family = family_of(benchmark).name
    answers = (Answered(each, texts.get(each.data_id, ""), None, None, None) for each in scored)
    return Sitting(responses.stem or str(responses), "", str(benchmark), str(responses), tuple(answers), family=family)
