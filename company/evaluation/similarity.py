"""How close an answer's code is to the reference's: by an embedding of code and by one of text.

The family tells which code of a case is compared, and what closeness is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from company.benchmark.reading import Benchmark, read_benchmark
from company.console.progress import Progress
from company.evaluation.embedding import Embedders, Similar, Vectors
from company.evaluation.scored import Scored, ScoredCode

if TYPE_CHECKING:
    from company.evaluation.sittings import Sitting


def similarities(
    content: Benchmark, responses: Mapping[str, str], embedders: Embedders, progress: Progress
) -> dict[str, Similar]:
    """Return the similarity of each response's code to its reference's, by data_id; invalid code is left out.

    A response without code is not close at all. Equal pieces of code are embedded once. Raises BackendError where an
    embedding cannot be had.
    """
    scoring = content.family.scoring
    pairs = {
        line["data_id"]: pair
        for category, lines in content.cases.items()
        for line in lines
        if line["data_id"] in responses
        if (pair := scoring.code(category, line, responses[line["data_id"]])) is not None
    }
    codes = list(dict.fromkeys(code for pair in pairs.values() if all(pair) for code in pair))
    embedders.codes += len(codes)
    by_embedder = [
        dict(zip(codes, embedder.embed(codes, progress), strict=True)) for embedder in (embedders.code, embedders.text)
    ]
    return {
        data_id: Similar(*(_cosine(vectors[answer], vectors[reference]) for vectors in by_embedder))
        if answer and reference
        else Similar(0.0, 0.0)
        for data_id, (answer, reference) in pairs.items()
    }


def with_similarities(cases: Iterable[Scored], found: Mapping[str, Similar]) -> list[Scored]:
    """Return the cases with how close their code is; code that was not answered is not close at all."""
    return [_with_similarity(case, found.get(case.data_id, Similar(0.0, 0.0))) for case in cases]


def _with_similarity(case: Scored, similar: Similar) -> Scored:
    if not isinstance(case, ScoredCode) or not case.coded:
        return case
    return replace(case, code_similarity=similar.code, text_similarity=similar.text)


def sitting_with_similarity(benchmark: Path, found: Sitting, embedders: Embedders, progress: Progress) -> list[Scored]:
    """Score a sitting's answers with the similarity of their code, which is written into its log, too.

    Raises BackendError where an embedding cannot be had.
    """
    from company.evaluation.logs import keep

    given = {each.scored.data_id: each.response for each in found.answers}
    close = similarities(read_benchmark(benchmark), given, embedders, progress)
    keep(found.file, close)
    return with_similarities([each.scored for each in found.answers], close)


def _cosine(one: Vectors, other: Vectors) -> float:
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return round(float(np.dot(one, other)) / lengths, 6) if lengths else 0.0
