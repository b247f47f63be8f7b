"""What an answer to a figure case is worth: how alike its figure is, aspect by aspect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from company.evaluation.scored import ScoredCode


@dataclass(frozen=True, kw_only=True)
class ScoredFigure(ScoredCode):
    """One case; `value` is D/100."""

    plot_category: str = ""
    difficulty: str = ""
    aspects: Mapping[str, float] | None = None
    """Each from 0 to 1, as far as the case has it; None where nothing was drawn."""

    @property
    def groups(self) -> Mapping[str, str]:
        """Its category of plot and its difficulty."""
        return {"category": self.plot_category, "difficulty": self.difficulty}
