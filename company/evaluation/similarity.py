"""How close an answer's code is to the reference's (paper, appendix H.5): by an embedding of code and by one of text.

What is compared is what was asked for: the part of each script that fills the template's gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from company.benchmark.gate import answer_of
from company.benchmark.reading import Benchmark, read_benchmark
from company.benchmark.reference import solution
from company.errors import ConfigError
from company.evaluation.replies import code_of
from company.evaluation.responses import is_log, read_responses, responses_in
from company.evaluation.scoring import Scored, score
from company.progress import Progress
from company.records import CHOSEN

if TYPE_CHECKING:
    from company.evaluation.logs import Sitting

Vectors = NDArray[np.float32]
_FLAGS = {"text": "--text-embeddings", "url": "--embeddings-url", "key": "--embeddings-key"}


class Similar(NamedTuple):
    """How close two pieces of code are: cosines, 1 where they are the same."""

    code: float
    text: float


class Embedder(Protocol):
    """Makes vectors of texts, such that alike texts have alike vectors."""

    name: str

    def embed(self, texts: Sequence[str], progress: Progress) -> Vectors:
        """A vector for each text, in their order. No text is empty, and none comes twice."""


class Paid(Embedder, Protocol):
    """One that is asked over the network, and may cost something."""

    tokens: int | None
    """Sent so far, as the server counts them; None where it does not tell."""

    @property
    def usd(self) -> float | None:
        """US dollars spent so far; None where the price or the tokens are not known."""


@dataclass
class Embedders:
    """The two by which code is compared."""

    code: Embedder
    text: Paid
    codes: int = 0
    """Pieces of code that were embedded so far."""

    def told(self) -> dict[str, Any]:
        """By which models how much was embedded, and what it cost, as plain JSON values."""
        return {
            "code": self.code.name,
            "text": self.text.name,
            "codes": self.codes,
            "tokens": self.text.tokens,
            "usd": self.text.usd,
        }


def embedders_of(named: Mapping[str, str]) -> Embedders | None:
    """The embedders that are named, opened before any other work; None where nothing is.

    `code` is CodeT5+, by its name on the Hugging Face hub or as a folder; `text` the other model, `url` its server and
    `key` the environment variable of that server's key, each the usual one where it is not named.

    Raises ConfigError where a part is named without `code`, or cannot be used, and BackendError where a model cannot be
    downloaded.
    """
    if not named:
        return None
    if "code" not in named:
        raise ConfigError(
            f"{_FLAGS[next(iter(named))]} is for AccSE, which needs an embedding of code, too: give --code-embeddings "
            f"Salesforce/codet5p-110m-embedding, or the folder of a copy"
        )
    from company.evaluation.code_embeddings import CodeEmbedder
    from company.evaluation.text_embeddings import PUBLISHED, Place, TextEmbedder

    place = Place(named.get("text", PUBLISHED), named.get("url", ""), named.get("key", ""))
    text = TextEmbedder(place)  # first: it is told at once what is missing
    return Embedders(CodeEmbedder(named["code"]), text)


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


async def score_with_similarity(
    benchmark: Path, responses: Path | Mapping[str, str], progress: Progress, embedders: Embedders, **judged: Any
) -> list[Scored]:
    """As `scoring.score`, whose further words `judged` are, and with how close all code is to the references'.

    Code is embedded first, so that a server that refuses is told before anything runs. Where the responses are a log of
    `company evaluate`, it is written there, too. Raises BackendError where an embedding cannot be had, and what `score`
    raises.
    """
    content = read_benchmark(benchmark)
    known = {entry["data_id"] for entry in content.entries}
    given = responses_in(responses, known) if isinstance(responses, Mapping) else read_responses(responses, known)
    found = similarities(content, given, embedders, progress)
    cases = with_similarities(await score(benchmark, responses, progress, **judged), found)
    if not isinstance(responses, Mapping) and is_log(responses):
        from company.evaluation.logs import keep

        keep(str(responses), found)
    return cases


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
