"""The two embedders by which code is compared, opened by their names."""

from __future__ import annotations

from collections.abc import Mapping

from company.errors import ConfigError
from company.evaluation.code_embeddings import PUBLISHED as CODE
from company.evaluation.code_embeddings import CodeEmbedder
from company.evaluation.embedding import Embedders
from company.evaluation.text_embeddings import PUBLISHED, Place, TextEmbedder

_FLAGS = {"text": "--text-embeddings", "url": "--embeddings-url", "key": "--embeddings-key"}


def embedders_of(named: Mapping[str, str]) -> Embedders | None:
    """Return the embedders that are named, opened before any other work; None where nothing is.

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
            f"{CODE}, or the folder of a copy"
        )
    place = Place(named.get("text", PUBLISHED), named.get("url", ""), named.get("key", ""))
    text = TextEmbedder(place)  # first: it is told at once what is missing
    return Embedders(CodeEmbedder(named["code"]), text)
