"""How close an answer's code is to the reference's (paper, appendix H.5): by an embedding of code and by one of text.

What is compared is what was asked for: the part of each script that fills the template's gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from company.benchmark.reading import Benchmark, read_benchmark
from company.console.progress import Progress
from company.evaluation.embedding import Embedders, Similar, Vectors
from company.evaluation.scored import Scored
from company.families.dialogues.body.reference import solution
from company.families.dialogues.evaluation.replies import code_of
from company.families.dialogues.gate.code import answer_of
from company.families.dialogues.records import CHOSEN

if TYPE_CHECKING:
    from company.evaluation.logs import Sitting


def similarities(
    content: Benchmark, responses: Mapping[str, str], embedders: Embedders, progress: Progress
) -> dict[str, Similar]:
    """How close the code of each response is to its reference's, by data_id; choices are left out.

    A response without code is not close at all. Equal pieces of code are embedded once. Raises BackendError where an
    embedding cannot be had.
    """
    pairs = {
        entry["data_id"]: _pair(entry, responses[entry["data_id"]])
        for category, entries in content.cases.items()
        if category not in CHOSEN
        for entry in entries
        if entry["data_id"] in responses
    }
    codes = list(dict.fromkeys(code for pair in pairs.values() if all(pair) for code in pair))
    embedders.codes += len(codes)
    found = [dict(zip(codes, each.embed(codes, progress), strict=True)) for each in (embedders.code, embedders.text)]
    return {
        data_id: Similar(*(_cosine(vectors[answer], vectors[reference]) for vectors in found))
        if answer and reference
        else Similar(0.0, 0.0)
        for data_id, (answer, reference) in pairs.items()
    }


def with_similarities(cases: Iterable[Scored], found: Mapping[str, Similar]) -> list[Scored]:
    """The cases with how close their code is; code that was not answered is not close at all."""
    return [
        case if case.category in CHOSEN else replace(case, code_similarity=similar.code, text_similarity=similar.text)
        for case in cases
        for similar in (found.get(case.data_id, Similar(0.0, 0.0)),)
    ]


def sitting_with_similarity(benchmark: Path, found: Sitting, embedders: Embedders, progress: Progress) -> list[Scored]:
    """What a sitting's answers are worth, with how close their code is; that is written into its log, too.

    Raises BackendError where an embedding cannot be had.
    """
    from company.evaluation.logs import keep

    given = {each.scored.data_id: each.response for each in found.answers}
    close = similarities(read_benchmark(benchmark), given, embedders, progress)
    keep(found.file, close)
    return with_similarities([each.scored for each in found.answers], close)


def own_part(answer: str, reference: str) -> str:
    """The part of an answer that fills the template's gap; without the template's marks, what the template has not.

    `reference` is the reference's answer, whose lines outside the marks are the template's.
    """
    inner = solution(answer)
    if inner != answer.strip():
        return inner
    asked = solution(reference)
    before, _, after = reference.partition(asked)
    template = {line.strip() for line in f"{before}\n{after}".split("\n")} - {""}
    return "\n".join(line for line in answer.split("\n") if line.strip() not in template).strip()


def _pair(entry: Mapping[str, Any], response: str) -> tuple[str, str]:
    reference = answer_of(entry["reference_answer"])
    return own_part(code_of(response), reference), solution(reference)


def _cosine(one: Vectors, other: Vectors) -> float:
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return round(float(np.dot(one, other)) / lengths, 6) if lengths else 0.0
