"""What a response to one case is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

UNANSWERED = "no response"
"""The failure of a case to which there is no response."""
USED = "used"
"""The key of what an answer took (`seconds`, `input_tokens`, `output_tokens`), where Inspect does not know all of it,
since some of it was kept from before: in the metadata of a sample, and of its score."""

PARTS, LINES = "parts", "lines"
"""Keys of a score's metadata where a sample is several cases: of each its `scored`, `response` and `used`; and what the
family's mode tells beside them, a mapping for each line."""


@dataclass(frozen=True, kw_only=True)
class Scored:
    """One case, and what its response is worth. A family adds what it tells besides."""

    data_id: str
    category: str
    right: bool
    failure: str | None = None
    """Why it is not right, by what was seen first, in words of the family that are few enough to be counted."""
    reason: str | None = None
    """The same of this response alone; both None where it is right."""
    outcome: str | None = None
    """What the response comes to. Equal for responses that agree; None where that cannot be told."""
    value: float | None = None
    """Of a family whose scores are graded, how good it is, from 0 to 1."""

    @property
    def cluster(self) -> str:
        """The name that it shares with the cases that are not independent of it; by default its own id."""
        return self.data_id

    @property
    def undecided(self) -> bool:
        """Whether it cannot be told if it is right, since its case does not say what that takes."""
        return False

    @property
    def groups(self) -> Mapping[str, str]:
        """Its value in each grouping of the report; "" where it has none."""
        return {"category": self.category}

    def as_json(self) -> dict[str, Any]:
        """Return its fields as plain JSON values, as logs and `--json` hold them."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class ScoredCode(Scored):
    """One case of a family whose answers are code, or some of them."""

    code_similarity: float | None = None
    text_similarity: float | None = None
    """Of the answer's code to the reference's, by an embedding of code and by one of text (`similarity`); None where
    it was not computed, and for what is not answered by code; 0 where the response holds no code."""

    @property
    def coded(self) -> bool:
        """Whether it is answered by code."""
        return True
