"""What an embedding of code or text is, whoever makes it, and how close two pieces of code are by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from company.console.progress import Progress

Vectors = NDArray[np.float32]


class Similar(NamedTuple):
    """How close two pieces of code are: cosines, 1 where they are the same."""

    code: float
    text: float


class Embedder(Protocol):
    """Makes vectors of texts, such that alike texts have alike vectors."""

    name: str

    def embed(self, texts: Sequence[str], progress: Progress) -> Vectors:
        """Return a vector for each text, in their order. No text is empty, and none comes twice."""


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
        """Return the models, the amount embedded and its cost, as plain JSON values."""
        return {
            "code": self.code.name,
            "text": self.text.name,
            "codes": self.codes,
            "tokens": self.text.tokens,
            "usd": self.text.usd,
        }
