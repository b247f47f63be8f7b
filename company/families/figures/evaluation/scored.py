"""What a response to one case of figures is worth: what was drawn (D), and what a judge says of it (J)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from company.evaluation.scored import Scored


@dataclass(frozen=True, kw_only=True)
class ScoredFigure(Scored):
    """One case. `value` is D by 100; None where what is drawn cannot be compared, as without the reference's code."""

    aspects: Mapping[str, float] = field(default_factory=dict)
    """Of the likeness to the reference, from 0 to 1 each."""
    executable: bool = False
    """Whether it drew a picture."""
    judged: Mapping[str, Any] | None = None
    """What a judge says, as `Judged.as_json` has it, by `judge`; None where none was asked."""
    judge: Mapping[str, Any] | None = None
    """Which one: its model, the digest of its prompt, and what it made of its controls."""
    course: str | None = None
    """Of an agent's draft: whether it drew at once, after debugging, or never."""
    rolled_back: bool = False
    calls: int = 1
