"""What a response to a case made of a turn is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Literal

from company.evaluation.scored import ScoredCode
from company.families.dialogues.categories import CATEGORIES

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


@dataclass(frozen=True, kw_only=True)
class ScoredTurn(ScoredCode):
    """One case, and what its response is worth; what it comes to is a letter, or a digest of results."""

    domain: str
    register: str
    """How the client speaks; "" where the benchmark does not tell."""
    dialogue: str
    intents: tuple[bool, ...]
    """Of each result that is asked for, whether it is right; of a choice, of the letter."""
    recall: float | None = None
    """Of the private functions that the reference calls, the share that the answer calls; None outside the library."""
    failure: Failure | None = None
    error: str | None = None
    """Name of the exception, of code that raised."""
    needs: str | None = None
    """What the answer of a choice takes: "reading", "execution", or "unknown" where its line does not say."""

    @property
    def coded(self) -> bool:
        """Whether it is answered by code; else by choosing."""
        return not CATEGORIES[self.category].chosen

    @property
    def readable(self) -> bool:
        """Whether it can be answered without running code: by writing it, or by reading the prompt."""
        return self.needs != "execution"

    @property
    def cluster(self) -> str:
        """The dialogue: what was said before is the same for several of its cases."""
        return self.dialogue

    @property
    def groups(self) -> Mapping[str, str]:
        """Its groups by category, mode, kind of answer, table and register."""
        return {
            "category": self.category,
            "mode": CATEGORIES[self.category].mode,
            "answered by": "code" if self.coded else "choice",
            "domain": self.domain,
            "register": self.register,
            "choices that need": self.needs or "",
        }

    def as_json(self) -> dict[str, Any]:
        """Return its fields as logs and `--json` have always had them."""
        return {name: getattr(self, name) for name in FIELDS}


FIELDS = (
    "data_id",
    "category",
    "domain",
    "register",
    "dialogue",
    "right",
    "intents",
    "recall",
    "failure",
    "reason",
    "error",
    "needs",
    "outcome",
    "code_similarity",
    "text_similarity",
)
ALWAYS = {field.name for field in fields(ScoredTurn) if field.default is MISSING}
"""Fields that logs have had from the beginning; others came later, and what they say is unknown of older logs."""
