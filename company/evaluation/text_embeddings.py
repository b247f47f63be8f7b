"""Embeddings of text by any OpenAI-compatible server (S2 of the paper's appendix H.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from company.config import environment
from company.console.progress import Progress
from company.errors import BackendError, ConfigError
from company.evaluation.embedding import Vectors
from company.evaluation.prices import published_price

if TYPE_CHECKING:
    import openai
    from openai.types import CreateEmbeddingResponse

PUBLISHED = "text-embedding-ada-002"
OPENAI = "https://api.openai.com/v1"
AT_ONCE, CHARACTERS = 64, 200_000
"""Texts of one call, and their characters in all; a single text may be longer."""
TRIES, SECONDS = 6, 120.0
_SHORTEST = 1_000
"""Characters to which a text that is too long is cut at the most."""
_TOO_LONG = ("context length", "maximum", "too long", "too large", "tokens")
_TROUBLE = 300


@dataclass(frozen=True)
class Place:
    """Where a model of embeddings is."""

    model: str = PUBLISHED
    url: str = ""
    """Of its server; empty: what OPENAI_BASE_URL says, or else OpenAI's own."""
    key: str = ""
    """The environment variable of the server's key; empty: OPENAI_API_KEY where `url` is empty, else none."""


class TextEmbedder:
    """A model behind a server. Calls that fail are made again by the `openai` client, as the server asks."""

    def __init__(self, place: Place) -> None:
        """Create the embedder without sending anything. Raises ConfigError where the key is missing."""
        from openai import OpenAI

        self.name = place.model
        self.address = place.url or environment("OPENAI_BASE_URL") or OPENAI
        variable = place.key or ("" if place.url else "OPENAI_API_KEY")
        key = environment(variable) if variable else "none"
        if key is None:
            raise ConfigError(
                f"the environment variable {variable} is not set; it is to hold the key of {self.address}. Set it, or "
                "name another one with --embeddings-key, or another server with --embeddings-url"
            )
        self._key = variable
        self._client = OpenAI(api_key=key, base_url=self.address, max_retries=TRIES, timeout=SECONDS)
        self.tokens: int | None = 0

    @property
    def usd(self) -> float | None:
        """US dollars spent so far, as the provider publishes its prices; None where that is not known."""
        if self.tokens is None:
            return None
        return published_price(self.name, self.tokens, provider_api_url=self.address) if self.tokens else 0.0

    def embed(self, texts: Sequence[str], progress: Progress) -> Vectors:
        """Return a vector for each text, in their order; texts too long for the model are cut, which is reported.

        Raises BackendError where the server cannot be reached, or refuses.
        """
        found: list[list[float]] = []
        progress.stage("text embeddings", started=len(texts))
        for batch in _batches(texts):
            found += self._vectors(batch, progress)
            progress.stage("text embeddings", done=len(batch))
        return np.array(found, dtype=np.float32)

    def _vectors(self, texts: Sequence[str], progress: Progress) -> list[list[float]]:
        """Return the same for one call; a call that is too long is made in parts."""
        import openai

        try:
            answer = self._client.embeddings.create(model=self.name, input=list(texts), encoding_format="float")
        except openai.APIStatusError as error:
            if error.status_code not in (400, 413, 422) or not _is_too_long(error):
                raise self._refused(error) from error
            if len(texts) > 1:
                half = len(texts) // 2
                return self._vectors(texts[:half], progress) + self._vectors(texts[half:], progress)
            if len(texts[0]) <= _SHORTEST:
                raise self._refused(error) from error
            shorter = texts[0][: max(_SHORTEST, len(texts[0]) // 2)]
            progress.note(f"a code of {len(texts[0]):,} characters is too long for {self.name}: half of it counts")
            return self._vectors([shorter], progress)
        except openai.OpenAIError as error:
            why = " ".join(str(error.__cause__ or error).split())[:_TROUBLE]
            raise BackendError(
                f"{self.address} gives no embeddings ({why}); see to the server and --embeddings-url, and run again"
            ) from error
        return self._read(answer, len(texts))

    def _read(self, answer: CreateEmbeddingResponse, wanted: int) -> list[list[float]]:
        """Return the vectors by the places that the server gives them."""
        usage = getattr(answer.usage, "prompt_tokens", None)
        self.tokens = None if self.tokens is None or not isinstance(usage, int) else self.tokens + usage
        vectors = {each.index: each.embedding for each in answer.data or ()}
        if sorted(vectors) != list(range(wanted)) or len({len(each) for each in vectors.values()}) != 1:
            raise BackendError(
                f"{self.address} was asked for {wanted} embeddings by {self.name} and gave others ({len(vectors)}); is "
                "it a model of embeddings?"
            )
        return [vectors[place] for place in range(wanted)]

    def _refused(self, error: openai.APIStatusError) -> BackendError:
        """Return the meaning of a refusal, and what to do."""
        said = f"{error.status_code}: {' '.join(_words(error).split())[:_TROUBLE]}"
        if error.status_code in (401, 403):
            key = f"the key in {self._key}" if self._key else "a call without a key"
            return BackendError(f"{self.address} refuses {key} ({said}); name another variable with --embeddings-key")
        if error.status_code == 404:
            return BackendError(
                f"{self.address} has no model {self.name!r} of embeddings, or nothing at that address ({said}); see to "
                "--text-embeddings and --embeddings-url"
            )
        return BackendError(f"{self.address} gives no embeddings by {self.name} ({said}); see to it, and run again")


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    start = 0
    while start < len(texts):
        end, characters = start + 1, len(texts[start])
        while end < len(texts) and end - start < AT_ONCE and characters + len(texts[end]) <= CHARACTERS:
            characters += len(texts[end])
            end += 1
        yield texts[start:end]
        start = end


def _is_too_long(error: openai.APIStatusError) -> bool:
    return error.status_code == 413 or any(word in _words(error).lower() for word in _TOO_LONG)


def _words(error: openai.APIStatusError) -> str:
    """Return the server's own words."""
    said = error.body.get("message") if isinstance(error.body, dict) else None
    return said if isinstance(said, str) else error.message
