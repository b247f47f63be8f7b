"""What a response to one case is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Failure = Literal[
    "no response",
    "no code",
    "no letter",
    "another letter",
    "raised",
    "stopped",
    "missing result",
    "unsafe result",
    "another type",
    "another shape",
    "another length",
    "other values",
    "reference failed",
]
"""Why an answer is not right, by what was seen first."""


@dataclass(frozen=True)
class Scored:
    """One case, and what its response is worth."""

    data_id: str
    category: str
    domain: str
    register: str
    """How the client speaks; "" where the benchmark does not tell."""
    dialogue: str
    right: bool
    intents: tuple[bool, ...]
    """Of each result that is asked for, whether it is right; of a choice, of the letter."""
    recall: float | None = None
    """Of the private functions that the reference calls, the share that the answer calls; None outside the library."""
    failure: Failure | None = None
    reason: str | None = None
    """The same in words; both None where it is right."""
    error: str | None = None
    """Name of the exception, of code that raised."""
    outcome: str | None = None
    """What it comes to: the letter of a choice, of code a digest of its results. Equal for answers that agree."""
    code_similarity: float | None = None
    text_similarity: float | None = None
    """Of the answer's code to the reference's, by an embedding of code and by one of text (`similarity`); None where
    it was not computed, and for a choice; 0 where the response holds no code."""
