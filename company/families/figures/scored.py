"""What an answer to a figure case is worth: how alike its figure is, aspect by aspect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from company.evaluation.scored import ScoredCode


@dataclass(frozen=True, kw_only=True)
class ScoredFigure(ScoredCode):
    """One case; `value` is D/100."""

    plot_category: str = ""
    difficulty: str = ""
    aspects: Mapping[str, float] | None = None
    """Each from 0 to 1, as far as the case has it; None where nothing was drawn."""
    executable: bool = False
    """Whether it drew a picture."""
    recalled: bool | None = None
    """Whether it shows the values that once stood in its place, rather than those in its files; None where none did."""
    comparable: bool = True
    """Whether the case tells what its reference draws; where it does not, `value` is None, and no answer is right."""
    judged: Mapping[str, Any] | None = None
    """What a model that looked at it says, as `Judged.as_json` has it; None where none was asked."""
    judge: Mapping[str, Any] | None = None
    """Which model, the digest of its words, and what it made of its controls where these were shown to it."""
    course: str | None = None
    """Of an agent's draft: whether it drew at once, after debugging, or never."""
    rolled_back: bool = False
    """Whether an agent's draft stands, because what it made of the feedback drew nothing."""
    approved: bool = False
    """Whether an agent's draft stands, because eyes found nothing to change."""
    calls: int = 1

    @property
    def undecided(self) -> bool:
        """Whether it drew a picture of which only somebody who looks can say what it is worth."""
        return not self.comparable and self.executable

    @property
    def groups(self) -> Mapping[str, str]:
        """Its category of plot and its difficulty."""
        return {"category": self.plot_category, "difficulty": self.difficulty}
