"""The options by which commands are told to compute AccSE and AccSER, and what they open."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from company.errors import ConfigError

if TYPE_CHECKING:
    from company.evaluation.similarity import Embedders

_REST = ("text_embeddings", "embeddings_url", "embeddings_key")


def add_embeddings(command: argparse.ArgumentParser) -> None:
    """Add them to a command."""
    command.add_argument(
        "--code-embeddings",
        metavar="MODEL",
        help="compute AccSE and AccSER: CodeT5+ as a folder, or by its name (Salesforce/codet5p-110m-embedding)",
    )
    command.add_argument(
        "--text-embeddings", metavar="MODEL", help="the other embedding of these (text-embedding-ada-002)"
    )
    command.add_argument("--embeddings-url", metavar="URL", help="of its server, where it is another than OpenAI's")
    command.add_argument("--embeddings-key", metavar="NAME", help="the environment variable of that server's key")


def embedders_of(chosen: argparse.Namespace) -> Embedders | None:
    """What the options name, opened before any other work; None where nothing is named.

    Raises ConfigError where a part is named without the code's, or cannot be used, and BackendError where a model
    cannot be downloaded.
    """
    if chosen.code_embeddings is None:
        if given := [name for name in _REST if getattr(chosen, name) is not None]:
            raise ConfigError(
                f"--{given[0].replace('_', '-')} is for AccSE, which needs an embedding of code, too: give "
                "--code-embeddings Salesforce/codet5p-110m-embedding, or the folder of a copy"
            )
        return None
    from company.evaluation.code_embeddings import CodeEmbedder
    from company.evaluation.similarity import Embedders
    from company.evaluation.text_embeddings import PUBLISHED, Place, TextEmbedder

    place = Place(chosen.text_embeddings or PUBLISHED, chosen.embeddings_url or "", chosen.embeddings_key or "")
    text = TextEmbedder(place)  # first: it is told at once what is missing
    return Embedders(CodeEmbedder(chosen.code_embeddings), text)
