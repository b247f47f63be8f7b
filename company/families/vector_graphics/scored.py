"""What a response to a case of vector graphics is worth, with what it is counted by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from company.evaluation.scored import Scored


@dataclass(frozen=True, kw_only=True)
class ScoredGraphic(Scored):
    """One case, and between which lengths its code is."""

    length: str = ""
    """A class of lengths, in words."""
    executable: bool | None = None
    """Of a drawing, whether it can be drawn; None of a letter."""
    recall: float | None = None
    """Of a drawing, the share of the reference's facts that it has."""
    precision: float | None = None
    """Of a drawing, the share of its own facts that the reference has."""

    supported: float | None = None
    """Of a letter whose reasoning was judged, the share of orders in which the reasoning supports the letter given."""
    reasoned: float | None = None
    """The same share of orders in which the reasoning supports the right letter."""

    @property
    def cluster(self) -> str:
        """The drawing that it is about."""
        return self.data_id.rpartition(".")[0] or self.data_id

    @property
    def groups(self) -> Mapping[str, str]:
        """Its category, its format, and its length."""
        return {
            "category": self.category,
            "format": self.category.partition("_")[0],
            "length": self.length,
        }
